//! How answers of the client are read: of the person, of the model, of its roots.

use sansmcp::json::{Raw, Text};
use sansmcp::schema::{ContentView, CreateMessageResultView, ElicitAction, ElicitResultView};
use sansmcp::schema::{Field, ListRootsResultView, StringSchema, Word};

/// The fields of a form that asks for a name.
pub const NAME: &[(&str, Field<'_>)] =
    &[("name", Field::String(StringSchema { title: Some("Name"), ..StringSchema::EMPTY }))];

/// What came of a form of which one field matters.
pub enum Said {
    /// The field.
    Yes(String),
    /// How it was left empty: `decline` or `cancel`.
    No(&'static str),
    /// Not the result of a form, or without that field.
    Nonsense,
}

impl Said {
    /// Reads the field `name`: a text, or any other value as its JSON.
    pub fn field(answer: Raw<'_>, name: &str) -> Self {
        let Some(form) = ElicitResultView::of(answer) else { return Self::Nonsense };
        match (form.action(), form.content().and_then(|content| content.get(name))) {
            (Some(ElicitAction::Accept), Some(value)) => Self::Yes(match value.text() {
                Some(text) => plain(text),
                None => value.as_str().into(),
            }),
            (Some(ElicitAction::Decline), _) => Self::No(ElicitAction::Decline.name()),
            (Some(ElicitAction::Cancel), _) => Self::No(ElicitAction::Cancel.name()),
            _ => Self::Nonsense,
        }
    }
}

/// A form's result in words: `action=accept, content={…}`.
pub fn form(answer: Raw<'_>) -> Option<String> {
    let form = ElicitResultView::of(answer)?;
    let content = form.content().map_or("{}", |content| content.as_str());
    Some(format!("action={}, content={content}", form.action()?.name()))
}

/// What the person did, in a word.
pub fn action(answer: Raw<'_>) -> Option<&'static str> {
    Some(ElicitResultView::of(answer)?.action()?.name())
}

/// The text that the model wrote.
pub fn said_by_model(answer: Raw<'_>) -> Option<String> {
    let message = CreateMessageResultView::of(answer)?;
    message.content().find_map(|content| match content {
        ContentView::Text(text) => text.text().map(plain),
        _ => None,
    })
}

/// The tool that the model wants to call, and its input as JSON.
pub fn wished_by_model(answer: Raw<'_>) -> Option<(String, &str)> {
    let message = CreateMessageResultView::of(answer)?;
    message.content().find_map(|content| match content {
        ContentView::ToolUse(wish) => Some((plain(wish.name()?), wish.input()?.as_str())),
        _ => None,
    })
}

/// The client's folders, as `uri (name)`.
pub fn roots(answer: Raw<'_>) -> Option<String> {
    let roots = ListRootsResultView::of(answer)?.roots();
    roots.raw()?;
    let words = roots.map(|root| {
        let uri = root.uri().map(plain).unwrap_or_default();
        match root.name().map(plain) {
            Some(name) => format!("{uri} ({name})"),
            None => uri,
        }
    });
    Some(words.collect::<Vec<_>>().join(", "))
}

/// A text of a message, decoded. What is no character becomes the sign that stands for it.
pub fn plain(text: Text<'_>) -> String {
    text.chars().map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}
