//! Events that own their text.

use std::sync::Arc;

use sansmcp::json::{Raw, Span, Text};
use sansmcp::rules::Refusal;
use sansmcp::{EventKind, Parts, Revision, Ticket};

/// An event with its text. Clones share the text.
#[derive(Clone, Debug)]
pub struct Event {
    /// What came in.
    pub kind: EventKind,
    /// The text that the parts are over: the whole frame, or as much as is known of it.
    pub text: Arc<str>,
    /// The numbers over the text.
    pub parts: Parts,
    /// Over HTTP the number of the session that it belongs to, which names the client where an
    /// event has no ticket; 0 if it belongs to none, and over a pipe.
    pub session: u16,
}

/// The characters of a text; lone surrogates, which no Rust text can hold, become U+FFFD.
#[must_use]
pub fn decoded(text: Text<'_>) -> String {
    match text.as_str() {
        Some(plain) => plain.to_owned(),
        None => text.chars().map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect(),
    }
}

impl Event {
    pub(crate) fn of((kind, text, parts): (EventKind, Arc<str>, Parts)) -> Self {
        Self { kind, text, parts, session: 0 }
    }

    /// The core's event over the text of this one.
    #[must_use]
    pub fn view(&self) -> sansmcp::Event<'_> {
        sansmcp::Event::from_parts(self.kind, &self.text, self.parts)
    }

    /// The kind's name, such as `call_tool`.
    #[must_use]
    pub fn kind_name(&self) -> &'static str {
        self.kind.name()
    }

    /// The ticket to answer it by; of a cancellation, the one of what was cancelled.
    #[must_use]
    pub fn ticket(&self) -> Ticket {
        self.parts.ticket
    }

    /// The id as written, quotes included; of a cancellation, the id of what was cancelled.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.parts.id.of(&self.text)
    }

    /// The method's name, decoded; `None` if the message has none.
    #[must_use]
    pub fn method(&self) -> Option<String> {
        self.decoded_at(self.parts.method_name)
    }

    /// `params.name`, decoded: the tool of a call.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        self.decoded_at(self.parts.name)
    }

    /// `params.name` as written, quotes included.
    #[must_use]
    pub fn name_json(&self) -> Option<&str> {
        self.parts.name.of(&self.text)
    }

    /// `params.arguments`, the JSON text of an object; `null` stands for none.
    #[must_use]
    pub fn arguments(&self) -> Option<&str> {
        self.parts.arguments.of(&self.text).filter(|json| json.starts_with('{'))
    }

    /// One argument as JSON text.
    #[must_use]
    pub fn argument(&self, key: &str) -> Option<&str> {
        let arguments = Raw::parse_str(self.arguments()?).ok()?;
        arguments.get(key).map(|value| value.as_str())
    }

    /// `params`, the JSON text of an object.
    #[must_use]
    pub fn params(&self) -> Option<&str> {
        self.parts.params.of(&self.text)
    }

    /// `params._meta`, the JSON text of an object.
    #[must_use]
    pub fn meta(&self) -> Option<&str> {
        self.parts.meta.of(&self.text)
    }

    /// The client's name and version, the JSON text of an object, where the message says so.
    #[must_use]
    pub fn client_info(&self) -> Option<&str> {
        self.parts.client_info.of(&self.text)
    }

    /// The cursor of a list, decoded.
    #[must_use]
    pub fn cursor(&self) -> Option<String> {
        self.decoded_at(self.parts.cursor)
    }

    /// Why it was cancelled, decoded.
    #[must_use]
    pub fn reason(&self) -> Option<String> {
        self.decoded_at(self.parts.reason)
    }

    /// Why it was cancelled as written, quotes included.
    #[must_use]
    pub fn reason_json(&self) -> Option<&str> {
        self.parts.reason.of(&self.text)
    }

    /// The revision it is served in; `None` where it is of no revision.
    #[must_use]
    pub fn revision(&self) -> Option<Revision> {
        Revision::from_number(self.parts.revision)
    }

    /// The revision that was asked for, decoded.
    #[must_use]
    pub fn requested_version(&self) -> Option<String> {
        self.decoded_at(self.parts.version)
    }

    /// True if the peer asked for progress notifications.
    #[must_use]
    pub fn wants_progress(&self) -> bool {
        !self.parts.token.is_none()
    }

    /// Which rule it breaks.
    #[must_use]
    pub fn refusal(&self) -> Option<Refusal> {
        Refusal::from_number(self.parts.refusal)
    }

    /// The code and the words of the rule it breaks.
    #[must_use]
    pub fn refusal_words(&self) -> Option<(i32, String)> {
        self.refusal().map(words)
    }

    fn decoded_at(&self, span: Span) -> Option<String> {
        // A string is checked again in a second; it is short, and nothing here is trusted.
        Some(decoded(Raw::parse_str(span.of(&self.text)?).ok()?.text()?))
    }
}

/// The code of a refusal and its words as plain text.
pub(crate) fn words(refusal: Refusal) -> (i32, String) {
    let words = refusal.words();
    // They are written as the inside of a JSON string.
    let quoted = format!("\"{}\"", words.message);
    let text = Raw::parse_str(&quoted).ok().and_then(|raw| raw.text()).map(decoded);
    (words.code.0, text.unwrap_or_default())
}
