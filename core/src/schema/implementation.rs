//! `Implementation`: the name and version of a program, with its icons.

use super::ServerInfo;
use crate::json::Writer;
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

/// Writes `,"key":"value"` if there is a value.
pub(super) fn write_optional(out: &mut Writer<'_>, key: &str, value: Option<&str>) {
    if let Some(value) = value {
        out.put_str(",\"");
        out.put_str(key);
        out.put_str("\":");
        out.string(value);
    }
}

/// Writes `,"icons":[…]` where the revision has icons and there are any.
pub(super) fn write_icons(out: &mut Writer<'_>, icons: &[Icon<'_>], revision: Revision) {
    if icons.is_empty() || !revision.rules().icons {
        return;
    }
    out.put_str(",\"icons\":[");
    for (index, icon) in icons.iter().enumerate() {
        out.put_str(if index == 0 { "{\"src\":" } else { ",{\"src\":" });
        out.string(icon.src);
        write_optional(out, "mimeType", icon.mime_type);
        write_sizes(out, icon.sizes, revision);
        if revision >= Revision::V2025_11_25 {
            write_optional(out, "theme", icon.theme);
        }
        out.put_str("}");
    }
    out.put_str("]");
}

/// The sizes: one text of words in `DRAFT-2025-v3`, a list after it.
fn write_sizes(out: &mut Writer<'_>, sizes: &[&str], revision: Revision) {
    if sizes.is_empty() {
        return;
    }
    let list = revision >= Revision::V2025_11_25;
    out.put_str(if list { ",\"sizes\":[" } else { ",\"sizes\":\"" });
    for (index, size) in sizes.iter().enumerate() {
        match (list, index) {
            (true, 0) => out.string(size),
            (true, _) => {
                out.put_str(",");
                out.string(size);
            }
            (false, 0) => out.escaped(size),
            (false, _) => {
                out.put_str(" ");
                out.escaped(size);
            }
        }
    }
    out.put_str(if list { "]" } else { "\"" });
}

/// Writes the whole object, with the members that the revision has.
pub(crate) fn write_implementation(
    out: &mut Writer<'_>,
    info: &ServerInfo<'_>,
    revision: Revision,
) {
    let rules = revision.rules();
    out.put_str("{\"name\":");
    out.string(info.name);
    if rules.titles {
        write_optional(out, "title", info.title);
    }
    out.put_str(",\"version\":");
    out.string(info.version);
    if rules.descriptions {
        write_optional(out, "description", info.description);
    }
    if rules.icons {
        write_optional(out, "websiteUrl", info.website_url);
        write_icons(out, info.icons, revision);
    }
    out.put_str("}");
}
