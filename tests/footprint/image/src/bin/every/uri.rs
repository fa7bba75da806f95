//! URI templates, icons, keys of `_meta`.

use sansmcp::json::{Text, Writer};
use sansmcp::uri::{Captured, MAX_VARIABLES, Template, is_safe_icon};
use sansmcp::{Revision, meta};

use crate::{Unknown, keep};

pub(crate) fn uris(unknown: &mut Unknown<'_>) {
    keep(unknown.number(MAX_VARIABLES));
    let text = unknown.text;
    keep(is_safe_icon(text));
    keep((meta::is_valid_key(text), meta::is_valid_extension(text)));
    if let Some(revision) = Revision::from_number(unknown.number(5)) {
        keep(meta::is_reserved_key(text, revision));
    }
    let template = match Template::new(text) {
        Ok(template) => template,
        Err(error) => {
            keep(error.fault.message());
            let Ok(template) = Template::for_expansion(text) else { return };
            template
        }
    };
    keep(template.as_str());
    template.variables().for_each(keep);
    let value = |name: &str| (name.len() > 1).then_some(text);
    keep(template.expand(value, unknown.out).map(str::len));
    template.expand_into(value, &mut Writer::new(unknown.out));
    let uri = unknown.number(text);
    if let Some(captures) = template.matches(uri) {
        captures.iter().for_each(|(name, value)| keep((name, value.raw(), value.as_str())));
        if let Some(value) = captures.get(text) {
            value.bytes().for_each(keep);
            keep(value == text);
            keep(value.decode(unknown.out).map(str::len));
        }
    }
    keep(Captured::parse(uri).map(|piece| piece.raw()));
    if let Some(uri) = Text::parse(text) {
        keep(is_safe_icon(uri));
        keep(template.matches_text(uri, unknown.out).is_ok_and(|found| found.is_some()));
    }
}
