//! The bytes of one request, made once; then only its number is written anew.

/// How many digits a number has, always: so the length of the request never changes.
const DIGITS: usize = 8;
/// The number of the first request of a connection; it has `DIGITS` digits, as all that follow.
pub const FIRST: u64 = 10_000_000;

/// A `tools/call` of revision 2026-07-28 with its head, for one server.
#[derive(Clone)]
pub struct Request {
    bytes: Vec<u8>,
    /// Where the number stands: as the id, and in the text that is to come back.
    id: usize,
    text: usize,
}

impl Request {
    /// For the endpoint `path` of the server at `host`, which is address and port.
    pub fn new(host: &str, path: &str) -> Request {
        let before_id = r#"{"jsonrpc":"2.0","id":"#;
        let before_text = concat!(
            r#","method":"tools/call","params":{"_meta":{"#,
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientInfo":{"name":"http","version":"1"},"#,
            r#""io.modelcontextprotocol/clientCapabilities":{}},"#,
            r#""name":"echo","arguments":{"text":"call "#
        );
        let body = format!("{before_id}{FIRST}{before_text}{FIRST} over HTTP\"}}}}}}");
        let mut bytes = format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
             Mcp-Method: tools/call\r\nMcp-Name: echo\r\nContent-Length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        let id = bytes.len() + before_id.len();
        let text = id + DIGITS + before_text.len();
        bytes.extend_from_slice(body.as_bytes());
        Request { bytes, id, text }
    }

    /// The request with this number, which must have as many digits as `FIRST`.
    pub fn numbered(&mut self, number: u64) -> Result<&[u8], String> {
        let digits = number.to_string();
        for at in [self.id, self.text] {
            match self.bytes.get_mut(at..at + DIGITS) {
                Some(place) if digits.len() == DIGITS => place.copy_from_slice(digits.as_bytes()),
                _ => return Err(format!("{number} has not {DIGITS} digits")),
            }
        }
        Ok(&self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_written_twice_and_the_length_is_right() {
        let mut request = Request::new("127.0.0.1:80", "/mcp");
        let text = String::from_utf8(request.numbered(12_345_678).unwrap().to_vec()).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.ends_with(&format!("Content-Length: {}", body.len())));
        assert!(body.contains(r#""id":12345678,"#));
        assert!(body.ends_with(r#"{"text":"call 12345678 over HTTP"}}}"#));
    }

    #[test]
    fn a_number_of_other_length_is_refused() {
        assert!(Request::new("h", "/").numbered(999).is_err());
        assert!(Request::new("h", "/").numbered(FIRST * 10).is_err());
    }
}
