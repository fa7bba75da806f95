//! Values of headers (RFC 9110, sections 5.5 and 5.6.1).

use crate::http::head::trim;

/// A character of a header's value; no control characters but the tab.
pub(super) const fn is_value_byte(byte: u8) -> bool {
    byte == b'\t' || (byte >= b' ' && byte != 0x7f)
}

/// The members of a list with commas, trimmed; empty ones too.
pub(super) fn members(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    value.split(|&byte| byte == b',').map(trim)
}
