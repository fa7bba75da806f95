//! What a client wants to be told.

use pyo3::prelude::*;
use sansmcp::What;

use super::event_class;
use crate::read;

event_class! {
    /// `logging/setLevel`: `Server.reply` takes it over.
    SetLevel ["level"]
}

#[pymethods]
impl SetLevel {
    /// The lowest level wanted.
    #[getter]
    fn level(slf: &Bound<'_, Self>) -> &'static str {
        match slf.as_super().get().inner.view() {
            sansmcp::Event::SetLevel(set) => set.level().name(),
            _ => "",
        }
    }
}

event_class! {
    /// `subscriptions/listen`: `Server.reply` acknowledges all that is offered, `Server.accept`
    /// what you choose.
    Listen ["tools", "prompts", "resources", "uris"]
}

fn wants(slf: &Bound<'_, Listen>, what: What) -> bool {
    match slf.as_super().get().inner.view() {
        sansmcp::Event::Listen(listen) => listen.wants(what),
        _ => false,
    }
}

#[pymethods]
impl Listen {
    /// True if changes of the list of tools are asked for.
    #[getter]
    fn tools(slf: &Bound<'_, Self>) -> bool {
        wants(slf, What::Tools)
    }

    /// True if changes of the list of prompts are asked for.
    #[getter]
    fn prompts(slf: &Bound<'_, Self>) -> bool {
        wants(slf, What::Prompts)
    }

    /// True if changes of the list of resources are asked for.
    #[getter]
    fn resources(slf: &Bound<'_, Self>) -> bool {
        wants(slf, What::Resources)
    }

    /// The resources whose updates are asked for.
    #[getter]
    fn uris<'py>(slf: &Bound<'py, Self>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        match slf.as_super().get().inner.view() {
            sansmcp::Event::Listen(listen) => {
                listen.uris().map(|uri| read::text(slf.py(), uri)).collect()
            }
            _ => Ok(Vec::new()),
        }
    }
}
