//! Requests for suggestions.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use sansmcp::json::Text;
use sansmcp::schema::CompleteParamsView;
use sansmcp::{Completing, Reference};

use super::{Event, event_class};
use crate::read;

event_class! {
    /// `completion/complete`: yours to answer; `Server.reply` has no suggestions.
    Complete ["prompt", "uri", "argument", "value"]
}

impl Event {
    fn completing(&self) -> Option<Completing<'_>> {
        match self.inner.view() {
            sansmcp::Event::Complete(complete) => Some(complete),
            _ => None,
        }
    }
}

fn text<'py>(
    slf: &Bound<'py, Complete>,
    of: impl for<'e> FnOnce(Completing<'e>) -> Option<Text<'e>>,
) -> PyResult<Bound<'py, PyAny>> {
    read::maybe_text(slf.py(), slf.as_super().get().completing().and_then(of))
}

#[pymethods]
impl Complete {
    /// The prompt whose argument is to be completed.
    #[getter]
    fn prompt<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        text(slf, |complete| match complete.reference()? {
            Reference::Prompt(name) => Some(name),
            Reference::Template(_) => None,
        })
    }

    /// The template whose variable is to be completed.
    #[getter]
    fn uri<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        text(slf, |complete| match complete.reference()? {
            Reference::Prompt(_) => None,
            Reference::Template(uri) => Some(uri),
        })
    }

    /// The name of the argument or variable.
    #[getter]
    fn argument<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        text(slf, |complete| Some(complete.name()))
    }

    /// What was typed so far.
    #[getter]
    fn value<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        text(slf, |complete| Some(complete.value()))
    }

    /// What other arguments were already set to.
    #[getter]
    fn context<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let (event, known) = (slf.as_super().get(), PyDict::new(slf.py()));
        let view = event.inner.view();
        let params = view.request().params().and_then(CompleteParamsView::of);
        if let Some(context) = params.and_then(|params| params.context()) {
            for (name, value) in context.arguments() {
                known.set_item(read::text(slf.py(), name)?, read::text(slf.py(), value)?)?;
            }
        }
        Ok(known)
    }
}
