//! What a server offers.

use super::{Entry, entry};
use sansmcp::Revision;
use sansmcp::json::{Raw, Writer};
use sansmcp::schema::*;

pub const ANNOTATIONS: Annotations<'static> = Annotations {
    audience: &[Role::User, Role::Assistant],
    priority: Some(sansmcp::json::Number::Text("0.5")),
    last_modified: Some("lastModified"),
};

const ICONS: &[Icon<'static>] =
    &[Icon { src: "src", mime_type: Some("mimeType"), sizes: &["sizes"], theme: Some("dark") }];

const SERVER: ServerInfo<'static> = ServerInfo {
    name: "name",
    version: "version",
    title: Some("title"),
    description: Some("description"),
    website_url: Some("websiteUrl"),
    icons: ICONS,
    ..ServerInfo::EMPTY
};

pub const IMPLEMENTATION: Implementation<'static> = Implementation {
    name: "name",
    title: Some("title"),
    version: "version",
    description: Some("description"),
    website_url: Some("websiteUrl"),
    icons: ICONS,
    icon_source: None,
};

/// The first of the icons of an [`Implementation`].
struct OneIcon(Icon<'static>);

impl Object for OneIcon {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), sansmcp::Error> {
        let mut buffer = [0; 1024];
        let mut inner = Writer::new(&mut buffer);
        let icons = [self.0];
        Implementation { icons: &icons, ..Implementation::EMPTY }.write(&mut inner, revision)?;
        let whole = Raw::parse(inner.finish()).expect("JSON");
        let icon = whole.get("icons").and_then(|icons| icons.at(0));
        out.json(icon.ok_or(sansmcp::Error::NotSupported)?);
        Ok(())
    }
}

fn icon() -> Entry {
    static ICON: OneIcon = OneIcon(ICONS[0]);
    static EMPTY: OneIcon = OneIcon(Icon::EMPTY);
    Entry {
        name: "Icon",
        definitions: &["Icon"],
        bases: &[],
        properties: IconView::PROPERTIES,
        reads: |text, name| {
            let view = IconView::of(Raw::parse_str(text).expect("JSON")).expect("an object");
            view.reads(name) || (name == "sizes" && view.sizes_text().is_some())
        },
        samples: vec![&ICON],
        empty: Some(&EMPTY),
        // Sizes are a text in one revision and a list in others; a theme is handed on as it is.
        any: &["sizes", "theme"],
    }
}

pub const TOOL: Tool<'static> = Tool {
    name: "name",
    title: Some("title"),
    description: "description",
    input_schema: "{\"type\":\"object\",\"inputSchema\":1}",
    output_schema: "{\"type\":\"object\",\"outputSchema\":1}",
    annotations: Some(TOOL_ANNOTATIONS),
    execution: Some(ToolExecution { task_support: Some(TaskSupport::Optional) }),
    icons: ICONS,
    icon_source: None,
    meta: "{\"_meta\":1}",
};

const TOOL_ANNOTATIONS: ToolAnnotations<'static> = ToolAnnotations {
    title: Some("title"),
    read_only: Some(true),
    destructive: Some(false),
    idempotent: Some(true),
    open_world: Some(false),
};

pub const RESOURCE: Resource<'static> = Resource {
    uri: "uri",
    name: "name",
    title: Some("title"),
    description: Some("description"),
    mime_type: Some("mimeType"),
    size: Some(u64::MAX >> 1),
    annotations: Some(ANNOTATIONS),
    meta: "{\"_meta\":1}",
    icons: ICONS,
    icon_source: None,
};

pub const TEMPLATE: ResourceTemplate<'static> = ResourceTemplate {
    uri_template: "uriTemplate",
    name: "name",
    title: Some("title"),
    description: Some("description"),
    mime_type: Some("mimeType"),
    annotations: Some(ANNOTATIONS),
    meta: "{\"_meta\":1}",
    icons: ICONS,
    icon_source: None,
};

const ARGUMENT: PromptArgument<'static> = PromptArgument {
    name: "name",
    title: Some("title"),
    description: Some("description"),
    required: Some(true),
};

pub const PROMPT: Prompt<'static> = Prompt {
    name: "name",
    title: Some("title"),
    description: Some("description"),
    arguments: &[ARGUMENT, PromptArgument::EMPTY],
    argument_source: None,
    meta: "{\"_meta\":1}",
    icons: ICONS,
    icon_source: None,
};

pub const SERVER_CAPABILITIES: ServerCapabilities<'static> = ServerCapabilities {
    tools: Some(ListCapability { list_changed: Some(true) }),
    resources: Some(ResourcesCapability { subscribe: Some(true), list_changed: Some(false) }),
    prompts: Some(ListCapability::EMPTY),
    logging: "{}",
    completions: "{}",
    experimental: "{\"experimental\":{}}",
    extensions: "{\"extensions\":{}}",
};

pub fn entries() -> Vec<Entry> {
    vec![
        icon(),
        entry!(ServerInfo, ImplementationView, ["Implementation"], [], SERVER),
        entry!(
            Implementation,
            ImplementationView,
            ["Implementation"],
            ["BaseMetadata", "Icons"],
            IMPLEMENTATION
        ),
        entry!(Tool, ToolView, ["Tool"], ["BaseMetadata", "Icons"], TOOL),
        entry!(ToolAnnotations, ToolAnnotationsView, ["ToolAnnotations"], [], TOOL_ANNOTATIONS),
        entry!(
            ToolExecution,
            ToolExecutionView,
            ["ToolExecution"],
            [],
            ToolExecution { task_support: Some(TaskSupport::Forbidden) },
            ToolExecution { task_support: Some(TaskSupport::Required) }
        ),
        entry!(
            ToolSchema,
            ToolSchemaView,
            ["Tool.inputSchema", "Tool.outputSchema"],
            [],
            ToolSchema {
                dialect: Some("$schema"),
                properties: "{\"properties\":{}}",
                required: &["required"],
                extra: "{\"extra\":false}",
            }
        ),
        entry!(Annotations, AnnotationsView, ["Annotations"], [], ANNOTATIONS),
        entry!(Resource, ResourceView, ["Resource"], ["BaseMetadata", "Icons"], RESOURCE),
        entry!(ResourceTemplate, ResourceTemplateView, ["ResourceTemplate"], [], TEMPLATE),
        entry!(Prompt, PromptView, ["Prompt"], ["BaseMetadata", "Icons"], PROMPT),
        entry!(PromptArgument, PromptArgumentView, ["PromptArgument"], [], ARGUMENT),
        entry!(
            ServerCapabilities,
            ServerCapabilitiesView,
            ["ServerCapabilities"],
            [],
            SERVER_CAPABILITIES
        ),
        entry!(
            ListCapability,
            ListCapabilityView,
            ["ServerCapabilities.tools", "ServerCapabilities.prompts"],
            [],
            ListCapability { list_changed: Some(false) }
        ),
        entry!(
            ResourcesCapability,
            ResourcesCapabilityView,
            ["ServerCapabilities.resources"],
            [],
            ResourcesCapability { subscribe: Some(true), list_changed: Some(false) }
        ),
    ]
}
