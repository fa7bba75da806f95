//! The catalog that the core asks: an [`Info`] laid out once in the form that the core borrows, so
//! that no call has to convert anything.

use std::sync::Arc;

use sansmcp::schema::{Icon as CoreIcon, ToolAnnotations};
use sansmcp::{Catalog, ServerInfo, Tool as CoreTool};

use crate::info::{Annotations, Icon, Info, Tool};

/// Owns every text and list that `info` and `tools` borrow.
///
/// They claim to borrow for ever, and never leave with that claim: both accessors of the trait
/// shorten it to the borrow of the shelf.
pub(crate) struct Shelf {
    info: ServerInfo<'static>,
    tools: Vec<CoreTool<'static>>,
    _kept: Kept,
}

/// What is borrowed for ever. Reference counts keep what they own in one place on the heap when
/// they are moved.
#[derive(Default)]
pub(crate) struct Kept {
    texts: Vec<Arc<str>>,
    lists: Vec<Arc<[&'static str]>>,
    icons: Vec<Arc<[CoreIcon<'static>]>>,
}

impl Shelf {
    pub(crate) fn new(info: Info) -> Self {
        let mut kept = Kept::default();
        let laid_out = ServerInfo {
            name: kept.text(info.name),
            version: kept.text(info.version),
            title: kept.optional(info.title),
            description: kept.optional(info.description),
            website_url: kept.optional(info.website_url),
            icons: kept.icons(info.icons),
            instructions: kept.optional(info.instructions),
            cache: info.cache,
            ..ServerInfo::EMPTY
        };
        let tools = info.tools.into_iter().map(|tool| kept.tool(tool)).collect();
        Self { info: laid_out, tools, _kept: kept }
    }
}

impl Catalog for Shelf {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo { tools: &self.tools, ..self.info }
    }

    fn tool(&self, index: u32) -> Option<CoreTool<'_>> {
        self.tools.get(usize::try_from(index).ok()?).copied()
    }
}

impl Kept {
    pub(crate) fn text(&mut self, text: String) -> &'static str {
        if text.is_empty() {
            return "";
        }
        let text: Arc<str> = text.into();
        // SAFETY: the text is never changed, and is dropped with the shelf, after which nothing
        // can reach the reference.
        let view = unsafe { &*Arc::as_ptr(&text) };
        self.texts.push(text);
        view
    }

    pub(crate) fn optional(&mut self, text: Option<String>) -> Option<&'static str> {
        text.map(|text| self.text(text))
    }

    pub(crate) fn icons(&mut self, icons: Vec<Icon>) -> &'static [CoreIcon<'static>] {
        if icons.is_empty() {
            return &[];
        }
        let icons: Arc<[CoreIcon<'static>]> =
            icons.into_iter().map(|icon| self.icon(icon)).collect();
        // SAFETY: as in `text`.
        let view = unsafe { &*Arc::as_ptr(&icons) };
        self.icons.push(icons);
        view
    }

    pub(crate) fn texts(&mut self, texts: Vec<String>) -> &'static [&'static str] {
        let texts: Arc<[&'static str]> = texts.into_iter().map(|text| self.text(text)).collect();
        // SAFETY: as in `text`.
        let view = unsafe { &*Arc::as_ptr(&texts) };
        self.lists.push(texts);
        view
    }

    fn icon(&mut self, icon: Icon) -> CoreIcon<'static> {
        CoreIcon {
            src: self.text(icon.src),
            mime_type: self.optional(icon.mime_type),
            sizes: self.texts(icon.sizes),
            theme: self.optional(icon.theme),
        }
    }

    fn annotations(&mut self, annotations: Annotations) -> ToolAnnotations<'static> {
        ToolAnnotations {
            title: self.optional(annotations.title),
            read_only: annotations.read_only,
            destructive: annotations.destructive,
            idempotent: annotations.idempotent,
            open_world: annotations.open_world,
        }
    }

    fn tool(&mut self, tool: Tool) -> CoreTool<'static> {
        CoreTool {
            name: self.text(tool.name),
            title: self.optional(tool.title),
            description: self.text(tool.description),
            input_schema: self.text(tool.input_schema),
            output_schema: self.text(tool.output_schema),
            annotations: tool.annotations.map(|annotations| self.annotations(annotations)),
            icons: self.icons(tool.icons),
            meta: self.text(tool.meta),
            ..CoreTool::EMPTY
        }
    }
}
