//! Tools as they stand in `tools/list`.

use super::implementation::{write_icons, write_optional};
use super::{Icon, IconSource};
use crate::error::Error;
use crate::json::{Kind, Raw, Writer};
use crate::rules::Revision;

/// A tool that the model may call (server/tools).
#[derive(Clone, Copy, Debug, Default)]
pub struct Tool<'a> {
    /// The name it is called by: 1 to 64 of `A-Z a-z 0-9 _ - . /`.
    pub name: &'a str,
    /// The name for people. From 2025-06-18 on.
    pub title: Option<&'a str>,
    /// What it does, for the model. Empty: none is sent.
    pub description: &'a str,
    /// JSON Schema of the arguments, an object; empty stands for `{"type":"object"}`.
    pub input_schema: &'a str,
    /// JSON Schema of the structured result. Empty: none. From 2025-06-18 on.
    pub output_schema: &'a str,
    /// What it does to the world. From 2025-03-26 on.
    pub annotations: Option<ToolAnnotations<'a>>,
    /// Its pictures. From `DRAFT-2025-v3` on.
    pub icons: &'a [Icon<'a>],
    /// Its pictures if they are not in a slice; then the slice is not looked at.
    pub icon_source: Option<&'a dyn IconSource>,
    /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
    pub meta: &'a str,
}

/// Hints about a tool's behaviour. None of them is a promise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolAnnotations<'a> {
    /// A name for people.
    pub title: Option<&'a str>,
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// It deals with an open world, such as the web.
    pub open_world: Option<bool>,
}

impl Tool<'_> {
    /// Nothing set: fill in what there is, and leave the rest to `..Tool::EMPTY`.
    pub const EMPTY: Tool<'static> = Tool {
        name: "",
        title: None,
        description: "",
        input_schema: "",
        output_schema: "",
        annotations: None,
        icons: &[],
        icon_source: None,
        meta: "",
    };
}

/// Writes `,"key":` and the JSON object `text`; nothing if it is empty.
fn write_object(out: &mut Writer<'_>, key: &str, text: &str) -> Result<(), Error> {
    if text.is_empty() {
        return Ok(());
    }
    let value = Raw::parse_str(text).map_err(|_| Error::NotJson)?;
    if value.kind() != Kind::Object {
        return Err(Error::NotJson);
    }
    out.put_str(",\"");
    out.put_str(key);
    out.put_str("\":");
    out.json(value);
    Ok(())
}

/// Writes the whole object, with the members that the revision has.
///
/// # Errors
/// [`Error::NotJson`] if a schema or `_meta` is not a JSON object.
pub(crate) fn write_tool(
    out: &mut Writer<'_>,
    tool: &Tool<'_>,
    revision: Revision,
) -> Result<(), Error> {
    let rules = revision.rules();
    out.put_str("{\"name\":");
    out.string(tool.name);
    if rules.titles {
        write_optional(out, "title", tool.title);
    }
    if !tool.description.is_empty() {
        write_optional(out, "description", Some(tool.description));
    }
    if tool.input_schema.is_empty() {
        out.put_str(",\"inputSchema\":{\"type\":\"object\"}");
    } else {
        write_object(out, "inputSchema", tool.input_schema)?;
    }
    if rules.titles {
        write_object(out, "outputSchema", tool.output_schema)?;
    }
    if let (Some(annotations), true) = (tool.annotations, rules.tool_annotations) {
        write_annotations(out, &annotations);
    }
    write_icons(out, tool.icons, tool.icon_source, revision);
    if rules.titles {
        write_object(out, "_meta", tool.meta)?;
    }
    out.put_str("}");
    Ok(())
}

fn write_annotations(out: &mut Writer<'_>, annotations: &ToolAnnotations<'_>) {
    let hints = [
        (",\"readOnlyHint\":", annotations.read_only),
        (",\"destructiveHint\":", annotations.destructive),
        (",\"idempotentHint\":", annotations.idempotent),
        (",\"openWorldHint\":", annotations.open_world),
    ];
    out.put_str(",\"annotations\":{");
    let first = out.total();
    if let Some(title) = annotations.title {
        out.put_str("\"title\":");
        out.string(title);
    }
    for (key, value) in hints {
        if let Some(value) = value {
            let from = usize::from(out.total() == first);
            out.put_str(key.get(from..).unwrap_or(key));
            out.bool(value);
        }
    }
    out.put_str("}");
}
