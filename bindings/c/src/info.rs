//! What the server says of itself, in tables of the caller's.

use engine::rules::Capabilities;
use engine::schema::{CacheHint, CacheScope, Icon, IconSource, ToolAnnotations};
use engine::{Catalog, ServerInfo, Tool};

use crate::client_info::sansmcp_client_info;
use crate::edge::{optional, slice, text};
use crate::json::object;
use crate::result::{SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::text::sansmcp_str;

/// A picture that stands for a thing.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_icon {
    /// An `https:` or `data:` URI, required.
    pub src: sansmcp_str,
    /// Its media type, if the source does not tell.
    pub mime_type: sansmcp_str,
    /// Sizes such as `48x48`, or `any`.
    pub sizes: *const sansmcp_str,
    /// How many sizes.
    pub size_count: usize,
    /// `light` or `dark`. From 2025-11-25 on.
    pub theme: sansmcp_str,
}

/// A hint that may be left out; the value of the hints in sansmcp_tool_annotations.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_hint {
    /// Nothing is said.
    SANSMCP_HINT_NONE = 0,
    /// No.
    SANSMCP_HINT_NO = 1,
    /// Yes.
    SANSMCP_HINT_YES = 2,
}

/// Hints about a tool's behaviour. None of them is a promise.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_tool_annotations {
    /// A name for people.
    pub title: sansmcp_str,
    /// A sansmcp_hint: it changes nothing.
    pub read_only: u8,
    /// A sansmcp_hint: it may destroy something.
    pub destructive: u8,
    /// A sansmcp_hint: a second call with the same arguments changes nothing more.
    pub idempotent: u8,
    /// A sansmcp_hint: it deals with an open world, such as the web.
    pub open_world: u8,
}

/// A tool that the model may call. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_tool {
    /// The name it is called by, required: 1 to 64 of `A-Z a-z 0-9 _ - . /`.
    pub name: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What it does, for the model.
    pub description: sansmcp_str,
    /// JSON Schema of the arguments, an object; left out, any object will do.
    pub input_schema: sansmcp_str,
    /// JSON Schema of the structured result. From 2025-06-18 on.
    pub output_schema: sansmcp_str,
    /// What it does to the world. From 2025-03-26 on.
    pub annotations: sansmcp_tool_annotations,
    /// Its pictures. From DRAFT-2025-v3 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// `_meta`, the JSON text of an object. From 2025-06-18 on.
    pub meta: sansmcp_str,
}

/// For whom a cached result holds; the value of sansmcp_server_info.cache_scope.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_cache_scope {
    /// For the same user only.
    SANSMCP_CACHE_PRIVATE = 0,
    /// For everybody.
    SANSMCP_CACHE_PUBLIC = 1,
}

/// What a server can do, and what a client can: the bits of sansmcp_server_info.capabilities and of
/// sansmcp_client_info.capabilities.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_capability {
    /// `tools`: announced anyway when there is a tool.
    SANSMCP_CAPABILITY_TOOLS = 1,
    /// `tools.listChanged`.
    SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED = 2,
    /// `resources`.
    SANSMCP_CAPABILITY_RESOURCES = 4,
    /// `resources.subscribe`.
    SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE = 8,
    /// `resources.listChanged`.
    SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED = 16,
    /// `prompts`.
    SANSMCP_CAPABILITY_PROMPTS = 32,
    /// `prompts.listChanged`.
    SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED = 64,
    /// `logging`.
    SANSMCP_CAPABILITY_LOGGING = 128,
    /// `completions`.
    SANSMCP_CAPABILITY_COMPLETIONS = 256,
    /// Of clients: `roots`.
    SANSMCP_CAPABILITY_ROOTS = 65536,
    /// Of clients: `roots.listChanged`.
    SANSMCP_CAPABILITY_ROOTS_LIST_CHANGED = 131_072,
    /// Of clients: `sampling`.
    SANSMCP_CAPABILITY_SAMPLING = 262_144,
    /// Of clients: `sampling.tools`.
    SANSMCP_CAPABILITY_SAMPLING_TOOLS = 524_288,
    /// Of clients: `sampling.context`.
    SANSMCP_CAPABILITY_SAMPLING_CONTEXT = 1_048_576,
    /// Of clients: `elicitation` by form.
    SANSMCP_CAPABILITY_ELICITATION_FORM = 2_097_152,
    /// Of clients: `elicitation.url`.
    SANSMCP_CAPABILITY_ELICITATION_URL = 4_194_304,
}

const _: () = {
    use sansmcp_capability::*;
    assert!(SANSMCP_CAPABILITY_TOOLS as u32 == Capabilities::TOOLS.0);
    assert!(SANSMCP_CAPABILITY_TOOLS_LIST_CHANGED as u32 == Capabilities::TOOLS_LIST_CHANGED.0);
    assert!(SANSMCP_CAPABILITY_RESOURCES as u32 == Capabilities::RESOURCES.0);
    assert!(SANSMCP_CAPABILITY_RESOURCES_SUBSCRIBE as u32 == Capabilities::RESOURCES_SUBSCRIBE.0);
    assert!(
        SANSMCP_CAPABILITY_RESOURCES_LIST_CHANGED as u32 == Capabilities::RESOURCES_LIST_CHANGED.0
    );
    assert!(SANSMCP_CAPABILITY_PROMPTS as u32 == Capabilities::PROMPTS.0);
    assert!(SANSMCP_CAPABILITY_PROMPTS_LIST_CHANGED as u32 == Capabilities::PROMPTS_LIST_CHANGED.0);
    assert!(SANSMCP_CAPABILITY_LOGGING as u32 == Capabilities::LOGGING.0);
    assert!(SANSMCP_CAPABILITY_COMPLETIONS as u32 == Capabilities::COMPLETIONS.0);
    assert!(SANSMCP_CAPABILITY_ROOTS as u32 == Capabilities::ROOTS.0);
    assert!(SANSMCP_CAPABILITY_ROOTS_LIST_CHANGED as u32 == Capabilities::ROOTS_LIST_CHANGED.0);
    assert!(SANSMCP_CAPABILITY_SAMPLING as u32 == Capabilities::SAMPLING.0);
    assert!(SANSMCP_CAPABILITY_SAMPLING_TOOLS as u32 == Capabilities::SAMPLING_TOOLS.0);
    assert!(SANSMCP_CAPABILITY_SAMPLING_CONTEXT as u32 == Capabilities::SAMPLING_CONTEXT.0);
    assert!(SANSMCP_CAPABILITY_ELICITATION_FORM as u32 == Capabilities::ELICITATION_FORM.0);
    assert!(SANSMCP_CAPABILITY_ELICITATION_URL as u32 == Capabilities::ELICITATION_URL.0);
};

/// What a server says of itself, and its tables. What is left zero is not said. It has to stay
/// as it is while a server uses it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_server_info {
    /// The name for programs, required.
    pub name: sansmcp_str,
    /// The version, required.
    pub version: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What it is. From 2025-11-25 on.
    pub description: sansmcp_str,
    /// Where to read about it. From DRAFT-2025-v3 on.
    pub website_url: sansmcp_str,
    /// What the model should know before it uses the server.
    pub instructions: sansmcp_str,
    /// Its pictures. From DRAFT-2025-v3 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// The tools. `tools` is announced when there is one.
    pub tools: *const sansmcp_tool,
    /// How many tools.
    pub tool_count: usize,
    /// Capabilities beyond those that follow from the tables: bits of
    /// sansmcp_capability.
    pub capabilities: u32,
    /// How long lists and `server/discover` may be kept, in milliseconds; 0: not at all. From
    /// 2026-07-28 on.
    pub cache_ttl_ms: u32,
    /// A sansmcp_cache_scope.
    pub cache_scope: u8,
}

// SAFETY: the tables do not change while the engine reads them, whoever does.
unsafe impl Sync for sansmcp_server_info {}
// SAFETY: as above.
unsafe impl Sync for sansmcp_tool {}

/// A text of a table that `check` found to be one; "" if it is not any more.
pub(crate) fn said<'a>(of: sansmcp_str) -> &'a str {
    // SAFETY: as the crate demands of all pointers.
    unsafe { text(of) }.unwrap_or_default()
}

pub(crate) fn said_or_not<'a>(of: sansmcp_str) -> Option<&'a str> {
    // SAFETY: as the crate demands of all pointers.
    unsafe { optional(of) }.unwrap_or_default()
}

pub(crate) fn items<'a, T>(first: *const T, count: usize) -> &'a [T] {
    // SAFETY: as the crate demands of all pointers.
    unsafe { slice(first, count) }.unwrap_or_default()
}

fn hint(number: u8) -> Option<bool> {
    match number {
        1 => Some(false),
        2 => Some(true),
        _ => None,
    }
}

/// Servers, tools and clients have a table of icons.
macro_rules! has_icons {
    ($($name:ident),*) => { $(
        impl IconSource for $name {
            fn icon(&self, index: usize) -> Option<Icon<'_>> {
                items(self.icons, self.icon_count).get(index).map(|icon| Icon {
                    src: said(icon.src),
                    mime_type: said_or_not(icon.mime_type),
                    sizes: &[],
                    theme: said_or_not(icon.theme),
                })
            }

            fn size(&self, icon: usize, index: usize) -> Option<&str> {
                let icon = items(self.icons, self.icon_count).get(icon)?;
                items(icon.sizes, icon.size_count).get(index).map(|size| said(*size))
            }
        }
    )* };
}
has_icons!(sansmcp_server_info, sansmcp_tool, sansmcp_client_info);

impl Catalog for sansmcp_server_info {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo {
            name: said(self.name),
            version: said(self.version),
            title: said_or_not(self.title),
            description: said_or_not(self.description),
            website_url: said_or_not(self.website_url),
            icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
            instructions: said_or_not(self.instructions),
            capabilities: Capabilities(self.capabilities),
            cache: CacheHint {
                ttl_ms: self.cache_ttl_ms,
                scope: if self.cache_scope == 1 { CacheScope::Public } else { CacheScope::Private },
            },
            ..ServerInfo::EMPTY
        }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        let tool = items(self.tools, self.tool_count).get(usize::try_from(index).ok()?)?;
        let says = &tool.annotations;
        let annotations = ToolAnnotations {
            title: said_or_not(says.title),
            read_only: hint(says.read_only),
            destructive: hint(says.destructive),
            idempotent: hint(says.idempotent),
            open_world: hint(says.open_world),
        };
        Some(Tool {
            name: said(tool.name),
            title: said_or_not(tool.title),
            description: said(tool.description),
            input_schema: said(tool.input_schema),
            output_schema: said(tool.output_schema),
            annotations: (annotations != ToolAnnotations::default()).then_some(annotations),
            icon_source: (tool.icon_count > 0).then_some(tool as &dyn IconSource),
            meta: said(tool.meta),
            ..Tool::EMPTY
        })
    }
}

/// Looks through all tables once, so that what is wrong in them is told at the start.
pub(crate) unsafe fn check(info: &sansmcp_server_info) -> Result<(), sansmcp_result> {
    let texts = [
        info.name,
        info.version,
        info.title,
        info.description,
        info.website_url,
        info.instructions,
    ];
    // SAFETY: as the crate demands of all pointers, here and below.
    unsafe {
        check_texts(&texts)?;
        check_icons(info.icons, info.icon_count)?;
        if info.cache_scope > 1 {
            return Err(SANSMCP_OUT_OF_RANGE);
        }
        for tool in slice(info.tools, info.tool_count)? {
            let says = &tool.annotations;
            check_texts(&[tool.name, tool.title, tool.description, says.title])?;
            let hints = [says.read_only, says.destructive, says.idempotent, says.open_world];
            if hints.iter().any(|hint| *hint > 2) {
                return Err(SANSMCP_OUT_OF_RANGE);
            }
            for json in [tool.input_schema, tool.output_schema, tool.meta] {
                object(json)?;
            }
            check_icons(tool.icons, tool.icon_count)?;
        }
    }
    Ok(())
}

pub(crate) unsafe fn check_texts(texts: &[sansmcp_str]) -> Result<(), sansmcp_result> {
    for &of in texts {
        // SAFETY: as the crate demands of all pointers.
        unsafe { text(of) }?;
    }
    Ok(())
}

pub(crate) unsafe fn check_icons(
    first: *const sansmcp_icon,
    count: usize,
) -> Result<(), sansmcp_result> {
    // SAFETY: as the crate demands of all pointers, here and below.
    for icon in unsafe { slice(first, count) }? {
        // SAFETY: as above.
        unsafe {
            check_texts(&[icon.src, icon.mime_type, icon.theme])?;
            check_texts(slice(icon.sizes, icon.size_count)?)?;
        }
    }
    Ok(())
}
