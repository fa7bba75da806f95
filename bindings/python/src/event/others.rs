//! Messages that the protocol does not know, that break its rules, or that take one back.

use pyo3::prelude::*;

use super::event_class;

event_class! {
    /// A request that the protocol does not know: yours to answer, if it is one of yours.
    Request ["method", "params"]
}

event_class! {
    /// A notification that the protocol does not know, or one that needs nothing done.
    Notification ["method", "params"]
}

event_class! {
    /// The client gave up on the request `ticket`: stop its work and abandon or answer it.
    Cancelled ["ticket", "reason"]
}

#[pymethods]
impl Cancelled {
    /// Why, if the client said so.
    #[getter]
    fn reason<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let event = slf.as_super().get();
        event.text(slf.py(), event.inner.parts.reason)
    }
}

event_class! {
    /// A request that breaks a rule: `Server.reply` answers it with the error.
    Refused ["code", "message"]
}

#[pymethods]
impl Refused {
    /// The error's code.
    #[getter]
    fn code(slf: &Bound<'_, Self>) -> Option<i32> {
        slf.as_super().get().inner.refusal_words().map(|(code, _)| code)
    }

    /// Which rule it breaks.
    #[getter]
    fn message(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().inner.refusal_words().map(|(_, message)| message)
    }
}

event_class! {
    /// A message that needs no answer and means nothing here: for a log.
    Ignored ["message"]
}

#[pymethods]
impl Ignored {
    /// Why it means nothing; `None` for a response that nothing waits for.
    #[getter]
    fn message(slf: &Bound<'_, Self>) -> Option<String> {
        slf.as_super().get().inner.refusal_words().map(|(_, message)| message)
    }
}
