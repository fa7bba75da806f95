//! One message, read in one scan.

use super::keys::{Outer, Param, Reserved};
use super::{Id, Parts};
use crate::SMALL;
#[cfg(feature = "http")]
use crate::http::Head;
#[cfg(feature = "client")]
use crate::json::Raw;
use crate::json::{Fault, Known, Scanner, Span, Text};
use crate::rules::Refusal;
#[cfg(feature = "client")]
use crate::rules::lenience::NAMELESS_ERRORS;
use crate::rules::lenience::NULL_PARAMS;

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

/// One message: spans over `text`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Message<'f> {
    /// The frame that the spans refer to.
    pub text: &'f str,
    pub id: Id<'f>,
    /// The method, if it is a string.
    pub method: Option<Text<'f>>,
    /// What an event of this message will say.
    pub parts: Parts,
    /// `params.requestId`, of a cancellation.
    pub request_id: Span,
    /// `params.uri`, of what concerns one resource.
    pub uri: Span,
    /// `params.protocolVersion`, `capabilities` and `clientInfo`, of `initialize`.
    pub version: Span,
    pub capabilities: Span,
    pub client_info: Span,
    /// The reserved keys of `_meta`, of a modern request.
    pub meta_version: Span,
    pub meta_capabilities: Span,
    pub meta_client_info: Span,
    pub meta_level: Span,
    /// `result` and `error`, of a response.
    pub result: Span,
    pub error: Span,
    /// `jsonrpc` is "2.0".
    pub is_version_2: bool,
    /// The head of the POST that it came in.
    #[cfg(feature = "http")]
    pub head: Option<&'f Head<'f>>,
    /// That head says that it carries its own context.
    #[cfg(feature = "http")]
    pub is_announced_modern: bool,
    /// `params` is there and not an object.
    pub has_bad_params: bool,
    /// `_meta` is there and not an object.
    pub has_bad_meta: bool,
    /// Which of the keys that must not stand twice were seen.
    seen: u8,
    /// Which of them were seen twice.
    twice: u8,
}

/// The text of a span, if it is a JSON string.
fn inside(text: &str, span: Span) -> Option<Text<'_>> {
    let start = span.start as usize;
    if text.as_bytes().get(start) != Some(&b'"') {
        return None;
    }
    text.get(start.wrapping_add(1)..span.end().wrapping_sub(1)).map(Text::trusted)
}

/// The keys that must not stand twice, one bit each.
mod seen {
    pub(super) const VERSION: u8 = 1;
    pub(super) const ID: u8 = 2;
    pub(super) const METHOD: u8 = 4;
    pub(super) const PARAMS: u8 = 8;
    pub(super) const META: u8 = 16;
    pub(super) const RESULT: u8 = 32;
    pub(super) const ERROR: u8 = 64;
}

/// The longest key or method that is known, in bytes, with room to spare.
const LONGEST_KEY: usize = 64;

/// What `place` knows of a key or a name. Known ones have no escapes, so it is first looked up as
/// it was written, and decoded only if it has any.
#[inline(always)]
pub(crate) fn look_up<T>(key: Text<'_>, place: impl Fn(&str) -> Option<T>) -> Option<T> {
    let found = place(key.raw());
    if found.is_none() && !key.is_plain() {
        return place(key.decode(&mut [0; LONGEST_KEY]).ok()?);
    }
    found
}

impl<'f> Message<'f> {
    /// A message of which nothing is known yet.
    pub(crate) fn new(text: &'f str) -> Self {
        Self {
            text,
            id: Id::Absent,
            method: None,
            parts: Parts::default(),
            request_id: Span::NONE,
            uri: Span::NONE,
            version: Span::NONE,
            capabilities: Span::NONE,
            client_info: Span::NONE,
            meta_version: Span::NONE,
            meta_capabilities: Span::NONE,
            meta_client_info: Span::NONE,
            meta_level: Span::NONE,
            result: Span::NONE,
            error: Span::NONE,
            is_version_2: false,
            #[cfg(feature = "http")]
            head: None,
            #[cfg(feature = "http")]
            is_announced_modern: false,
            has_bad_params: false,
            has_bad_meta: false,
            seen: 0,
            twice: 0,
        }
    }

    /// Reads one message; the scanner stands behind its `}` afterwards. False, with nothing read,
    /// if no `{` comes next.
    ///
    /// # Errors
    /// A fault if it is not JSON. That it is no valid message is not an error here: the flags
    /// tell.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(crate) fn read(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<bool, Fault> {
        if SMALL {
            return self.read_small(scanner, depth);
        }
        // A scanner that nobody else can see lives in registers.
        let mut own = scanner.clone();
        let read = self.read_object(&mut own, depth);
        *scanner = own;
        read
    }

    /// All three objects in one loop: less flash, more time.
    fn read_small(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<bool, Fault> {
        enum Key {
            Outer(Option<Outer>),
            Param(Option<Param>),
            Reserved(Option<Reserved>),
        }
        if !scanner.enter(b'{') {
            return Ok(false);
        }
        let (mut level, mut params, mut meta) = (1_usize, 0, 0);
        let mut first = true;
        loop {
            let Some(key) = scanner.member(&mut first)? else {
                match level {
                    1 => return Ok(true),
                    2 => self.parts.params = scanner.since(params),
                    _ => self.parts.meta = scanner.since(meta),
                }
                level = level.wrapping_sub(1);
                first = false;
                continue;
            };
            let key = match level {
                1 => Key::Outer(Outer::of(key)),
                2 => Key::Param(Param::of(key)),
                _ => Key::Reserved(Reserved::of(key)),
            };
            let (seen, start) = match key {
                Key::Outer(Some(Outer::Params)) => (seen::PARAMS, &mut params),
                Key::Param(Some(Param::Meta)) => (seen::META, &mut meta),
                _ => (0, &mut 0),
            };
            if seen != 0 {
                self.see(seen);
                scanner.space();
                *start = scanner.at();
                if scanner.enter(b'{') {
                    level = level.wrapping_add(1);
                    first = true;
                    continue;
                }
            }
            let value = scanner.value(depth.saturating_add(level))?;
            match key {
                Key::Outer(Some(Outer::Params)) => self.note_bad_params(value),
                Key::Outer(Some(key)) => self.note(key, scanner.text(), value),
                Key::Outer(None) => {}
                Key::Param(Some(Param::Meta)) => self.has_bad_meta = true,
                Key::Param(key) => self.note_param(key, value),
                Key::Reserved(key) => self.note_reserved(key, value),
            }
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn read_object(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<bool, Fault> {
        if !scanner.enter(b'{') {
            return Ok(false);
        }
        let depth = depth.saturating_add(1);
        let mut first = true;
        while let Some(key) = scanner.known_member(&mut first)? {
            match key {
                Some(Outer::Params) => {
                    self.see(seen::PARAMS);
                    self.read_params(scanner, depth)?;
                }
                Some(Outer::Version) if scanner.skip(b"\"2.0\"") => {
                    self.see(seen::VERSION);
                    self.is_version_2 = true;
                }
                Some(key) => {
                    let count = if let Outer::Id = key { scanner.count() } else { None };
                    let span = match count {
                        Some(span) => span,
                        None => scanner.value(depth)?,
                    };
                    self.note(key, scanner.text(), span);
                }
                None => {
                    scanner.value(depth)?;
                }
            }
        }
        Ok(true)
    }

    fn note(&mut self, key: Outer, text: &'f str, span: Span) {
        match key {
            Outer::Version => {
                self.see(seen::VERSION);
                let version = inside(text, span);
                self.is_version_2 = version.is_some_and(|version| version == *"2.0");
            }
            Outer::Id => {
                self.see(seen::ID);
                // Of two ids neither can be trusted to be the one that the sender waits for.
                let is_first = self.twice & seen::ID == 0;
                self.id = if is_first { Id::of(span.of(text).unwrap_or("")) } else { Id::Bad };
                self.parts.id = if self.id.good().is_some() { span } else { Span::NONE };
            }
            Outer::Method => {
                self.see(seen::METHOD);
                self.method = inside(text, span);
                self.parts.method_name = if self.method.is_some() { span } else { Span::NONE };
            }
            Outer::Result => {
                self.see_outcome(seen::RESULT);
                self.result = span;
            }
            Outer::Error => {
                self.see_outcome(seen::ERROR);
                self.error = span;
            }
            Outer::Params => {}
        }
    }

    fn read_params(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<(), Fault> {
        scanner.space();
        let start = scanner.at();
        if !scanner.skip(b"{") {
            let value = scanner.value(depth)?;
            self.note_bad_params(value);
            return Ok(());
        }
        let depth = depth.saturating_add(1);
        let mut first = true;
        while let Some(key) = scanner.known_member(&mut first)? {
            if let Some(Param::Meta) = key {
                self.see(seen::META);
                self.read_meta(scanner, depth)?;
                continue;
            }
            let value = scanner.value(depth)?;
            self.note_param(key, value);
        }
        self.parts.params = scanner.since(start);
        Ok(())
    }

    fn read_meta(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<(), Fault> {
        scanner.space();
        let start = scanner.at();
        if !scanner.skip(b"{") {
            scanner.value(depth)?;
            self.has_bad_meta = true;
            return Ok(());
        }
        let depth = depth.saturating_add(1);
        let mut first = true;
        while let Some(key) = scanner.known_member(&mut first)? {
            let value = scanner.value(depth)?;
            self.note_reserved(key, value);
        }
        self.parts.meta = scanner.since(start);
        Ok(())
    }

    fn note_bad_params(&mut self, value: Span) {
        self.has_bad_params = !(NULL_PARAMS && self.at(value) == "null");
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn note_param(&mut self, key: Option<Param>, value: Span) {
        match key {
            Some(Param::Name) => self.parts.name = value,
            Some(Param::Arguments) => self.parts.arguments = value,
            Some(Param::Cursor) => self.parts.cursor = value,
            Some(Param::RequestId) => self.request_id = value,
            Some(Param::Reason) => self.parts.reason = value,
            Some(Param::Version) => self.version = value,
            Some(Param::Capabilities) => self.capabilities = value,
            Some(Param::ClientInfo) => self.client_info = value,
            Some(Param::InputResponses) => self.parts.input_responses = value,
            Some(Param::RequestState) => self.parts.request_state = value,
            Some(Param::Uri) => self.uri = value,
            Some(Param::Meta) | None => {}
        }
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn note_reserved(&mut self, key: Option<Reserved>, value: Span) {
        match key {
            Some(Reserved::Token) => self.parts.token = value,
            Some(Reserved::Version) => self.meta_version = value,
            Some(Reserved::Capabilities) => self.meta_capabilities = value,
            Some(Reserved::ClientInfo) => self.meta_client_info = value,
            Some(Reserved::Level) => self.meta_level = value,
            None => {}
        }
    }

    /// Marks a key as seen.
    fn see(&mut self, key: u8) {
        self.twice |= self.seen & key;
        self.seen |= key;
    }

    /// Marks a key of a response as seen: who has asked for something wants to know of two answers.
    fn see_outcome(&mut self, key: u8) {
        if cfg!(feature = "client") {
            self.see(key);
        }
    }

    /// True of a response that names no request: of one that could not be read.
    #[cfg(feature = "client")]
    pub(crate) fn is_nameless(&self) -> bool {
        match self.id {
            _ if !NAMELESS_ERRORS => false,
            Id::Absent => true,
            Id::Bad => Raw::trusted(self.text).get("id").is_none_or(|id| id.is_null()),
            Id::Long | Id::Good(_) => false,
        }
    }

    /// The first rule of the envelope that a request or notification breaks.
    #[inline(always)]
    pub(crate) fn broken(&self) -> Option<Refusal> {
        if self.has_duplicate() {
            Some(Refusal::DuplicateKey)
        } else if !self.is_version_2 {
            Some(Refusal::NotVersion2)
        } else if self.method.is_none() {
            Some(Refusal::NoMethod)
        } else {
            None
        }
    }

    /// A key of the envelope stands twice.
    pub(crate) fn has_duplicate(&self) -> bool {
        self.twice != 0
    }

    /// What the message is, by the keys it has.
    pub(crate) fn kind(&self) -> Kind {
        let has_outcome = !(self.result.is_none() && self.error.is_none());
        match (self.has_method(), self.id, has_outcome) {
            (true, Id::Absent, _) => Kind::Notification,
            (true, ..) => Kind::Request,
            (false, _, true) => Kind::Response,
            (false, _, false) => Kind::Neither,
        }
    }

    /// `method` is there, whatever it is.
    pub(crate) fn has_method(&self) -> bool {
        self.seen & seen::METHOD != 0
    }

    /// The text of a span, or "" where there is none.
    pub(crate) fn at(&self, span: Span) -> &'f str {
        span.of(self.text).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Message<'_> {
        let mut message = Message::new(text);
        assert_eq!(message.read(&mut Scanner::new(text), 0), Ok(true), "{text}");
        message
    }

    #[test]
    fn keys_are_known_however_they_are_written() {
        for text in [
            r#"{"id":7,"method":"m","jsonrpc":"2.0","params":{"name":"n"}}"#,
            r#" { "id" : 7 , "method" : "m" , "jsonrpc" : "2.0" , "params" : { "name" : "n" } } "#,
            concat!(
                r#"{"\u0069d":7,"m\u0065thod":"m","jsonrp\u0063":"2\u002e0","#,
                r#""params":{"n\u0061me":"n"}}"#
            ),
        ] {
            let message = read(text);
            assert_eq!(message.id, Id::Good("7"), "{text}");
            assert!(message.is_version_2, "{text}");
            assert_eq!(message.at(message.parts.method_name), r#""m""#);
            assert_eq!(message.at(message.parts.name), r#""n""#);
        }
    }

    #[test]
    fn what_only_begins_like_a_key_is_none() {
        for key in ["ids", "i", "id ", r#"id\":"#, r#"id\""#, r#"\u0069d\":"#, "", "\u{e9}"] {
            let mut text = [0; 32];
            let json = [r#"{""#, key, r#"":7,"id" :8}"#];
            let mut len = 0;
            for byte in json.iter().flat_map(|part| part.bytes()) {
                text[len] = byte;
                len += 1;
            }
            let message = read(core::str::from_utf8(&text[..len]).unwrap_or_default());
            assert_eq!(message.id, Id::Good("8"), "{key}");
            assert!(!message.has_duplicate(), "{key}");
        }
    }

    #[test]
    fn ids_are_counted_past_whole_or_not_at_all() {
        for (id, good) in [
            ("1", true),
            ("18446744073709551616", true),
            ("0", true),
            ("-1", true),
            ("1.5", true),
            ("1e3", true),
            (r#""1""#, true),
            ("null", false),
            ("[1]", false),
        ] {
            for end in ["}", ",\"x\":1}", " }", "\n,\"x\":1}"] {
                let text = std::format!("{{\"id\":{id}{end}");
                let message = read(&text);
                assert_eq!(message.id, if good { Id::Good(id) } else { Id::Bad }, "{text}");
            }
        }
        for id in ["01", "1a", "1.", "1]", "", "12e"] {
            let text = std::format!("{{\"id\":{id}}}");
            let mut message = Message::new(&text);
            assert!(message.read(&mut Scanner::new(&text), 0).is_err(), "{text}");
        }
    }
}
