//! What an endpoint gives, in the same way.
//!
//! The bytes of a delivery or a verdict: flags (see [`flag`]), a number and the length of the
//! headers (little-endian, 32 bits), a status (16 bits), the headers (the JSON text of an array of
//! pairs), and the bytes of the body. The number is the exchange that a delivery goes to, or that a
//! stream replaces; of a body it is the longest length.

use super::{Packed, named};
use crate::asked::latin1;
use crate::delivery::{Delivery, Head, Verdict, VerdictKind};
use crate::frame::Frame;
use crate::info::Info;
use crate::object::string;
use crate::policy::Policy;
use crate::read::ReadError;
use crate::server::Server;

/// The first byte of a delivery or a verdict.
pub mod flag {
    /// The number means something.
    pub const NUMBER: u8 = 1;
    /// The head means something.
    pub const HEAD: u8 = 2;
    /// The response ends behind the bytes.
    pub const END: u8 = 4;
    /// The body of the request is to be read first.
    pub const BODY: u8 = 8;
    /// The response stays open.
    pub const STREAM: u8 = 16;
    /// It is a delivery, and no error of [`super::super::status`].
    pub const DELIVERY: u8 = 32;
    /// The response is to be broken off.
    pub const CUT: u8 = 64;
}

/// The bytes of a delivery.
fn pack(delivery: &Delivery) -> Vec<u8> {
    let end = if delivery.is_end { flag::END } else { 0 };
    let cut = if delivery.is_cut { flag::CUT } else { 0 };
    put_together(
        flag::DELIVERY | end | cut,
        Some(delivery.to),
        delivery.head.as_ref(),
        &delivery.bytes,
    )
}

fn put_together(flags: u8, number: Option<u32>, head: Option<&Head>, bytes: &[u8]) -> Vec<u8> {
    let mut flags = flags;
    let mut headers = String::new();
    let mut status = 0;
    if let Some(head) = head {
        flags |= flag::HEAD;
        status = head.status;
        headers = json(head);
    }
    if number.is_some() {
        flags |= flag::NUMBER;
    }
    let mut packed = Vec::with_capacity(11 + headers.len() + bytes.len());
    packed.push(flags);
    packed.extend(number.unwrap_or(0).to_le_bytes());
    packed.extend((headers.len() as u32).to_le_bytes());
    packed.extend(status.to_le_bytes());
    packed.extend(headers.as_bytes());
    packed.extend(bytes);
    packed
}

/// The headers as JSON text.
fn json(head: &Head) -> String {
    pairs_json(head.headers.iter().map(|(name, value)| (*name, value.as_str())))
}

/// Names and values as the JSON text of an array of pairs.
pub(super) fn pairs_json<'p>(pairs: impl Iterator<Item = (&'p str, &'p str)>) -> String {
    let pairs: Vec<String> =
        pairs.map(|(name, value)| format!("[{},{}]", string(name), string(value))).collect();
    format!("[{}]", pairs.join(","))
}

/// Names and values that take turns, the latter with one character for each byte.
pub(super) fn pairs(headers: &[String]) -> Vec<(&str, Vec<u8>)> {
    let (pairs, _) = headers.as_chunks::<2>();
    pairs.iter().map(|[name, value]| (name.as_str(), latin1(value))).collect()
}

impl Packed {
    /// As [`Info::from_json`], [`Policy::from_json`] and [`Server::over_http`].
    ///
    /// # Errors
    /// As the first two.
    pub fn over_http(info: &str, policy: &str, max_tx: usize) -> Result<Self, ReadError> {
        let (info, policy) = (Info::from_json(info)?, Policy::from_json(policy)?);
        Ok(Self(Server::over_http(info, policy, max_tx)))
    }

    /// As [`crate::Endpoint::judge`]; names and values of the headers take turns, the latter with
    /// one character for each byte. `None` if it is a server on one connection.
    pub fn judge(
        &mut self,
        method: &str,
        headers: &[String],
        number: u32,
        principal: f64,
        now: f64,
    ) -> Option<Verdict> {
        let pairs = pairs(headers);
        let headers = pairs.iter().map(|(name, value)| (*name, value.as_slice()));
        let mut endpoint = self.0.endpoint()?;
        Some(endpoint.judge(method, headers, number, principal as u64, now as u64))
    }

    /// As [`crate::Endpoint::received`]; the frame's bytes are let go.
    pub fn received(&mut self, frame: &mut Frame) {
        if let Some(mut endpoint) = self.0.endpoint() {
            endpoint.received(frame);
        }
        frame.let_go();
    }

    /// As [`Server::next_delivery`], or where not `is_due` [`Server::next_made`]; empty if there is
    /// none, and errors are as those of outputs.
    pub fn next_delivery(&mut self, is_due: bool) -> Vec<u8> {
        let next = if is_due { self.0.next_delivery() } else { Ok(self.0.next_made()) };
        match next {
            Ok(Some(delivery)) => pack(&delivery),
            Ok(None) => Vec::new(),
            Err(error) => super::pack(Err(error)),
        }
    }

    /// As [`Server::closed`].
    pub fn closed(&mut self, number: u32) {
        self.0.closed(number);
    }

    /// As [`crate::Endpoint::put_off`].
    pub fn put_off(&mut self, ticket: f64, retry_ms: u32) {
        if let Some(mut endpoint) = self.0.endpoint() {
            endpoint.put_off(named(ticket), retry_ms);
        }
    }

    /// As [`crate::Endpoint::cancelled`].
    pub fn cancelled(&mut self) -> Vec<f64> {
        let tickets = self.0.endpoint().map(|mut endpoint| endpoint.cancelled());
        tickets.unwrap_or_default().into_iter().map(|ticket| ticket.number() as f64).collect()
    }
}

/// The bytes of a verdict.
#[must_use]
pub fn verdict(verdict: &Verdict) -> Vec<u8> {
    let kind = match verdict.kind {
        VerdictKind::Reply => flag::END,
        VerdictKind::Body => flag::BODY,
        VerdictKind::Stream => flag::STREAM,
    };
    let is_body = verdict.kind == VerdictKind::Body;
    let number = if is_body { Some(verdict.longest_body) } else { verdict.replaces };
    put_together(kind, number, Some(&verdict.head), &verdict.bytes)
}

/// As [`Verdict::frame`]; random bytes that are fewer than 16 are an error.
///
/// # Errors
/// Says so.
pub fn frame(verdict: &Verdict, body: &[u8], random: &[u8]) -> Result<Frame, ReadError> {
    let random = random.try_into().map_err(|_| ReadError::new("random must be 16 bytes"))?;
    Ok(verdict.frame(body, random))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_packed_with_its_headers() {
        let info = r#"{"name":"a","version":"1"}"#;
        let mut packed = Packed::over_http(info, "{}", 4096).expect("an endpoint");
        let headers = ["Host", "localhost", "Origin", "http://localhost:5"].map(String::from);
        let judged = packed.judge("PUT", &headers, 7, 0.0, 0.0).expect("a verdict");
        let bytes = verdict(&judged);
        assert_eq!(bytes[..5], [flag::END | flag::HEAD, 0, 0, 0, 0]);
        let length = u32::from_le_bytes(bytes[5..9].try_into().expect("four")) as usize;
        assert_eq!(u16::from_le_bytes([bytes[9], bytes[10]]), 405);
        let headers = std::str::from_utf8(&bytes[11..11 + length]).expect("text");
        assert!(headers.starts_with(r#"[["Access-Control-Allow-Origin","http://localhost:5"],"#));
        assert!(headers.contains(r#"["allow","GET, POST, DELETE"]"#), "{headers}");
        assert!(bytes[11 + length..].starts_with(b"{\"jsonrpc\""));
    }

    #[test]
    fn a_server_on_a_connection_judges_nothing() {
        let mut packed = Packed::new(r#"{"name":"a","version":"1"}"#, 1, 100).expect("a server");
        assert!(packed.judge("GET", &[], 1, 0.0, 0.0).is_none());
        assert!(packed.cancelled().is_empty() && packed.next_delivery(true).is_empty());
    }
}
