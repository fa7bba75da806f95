//! The tools of a list, as this client takes them.

use sansmcp::Revision;
use sansmcp::client::{Listed as CoreListed, all_tools, tools};
use sansmcp::json::{Kind, Raw};

use super::Client;
use crate::event::decoded;

/// An entry of a list of tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A tool.
    Tool {
        /// Its name.
        name: String,
        /// The tool as it was written, JSON text.
        tool: String,
        /// Its input schema, JSON text; empty if it has none.
        schema: String,
    },
    /// A tool that is left out, since no call of it could be right: what its input schema says of
    /// headers is invalid.
    Dropped {
        /// Its name.
        name: String,
        /// What is wrong with the schema.
        why: &'static str,
    },
}

impl Client {
    /// The tools of a page, the JSON text of a result of `tools/list`. Where arguments go into
    /// headers (over HTTP, from 2026-07-28 on), those whose headers cannot be are left out.
    pub fn tools(&mut self, page: &str) -> Vec<Listed> {
        let page = Raw::parse_str(page).unwrap_or(Raw::NULL);
        let has_headers = self.is_http() && self.revision().is_some_and(Revision::is_modern);
        let listed = if has_headers { tools(page) } else { all_tools(page) };
        listed
            .filter_map(|listed| match listed {
                CoreListed::Tool(tool) => {
                    let schema = tool.raw().get("inputSchema");
                    let schema = schema.filter(|schema| schema.kind() == Kind::Object);
                    Some(Listed::Tool {
                        name: tool.name().map(decoded).unwrap_or_default(),
                        tool: tool.raw().as_str().to_owned(),
                        schema: schema.map_or("", |schema| schema.as_str()).to_owned(),
                    })
                }
                CoreListed::Dropped { name, why } => Some(Listed::Dropped {
                    name: name.map(decoded).unwrap_or_default(),
                    why: why.message(),
                }),
                _ => None,
            })
            .collect()
    }
}
