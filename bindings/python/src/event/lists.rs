//! Requests for one page of a list.

use pyo3::prelude::*;

use super::event_class;

/// A request for one page of a list.
macro_rules! listing {
    ($(#[$doc:meta])* $name:ident) => {
        event_class! {
            $(#[$doc])*
            $name ["cursor"]
        }

        #[pymethods]
        impl $name {
            /// Where the page begins, as it came.
            #[getter]
            fn cursor<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                let event = slf.as_super().get();
                event.text(slf.py(), event.inner.parts.cursor)
            }
        }
    };
}

listing! {
    /// `tools/list`: `Server.reply` answers it from the server's tools.
    ListTools
}

listing! {
    /// `resources/list`: `Server.reply` answers it from the server's resources.
    ListResources
}

listing! {
    /// `resources/templates/list`: `Server.reply` answers it from the server's templates.
    ListTemplates
}

listing! {
    /// `prompts/list`: `Server.reply` answers it from the server's prompts.
    ListPrompts
}
