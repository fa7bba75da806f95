//! The tools of a page of `tools/list`, without those that a client must not call.

#[cfg(feature = "http")]
use crate::http::params::{Invalid, validate};
#[cfg(feature = "http")]
use crate::json::Text;
use crate::json::{Items, Raw};
use crate::schema::{Read, ToolView};

/// What an entry of a list of tools is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Listed<'f> {
    /// A tool.
    Tool(ToolView<'f>),
    /// A tool that a client leaves out, and had better write a warning about: what its input
    /// schema says of headers (`x-mcp-header`) is invalid, so no call of it could be right. Of
    /// [`tools`] alone.
    #[cfg(feature = "http")]
    Dropped {
        /// The tool's name.
        name: Option<Text<'f>>,
        /// What is wrong with its schema; [`Invalid::message`] has it in words.
        why: Invalid,
    },
}

/// The tools of a page, in the order of the server's. Entries that are no objects are passed over.
/// See [`tools`] and [`all_tools`].
#[derive(Clone, Debug)]
pub struct Tools<'f> {
    items: Items<'f>,
    #[cfg(feature = "http")]
    is_checked: bool,
}

/// The tools of `result`, a result of `tools/list`, as a client takes them over Streamable HTTP in
/// 2026-07-28 (basic/transports/streamable-http): each input schema is checked, and a tool whose
/// headers cannot be is [`Listed::Dropped`]. Without the feature `http` there are no headers, and
/// this is [`all_tools`].
///
/// Takes some 1.5 KB of stack where a schema has such headers.
pub fn tools(result: Raw<'_>) -> Tools<'_> {
    Tools {
        #[cfg(feature = "http")]
        is_checked: true,
        ..all_tools(result)
    }
}

/// The tools of `result`, a result of `tools/list`, whatever their schemas say of headers: on
/// pipes, and before 2026-07-28, that is of no interest.
pub fn all_tools(result: Raw<'_>) -> Tools<'_> {
    Tools {
        items: result.get("tools").unwrap_or(Raw::NULL).items(),
        #[cfg(feature = "http")]
        is_checked: false,
    }
}

impl<'f> Iterator for Tools<'f> {
    type Item = Listed<'f>;

    fn next(&mut self) -> Option<Listed<'f>> {
        let tool = self.items.find_map(ToolView::read)?;
        #[cfg(feature = "http")]
        if self.is_checked
            && let Some(Err(why)) = tool.raw().get("inputSchema").map(validate)
        {
            return Some(Listed::Dropped { name: tool.name(), why });
        }
        Some(Listed::Tool(tool))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::String;
    use std::vec::Vec;

    const PAGE: &str = r#"{"nextCursor":"2","tools":[
        {"name":"plain","inputSchema":{"type":"object"}},
        7,
        {"name":"right","inputSchema":{"type":"object","properties":{
            "a":{"type":"string","x-mcp-header":"A"}}}},
        null,
        {"name":"empty","inputSchema":{"type":"object","properties":{
            "a":{"type":"string","x-mcp-header":""}}}},
        {"name":"number","inputSchema":{"type":"object","properties":{
            "a":{"type":"number","x-mcp-header":"A"}}}},
        {"name":"twice","inputSchema":{"type":"object","properties":{
            "a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}},
        {"inputSchema":{"type":"object","properties":{
            "a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}}},
        {"name":"crlf","inputSchema":{"type":"object","properties":{
            "a":{"type":"string","x-mcp-header":"A\r\nB: c"}}}},
        ["name"],
        {"name":"last"}
    ]}"#;

    fn names(tools: Tools<'_>) -> Vec<String> {
        tools
            .map(|listed| match listed {
                Listed::Tool(tool) => tool.name().map_or("-", |name| name.raw()).into(),
                #[cfg(feature = "http")]
                Listed::Dropped { name, why } => {
                    assert!(!why.message().is_empty());
                    std::format!("{}: {why:?}", name.map_or("-", |name| name.raw()))
                }
            })
            .collect()
    }

    fn page(json: &str) -> Raw<'_> {
        Raw::parse(json.as_bytes()).unwrap_or_else(|fault| panic!("{fault:?}"))
    }

    #[test]
    fn entries_that_are_no_objects_are_passed_over() {
        let all = ["plain", "right", "empty", "number", "twice", "-", "crlf", "last"];
        assert_eq!(names(all_tools(page(PAGE))), all);
    }

    #[test]
    #[cfg(feature = "http")]
    fn tools_whose_headers_are_invalid_are_dropped_with_the_reason() {
        assert_eq!(
            names(tools(page(PAGE))),
            [
                "plain",
                "right",
                "empty: Name",
                "number: Kind",
                "twice: Repeated",
                "-: Place",
                "crlf: Name",
                "last"
            ]
        );
    }

    #[test]
    #[cfg(not(feature = "http"))]
    fn without_headers_none_is_dropped() {
        assert_eq!(names(tools(page(PAGE))), names(all_tools(page(PAGE))));
    }

    #[test]
    fn pages_without_tools() {
        for json in ["{}", "[]", "null", r#"{"tools":{}}"#, r#"{"tools":[]}"#, r#"{"tools":"a"}"#] {
            assert_eq!(tools(page(json)).count(), 0, "{json}");
            assert_eq!(all_tools(page(json)).count(), 0, "{json}");
        }
    }
}
