//! Tools as they stand in `tools/list`.

use super::implementation::{write_icons, write_optional};
use super::object::{Object, Property, checked};
use super::table::{object, property, view};
use super::words::{Word, words};
use super::{Icon, IconSource};
use crate::error::Error;
use crate::json::{Kind, Writer};
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
    /// How it is run. 2025-11-25 only.
    pub execution: Option<ToolExecution>,
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

impl ToolAnnotations<'_> {
    /// Nothing said.
    pub const EMPTY: ToolAnnotations<'static> = ToolAnnotations {
        title: None,
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
    };
}

words! {
    /// Whether a tool can be called as a task (2025-11-25, tasks).
    TaskSupport {
        /// It cannot; this is so where nothing is said.
        Forbidden = "forbidden",
        /// It can, and need not.
        Optional = "optional",
        /// It must be.
        Required = "required",
    }
}

object! {
    /// How a tool is run. 2025-11-25 only.
    #[derive(PartialEq, Eq)]
    ToolExecution ToolExecutionView, NOV25 to NOV25 {
        /// Whether it can be called as a task.
        "taskSupport" task_support: word(TaskSupport), NOV25 to NOV25;
    }
}

view! {
    /// How a [`Tool`] is read.
    ToolView {
        /// The name it is called by.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// What it does, for the model.
        "description" description: maybe, NOV24;
        /// JSON Schema of the arguments.
        "inputSchema" input_schema: must_object(ToolSchema<'a>, ToolSchemaView), NOV24;
        /// JSON Schema of the structured result. From 2025-06-18 on.
        "outputSchema" output_schema: object(ToolSchema<'a>, ToolSchemaView), JUN25;
        /// What it does to the world. From 2025-03-26 on.
        "annotations" annotations: object(ToolAnnotations<'a>, ToolAnnotationsView), MAR25;
        /// How it is run. 2025-11-25 only.
        "execution" execution: object(ToolExecution, ToolExecutionView), NOV25 to NOV25;
        /// `_meta`. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
        icons DRAFT;
    }
}

object! {
    /// The outermost level of a tool's JSON Schema. A [`Tool`] takes the text of a whole one; this
    /// is for those who put it together.
    ToolSchema<'a> ToolSchemaView, NOV24 {
        fixed "type" kind = "object", NOV24;
        /// The dialect, a URI; 2020-12 where nothing is said. From 2025-11-25 on.
        "$schema" dialect: maybe, NOV25;
        /// The schemas of the properties, by name: JSON text of an object. Empty: none.
        "properties" properties: json_object, NOV24;
        /// The names of those that must be there.
        "required" required: strings, NOV24;
        extra extra;
    }
}

view! {
    /// How [`ToolAnnotations`] are read. None of the hints is a promise.
    ToolAnnotationsView {
        /// A name for people.
        "title" title: maybe, MAR25;
        /// It changes nothing. Where nothing is said: it does.
        "readOnlyHint" read_only: flag, MAR25;
        /// It may destroy something. Where nothing is said: it may.
        "destructiveHint" destructive: flag, MAR25;
        /// A second call with the same arguments changes nothing more. Where nothing is said: it
        /// does.
        "idempotentHint" idempotent: flag, MAR25;
        /// It deals with an open world, such as the web. Where nothing is said: it does.
        "openWorldHint" open_world: flag, MAR25;
    }
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
        execution: None,
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
    let value = checked(text, &[Kind::Object])?;
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
        out.put_str(",\"annotations\":");
        write_annotations(out, &annotations);
    }
    const EXECUTION: Property = property!("execution", NOV25 NOV25);
    if let (Some(execution), true) = (tool.execution, EXECUTION.is_in(revision)) {
        out.put_str(",\"execution\":{");
        if let Some(support) = execution.task_support {
            out.put_str("\"taskSupport\":\"");
            out.put_str(support.name());
            out.put_str("\"");
        }
        out.put_str("}");
    }
    write_icons(out, tool.icons, tool.icon_source, revision);
    if rules.titles {
        write_object(out, "_meta", tool.meta)?;
    }
    out.put_str("}");
    Ok(())
}

impl Object for Tool<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        write_tool(out, self, revision)
    }
}

impl Object for ToolAnnotations<'_> {
    /// # Errors
    /// [`Error::NotSupported`] before 2025-03-26.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        if !revision.rules().tool_annotations {
            return Err(Error::NotSupported);
        }
        write_annotations(out, self);
        Ok(())
    }
}

fn write_annotations(out: &mut Writer<'_>, annotations: &ToolAnnotations<'_>) {
    out.put_str("{");
    let first = out.total();
    if let Some(title) = annotations.title {
        out.put_str("\"title\":");
        out.string(title);
    }
    write_hint(out, first, "readOnlyHint", annotations.read_only);
    write_hint(out, first, "destructiveHint", annotations.destructive);
    write_hint(out, first, "idempotentHint", annotations.idempotent);
    write_hint(out, first, "openWorldHint", annotations.open_world);
    out.put_str("}");
}

/// Writes a member of the object whose first one stands at `first`, if there is a value.
#[cfg_attr(not(target_pointer_width = "64"), inline(never))]
fn write_hint(out: &mut Writer<'_>, first: usize, key: &str, value: Option<bool>) {
    let Some(value) = value else { return };
    out.put_str(if out.total() == first { "\"" } else { ",\"" });
    out.put_str(key);
    out.put_str("\":");
    out.bool(value);
}
