//! One message, read in one scan.

use super::Id;
use crate::json::{Fault, Raw, Scanner, Span, Text};
use crate::meta;

/// What a message is, by the keys it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `method` and `id`.
    Request,
    /// `method` alone.
    Notification,
    /// `result` or `error`.
    Response,
    /// None of these.
    Neither,
}

/// Where the parts of the params stand; [`Span::NONE`] where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Spans {
    pub id: Span,
    pub method: Span,
    pub params: Span,
    pub meta: Span,
    pub name: Span,
    pub arguments: Span,
    pub cursor: Span,
    pub request_id: Span,
    pub reason: Span,
    pub protocol_version: Span,
    pub capabilities: Span,
    pub client_info: Span,
    pub input_responses: Span,
    pub request_state: Span,
    /// `_meta.progressToken`
    pub token: Span,
    /// The reserved keys of a modern request.
    pub meta_version: Span,
    pub meta_capabilities: Span,
    pub meta_client_info: Span,
    pub meta_log_level: Span,
}

/// One message: spans over `text`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message<'f> {
    /// The frame that the spans refer to.
    pub text: &'f str,
    pub id: Id<'f>,
    /// The method, if it is a string.
    pub method: Option<Text<'f>>,
    /// `method` is there, whatever it is.
    pub has_method: bool,
    /// `result` or `error` is there.
    pub has_outcome: bool,
    /// `jsonrpc` is "2.0".
    pub is_version_2: bool,
    /// A key of the envelope stands twice.
    pub has_duplicate: bool,
    /// `params` is there and not an object.
    pub has_bad_params: bool,
    /// `_meta` is there and not an object.
    pub has_bad_meta: bool,
    pub spans: Spans,
}

/// The longest key that the envelope knows, in bytes.
const LONGEST_KEY: usize = 48;

/// Gives the decoded key, or "" if it is longer than any known one.
fn known<'k>(key: &Text<'k>, scratch: &'k mut [u8; LONGEST_KEY]) -> &'k str {
    match key.as_str() {
        Some(plain) => plain,
        None => key.decode(scratch).unwrap_or(""),
    }
}

/// Counts the keys that must not stand twice.
#[derive(Default)]
struct Seen(u8);

impl Seen {
    /// True if `bit` was marked before.
    fn again(&mut self, bit: u8) -> bool {
        let again = self.0 & bit != 0;
        self.0 |= bit;
        again
    }
}

impl<'f> Message<'f> {
    /// Reads one message whose `{` comes next; the scanner stands behind its `}` afterwards.
    ///
    /// # Errors
    /// A fault if it is not JSON. That it is no valid message is not an error here: the flags
    /// tell.
    pub(crate) fn read(scanner: &mut Scanner<'f>, depth: usize) -> Result<Option<Self>, Fault> {
        let text = scanner.text();
        if !scanner.enter(b'{') {
            return Ok(None);
        }
        let mut message = Self {
            text,
            id: Id::Absent,
            method: None,
            has_method: false,
            has_outcome: false,
            is_version_2: false,
            has_duplicate: false,
            has_bad_params: false,
            has_bad_meta: false,
            spans: Spans::default(),
        };
        let depth = depth.saturating_add(1);
        let mut seen = Seen::default();
        let mut first = true;
        while let Some(key) = scanner.member(&mut first)? {
            let mut scratch = [0; LONGEST_KEY];
            match known(&key, &mut scratch) {
                "jsonrpc" => {
                    message.has_duplicate |= seen.again(1);
                    let value = scanner.value(depth)?.of(text).unwrap_or("");
                    message.is_version_2 = is_text(value, "2.0");
                }
                "id" => {
                    message.spans.id = scanner.value(depth)?;
                    let value = message.at(message.spans.id);
                    let again = seen.again(2);
                    message.has_duplicate |= again;
                    // Of two ids neither can be trusted to be the one that the sender waits for.
                    message.id = if again { Id::Bad } else { Id::of(value) };
                }
                "method" => {
                    message.has_duplicate |= seen.again(4);
                    message.spans.method = scanner.value(depth)?;
                    message.has_method = true;
                    message.method = Raw::trusted(message.at(message.spans.method)).text();
                }
                "params" => {
                    message.has_duplicate |= seen.again(8);
                    message.read_params(scanner, depth)?;
                }
                "result" | "error" => {
                    scanner.value(depth)?;
                    message.has_outcome = true;
                }
                _ => {
                    scanner.value(depth)?;
                }
            }
        }
        Ok(Some(message))
    }

    fn read_params(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<(), Fault> {
        scanner.space();
        let start = scanner.at();
        if !scanner.enter(b'{') {
            let value = scanner.value(depth)?;
            self.has_bad_params =
                !(crate::rules::lenience::NULL_PARAMS && value.of(self.text) == Some("null"));
            return Ok(());
        }
        let depth = depth.saturating_add(1);
        let mut has_meta = false;
        let mut first = true;
        while let Some(key) = scanner.member(&mut first)? {
            let mut scratch = [0; LONGEST_KEY];
            let spans = &mut self.spans;
            let place = match known(&key, &mut scratch) {
                "_meta" => {
                    self.has_duplicate |= has_meta;
                    has_meta = true;
                    self.read_meta(scanner, depth)?;
                    continue;
                }
                "name" => &mut spans.name,
                "arguments" => &mut spans.arguments,
                "cursor" => &mut spans.cursor,
                "requestId" => &mut spans.request_id,
                "reason" => &mut spans.reason,
                "protocolVersion" => &mut spans.protocol_version,
                "capabilities" => &mut spans.capabilities,
                "clientInfo" => &mut spans.client_info,
                "inputResponses" => &mut spans.input_responses,
                "requestState" => &mut spans.request_state,
                _ => {
                    scanner.value(depth)?;
                    continue;
                }
            };
            *place = scanner.value(depth)?;
        }
        self.spans.params = Span::new(start, scanner.at());
        Ok(())
    }

    fn read_meta(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<(), Fault> {
        scanner.space();
        let start = scanner.at();
        if !scanner.enter(b'{') {
            scanner.value(depth)?;
            self.has_bad_meta = true;
            return Ok(());
        }
        let depth = depth.saturating_add(1);
        let mut first = true;
        while let Some(key) = scanner.member(&mut first)? {
            let mut scratch = [0; LONGEST_KEY];
            let spans = &mut self.spans;
            let value = scanner.value(depth);
            match known(&key, &mut scratch) {
                meta::PROGRESS_TOKEN => spans.token = value?,
                meta::PROTOCOL_VERSION => spans.meta_version = value?,
                meta::CLIENT_CAPABILITIES => spans.meta_capabilities = value?,
                meta::CLIENT_INFO => spans.meta_client_info = value?,
                meta::LOG_LEVEL => spans.meta_log_level = value?,
                _ => {
                    value?;
                }
            }
        }
        self.spans.meta = Span::new(start, scanner.at());
        Ok(())
    }

    /// What the message is, by the keys it has.
    pub(crate) fn kind(&self) -> Kind {
        match (self.has_method, self.id, self.has_outcome) {
            (true, Id::Absent, _) => Kind::Notification,
            (true, ..) => Kind::Request,
            (false, _, true) => Kind::Response,
            (false, _, false) => Kind::Neither,
        }
    }

    /// The text of a span, or "" where there is none.
    pub(crate) fn at(&self, span: Span) -> &'f str {
        span.of(self.text).unwrap_or("")
    }
}

/// True if the JSON value `token` is the string `text`.
pub(crate) fn is_text(token: &str, text: &str) -> bool {
    Raw::trusted(token).text().is_some_and(|found| found == *text)
}
