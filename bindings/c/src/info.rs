//! What the server says of itself, in tables of the caller's.

use engine::rules::Capabilities;
use engine::schema::{
    CacheHint, CacheScope, Icon, IconSource, Prompt, Resource, ResourceTemplate, TaskSupport,
    ToolAnnotations, ToolExecution,
};
use engine::{Catalog, ServerInfo, Tool};

use crate::client_info::sansmcp_client_info;
use crate::edge::{optional, slice, text};
use crate::entries::{sansmcp_prompt, sansmcp_resource, sansmcp_template};
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

/// Whether a tool can be called as a task (2025-11-25 only); the value of
/// sansmcp_tool.task_support.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_task_support {
    /// Nothing is said, which means that it cannot.
    SANSMCP_TASK_SUPPORT_NONE = 0,
    /// It cannot.
    SANSMCP_TASK_SUPPORT_FORBIDDEN = 1,
    /// It can, and need not.
    SANSMCP_TASK_SUPPORT_OPTIONAL = 2,
    /// It must be.
    SANSMCP_TASK_SUPPORT_REQUIRED = 3,
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
    /// A sansmcp_task_support. 2025-11-25 only.
    pub task_support: u8,
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
    /// The resources. `resources` is announced when there is one, or a template.
    pub resources: *const sansmcp_resource,
    /// How many resources.
    pub resource_count: usize,
    /// The resource templates.
    pub templates: *const sansmcp_template,
    /// How many templates.
    pub template_count: usize,
    /// The prompts. `prompts` is announced when there is one.
    pub prompts: *const sansmcp_prompt,
    /// How many prompts.
    pub prompt_count: usize,
    /// Extensions and their settings: the JSON text of an object of objects. From 2026-07-28 on.
    pub extensions: sansmcp_str,
    /// Capabilities that the protocol does not know: the JSON text of an object of objects.
    pub experimental: sansmcp_str,
    /// Capabilities beyond those that follow from the tables: bits of sansmcp_capability. Of a list
    /// that is answered entry by entry (sansmcp_server_page) the capability has to be said here.
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

pub(crate) fn hint(number: u8) -> Option<bool> {
    match number {
        1 => Some(false),
        2 => Some(true),
        _ => None,
    }
}

/// The icon at `index` of a table, without its sizes.
pub(crate) fn icon_of<'a>(
    first: *const sansmcp_icon,
    count: usize,
    index: usize,
) -> Option<Icon<'a>> {
    items(first, count).get(index).map(|icon| Icon {
        src: said(icon.src),
        mime_type: said_or_not(icon.mime_type),
        sizes: &[],
        theme: said_or_not(icon.theme),
    })
}

/// The size at `index` of the icon at `icon`.
pub(crate) fn size_of_icon<'a>(
    first: *const sansmcp_icon,
    count: usize,
    icon: usize,
    index: usize,
) -> Option<&'a str> {
    let icon = items(first, count).get(icon)?;
    items(icon.sizes, icon.size_count).get(index).map(|size| said(*size))
}

/// Servers, their entries and clients have a table of icons.
macro_rules! has_icons {
    ($($name:ident),*) => { $(
        impl engine::schema::IconSource for $name {
            fn icon(&self, index: usize) -> Option<engine::schema::Icon<'_>> {
                $crate::info::icon_of(self.icons, self.icon_count, index)
            }

            fn size(&self, icon: usize, index: usize) -> Option<&str> {
                $crate::info::size_of_icon(self.icons, self.icon_count, icon, index)
            }
        }
    )* };
}
pub(crate) use has_icons;
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
            extensions: said(self.extensions),
            experimental: said(self.experimental),
            cache: CacheHint {
                ttl_ms: self.cache_ttl_ms,
                scope: if self.cache_scope == 1 { CacheScope::Public } else { CacheScope::Private },
            },
            ..ServerInfo::EMPTY
        }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        entry(self.tools, self.tool_count, index).map(sansmcp_tool::read)
    }

    fn resource(&self, index: u32) -> Option<Resource<'_>> {
        entry(self.resources, self.resource_count, index).map(sansmcp_resource::read)
    }

    fn template(&self, index: u32) -> Option<ResourceTemplate<'_>> {
        entry(self.templates, self.template_count, index).map(sansmcp_template::read)
    }

    fn prompt(&self, index: u32) -> Option<Prompt<'_>> {
        entry(self.prompts, self.prompt_count, index).map(sansmcp_prompt::read)
    }
}

/// The entry at `index` of a table.
fn entry<'a, T>(first: *const T, count: usize, index: u32) -> Option<&'a T> {
    items(first, count).get(usize::try_from(index).ok()?)
}

impl sansmcp_tool {
    /// As the engine has it, over the same memory.
    pub(crate) fn read(&self) -> Tool<'_> {
        let says = &self.annotations;
        let annotations = ToolAnnotations {
            title: said_or_not(says.title),
            read_only: hint(says.read_only),
            destructive: hint(says.destructive),
            idempotent: hint(says.idempotent),
            open_world: hint(says.open_world),
        };
        let support = match self.task_support {
            1 => Some(TaskSupport::Forbidden),
            2 => Some(TaskSupport::Optional),
            3 => Some(TaskSupport::Required),
            _ => None,
        };
        Tool {
            name: said(self.name),
            title: said_or_not(self.title),
            description: said(self.description),
            input_schema: said(self.input_schema),
            output_schema: said(self.output_schema),
            annotations: (annotations != ToolAnnotations::default()).then_some(annotations),
            execution: support.map(|support| ToolExecution { task_support: Some(support) }),
            icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
            meta: said(self.meta),
            ..Tool::EMPTY
        }
    }

    /// Looks at all pointers and texts.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        let says = &self.annotations;
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            check_texts(&[self.name, self.title, self.description, says.title])?;
            for json in [self.input_schema, self.output_schema, self.meta] {
                object(json)?;
            }
            check_icons(self.icons, self.icon_count)?;
        }
        for number in [says.read_only, says.destructive, says.idempotent, says.open_world] {
            check_hint(number)?;
        }
        if self.task_support > 3 { Err(SANSMCP_OUT_OF_RANGE) } else { Ok(()) }
    }
}

pub(crate) fn check_hint(number: u8) -> Result<(), sansmcp_result> {
    if number > 2 { Err(SANSMCP_OUT_OF_RANGE) } else { Ok(()) }
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
        object(info.extensions)?;
        object(info.experimental)?;
        for tool in slice(info.tools, info.tool_count)? {
            tool.check()?;
        }
        for resource in slice(info.resources, info.resource_count)? {
            resource.check()?;
        }
        for template in slice(info.templates, info.template_count)? {
            template.check()?;
        }
        for prompt in slice(info.prompts, info.prompt_count)? {
            prompt.check()?;
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
