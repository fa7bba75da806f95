//! JSON text of a message as Python objects.

use jiter::{PythonParse, StringCacheMode};
use pyo3::prelude::*;
use sansmcp::json::Text;

/// The Python object of a valid JSON text. Of keys that stand twice the last one counts.
pub(crate) fn value<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let reader = PythonParse { cache_mode: StringCacheMode::Keys, ..PythonParse::default() };
    match reader.python_parse(py, text.as_bytes()) {
        Ok(value) => Ok(value),
        // The engine knows that the text is valid: this is half of a surrogate pair, or an integer
        // of thousands of digits.
        Err(_) => py.import("sansmcp._json")?.call_method1("read", (text,)),
    }
}

/// The Python object of a JSON text, `None` where there is none.
pub(crate) fn optional<'py>(py: Python<'py>, text: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    text.map_or_else(|| Ok(py.None().into_bound(py)), |text| value(py, text))
}

/// A text of a message, decoded; half of a surrogate pair is kept, as Python can.
pub(crate) fn text<'py>(py: Python<'py>, text: Text<'_>) -> PyResult<Bound<'py, PyAny>> {
    value(py, &format!("\"{}\"", text.raw()))
}

/// As [`text`], `None` where there is none.
pub(crate) fn maybe_text<'py>(
    py: Python<'py>,
    of: Option<Text<'_>>,
) -> PyResult<Bound<'py, PyAny>> {
    of.map_or_else(|| Ok(py.None().into_bound(py)), |it| text(py, it))
}
