//! What a host language hands over as JSON text: [`Info`] and [`Answer`], with the names that the
//! protocol's own objects have.

use std::fmt;

use sansmcp::json::{Kind, Raw};
use sansmcp::schema::{CacheHint, CacheScope};

use crate::answer::{Answer, Block};
use crate::event::decoded;
use crate::info::{Annotations, Icon, Info, Tool};

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

    fn wrong(&self, what: &str) -> ReadError {
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
    /// "cache": {"ttlMs", "scope"}, "tools"}`; the tools and icons are the protocol's.
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
            tools: root.get("tools").list(tool)?,
        })
    }
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

fn tool(place: &Place<'_>) -> Result<Tool, ReadError> {
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
            Some(_) => Some(Annotations {
                title: annotations.get("title").text()?,
                read_only: hint("readOnlyHint")?,
                destructive: hint("destructiveHint")?,
                idempotent: hint("idempotentHint")?,
                open_world: hint("openWorldHint")?,
            }),
        },
        icons: place.get("icons").list(icon)?,
        meta: place.get("_meta").object()?,
    })
}

impl Answer {
    /// Reads `{"content", "structuredContent", "isError", "_meta"}`, the protocol's object, with
    /// one difference: in place of the base64 text in `data` and `blob` stands the index of the
    /// bytes in `data`. Texts are copied as they are written.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind.
    pub fn from_json(text: &str, data: &[&[u8]]) -> Result<Self, ReadError> {
        let root = Place::root(text)?;
        let as_written = |value: Raw<'_>| value.as_str().to_owned();
        Ok(Self {
            blocks: root.get("content").list(|place| block(place, data))?,
            // `null` is a structured result like any other.
            structured: root.value.and_then(|root| root.get("structuredContent")).map(as_written),
            meta: root.get("_meta").value.map(as_written),
            is_error: root.get("isError").bool()?.unwrap_or(false),
        })
    }
}

fn block(place: &Place<'_>, data: &[&[u8]]) -> Result<Block, ReadError> {
    let bytes = |place: Place<'_>| {
        let read = |value: Raw<'_>| {
            let index = usize::try_from(value.number()?.as_i64()?).ok()?;
            data.get(index).map(|bytes| bytes.to_vec())
        };
        place.optional("the index of some bytes", read)?.ok_or_else(|| place.wrong("an index"))
    };
    let kind = place.get("type");
    let mime_type = place.get("mimeType");
    Ok(match kind.required()?.as_str() {
        "text" => {
            let text = place.get("text");
            let read = |value: Raw<'_>| value.text().map(|_| value.as_str().to_owned());
            let json = text.optional("a string", read)?;
            Block::JsonText(json.ok_or_else(|| text.wrong("a string"))?)
        }
        "image" => {
            Block::Image { data: bytes(place.get("data"))?, mime_type: mime_type.required()? }
        }
        "audio" => {
            Block::Audio { data: bytes(place.get("data"))?, mime_type: mime_type.required()? }
        }
        "resource_link" => Block::Link {
            uri: place.get("uri").required()?,
            name: place.get("name").required()?,
            mime_type: mime_type.text()?,
        },
        "resource" => {
            let place = place.get("resource");
            let (uri, mime_type) = (place.get("uri").required()?, place.get("mimeType").text()?);
            let blob = place.get("blob");
            match blob.value {
                Some(_) => Block::Blob { uri, mime_type, data: bytes(blob)? },
                None => Block::Resource { uri, mime_type, text: place.get("text").required()? },
            }
        }
        _ => return Err(kind.wrong("a kind of content")),
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

    #[test]
    fn an_answer_refers_to_its_bytes() {
        let text = r#"{"content":[{"type":"text","text":"\ud800"},
            {"type":"image","mimeType":"image/png","data":0}],"structuredContent":null}"#;
        let answer = Answer::from_json(text, &[b"\x01\x02"]).expect("an answer");
        assert!(matches!(&answer.blocks[0], Block::JsonText(json) if json == "\"\\ud800\""));
        assert!(matches!(&answer.blocks[1], Block::Image { data, .. } if data == b"\x01\x02"));
        assert_eq!(answer.structured.as_deref(), Some("null"));
        let wrong = Answer::from_json(text, &[]).expect_err("no bytes").to_string();
        assert_eq!(wrong, "content[1].data must be the index of some bytes");
    }
}
