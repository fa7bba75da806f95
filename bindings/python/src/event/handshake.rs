//! How a client begins, and what it asks to see whether anybody is there.

use pyo3::prelude::*;

use super::event_class;

event_class! {
    /// `initialize`: `Server.reply` answers it.
    Initialize ["requested_version"]
}

#[pymethods]
impl Initialize {
    /// The revision that the client asked for.
    #[getter]
    fn requested_version<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let event = slf.as_super().get();
        event.text(slf.py(), event.inner.parts.version)
    }
}

event_class! {
    /// `notifications/initialized`: the server may speak first from now on.
    Initialized []
}

event_class! {
    /// `server/discover`: `Server.reply` answers it.
    Discover []
}

event_class! {
    /// `ping`: `Server.reply` answers it.
    Ping []
}
