//! One message, read in one scan.

use super::{Id, Parts};
use crate::json::{Fault, Raw, Scanner, Span, Text};
use crate::meta;
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
    /// `params.protocolVersion`, `capabilities` and `clientInfo`, of `initialize`.
    pub version: Span,
    pub capabilities: Span,
    pub client_info: Span,
    /// The reserved keys of `_meta`, of a modern request.
    pub meta_version: Span,
    pub meta_capabilities: Span,
    pub meta_client_info: Span,
    /// `jsonrpc` is "2.0".
    pub is_version_2: bool,
    /// `result` or `error` is there.
    pub has_outcome: bool,
    /// A key of the envelope stands twice.
    pub has_duplicate: bool,
    /// `params` is there and not an object.
    pub has_bad_params: bool,
    /// `_meta` is there and not an object.
    pub has_bad_meta: bool,
    /// Which of the keys that must not stand twice were seen.
    seen: u8,
}

/// The keys that must not stand twice, one bit each.
mod seen {
    pub(super) const VERSION: u8 = 1;
    pub(super) const ID: u8 = 2;
    pub(super) const METHOD: u8 = 4;
    pub(super) const PARAMS: u8 = 8;
    pub(super) const META: u8 = 16;
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

/// The keys of a message.
#[derive(Clone, Copy)]
enum Outer {
    Version,
    Id,
    Method,
    Params,
    Outcome,
}

fn outer(key: &str) -> Option<Outer> {
    Some(match key {
        "jsonrpc" => Outer::Version,
        "id" => Outer::Id,
        "method" => Outer::Method,
        "params" => Outer::Params,
        "result" | "error" => Outer::Outcome,
        _ => return None,
    })
}

/// The members of `params` whose place is noted.
#[derive(Clone, Copy)]
enum Param {
    Name,
    Arguments,
    Meta,
    Cursor,
    RequestId,
    Reason,
    Version,
    Capabilities,
    ClientInfo,
    InputResponses,
    RequestState,
}

fn param(key: &str) -> Option<Param> {
    Some(match key {
        "name" => Param::Name,
        "arguments" => Param::Arguments,
        "_meta" => Param::Meta,
        "cursor" => Param::Cursor,
        "requestId" => Param::RequestId,
        "reason" => Param::Reason,
        "protocolVersion" => Param::Version,
        "capabilities" => Param::Capabilities,
        "clientInfo" => Param::ClientInfo,
        "inputResponses" => Param::InputResponses,
        "requestState" => Param::RequestState,
        _ => return None,
    })
}

/// The members of `_meta` whose place is noted.
#[derive(Clone, Copy)]
enum Reserved {
    Token,
    Version,
    Capabilities,
    ClientInfo,
}

fn reserved(key: &str) -> Option<Reserved> {
    Some(match key {
        meta::PROGRESS_TOKEN => Reserved::Token,
        meta::PROTOCOL_VERSION => Reserved::Version,
        meta::CLIENT_CAPABILITIES => Reserved::Capabilities,
        meta::CLIENT_INFO => Reserved::ClientInfo,
        _ => return None,
    })
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
            version: Span::NONE,
            capabilities: Span::NONE,
            client_info: Span::NONE,
            meta_version: Span::NONE,
            meta_capabilities: Span::NONE,
            meta_client_info: Span::NONE,
            is_version_2: false,
            has_outcome: false,
            has_duplicate: false,
            has_bad_params: false,
            has_bad_meta: false,
            seen: 0,
        }
    }

    /// Reads one message; the scanner stands behind its `}` afterwards. False, with nothing read,
    /// if no `{` comes next.
    ///
    /// # Errors
    /// A fault if it is not JSON. That it is no valid message is not an error here: the flags
    /// tell.
    pub(crate) fn read(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<bool, Fault> {
        if !scanner.enter(b'{') {
            return Ok(false);
        }
        let depth = depth.saturating_add(1);
        let mut first = true;
        while let Some(key) = scanner.member(&mut first)? {
            match look_up(key, outer) {
                Some(Outer::Params) => {
                    self.see(seen::PARAMS);
                    self.read_params(scanner, depth)?;
                }
                Some(key) => {
                    let span = scanner.value(depth)?;
                    self.note(key, span);
                }
                None => {
                    scanner.value(depth)?;
                }
            }
        }
        Ok(true)
    }

    fn note(&mut self, key: Outer, span: Span) {
        match key {
            Outer::Version => {
                self.see(seen::VERSION);
                let version = Raw::trusted(self.at(span)).text();
                self.is_version_2 = version.is_some_and(|version| version == *"2.0");
            }
            Outer::Id => {
                // Of two ids neither can be trusted to be the one that the sender waits for.
                let is_first = self.see(seen::ID);
                self.id = if is_first { Id::of(self.at(span)) } else { Id::Bad };
                self.parts.id = if self.id.good().is_some() { span } else { Span::NONE };
            }
            Outer::Method => {
                self.see(seen::METHOD);
                self.method = Raw::trusted(self.at(span)).text();
                self.parts.method_name = if self.method.is_some() { span } else { Span::NONE };
            }
            Outer::Outcome => self.has_outcome = true,
            Outer::Params => {}
        }
    }

    fn read_params(&mut self, scanner: &mut Scanner<'f>, depth: usize) -> Result<(), Fault> {
        scanner.space();
        let start = scanner.at();
        if !scanner.enter(b'{') {
            let value = scanner.value(depth)?;
            self.has_bad_params = !(NULL_PARAMS && self.at(value) == "null");
            return Ok(());
        }
        let depth = depth.saturating_add(1);
        let mut first = true;
        while let Some(key) = scanner.member(&mut first)? {
            let key = look_up(key, param);
            if let Some(Param::Meta) = key {
                self.see(seen::META);
                self.read_meta(scanner, depth)?;
                continue;
            }
            let value = scanner.value(depth)?;
            let place = match key {
                Some(Param::Name) => &mut self.parts.name,
                Some(Param::Arguments) => &mut self.parts.arguments,
                Some(Param::Cursor) => &mut self.parts.cursor,
                Some(Param::RequestId) => &mut self.request_id,
                Some(Param::Reason) => &mut self.parts.reason,
                Some(Param::Version) => &mut self.version,
                Some(Param::Capabilities) => &mut self.capabilities,
                Some(Param::ClientInfo) => &mut self.client_info,
                Some(Param::InputResponses) => &mut self.parts.input_responses,
                Some(Param::RequestState) => &mut self.parts.request_state,
                Some(Param::Meta) | None => continue,
            };
            *place = value;
        }
        self.parts.params = Span::new(start, scanner.at());
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
            let key = look_up(key, reserved);
            let value = scanner.value(depth)?;
            match key {
                Some(Reserved::Token) => self.parts.token = value,
                Some(Reserved::Version) => self.meta_version = value,
                Some(Reserved::Capabilities) => self.meta_capabilities = value,
                Some(Reserved::ClientInfo) => self.meta_client_info = value,
                None => {}
            }
        }
        self.parts.meta = Span::new(start, scanner.at());
        Ok(())
    }

    /// Marks a key as seen; false if it stood there before.
    fn see(&mut self, key: u8) -> bool {
        let is_first = self.seen & key == 0;
        self.has_duplicate |= !is_first;
        self.seen |= key;
        is_first
    }

    /// What the message is, by the keys it has.
    pub(crate) fn kind(&self) -> Kind {
        match (self.has_method(), self.id, self.has_outcome) {
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
