//! Where a server is: `http://host:port/path`.

use std::str::FromStr;

/// The parts of a URL that a socket and a request head need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url {
    /// Name or address, without the brackets of an IPv6 address.
    pub host: String,
    pub port: u16,
    /// What the `Host` line says.
    pub authority: String,
    /// The path, and the query if there is one.
    pub target: String,
}

impl FromStr for Url {
    type Err = String;

    /// Reads one. There is no TLS here: put a proxy of the system's before what needs it.
    fn from_str(text: &str) -> Result<Self, String> {
        let rest = match text.split_once("://") {
            Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => rest,
            Some((scheme, _)) => {
                return Err(format!("{text}: {scheme} is not spoken here, only http"));
            }
            None => return Err(format!("{text}: not a URL such as http://127.0.0.1:8080/mcp")),
        };
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (authority, target) = rest.split_at(end);
        let target = match target {
            "" => "/".into(),
            query if query.starts_with('?') => format!("/{query}"),
            path => path.into(),
        };
        // A user's name and password have no business here.
        if authority.is_empty() || authority.contains('@') {
            return Err(format!("{text}: no host"));
        }
        let (host, port) = split(authority).ok_or_else(|| format!("{text}: no such host"))?;
        Ok(Self { host: host.into(), port, authority: authority.into(), target })
    }
}

/// Host and port of `host`, `host:port`, `[address]:port`.
fn split(authority: &str) -> Option<(&str, u16)> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, rest) = rest.split_once(']')?;
            (host, rest.strip_prefix(':'))
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let port = match port {
        None | Some("") => 80,
        Some(port) => port.parse().ok()?,
    };
    (!host.is_empty()).then_some((host, port))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_read() {
        let url: Url = "http://localhost:4000".parse().expect("it is a URL");
        assert_eq!((&*url.host, url.port, &*url.target), ("localhost", 4000, "/"));
        let url: Url = "HTTP://[::1]:81/mcp?a=1#b".parse().expect("it is a URL");
        assert_eq!((&*url.host, url.port, &*url.target), ("::1", 81, "/mcp?a=1"));
        assert_eq!(url.authority, "[::1]:81");
        let url: Url = "http://host?x".parse().expect("it is a URL");
        assert_eq!((url.port, &*url.target), (80, "/?x"));
    }

    #[test]
    fn what_is_none_is_refused() {
        for text in
            ["", "localhost:80", "https://host/", "http://", "http://u@host/", "http://h:x/"]
        {
            assert!(text.parse::<Url>().is_err(), "{text}");
        }
    }
}
