//! What lists hold beside tools, owned. The members are those of the core's objects of the same
//! names.

use sansmcp::json::Raw;

use crate::annotations::Annotations;
use crate::info::{Icon, Tool};
use crate::read::{Place, ReadError, To};

/// Something that can be read: a file, a table, a page.
#[derive(Clone, Debug, Default)]
pub struct Resource {
    /// Where it is, required: a URI, the key that it is read by.
    pub uri: String,
    /// The name for programs, required.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it is, for the model.
    pub description: Option<String>,
    /// Its media type, if known.
    pub mime_type: Option<String>,
    /// Its size in bytes, before any encoding, if known.
    pub size: Option<u64>,
    /// For whom it is, and how important.
    pub annotations: Option<Annotations>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// `_meta`, the JSON text of an object. Empty: none.
    pub meta: String,
}

/// A family of resources whose URIs follow a pattern.
#[derive(Clone, Debug, Default)]
pub struct ResourceTemplate {
    /// The pattern, required: a URI template (RFC 6570).
    pub uri_template: String,
    /// The name for programs, required.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What the resources are, for the model.
    pub description: Option<String>,
    /// Their media type, if all have the same.
    pub mime_type: Option<String>,
    /// For whom they are, and how important.
    pub annotations: Option<Annotations>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// `_meta`, the JSON text of an object. Empty: none.
    pub meta: String,
}

/// A prompt, or a template for prompts, that a person may pick.
#[derive(Clone, Debug, Default)]
pub struct Prompt {
    /// The name it is asked for by, required.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What it can be filled in with.
    pub arguments: Vec<PromptArgument>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// `_meta`, the JSON text of an object. Empty: none.
    pub meta: String,
}

/// An argument of a prompt; its value is a text.
#[derive(Clone, Debug, Default)]
pub struct PromptArgument {
    /// The name for programs, required.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Whether the prompt cannot do without it.
    pub required: Option<bool>,
}

/// Tables that take the place of those that a server has; `None` leaves one as it is.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)] // As the members of `Info`.
pub struct Offer {
    pub tools: Option<Vec<Tool>>,
    pub resources: Option<Vec<Resource>>,
    pub templates: Option<Vec<ResourceTemplate>>,
    pub prompts: Option<Vec<Prompt>>,
}

impl Resource {
    /// Reads the protocol's object.
    pub(crate) fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let size = place.get("size");
        let read = |value: Raw<'_>| u64::try_from(value.number()?.as_i64()?).ok();
        let mut it = Self::default();
        place.fill(&mut [
            ("uri", To::Must(&mut it.uri)),
            ("name", To::Must(&mut it.name)),
            ("title", To::Maybe(&mut it.title)),
            ("description", To::Maybe(&mut it.description)),
            ("mimeType", To::Maybe(&mut it.mime_type)),
            ("icons", To::Icons(&mut it.icons)),
            ("_meta", To::Json(&mut it.meta)),
        ])?;
        it.size = size.optional("a whole number", read)?;
        it.annotations = Annotations::read(&place.get("annotations"))?;
        Ok(it)
    }
}

impl ResourceTemplate {
    /// Reads the protocol's object.
    pub(crate) fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let mut it = Self::default();
        place.fill(&mut [
            ("uriTemplate", To::Must(&mut it.uri_template)),
            ("name", To::Must(&mut it.name)),
            ("title", To::Maybe(&mut it.title)),
            ("description", To::Maybe(&mut it.description)),
            ("mimeType", To::Maybe(&mut it.mime_type)),
            ("icons", To::Icons(&mut it.icons)),
            ("_meta", To::Json(&mut it.meta)),
        ])?;
        it.annotations = Annotations::read(&place.get("annotations"))?;
        Ok(it)
    }
}

impl Prompt {
    /// Reads the protocol's object.
    pub(crate) fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let mut it = Self::default();
        place.fill(&mut [
            ("name", To::Must(&mut it.name)),
            ("title", To::Maybe(&mut it.title)),
            ("description", To::Maybe(&mut it.description)),
            ("icons", To::Icons(&mut it.icons)),
            ("_meta", To::Json(&mut it.meta)),
        ])?;
        it.arguments = place.get("arguments").list(PromptArgument::read)?;
        Ok(it)
    }
}

impl PromptArgument {
    fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let mut it = Self::default();
        place.fill(&mut [
            ("name", To::Must(&mut it.name)),
            ("title", To::Maybe(&mut it.title)),
            ("description", To::Maybe(&mut it.description)),
            ("required", To::Flag(&mut it.required)),
        ])?;
        Ok(it)
    }
}
