//! One walk over what a client is asked with: it checks each member, and makes the text of what a
//! revision has. The core's tables know which member is in which revision.

use sansmcp::json::{Kind, Raw};
use sansmcp::schema::{
    AnnotationsView, AudioContentView, EmbeddedResourceView, ImageContentView,
    ResourceContentsView, ResourceLinkView, TextContentView, ToolView,
};
use sansmcp::{Error, Revision};

use super::shapes::{Is, Need, Shape, TOOL_RESULT, TOOL_USE, field};
use crate::ask::written;
use crate::block::{Block, Content, Words};
use crate::event::decoded;
use crate::object::{Object, string};
use crate::read::{Place, ReadError, tool};

/// Why there is no text.
pub(super) enum Wrong {
    /// It is not as it should be.
    Read(ReadError),
    /// The revision has no words for it.
    Core(Error),
}

impl From<ReadError> for Wrong {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

type Done = Result<String, Wrong>;

/// The text of an object in a revision; without one, of all its members.
pub(super) fn walk(place: &Place<'_>, shape: &Shape, revision: Option<Revision>) -> Done {
    place.only_of(shape.properties)?;
    if let Some(revision) = revision
        && !shape.properties.iter().any(|property| property.is_in(revision))
    {
        return Err(Error::NotSupported.into());
    }
    let mut object = Object::new();
    for (property, (need, is)) in shape.properties.iter().zip(shape.members) {
        if revision.is_some_and(|revision| !property.is_in(revision)) {
            continue;
        }
        if let Some(text) = member(&place.get(property.name), *need, *is, revision)? {
            object.put(property.name, &text);
        }
    }
    Ok(object.end())
}

fn member(
    place: &Place<'_>,
    need: Need,
    is: Is,
    revision: Option<Revision>,
) -> Result<Option<String>, Wrong> {
    if place.is_none() && need != Need::Always {
        return match (need, is) {
            (_, Is::Fixed(word)) => Ok(Some(string(word))),
            (Need::Must, _) => Err(place.wrong(is.words()).into()),
            _ => Ok(None),
        };
    }
    let text = value(place, is, revision)?;
    Ok(if need == Need::May && text == "[]" { None } else { Some(text) })
}

impl Is {
    fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Count => "a whole number",
            Self::Json | Self::Object(_) => "an object",
            Self::OneOf(_, words) => words,
            Self::Strings | Self::List(_) => "an array",
            _ => "a string",
        }
    }
}

fn value(place: &Place<'_>, is: Is, revision: Option<Revision>) -> Done {
    Ok(match is {
        Is::Fixed(word) => {
            let word = string(word);
            if place.text()?.is_none_or(|text| string(&text) != word) {
                return Err(place.wrong(&word).into());
            }
            word
        }
        Is::Text => string(&place.required()?),
        Is::Prose => match Words::read(place)? {
            Words::Plain(text) | Words::Json(text) => text,
        },
        Is::Number => {
            let number = |value: Raw<'_>| value.number().map(|_| value.as_str().to_owned());
            place.optional(is.words(), number)?.unwrap_or_default()
        }
        Is::Count => place.whole(1 << 53)?.unwrap_or_default().to_string(),
        Is::Flag => place.bool()?.unwrap_or_default().to_string(),
        Is::Json => match place.object()? {
            none if none.is_empty() => "{}".to_owned(),
            text => text,
        },
        Is::Any => {
            let value = place.value().unwrap_or(Raw::NULL);
            let modern = revision.is_none_or(|revision| revision.is_modern());
            if !modern && value.kind() != Kind::Object {
                return Err(Error::NotJson.into());
            }
            value.as_str().to_owned()
        }
        Is::Strings => list(place, &|item| Ok(string(&item.required()?)))?,
        Is::OneOf(one, words) => {
            let read = |value: Raw<'_>| value.text().filter(|text| one(*text)).map(decoded);
            string(&place.optional(words, read)?.unwrap_or_default())
        }
        Is::Object(shape) => walk(place, shape, revision)?,
        Is::List(shape) => list(place, &|item| walk(item, shape, revision))?,
        Is::Fields => fields(place, revision)?,
        Is::Pieces => match place.value().map(|value| value.kind()) {
            Some(Kind::Array) => pieces(place, revision)?,
            _ => piece(place, revision)?,
        },
        Is::Tools => list(place, &|place| {
            place.only::<ToolView<'_>>()?;
            let tool = tool(place)?;
            Ok(written(&tool.core(), revision.unwrap_or(Revision::LATEST))?)
        })?,
        Is::Blocks => list(place, &|place| block(place, revision))?,
    })
}

fn list(place: &Place<'_>, read: &dyn Fn(&Place<'_>) -> Done) -> Done {
    let mut text = String::from("[");
    for item in &place.items()? {
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&read(item)?);
    }
    text.push(']');
    Ok(text)
}

fn fields(place: &Place<'_>, revision: Option<Revision>) -> Done {
    // The names are written anew, with the escapes that they need.
    let mut text = String::from("{");
    for (name, value) in place.entries()? {
        let place = place.entry(&name, value);
        let shape = field(value).ok_or_else(|| place.wrong("an object"))?;
        let Some(shape) = shape else {
            let kinds = "\"string\", \"number\", \"integer\", \"boolean\" or \"array\"";
            return Err(place.get("type").wrong(kinds).into());
        };
        if text.len() > 1 {
            text.push(',');
        }
        text.push_str(&string(&name));
        text.push(':');
        text.push_str(&walk(&place, shape, revision)?);
    }
    text.push('}');
    Ok(text)
}

/// One piece stands alone, as each revision has it; more came with 2025-11-25.
fn pieces(place: &Place<'_>, revision: Option<Revision>) -> Done {
    match place.items()?.as_slice() {
        [one] => piece(one, revision),
        _ if revision.is_some_and(|revision| revision < Revision::V2025_11_25) => {
            Err(Error::NotSupported.into())
        }
        _ => list(place, &|place| piece(place, revision)),
    }
}

fn piece(place: &Place<'_>, revision: Option<Revision>) -> Done {
    let kind = place.get("type");
    match kind.required()?.as_str() {
        "tool_use" => walk(place, &TOOL_USE, revision),
        "tool_result" => walk(place, &TOOL_RESULT, revision),
        "text" | "image" | "audio" => block(place, revision),
        _ => {
            let kinds = "\"text\", \"image\", \"audio\", \"tool_use\" or \"tool_result\"";
            Err(kind.wrong(kinds).into())
        }
    }
}

/// A block that has no member which would be lost.
fn block(place: &Place<'_>, revision: Option<Revision>) -> Done {
    let block = Block::read_json(place)?;
    match &block.content {
        Content::Text(_) => place.only::<TextContentView<'_>>()?,
        Content::Image { .. } => place.only::<ImageContentView<'_>>()?,
        Content::Audio { .. } => place.only::<AudioContentView<'_>>()?,
        Content::Resource(_) => {
            place.only::<EmbeddedResourceView<'_>>()?;
            place.get("resource").only::<ResourceContentsView<'_>>()?;
        }
        Content::Link(_) => place.only::<ResourceLinkView<'_>>()?,
    }
    if block.annotations.is_some() {
        place.get("annotations").only::<AnnotationsView<'_>>()?;
    }
    Ok(written(&block.core()?, revision.unwrap_or(Revision::LATEST))?)
}
