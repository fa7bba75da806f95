//! Which icons may be shown (2025-11-25 and later, basic/index: icons).

use crate::schema::Prose;

/// How much of a URI is looked at to tell its scheme and type.
const HEAD: usize = 12;

/// Whether the `src` of an icon is one that a client may fetch and show: an `https:` URL with a
/// host, or an image in a `data:` URI. All else is not: `javascript:`, `file:`, `ftp:`, `ws:`,
/// `http:`, the schemes of local apps, other types of `data:`, relative references, and whatever
/// has white space or control characters in it, which browsers leave out before they look.
///
/// Whether the host is to be trusted is the client's to decide, and so is what it does with
/// scripts in an SVG and with redirects.
///
/// ```
/// use sansmcp::uri::is_safe_icon;
///
/// assert!(is_safe_icon("https://example.com/icon.png"));
/// assert!(!is_safe_icon("javascript:alert(1)"));
/// ```
#[must_use]
pub fn is_safe_icon<'a>(src: impl Into<Prose<'a>>) -> bool {
    let (mut head, mut len, mut is_clean) = ([0; HEAD], 0_usize, true);
    let mut take = |piece: &[u8]| {
        for byte in piece {
            is_clean &= !matches!(byte, 0..=b' ' | 0x7f | b'\\');
            if let Some(free) = head.get_mut(len) {
                *free = byte.to_ascii_lowercase();
            }
            len = len.saturating_add(1);
        }
    };
    match src.into() {
        Prose::Plain(text) => take(text.as_bytes()),
        Prose::Json(text) => {
            let mut pieces = text.pieces();
            while let Some(piece) = pieces.next() {
                take(piece);
            }
        }
    }
    let has_host =
        |rest: &[u8]| !matches!(rest.first(), None | Some(0 | b'/' | b'?' | b'#' | b':' | b'@'));
    is_clean
        && (head.strip_prefix(b"https://").is_some_and(has_host)
            || head.strip_prefix(b"data:image/").is_some_and(has_host))
}
