//! Types written for `serde-json-core`, in and out of [`Raw`].
//!
//! It does its own reading and writing, with limits that [`from_raw`](super::from_raw) and
//! [`to_writer`](super::to_writer) do not have: text with escapes comes as it was written, a
//! surrogate pair is refused, any type that looks at the value first is refused, and what does
//! not fit does not say how much it takes.

use crate::json::{Raw, Writer};
use core::fmt;

/// Why `serde-json-core` could not read or write a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CoreError {
    /// It could not read the value as that type.
    Read,
    /// It could not write the value, or its buffer was too small; it does not say which.
    Write,
    /// What it wrote is not one JSON value.
    NotJson,
}

impl fmt::Display for CoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "serde-json-core could not read the value",
            Self::Write => "serde-json-core could not write the value",
            Self::NotJson => "serde-json-core wrote no JSON",
        })
    }
}

impl core::error::Error for CoreError {}

/// Reads `raw` as a `T` the way `serde-json-core` does. `&str` borrows from the message; its
/// `EscapedStr` takes text with escapes. `scratch`, where there is any, is for types that copy.
///
/// # Errors
/// [`CoreError::Read`].
pub fn core_from_raw<'de, T>(raw: Raw<'de>, scratch: Option<&mut [u8]>) -> Result<T, CoreError>
where
    T: ::serde::Deserialize<'de>,
{
    let read = match scratch {
        Some(scratch) => serde_json_core::from_str_escaped(raw.as_str(), scratch),
        None => serde_json_core::from_str(raw.as_str()),
    };
    read.map(|(value, _)| value).map_err(|_| CoreError::Read)
}

/// Writes `value` as `serde-json-core` does, by way of `buffer`, since it can neither count nor
/// write into a window.
///
/// # Errors
/// [`CoreError`]; nothing has been written then.
pub fn core_to_writer<T>(
    value: &T,
    writer: &mut Writer<'_>,
    buffer: &mut [u8],
) -> Result<(), CoreError>
where
    T: ::serde::Serialize + ?Sized,
{
    let len = serde_json_core::to_slice(value, buffer).map_err(|_| CoreError::Write)?;
    let written = buffer.get(..len).unwrap_or_default();
    let raw = Raw::parse(written).map_err(|_| CoreError::NotJson)?;
    writer.json(raw);
    Ok(())
}
