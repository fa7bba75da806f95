//! `Implementation`: the name and version of a program, with its icons.

use super::table::{object, view};
use super::{Object, ServerInfo};
use crate::error::Error;
use crate::json::{Text, Writer};
use crate::rules::Revision;

/// A picture that stands for a thing. From `DRAFT-2025-v3` on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Icon<'a> {
    /// An `https:` or `data:` URI.
    pub src: &'a str,
    /// Its media type, if the source does not tell.
    pub mime_type: Option<&'a str>,
    /// Sizes such as `48x48`, or `any`.
    pub sizes: &'a [&'a str],
    /// `light` or `dark`. From 2025-11-25 on.
    pub theme: Option<&'a str>,
}

impl Icon<'_> {
    /// Nothing set: fill in what there is, and leave the rest to `..Icon::EMPTY`.
    pub const EMPTY: Icon<'static> = Icon { src: "", mime_type: None, sizes: &[], theme: None };
}

/// Icons that live in memory of another shape than [`Icon`], such as a table in C: one at a time
/// is asked for.
pub trait IconSource: Sync {
    /// The icon at `index`, counted from 0, without its sizes; `None` past the last.
    fn icon(&self, index: usize) -> Option<Icon<'_>>;

    /// The size at `index` of the icon at `icon`; `None` past the last.
    fn size(&self, icon: usize, index: usize) -> Option<&str>;
}

impl core::fmt::Debug for dyn IconSource + '_ {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("IconSource")
    }
}

view! {
    /// How an [`Icon`] is read.
    IconView {
        /// An `https:` or `data:` URI. Whoever shows it should take it from where the peer is.
        "src" src: text, DRAFT;
        /// Its media type, if the source does not tell.
        "mimeType" mime_type: maybe, DRAFT;
        /// Sizes such as `48x48`, or `any`. Of a peer of `DRAFT-2025-v3` see
        /// [`IconView::sizes_text`].
        "sizes" sizes: strings, DRAFT;
        /// `light` or `dark`. From 2025-11-25 on.
        "theme" theme: maybe, NOV25;
    }
}

impl<'a> IconView<'a> {
    /// The sizes as `DRAFT-2025-v3` writes them: one text, with spaces between them.
    #[must_use]
    pub fn sizes_text(&self) -> Option<Text<'a>> {
        self.raw().get("sizes")?.text()
    }
}

object! {
    /// The name and version of a program: of the client, or of the server as a client sees it. A
    /// server says of itself what its [`ServerInfo`] holds.
    Implementation<'a> ImplementationView, NOV24 {
        /// The name for programs, required.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// The version, required.
        "version" version: text, NOV24;
        /// What it is. From 2025-11-25 on.
        "description" description: maybe, NOV25;
        /// Where to read about it. From `DRAFT-2025-v3` on.
        "websiteUrl" website_url: maybe, DRAFT;
        icons DRAFT;
    }
}

/// Icons in a slice, with their sizes.
struct Listed<'a>(&'a [Icon<'a>]);

impl IconSource for Listed<'_> {
    fn icon(&self, index: usize) -> Option<Icon<'_>> {
        self.0.get(index).copied()
    }

    fn size(&self, icon: usize, index: usize) -> Option<&str> {
        self.0.get(icon)?.sizes.get(index).copied()
    }
}

/// Writes `,"key":"value"` if there is a value.
#[inline(always)]
pub(super) fn write_optional(out: &mut Writer<'_>, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        write_member(out, key, value);
    }
}

#[inline(never)]
fn write_member(out: &mut Writer<'_>, key: &str, value: &str) {
    out.put_str(",\"");
    out.put_str(key);
    out.put_str("\":");
    out.string(value);
}

/// Writes `,"icons":[…]` where the revision has icons and there are any: those of the slice, or
/// those of the source if there is one.
pub(super) fn write_icons(
    out: &mut Writer<'_>,
    icons: &[Icon<'_>],
    source: Option<&dyn IconSource>,
    revision: Revision,
) {
    if !revision.rules().icons || (icons.is_empty() && source.is_none()) {
        return;
    }
    let listed = Listed(icons);
    let source = source.unwrap_or(&listed);
    let mut before = ",\"icons\":[{\"src\":";
    let mut index: usize = 0;
    while let Some(icon) = source.icon(index) {
        out.put_str(before);
        before = ",{\"src\":";
        out.string(icon.src);
        write_optional(out, "mimeType", icon.mime_type);
        write_sizes(out, source, index, revision);
        if revision.rules().descriptions {
            write_optional(out, "theme", icon.theme);
        }
        out.put_str("}");
        index = index.saturating_add(1);
    }
    if index > 0 {
        out.put_str("]");
    }
}

/// The sizes: one text of words in `DRAFT-2025-v3`, a list after it.
fn write_sizes(out: &mut Writer<'_>, source: &dyn IconSource, icon: usize, revision: Revision) {
    let list = revision.rules().descriptions;
    let (open, between, close) =
        if list { (",\"sizes\":[\"", "\",\"", "\"]") } else { (",\"sizes\":\"", " ", "\"") };
    let mut before = open;
    let mut index: usize = 0;
    while let Some(size) = source.size(icon, index) {
        out.put_str(before);
        before = between;
        out.escaped(size);
        index = index.saturating_add(1);
    }
    if index > 0 {
        out.put_str(close);
    }
}

impl Object for ServerInfo<'_> {
    /// Writes it as an [`Implementation`]: the rest does not belong there.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        write_implementation(out, self, revision);
        Ok(())
    }
}

/// Writes the whole object, with the members that the revision has.
pub(crate) fn write_implementation(
    out: &mut Writer<'_>,
    info: &ServerInfo<'_>,
    revision: Revision,
) {
    let rules = revision.rules();
    out.put_str("{\"name\":\"");
    out.escaped(info.name);
    out.put_str("\"");
    if rules.titles {
        write_optional(out, "title", info.title);
    }
    out.put_str(",\"version\":\"");
    out.escaped(info.version);
    out.put_str("\"");
    if rules.descriptions {
        write_optional(out, "description", info.description);
    }
    if rules.icons {
        write_optional(out, "websiteUrl", info.website_url);
        if !info.icons.is_empty() || info.icon_source.is_some() {
            write_icons(out, info.icons, info.icon_source, revision);
        }
    }
    out.put_str("}");
}
