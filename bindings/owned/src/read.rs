//! What a host language hands over as JSON text: [`Info`], with the names that the protocol's own
//! objects have; and where in it what stands.

use std::fmt;

use sansmcp::json::{Kind, Raw, Text};
use sansmcp::rules::Capabilities;
use sansmcp::schema::{CacheHint, CacheScope, TaskSupport, View, Word as _};

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

/// A value and the way to it, such as `tools[2].icons`.
pub(crate) struct Place<'a> {
    path: String,
    value: Option<Raw<'a>>,
}

impl<'a> Place<'a> {
    pub(crate) fn root(text: &'a str) -> Result<Self, ReadError> {
        let value = Raw::parse_str(text).map_err(|_| ReadError("not JSON".into()))?;
        Ok(Self { path: String::new(), value: Some(value) })
    }

    /// A member; `null` counts as none.
    pub(crate) fn get(&self, key: &str) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        let value = self.value.and_then(|value| value.get(key)).filter(|value| !value.is_null());
        Self { path: format!("{}{dot}{key}", self.path), value }
    }

    /// The same under another name.
    pub(crate) fn named(self, name: &str) -> Self {
        Self { path: name.to_owned(), ..self }
    }

    pub(crate) fn value(&self) -> Option<Raw<'a>> {
        self.value
    }

    pub(crate) fn is_none(&self) -> bool {
        self.value.is_none()
    }

    pub(crate) fn wrong(&self, what: &str) -> ReadError {
        ReadError(format!("{} must be {what}", self.path))
    }

    pub(crate) fn optional<T>(
        &self,
        what: &str,
        read: impl FnOnce(Raw<'a>) -> Option<T>,
    ) -> Result<Option<T>, ReadError> {
        self.value.map(|value| read(value).ok_or_else(|| self.wrong(what))).transpose()
    }

    pub(crate) fn text(&self) -> Result<Option<String>, ReadError> {
        self.optional("a string", |value| value.text().map(decoded))
    }

    pub(crate) fn required(&self) -> Result<String, ReadError> {
        self.text()?.ok_or_else(|| self.wrong("a string"))
    }

    /// A whole number from 0 to `most`.
    pub(crate) fn whole(&self, most: u64) -> Result<Option<u64>, ReadError> {
        let read = |value: Raw<'_>| {
            u64::try_from(value.number()?.as_i64()?).ok().filter(|value| *value <= most)
        };
        self.optional(&format!("a whole number up to {most}"), read)
    }

    pub(crate) fn bool(&self) -> Result<Option<bool>, ReadError> {
        self.optional("true or false", |value| value.bool())
    }

    /// The JSON text of an object, which may stand in a string so that it goes out as it is
    /// written; empty if there is none.
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
        let object = self.value.filter(|value| value.kind() == Kind::Object);
        let mut members = object.ok_or_else(|| self.wrong("an object"))?.members();
        let is_known = |name: Text<'_>| V::PROPERTIES.iter().any(|known| name == *known.name);
        match members.find(|(name, _)| !is_known(*name)) {
            None => Ok(()),
            Some((name, _)) => {
                let path = self.get(&decoded(name)).path;
                Err(ReadError(format!("{path} is in no revision of the protocol")))
            }
        }
    }

    /// The members of an object whose keys are of the caller's choosing.
    pub(crate) fn entries<T>(
        &self,
        read: impl Fn(&Self) -> Result<T, ReadError>,
    ) -> Result<Vec<(String, T)>, ReadError> {
        let members = |value: Raw<'a>| (value.kind() == Kind::Object).then(|| value.members());
        let Some(members) = self.optional("an object", members)? else { return Ok(Vec::new()) };
        let entry = |(name, value): (Text<'a>, Raw<'a>)| {
            let name = decoded(name);
            let place = Self { path: format!("{}.{name}", self.path), value: Some(value) };
            Ok((name, read(&place)?))
        };
        members.map(entry).collect()
    }

    fn items(&self) -> Result<Vec<Self>, ReadError> {
        let read = |value: Raw<'a>| (value.kind() == Kind::Array).then(|| value.items());
        let Some(items) = self.optional("an array", read)? else { return Ok(Vec::new()) };
        let path = |index| format!("{}[{index}]", self.path);
        let items = items.enumerate();
        Ok(items.map(|(index, item)| Self { path: path(index), value: Some(item) }).collect())
    }

    pub(crate) fn list<T>(
        &self,
        read: impl Fn(&Self) -> Result<T, ReadError>,
    ) -> Result<Vec<T>, ReadError> {
        self.items()?.iter().map(read).collect()
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
        Ok(Self {
            name: root.get("name").required()?,
            version: root.get("version").required()?,
            title: root.get("title").text()?,
            description: root.get("description").text()?,
            website_url: root.get("websiteUrl").text()?,
            instructions: root.get("instructions").text()?,
            icons: root.get("icons").list(icon)?,
            cache: cache(&root.get("cache"))?,
            capabilities: capabilities(&root.get("capabilities"))?,
            extensions: root.get("extensions").object()?,
            experimental: root.get("experimental").object()?,
            tools: root.get("tools").list(tool)?,
            resources: root.get("resources").list(Resource::read)?,
            templates: root.get("templates").list(ResourceTemplate::read)?,
            prompts: root.get("prompts").list(Prompt::read)?,
        })
    }
}

fn capabilities(place: &Place<'_>) -> Result<Capabilities, ReadError> {
    let one = |place: &Place<'_>| {
        let capability = server_capability(&place.required()?);
        capability.ok_or_else(|| place.wrong("the name of a server's capability"))
    };
    Ok(place.list(one)?.into_iter().fold(Capabilities::NONE, |all, one| all | one))
}

fn cache(place: &Place<'_>) -> Result<CacheHint, ReadError> {
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
    Ok(Icon {
        src: place.get("src").required()?,
        mime_type: place.get("mimeType").text()?,
        sizes: place.get("sizes").list(Place::required)?,
        theme: place.get("theme").text()?,
    })
}

pub(crate) fn tool(place: &Place<'_>) -> Result<Tool, ReadError> {
    let annotations = place.get("annotations");
    let hint = |name| annotations.get(name).bool();
    Ok(Tool {
        name: place.get("name").required()?,
        title: place.get("title").text()?,
        description: place.get("description").text()?.unwrap_or_default(),
        input_schema: place.get("inputSchema").object()?,
        output_schema: place.get("outputSchema").object()?,
        annotations: match annotations.value {
            None => None,
            Some(_) => Some(ToolAnnotations {
                title: annotations.get("title").text()?,
                read_only: hint("readOnlyHint")?,
                destructive: hint("destructiveHint")?,
                idempotent: hint("idempotentHint")?,
                open_world: hint("openWorldHint")?,
            }),
        },
        task_support: task_support(&place.get("execution").get("taskSupport"))?,
        icons: place.get("icons").list(icon)?,
        meta: place.get("_meta").object()?,
    })
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
