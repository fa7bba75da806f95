//! The catalog that the core asks: it lends what an [`Info`] owns, entry by entry.

use sansmcp::schema::{
    ArgumentSource, Icon as CoreIcon, IconSource, Prompt as CorePrompt,
    PromptArgument as CoreArgument, Resource as CoreResource, ResourceTemplate as CoreTemplate,
    ToolAnnotations as CoreHints, ToolExecution,
};
use sansmcp::{Catalog, ServerInfo, Tool as CoreTool};

use crate::catalog::{Offer, Prompt, PromptArgument, Resource, ResourceTemplate};
use crate::info::{Icon, Info, Tool, ToolAnnotations};

/// Owns every text and list that the core borrows of it.
pub(crate) struct Shelf(Info);

impl Shelf {
    pub(crate) fn new(info: Info) -> Self {
        Self(info)
    }

    /// Puts other tables in the place of those that it has.
    pub(crate) fn take(&mut self, offer: Offer) {
        let Info { tools, resources, templates, prompts, .. } = &mut self.0;
        put(tools, offer.tools);
        put(resources, offer.resources);
        put(templates, offer.templates);
        put(prompts, offer.prompts);
    }
}

fn put<T>(place: &mut Vec<T>, table: Option<Vec<T>>) {
    if let Some(table) = table {
        *place = table;
    }
}

fn at<T>(table: &[T], index: u32) -> Option<&T> {
    table.get(usize::try_from(index).ok()?)
}

impl Catalog for Shelf {
    fn info(&self) -> ServerInfo<'_> {
        let info = &self.0;
        ServerInfo {
            name: &info.name,
            version: &info.version,
            title: info.title.as_deref(),
            description: info.description.as_deref(),
            website_url: info.website_url.as_deref(),
            icon_source: source(&info.icons, info),
            instructions: info.instructions.as_deref(),
            capabilities: info.capabilities,
            extensions: &info.extensions,
            experimental: &info.experimental,
            cache: info.cache,
            ..ServerInfo::EMPTY
        }
    }

    fn tool(&self, index: u32) -> Option<CoreTool<'_>> {
        at(&self.0.tools, index).map(Tool::core)
    }

    fn resource(&self, index: u32) -> Option<CoreResource<'_>> {
        at(&self.0.resources, index).map(Resource::core)
    }

    fn template(&self, index: u32) -> Option<CoreTemplate<'_>> {
        at(&self.0.templates, index).map(ResourceTemplate::core)
    }

    fn prompt(&self, index: u32) -> Option<CorePrompt<'_>> {
        at(&self.0.prompts, index).map(Prompt::core)
    }
}

/// Whose icons they are, if there are any.
fn source<'a>(icons: &[Icon], owner: &'a dyn IconSource) -> Option<&'a dyn IconSource> {
    if icons.is_empty() { None } else { Some(owner) }
}

/// The core asks the owner of icons for them one by one, so that they need not lie in a table of
/// the core's.
macro_rules! icon_sources {
    ($($owner:ident)*) => { $(
        impl IconSource for $owner {
            fn icon(&self, index: usize) -> Option<CoreIcon<'_>> {
                self.icons.get(index).map(Icon::core)
            }

            fn size(&self, icon: usize, index: usize) -> Option<&str> {
                self.icons.get(icon)?.sizes.get(index).map(String::as_str)
            }
        }
    )* };
}

icon_sources! { Info Tool Resource ResourceTemplate Prompt }

impl Icon {
    /// The core's, over the same memory, without its sizes.
    fn core(&self) -> CoreIcon<'_> {
        CoreIcon {
            src: &self.src,
            mime_type: self.mime_type.as_deref(),
            theme: self.theme.as_deref(),
            ..CoreIcon::EMPTY
        }
    }
}

impl ToolAnnotations {
    /// The core's, over the same memory.
    fn core(&self) -> CoreHints<'_> {
        CoreHints {
            title: self.title.as_deref(),
            read_only: self.read_only,
            destructive: self.destructive,
            idempotent: self.idempotent,
            open_world: self.open_world,
        }
    }
}

impl Tool {
    /// The core's, over the same memory.
    pub(crate) fn core(&self) -> CoreTool<'_> {
        let execution = |support| ToolExecution { task_support: Some(support) };
        CoreTool {
            name: &self.name,
            title: self.title.as_deref(),
            description: &self.description,
            input_schema: &self.input_schema,
            output_schema: &self.output_schema,
            annotations: self.annotations.as_ref().map(ToolAnnotations::core),
            execution: self.task_support.map(execution),
            icon_source: source(&self.icons, self),
            meta: &self.meta,
            ..CoreTool::EMPTY
        }
    }
}

impl Resource {
    /// The core's, over the same memory.
    pub(crate) fn core(&self) -> CoreResource<'_> {
        CoreResource {
            uri: &self.uri,
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            mime_type: self.mime_type.as_deref(),
            size: self.size,
            annotations: self.annotations.as_ref().map(|annotations| annotations.core()),
            meta: &self.meta,
            icon_source: source(&self.icons, self),
            ..CoreResource::EMPTY
        }
    }
}

impl ResourceTemplate {
    /// The core's, over the same memory.
    pub(crate) fn core(&self) -> CoreTemplate<'_> {
        CoreTemplate {
            uri_template: &self.uri_template,
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            mime_type: self.mime_type.as_deref(),
            annotations: self.annotations.as_ref().map(|annotations| annotations.core()),
            meta: &self.meta,
            icon_source: source(&self.icons, self),
            ..CoreTemplate::EMPTY
        }
    }
}

impl Prompt {
    /// The core's, over the same memory.
    pub(crate) fn core(&self) -> CorePrompt<'_> {
        CorePrompt {
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            argument_source: Some(self),
            meta: &self.meta,
            icon_source: source(&self.icons, self),
            ..CorePrompt::EMPTY
        }
    }
}

impl ArgumentSource for Prompt {
    fn argument(&self, index: usize) -> Option<CoreArgument<'_>> {
        self.arguments.get(index).map(PromptArgument::core)
    }
}

impl PromptArgument {
    /// The core's, over the same memory.
    fn core(&self) -> CoreArgument<'_> {
        CoreArgument {
            name: &self.name,
            title: self.title.as_deref(),
            description: self.description.as_deref(),
            required: self.required,
        }
    }
}
