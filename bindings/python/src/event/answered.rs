//! How requests of the server's end.

use pyo3::prelude::*;
use sansmcp::Outcome;

use super::{Event, event_class};
use crate::read;

event_class! {
    /// A request of yours ended: the client answered it, or time ran out.
    Answered ["parent", "result", "error"]
}

impl Event {
    /// The name of the outcome, and the JSON text of the result and of the error.
    fn outcome(&self) -> (&'static str, Option<String>, Option<String>) {
        let sansmcp::Event::Answered(answered) = self.inner.view() else {
            return ("malformed", None, None);
        };
        match answered.outcome() {
            Outcome::Result(result) => ("result", Some(result.as_str().to_owned()), None),
            Outcome::Error(error) => ("error", None, Some(error.as_str().to_owned())),
            Outcome::Malformed => ("malformed", None, None),
            Outcome::Expired => ("expired", None, None),
        }
    }
}

#[pymethods]
impl Answered {
    /// The ticket of the call in whose course it was asked; 0 if in none.
    #[getter]
    fn parent(slf: &Bound<'_, Self>) -> u64 {
        slf.as_super().get().inner.parts.parent.number()
    }

    /// How it ended.
    #[getter]
    fn outcome(slf: &Bound<'_, Self>) -> &'static str {
        slf.as_super().get().outcome().0
    }

    /// The client's result, if it is one.
    #[getter]
    fn result<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        read::optional(slf.py(), slf.as_super().get().outcome().1.as_deref())
    }

    /// The client's result as it was written.
    #[getter]
    fn result_json(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().outcome().1
    }

    /// The client's error, if it is one.
    #[getter]
    fn error<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        read::optional(slf.py(), slf.as_super().get().outcome().2.as_deref())
    }

    /// The client's error as it was written.
    #[getter]
    fn error_json(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().outcome().2
    }
}
