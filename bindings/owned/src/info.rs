//! What a server says of itself, owned. The members are those of [`sansmcp::ServerInfo`].

use sansmcp::rules::Capabilities;
use sansmcp::schema::{CacheHint, TaskSupport};

use crate::catalog::{Prompt, Resource, ResourceTemplate};

/// What a server says of itself, and its tables.
#[derive(Clone, Debug, Default)]
pub struct Info {
    /// The name for programs, required.
    pub name: String,
    /// The version, required.
    pub version: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Where to read about it.
    pub website_url: Option<String>,
    /// What the model should know before it uses the server.
    pub instructions: Option<String>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// How long lists and `server/discover` may be kept.
    pub cache: CacheHint,
    /// What it can do beyond what follows from its tables.
    pub capabilities: Capabilities,
    /// Extensions and their settings, the JSON text of an object of objects. Empty: none.
    pub extensions: String,
    /// Capabilities that the protocol does not know, likewise.
    pub experimental: String,
    /// The tools.
    pub tools: Vec<Tool>,
    /// The resources.
    pub resources: Vec<Resource>,
    /// The resource templates.
    pub templates: Vec<ResourceTemplate>,
    /// The prompts.
    pub prompts: Vec<Prompt>,
}

/// A tool that the model may call.
#[derive(Clone, Debug, Default)]
pub struct Tool {
    /// The name it is called by.
    pub name: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it does, for the model. Empty: none is sent.
    pub description: String,
    /// JSON Schema of the arguments, the JSON text of an object; empty for `{"type":"object"}`.
    pub input_schema: String,
    /// JSON Schema of the structured result. Empty: none.
    pub output_schema: String,
    /// What it does to the world.
    pub annotations: Option<ToolAnnotations>,
    /// Whether it can be called as a task.
    pub task_support: Option<TaskSupport>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// `_meta`, the JSON text of an object. Empty: none.
    pub meta: String,
}

/// Hints about a tool's behaviour.
#[derive(Clone, Debug, Default)]
pub struct ToolAnnotations {
    /// A name for people.
    pub title: Option<String>,
    /// It changes nothing.
    pub read_only: Option<bool>,
    /// It may destroy something.
    pub destructive: Option<bool>,
    /// A second call with the same arguments changes nothing more.
    pub idempotent: Option<bool>,
    /// It deals with an open world, such as the web.
    pub open_world: Option<bool>,
}

/// A picture that stands for a thing.
#[derive(Clone, Debug, Default)]
pub struct Icon {
    /// An `https:` or `data:` URI.
    pub src: String,
    /// Its media type, if the source does not tell.
    pub mime_type: Option<String>,
    /// Sizes such as `48x48`, or `any`.
    pub sizes: Vec<String>,
    /// `light` or `dark`.
    pub theme: Option<String>,
}
