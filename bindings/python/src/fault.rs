//! Errors of the engine as the exceptions of `sansmcp._errors`.

use pyo3::prelude::*;

/// The exception of this name with these arguments; or what went wrong on the way to it.
fn raise<'py>(
    py: Python<'py>,
    name: &str,
    args: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("sansmcp._errors")?.getattr(name)?.call1(args)
}

/// The exception that stands for an error of the engine.
pub(crate) fn engine(py: Python<'_>, error: sansmcp::Error) -> PyErr {
    use sansmcp::Error;
    let name = match error {
        Error::Short { need } => {
            return raise(py, "Short", (need,)).map_or_else(|error| error, PyErr::from_value);
        }
        Error::Stale => "Stale",
        Error::Streaming => "Streaming",
        Error::Busy => "Busy",
        Error::NotSupported => "NotSupported",
        Error::NotJson => "NotJson",
        Error::NotText => "NotText",
        Error::Undeclared => "Undeclared",
        Error::NotReady => "NotReady",
        Error::NotOffered => "NotOffered",
        Error::UseAsk => "UseAsk",
        Error::Rejected => "Rejected",
        _ => "Error",
    };
    named(py, name, error.message())
}

/// The exception `NotJson`.
pub(crate) fn not_json(py: Python<'_>, message: &str) -> PyErr {
    named(py, "NotJson", message)
}

/// The exception `NotText`.
pub(crate) fn not_text(py: Python<'_>, message: &str) -> PyErr {
    named(py, "NotText", message)
}

/// The exception `SealError`: a message for the log, why, and the code and message for the peer.
pub(crate) fn seal(py: Python<'_>, args: (&str, &str, i32, &str)) -> PyErr {
    raise(py, "SealError", args).map_or_else(|error| error, PyErr::from_value)
}

/// True for the exception `NotText`.
pub(crate) fn is_not_text(py: Python<'_>, error: &PyErr) -> bool {
    let class = py.import("sansmcp._errors").and_then(|module| module.getattr("NotText"));
    class.is_ok_and(|class| error.matches(py, class).unwrap_or(false))
}

fn named(py: Python<'_>, name: &str, message: &str) -> PyErr {
    raise(py, name, (message,)).map_or_else(|error| error, PyErr::from_value)
}
