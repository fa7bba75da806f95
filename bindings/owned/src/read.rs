//! What a host language hands over as JSON text: [`Info`], with the names that the protocol's own
//! objects have; and where in it what stands.

use std::fmt;

use sansmcp::json::{Kind, Raw, Text};
use sansmcp::rules::Capabilities;
use sansmcp::schema::{CacheHint, CacheScope, Property, TaskSupport, View, Word as _};

use crate::capability::server_capability;
use crate::catalog::{Prompt, Resource, ResourceTemplate};
use crate::event::decoded;
use crate::info::{Icon, Info, Tool, ToolAnnotations};

/// What is wrong with the JSON text, for the one who wrote the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError(String);

impl ReadError {
    pub(crate) fn new(what: &str) -> Self {
        Self(what.to_owned())
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReadError {}

/// One step of the way to a value.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// Where the way begins.
    Root,
    Member(&'a str),
    Item(usize),
}

/// A value and the way to it, such as `tools[2].icons`, of which words are made only where
/// something is wrong.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    within: Option<&'a Place<'a>>,
    step: Step<'a>,
    value: Option<Raw<'a>>,
}

impl<'a> Place<'a> {
    pub(crate) fn root(text: &'a str) -> Result<Self, ReadError> {
        let value = Raw::parse_str(text).map_err(|_| ReadError("not JSON".into()))?;
        Ok(Self { within: None, step: Step::Root, value: Some(value) })
    }

    /// A member; `null` counts as none.
    #[inline(never)]
    pub(crate) fn get<'p>(&'p self, key: &'p str) -> Place<'p> {
        let value = self.value.and_then(|value| value.get(key)).filter(|value| !value.is_null());
        Place { within: Some(self), step: Step::Member(key), value }
    }

    /// The same under another name.
    pub(crate) fn named(self, name: &'a str) -> Self {
        Self { step: Step::Member(name), ..self }
    }

    pub(crate) fn value(&self) -> Option<Raw<'a>> {
        self.value
    }

    pub(crate) fn is_none(&self) -> bool {
        self.value.is_none()
    }

    /// Writes the way.
    fn put(&self, way: &mut String) {
        if let Some(within) = self.within {
            within.put(way);
        }
        match self.step {
            Step::Root => {}
            Step::Member(key) => {
                if !way.is_empty() {
                    way.push('.');
                }
                way.push_str(key);
            }
            Step::Item(index) => {
                for part in ["[", &index.to_string(), "]"] {
                    way.push_str(part);
                }
            }
        }
    }

    #[inline(never)]
    pub(crate) fn wrong(&self, what: &str) -> ReadError {
        let mut words = String::new();
        self.put(&mut words);
        words.push_str(" must be ");
        words.push_str(what);
        ReadError(words)
    }

    pub(crate) fn optional<T>(
        &self,
        what: &str,
        read: impl FnOnce(Raw<'a>) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        self.value.map(|value| read(value).ok_or_else(|| self.wrong(what))).transpose()
    }

    #[inline(never)]
    pub(crate) fn text(&self) -> Result<Option<String>, ReadError> {
        self.optional("a string", |value| value.text().map(decoded))
    }

    #[inline(never)]
    pub(crate) fn required(&self) -> Result<String, ReadError> {
        self.text()?.ok_or_else(|| self.wrong("a string"))
    }

    /// A whole number from 0 to `most`.
    #[inline(never)]
    pub(crate) fn whole(&self, most: u64) -> Result<Option<u64>, ReadError> {
        let Some(value) = self.value else { return Ok(None) };
        let whole = value.number().and_then(|number| u64::try_from(number.as_i64()?).ok());
        let whole = whole.filter(|whole| *whole <= most);
        let wrong = || self.wrong(&["a whole number up to ", &most.to_string()].concat());
        whole.map(Some).ok_or_else(wrong)
    }

    #[inline(never)]
    pub(crate) fn bool(&self) -> Result<Option<bool>, ReadError> {
        self.optional("true or false", |value| value.bool())
    }

    /// The JSON text of an object, which may stand in a string so that it goes out as it is
    /// written; empty if there is none.
    #[inline(never)]
    pub(crate) fn object(&self) -> Result<String, ReadError> {
        let read = |value: Raw<'_>| {
            let text = match value.text() {
                Some(text) => decoded(text),
                None => value.as_str().to_owned(),
            };
            let is_object = Raw::parse_str(&text).is_ok_and(|raw| raw.kind() == Kind::Object);
            is_object.then_some(text)
        };
        Ok(self.optional("an object, or the JSON text of one", read)?.unwrap_or_default())
    }

    /// # Errors
    /// If it is no object, or has a member that no revision's `V` has.
    pub(crate) fn only<V: View<'a>>(&self) -> Result<(), ReadError> {
        self.only_of(V::PROPERTIES)
    }

    /// As [`Place::only`].
    #[inline(never)]
    pub(crate) fn only_of(&self, known: &[Property]) -> Result<(), ReadError> {
        let object = self.value.filter(|value| value.kind() == Kind::Object);
        let mut members = object.ok_or_else(|| self.wrong("an object"))?.members();
        let is_known = |name: Text<'_>| known.iter().any(|known| name == *known.name);
        match members.find(|(name, _)| !is_known(*name)) {
            None => Ok(()),
            Some((name, _)) => Err(self.get(&decoded(name)).unknown()),
        }
    }

    fn unknown(&self) -> ReadError {
        let mut words = String::new();
        self.put(&mut words);
        words.push_str(" is in no revision of the protocol");
        ReadError(words)
    }

    /// The members of an object whose keys are of the caller's choosing.
    pub(crate) fn entries(&self) -> Result<Vec<(String, Raw<'a>)>, ReadError> {
        let members = |value: Raw<'a>| (value.kind() == Kind::Object).then(|| value.members());
        let Some(members) = self.optional("an object", members)? else { return Ok(Vec::new()) };
        Ok(members.map(|(name, value)| (decoded(name), value)).collect())
    }

    /// One of [`Place::entries`].
    pub(crate) fn entry<'p>(&'p self, name: &'p str, value: Raw<'a>) -> Place<'p> {
        Place { within: Some(self), step: Step::Member(name), value: Some(value) }
    }

    #[inline(never)]
    pub(crate) fn items<'p>(&'p self) -> Result<Vec<Place<'p>>, ReadError> {
        let read = |value: Raw<'a>| (value.kind() == Kind::Array).then(|| value.items());
        let Some(items) = self.optional("an array", read)? else { return Ok(Vec::new()) };
        let item = |(index, value)| Place {
            within: Some(self),
            step: Step::Item(index),
            value: Some(value),
        };
        Ok(items.enumerate().map(item).collect())
    }

    pub(crate) fn list<'p, T>(
        &'p self,
        read: impl Fn(&Place<'p>) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        // By hand: adapters that collect results take much room in WebAssembly.
        let items = self.items()?;
        let mut list = Vec::with_capacity(items.len());
        for item in &items {
            list.push(read(item)?);
        }
        Ok(list)
    }
}

/// Where the value of a member goes, and so what it has to be.
pub(crate) enum To<'t> {
    /// A text that must be there.
    Must(&'t mut String),
    /// A text, or none.
    Maybe(&'t mut Option<String>),
    /// A text; empty if there is none.
    Text(&'t mut String),
    /// The JSON text of an object; see [`Place::object`].
    Json(&'t mut String),
    Flag(&'t mut Option<bool>),
    Texts(&'t mut Vec<String>),
    Icons(&'t mut Vec<Icon>),
}

impl Place<'_> {
    /// Reads members. One piece of code for all objects: each with its own took a tenth of the
    /// WebAssembly module.
    #[inline(never)]
    pub(crate) fn fill(&self, members: &mut [(&str, To<'_>)]) -> Result<(), ReadError> {
        for (name, to) in members {
            let place = self.get(name);
            match to {
                To::Must(it) => **it = place.required()?,
                To::Maybe(it) => **it = place.text()?,
                To::Text(it) => **it = place.text()?.unwrap_or_default(),
                To::Json(it) => **it = place.object()?,
                To::Flag(it) => **it = place.bool()?,
                To::Texts(it) => **it = place.list(Place::required)?,
                To::Icons(it) => **it = place.list(icon)?,
            }
        }
        Ok(())
    }
}

impl Info {
    /// Reads `{"name", "version", "title", "description", "websiteUrl", "instructions", "icons",
    /// "cache": {"ttlMs", "scope"}, "capabilities", "extensions", "experimental", "tools",
    /// "resources", "templates", "prompts"}`; the entries and icons are the protocol's, and the
    /// capabilities are texts such as `tools.listChanged`.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind. Unknown ones are ignored.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let root = Place::root(text)?;
        let mut it = Self::default();
        root.fill(&mut [
            ("name", To::Must(&mut it.name)),
            ("version", To::Must(&mut it.version)),
            ("title", To::Maybe(&mut it.title)),
            ("description", To::Maybe(&mut it.description)),
            ("websiteUrl", To::Maybe(&mut it.website_url)),
            ("instructions", To::Maybe(&mut it.instructions)),
            ("icons", To::Icons(&mut it.icons)),
            ("extensions", To::Json(&mut it.extensions)),
            ("experimental", To::Json(&mut it.experimental)),
        ])?;
        it.cache = cache(&root.get("cache"))?;
        it.capabilities = capabilities(&root.get("capabilities"))?;
        it.tools = root.get("tools").list(tool)?;
        it.resources = root.get("resources").list(Resource::read)?;
        it.templates = root.get("templates").list(ResourceTemplate::read)?;
        it.prompts = root.get("prompts").list(Prompt::read)?;
        Ok(it)
    }
}

fn capabilities(place: &Place<'_>) -> Result<Capabilities, ReadError> {
    let one = |place: &Place<'_>| {
        let capability = server_capability(&place.required()?);
        capability.ok_or_else(|| place.wrong("the name of a server's capability"))
    };
    Ok(place.list(one)?.into_iter().fold(Capabilities::NONE, |all, one| all | one))
}

pub(crate) fn cache(place: &Place<'_>) -> Result<CacheHint, ReadError> {
    let ttl = place.get("ttlMs");
    let read = |value: Raw<'_>| u32::try_from(value.number()?.as_i64()?).ok();
    let ttl_ms = ttl.optional("a whole number below 2^32", read)?.unwrap_or(0);
    let scope = place.get("scope");
    let scope = match scope.text()?.as_deref() {
        None | Some("private") => CacheScope::Private,
        Some("public") => CacheScope::Public,
        Some(_) => return Err(scope.wrong("\"private\" or \"public\"")),
    };
    Ok(CacheHint { ttl_ms, scope })
}

pub(crate) fn icon(place: &Place<'_>) -> Result<Icon, ReadError> {
    let mut it = Icon::default();
    place.fill(&mut [
        ("src", To::Must(&mut it.src)),
        ("mimeType", To::Maybe(&mut it.mime_type)),
        ("sizes", To::Texts(&mut it.sizes)),
        ("theme", To::Maybe(&mut it.theme)),
    ])?;
    Ok(it)
}

pub(crate) fn tool(place: &Place<'_>) -> Result<Tool, ReadError> {
    let mut it = Tool::default();
    place.fill(&mut [
        ("name", To::Must(&mut it.name)),
        ("title", To::Maybe(&mut it.title)),
        ("description", To::Text(&mut it.description)),
        ("inputSchema", To::Json(&mut it.input_schema)),
        ("outputSchema", To::Json(&mut it.output_schema)),
        ("icons", To::Icons(&mut it.icons)),
        ("_meta", To::Json(&mut it.meta)),
    ])?;
    it.task_support = task_support(&place.get("execution").get("taskSupport"))?;
    let annotations = place.get("annotations");
    if !annotations.is_none() {
        let hints = it.annotations.insert(ToolAnnotations::default());
        annotations.fill(&mut [
            ("title", To::Maybe(&mut hints.title)),
            ("readOnlyHint", To::Flag(&mut hints.read_only)),
            ("destructiveHint", To::Flag(&mut hints.destructive)),
            ("idempotentHint", To::Flag(&mut hints.idempotent)),
            ("openWorldHint", To::Flag(&mut hints.open_world)),
        ])?;
    }
    Ok(it)
}

fn task_support(place: &Place<'_>) -> Result<Option<TaskSupport>, ReadError> {
    place.optional("\"forbidden\", \"optional\" or \"required\"", |value| {
        value.text().and_then(TaskSupport::of)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong() {
        let wrong = |text: &str| Info::from_json(text).expect_err(text).to_string();
        assert_eq!(wrong("{"), "not JSON");
        assert_eq!(wrong("{}"), "name must be a string");
        assert_eq!(wrong(r#"{"name":"a","version":1}"#), "version must be a string");
        let of = |tools: &str| wrong(&format!(r#"{{"name":"a","version":"1","tools":{tools}}}"#));
        assert_eq!(of("{}"), "tools must be an array");
        assert_eq!(of(r#"[{"name":"a"},{}]"#), "tools[1].name must be a string");
        let schema = r#"[{"name":"a","inputSchema":[]}]"#;
        assert_eq!(of(schema), "tools[0].inputSchema must be an object, or the JSON text of one");
        let schema = r#"[{"name":"a","inputSchema":"{"}]"#;
        assert!(of(schema).starts_with("tools[0].inputSchema must be"));
        let icons = r#"[{"name":"a","icons":[{"src":"s","sizes":[1]}]}]"#;
        assert_eq!(of(icons), "tools[0].icons[0].sizes[0] must be a string");
    }

    #[test]
    fn a_schema_may_be_text() {
        let text =
            r#"{"name":"a","version":"1","tools":[{"name":"b","inputSchema":"{ \"x\":1.0}"}]}"#;
        let info = Info::from_json(text).expect("an info");
        assert_eq!(info.tools[0].input_schema, r#"{ "x":1.0}"#);
    }
}
