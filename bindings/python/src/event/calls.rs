//! Calls of tools and of prompts.

use pyo3::prelude::*;

use super::event_class;

/// A request with a name and arguments.
macro_rules! call {
    ($(#[$doc:meta])* $name:ident $(#[$of_name:meta])*) => {
        event_class! {
            $(#[$doc])*
            $name ["name", "arguments"]
        }

        #[pymethods]
        impl $name {
            $(#[$of_name])*
            #[getter]
            fn name<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                let event = slf.as_super().get();
                event.text_or_empty(slf.py(), event.inner.parts.name)
            }

            /// The arguments; empty if there are none.
            #[getter]
            fn arguments<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                slf.as_super().get().arguments(slf.py())
            }

            /// One argument as it was written, quotes included where it is a text.
            #[pyo3(signature = (key, /))]
            fn argument_json(slf: &Bound<'_, Self>, key: &str) -> Option<String> {
                slf.as_super().get().inner.argument(key).map(str::to_owned)
            }

            /// The arguments as they were written.
            #[getter]
            fn arguments_json(slf: &Bound<'_, Self>) -> Option<String> {
                slf.as_super().get().inner.arguments().map(str::to_owned)
            }
        }
    };
}

call! {
    /// `tools/call`: yours to answer.
    CallTool
    /// The tool.
}

call! {
    /// `prompts/get`: yours to answer.
    GetPrompt
    /// The prompt.
}
