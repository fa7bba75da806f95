//! Where the engine learns what the server offers.

use super::{CacheHint, Icon, IconSource, Tool};
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
    /// there is a tool.
    pub capabilities: Capabilities,
    /// How long lists and `server/discover` may be kept. From 2026-07-28 on.
    pub cache: CacheHint,
    /// The tools.
    pub tools: &'a [Tool<'a>],
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
        cache: CacheHint::NONE,
        tools: &[],
    };
}

impl Catalog for ServerInfo<'_> {
    fn info(&self) -> ServerInfo<'_> {
        *self
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        self.tools.get(usize::try_from(index).ok()?).copied()
    }
}
