//! Bytes of the caller's.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};

/// The bytes of a `bytes`, `bytearray` or `memoryview`; borrowed only from `bytes`, which does not
/// change.
///
/// # Errors
/// `TypeError` for anything else.
pub(crate) fn of<'a>(data: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, [u8]>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(Cow::Borrowed(bytes.as_bytes()));
    }
    if let Ok(bytes) = data.cast::<PyByteArray>() {
        return Ok(Cow::Owned(bytes.to_vec()));
    }
    let copy = PyMemoryView::from(data)?.call_method0("tobytes")?;
    Ok(Cow::Owned(copy.cast::<PyBytes>()?.as_bytes().to_vec()))
}
