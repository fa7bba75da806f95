//! Requests about one resource.

use pyo3::prelude::*;

use super::event_class;

/// A request about one resource.
macro_rules! reading {
    ($(#[$doc:meta])* $name:ident) => {
        event_class! {
            $(#[$doc])*
            $name ["uri"]
        }

        #[pymethods]
        impl $name {
            /// The resource.
            #[getter]
            fn uri<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                let event = slf.as_super().get();
                event.text_or_empty(slf.py(), event.inner.parts.name)
            }
        }
    };
}

reading! {
    /// `resources/read`: yours to answer.
    ReadResource
}

reading! {
    /// `resources/subscribe`: `Server.reply` notes it.
    Subscribe
}

reading! {
    /// `resources/unsubscribe`: `Server.reply` takes the subscription back.
    Unsubscribe
}
