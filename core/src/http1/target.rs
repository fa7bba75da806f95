//! The target of a request (RFC 9112, section 3.2), and the value of `Host`.

/// A target taken apart.
pub(super) struct Target<'h> {
    pub(super) path: &'h str,
    pub(super) query: Option<&'h str>,
    /// What a target in absolute form says about the host.
    pub(super) authority: Option<&'h str>,
}

impl<'h> Target<'h> {
    /// `None` where it is not one that this method may have.
    pub(super) fn of(method: &str, target: &'h str) -> Option<Target<'h>> {
        if !target.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'#' | b'\\')) {
            return None;
        }
        if target == "*" {
            let is_fit = method == "OPTIONS";
            return is_fit.then_some(Target { path: "*", query: None, authority: None });
        }
        let (authority, rest) = if target.starts_with('/') {
            (None, target)
        } else {
            let (authority, rest) = cut(after_scheme(target)?, |byte| matches!(byte, b'/' | b'?'));
            if authority.is_empty() || !is_host(authority.as_bytes()) {
                return None;
            }
            (Some(authority), rest)
        };
        let (path, query) = cut(rest, |byte| byte == b'?');
        let path = if path.is_empty() { "/" } else { path };
        Some(Target { path, query: query.get(1..), authority })
    }
}

/// What follows `http://` or `https://`.
fn after_scheme(target: &str) -> Option<&str> {
    ["http://", "https://"].iter().find_map(|scheme| {
        let (start, rest) = target.split_at_checked(scheme.len())?;
        start.eq_ignore_ascii_case(scheme).then_some(rest)
    })
}

/// Up to the first byte of a kind, and from there on.
fn cut(text: &str, is_end: impl Fn(u8) -> bool) -> (&str, &str) {
    let end = text.bytes().position(is_end).unwrap_or(text.len());
    text.split_at_checked(end).unwrap_or((text, ""))
}

/// Whether only characters of a host and a port are in it. It may be empty: then whoever judges
/// the head refuses it, or not.
pub(super) fn is_host(value: &[u8]) -> bool {
    value.iter().all(|&byte| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b'-' | b'.' | b'_' | b'~' | b':' | b'[' | b']' | b'%')
    })
}
