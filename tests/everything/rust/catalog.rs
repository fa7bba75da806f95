//! The catalog: what the engine asks when it answers the handshake, discovery and the lists.

use sansmcp::rules::Capabilities;
use sansmcp::schema::{Prompt, Resource, ResourceTemplate};
use sansmcp::{Catalog, ServerInfo, Tool};

use crate::prompts::PROMPTS;
use crate::resources::{RESOURCES, TEMPLATES};
use crate::tools;

pub struct Everything;

impl Catalog for Everything {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo {
            name: "everything",
            version: env!("CARGO_PKG_VERSION"),
            title: Some("Everything, with sansmcp"),
            instructions: Some("Each tool shows one feature of the protocol."),
            // Tools, resources and prompts are announced because there are some.
            capabilities: Capabilities::TOOLS_LIST_CHANGED
                | Capabilities::RESOURCES_SUBSCRIBE
                | Capabilities::RESOURCES_LIST_CHANGED
                | Capabilities::PROMPTS_LIST_CHANGED
                | Capabilities::LOGGING
                | Capabilities::COMPLETIONS,
            ..ServerInfo::EMPTY
        }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        tools::at(index)
    }

    fn resource(&self, index: u32) -> Option<Resource<'_>> {
        RESOURCES.get(usize::try_from(index).ok()?).copied()
    }

    fn template(&self, index: u32) -> Option<ResourceTemplate<'_>> {
        TEMPLATES.get(usize::try_from(index).ok()?).copied()
    }

    fn prompt(&self, index: u32) -> Option<Prompt<'_>> {
        PROMPTS.get(usize::try_from(index).ok()?).copied()
    }
}
