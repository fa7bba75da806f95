//! Where the engine learns what the server offers.

use super::{CacheHint, Icon, IconSource, Prompt, Resource, ResourceTemplate, Tool};
use crate::rules::Capabilities;

/// What the engine asks when it answers `initialize`, `server/discover` and the lists.
///
/// [`ServerInfo`] implements it over static tables. Implement it yourself where the entries live
/// elsewhere: it is asked for one entry at a time and keeps none. Between two pages of one list
/// the entries should keep their places, and while an answer is streamed they must not change.
pub trait Catalog {
    /// The server's name, version and the rest that does not come in lists.
    fn info(&self) -> ServerInfo<'_>;

    /// The tool at `index`, counted from 0; `None` past the last.
    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        let _ = index;
        None
    }

    /// The resource at `index`, counted from 0; `None` past the last.
    fn resource(&self, index: u32) -> Option<Resource<'_>> {
        let _ = index;
        None
    }

    /// The resource template at `index`, counted from 0; `None` past the last.
    fn template(&self, index: u32) -> Option<ResourceTemplate<'_>> {
        let _ = index;
        None
    }

    /// The prompt at `index`, counted from 0; `None` past the last.
    fn prompt(&self, index: u32) -> Option<Prompt<'_>> {
        let _ = index;
        None
    }
}

/// What a server says of itself, and its tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct ServerInfo<'a> {
    /// The name for programs, required.
    pub name: &'a str,
    /// The version, required.
    pub version: &'a str,
    /// The name for people. From 2025-06-18 on.
    pub title: Option<&'a str>,
    /// What it is. From 2025-11-25 on.
    pub description: Option<&'a str>,
    /// Where to read about it. From `DRAFT-2025-v3` on.
    pub website_url: Option<&'a str>,
    /// Its pictures. From `DRAFT-2025-v3` on.
    pub icons: &'a [Icon<'a>],
    /// Its pictures if they are not in a slice; then the slice is not looked at.
    pub icon_source: Option<&'a dyn IconSource>,
    /// What the model should know before it uses the server.
    pub instructions: Option<&'a str>,
    /// Capabilities beyond those that follow from what the catalog has: `tools` is announced when
    /// there is a tool, `resources` when there is a resource or a template, `prompts` when there is
    /// a prompt. In a static, which has no operators: `Capabilities(Capabilities::LOGGING.0 |
    /// Capabilities::COMPLETIONS.0)`.
    pub capabilities: Capabilities,
    /// Extensions and their settings: a JSON object of objects. Empty: none. From 2026-07-28 on.
    pub extensions: &'a str,
    /// Capabilities that the protocol does not know: a JSON object of objects. Empty: none.
    pub experimental: &'a str,
    /// How long lists and `server/discover` may be kept. From 2026-07-28 on.
    pub cache: CacheHint,
    /// The tools.
    pub tools: &'a [Tool<'a>],
    /// The resources.
    pub resources: &'a [Resource<'a>],
    /// The resource templates.
    pub templates: &'a [ResourceTemplate<'a>],
    /// The prompts.
    pub prompts: &'a [Prompt<'a>],
}

impl ServerInfo<'_> {
    /// Nothing set: fill in what there is, and leave the rest to `..ServerInfo::EMPTY`.
    pub const EMPTY: ServerInfo<'static> = ServerInfo {
        name: "",
        version: "",
        title: None,
        description: None,
        website_url: None,
        icons: &[],
        icon_source: None,
        instructions: None,
        capabilities: Capabilities::NONE,
        extensions: "",
        experimental: "",
        cache: CacheHint::NONE,
        tools: &[],
        resources: &[],
        templates: &[],
        prompts: &[],
    };
}

impl Catalog for ServerInfo<'_> {
    fn info(&self) -> ServerInfo<'_> {
        *self
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        self.tools.get(usize::try_from(index).ok()?).copied()
    }

    fn resource(&self, index: u32) -> Option<Resource<'_>> {
        self.resources.get(usize::try_from(index).ok()?).copied()
    }

    fn template(&self, index: u32) -> Option<ResourceTemplate<'_>> {
        self.templates.get(usize::try_from(index).ok()?).copied()
    }

    fn prompt(&self, index: u32) -> Option<Prompt<'_>> {
        self.prompts.get(usize::try_from(index).ok()?).copied()
    }
}
