//! Texts and lists laid out once in the form that the core borrows, for what is made once and asked
//! for often.

use std::sync::Arc;

use sansmcp::schema::Icon as CoreIcon;

use crate::info::Icon;

/// What is borrowed for ever. Reference counts keep what they own in one place on the heap when
/// they are moved.
#[derive(Default)]
pub(crate) struct Kept {
    texts: Vec<Arc<str>>,
    lists: Vec<Arc<[&'static str]>>,
    icons: Vec<Arc<[CoreIcon<'static>]>>,
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
}
