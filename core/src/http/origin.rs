//! Who may speak to the server: `Host` and `Origin`, against DNS rebinding.
//!
//! A web page can make a browser send requests to a server on the user's own machine, and with a
//! name that resolves to that machine it can read the answers as well. The browser then says so:
//! `Host` has the foreign name, `Origin` the page's.

use super::head::Head;

/// In a list of hosts or origins: those of this machine, with any port or none. Hosts:
/// `localhost`, `127.0.0.0/8` and `[::1]`; origins: those with `http` or `https`.
pub const LOOPBACK: &str = "@loopback";

/// In a list of hosts or origins: any, so that the check is off.
pub const ANY: &str = "*";

/// What the `Origin` of a request says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin<'h> {
    /// It has none: no web page of another site sent it.
    Absent,
    /// One that is let in, as it came. It has visible ASCII characters only, so that it can go
    /// into an answer.
    Allowed(&'h str),
    /// One that is not let in, several, or no origin at all.
    Refused,
}

/// Whether the `Host` of a request is one of `allowed`; an empty list is [`LOOPBACK`] alone.
///
/// `example.com` stands for that host with any port or none, `example.com:8443` for that port
/// alone, [`LOOPBACK`] for this machine, [`ANY`] for all. Several lines are refused, also if they
/// agree, and so is what is no host. None at all is refused unless any is let in; a host of
/// HTTP/2 passes `:authority` as `host`.
pub fn is_host_allowed(head: &Head<'_>, allowed: &[&str]) -> bool {
    let mut lines = head.all("host");
    let (Some(value), None) = (lines.next(), lines.next()) else {
        return head.get("host").is_none() && allowed.contains(&ANY);
    };
    let Some(authority) = Authority::of(value) else { return false };
    entries(allowed).any(|entry| match *entry {
        ANY => true,
        LOOPBACK => authority.is_loopback(),
        entry => Authority::of(entry.as_bytes()).is_some_and(|entry| {
            entry.is_same_host(&authority) && (entry.port.is_none() || entry.port == authority.port)
        }),
    })
}

/// Whether the `Origin` of a request is one of `allowed`, or absent: see [`origin`].
pub fn is_origin_allowed(head: &Head<'_>, allowed: &[&str]) -> bool {
    origin(head, allowed) != Origin::Refused
}

/// What the `Origin` of a request says, where `allowed` are let in; an empty list is [`LOOPBACK`]
/// alone.
///
/// `https://example.com:8443` stands for exactly that (scheme and host in any case; without a
/// port it is the scheme's own), `null` for what pages in sandboxes and files send, [`LOOPBACK`]
/// for `http` and `https` on this machine, [`ANY`] for all.
pub fn origin<'h>(head: &Head<'h>, allowed: &[&str]) -> Origin<'h> {
    let mut lines = head.all("origin");
    let value = match (lines.next(), lines.next()) {
        (None, _) => return Origin::Absent,
        (Some(value), None) => value,
        _ => return Origin::Refused,
    };
    // What is parsed below has ASCII characters only.
    let Ok(text) = crate::json::text_of(value) else { return Origin::Refused };
    let site = Site::of(value);
    let is_allowed = entries(allowed).any(|entry| match (*entry, &site) {
        (ANY, site) => site.is_some() || text == "null",
        ("null", _) => text == "null",
        (LOOPBACK, Some(site)) => site.is_web() && site.authority.is_loopback(),
        (entry, Some(site)) => Site::of(entry.as_bytes()).is_some_and(|entry| entry.is(site)),
        (_, None) => false,
    });
    if is_allowed { Origin::Allowed(text) } else { Origin::Refused }
}

/// The list that holds.
fn entries<'a>(allowed: &'a [&'a str]) -> impl Iterator<Item = &'a &'a str> {
    let list: &'a [&'a str] = if allowed.is_empty() { &[LOOPBACK] } else { allowed };
    list.iter()
}

/// A host and perhaps a port.
struct Authority<'h> {
    /// A name, an IPv4 address, or an IPv6 address with its brackets.
    host: &'h [u8],
    port: Option<u16>,
}

impl<'h> Authority<'h> {
    /// `None` for anything else, and for what only some take for a host: user names, paths, lists,
    /// percent signs.
    fn of(text: &'h [u8]) -> Option<Self> {
        let (host, rest) = if text.first() == Some(&b'[') {
            let end = text.iter().position(|byte| *byte == b']')?.checked_add(1)?;
            let (host, rest) = text.split_at_checked(end)?;
            let is_address = matches!(host, [_, inside @ .., _] if is_ipv6(inside));
            is_address.then_some((host, rest))?
        } else {
            let end = text.iter().position(|byte| *byte == b':').unwrap_or(text.len());
            let (host, rest) = text.split_at_checked(end)?;
            is_name(host).then_some((host, rest))?
        };
        let port = match rest {
            [] => None,
            [b':', digits @ ..] => Some(port(digits)?),
            _ => return None,
        };
        Some(Self { host, port })
    }

    fn is_same_host(&self, other: &Authority<'_>) -> bool {
        self.host.eq_ignore_ascii_case(other.host)
    }

    fn is_loopback(&self) -> bool {
        self.host.eq_ignore_ascii_case(b"localhost")
            || self.host == b"[::1]"
            || is_loopback_ipv4(self.host)
    }
}

/// What an `Origin` says when it is not `null`.
struct Site<'h> {
    scheme: &'h [u8],
    authority: Authority<'h>,
}

impl<'h> Site<'h> {
    fn of(text: &'h [u8]) -> Option<Self> {
        let colon = text.iter().position(|byte| *byte == b':')?;
        let (scheme, rest) = text.split_at_checked(colon)?;
        let is_scheme = scheme.first()?.is_ascii_alphabetic()
            && scheme
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
        let [b':', b'/', b'/', authority @ ..] = rest else { return None };
        let authority = Authority::of(authority)?;
        is_scheme.then_some(Self { scheme, authority })
    }

    fn is_web(&self) -> bool {
        self.own_port().is_some()
    }

    /// The port that goes without saying.
    fn own_port(&self) -> Option<u16> {
        if self.scheme.eq_ignore_ascii_case(b"http") {
            Some(80)
        } else if self.scheme.eq_ignore_ascii_case(b"https") {
            Some(443)
        } else {
            None
        }
    }

    fn is(&self, other: &Site<'_>) -> bool {
        self.scheme.eq_ignore_ascii_case(other.scheme)
            && self.authority.is_same_host(&other.authority)
            && self.authority.port.or(self.own_port()) == other.authority.port.or(other.own_port())
    }
}

/// A port in plain digits. An empty one is refused: nobody sends it.
fn port(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() || digits.len() > 5 {
        return None;
    }
    digits.iter().try_fold(0_u16, |port, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit <= 9)?;
        port.checked_mul(10)?.checked_add(u16::from(digit))
    })
}

fn is_name(host: &[u8]) -> bool {
    !host.is_empty()
        && host
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_'))
}

fn is_ipv6(inside: &[u8]) -> bool {
    inside.contains(&b':')
        && inside.iter().all(|byte| byte.is_ascii_hexdigit() || matches!(byte, b':' | b'.'))
}

/// Whether it is one of `127.0.0.0/8`, written as four numbers without leading zeros. Shorter and
/// octal forms, which only some libraries read, are names here.
fn is_loopback_ipv4(host: &[u8]) -> bool {
    let mut count = 0_u8;
    for part in host.split(|byte| *byte == b'.') {
        let is_byte = match part {
            [b'0'..=b'9'] => true,
            [b'1'..=b'9', ..] => port(part).is_some_and(|value| value < 256),
            _ => false,
        };
        if !is_byte || (count == 0 && part != b"127") {
            return false;
        }
        count = count.saturating_add(1);
    }
    count == 4
}

#[cfg(test)]
mod tests;
