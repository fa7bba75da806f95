//! What is read of the head of an HTTP request, and what its headers say of the body.

use sansmcp::Code;
use sansmcp::http::{
    Head, Header, Single, accepts, content_type, cors, is_host_allowed, is_origin_allowed, origin,
    params, sentinel,
};
use sansmcp::json::{Raw, Writer};
use sansmcp::rules::{Refusal, status};

use crate::{Unknown, keep};

/// A head of lines that nobody knows.
pub(crate) fn lines<'h>(unknown: &Unknown<'h>) -> [Header<'h>; 4] {
    let mut lines = [Header { name: unknown.text, value: unknown.bytes }; 4];
    let mut rest = unknown.bytes;
    for line in &mut lines {
        let cut = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let Some((value, after)) = rest.split_at_checked(cut) else { break };
        let name = unknown.text.get(..unknown.number(cut)).unwrap_or(unknown.text);
        *line = Header { name, value };
        rest = after;
    }
    lines
}

pub(crate) fn heads(unknown: &mut Unknown<'_>) {
    let lines = lines(unknown);
    let head = Head { method: unknown.text, headers: unknown.number(&lines[..]) };
    keep(head.get(unknown.text));
    head.all(unknown.text).for_each(keep);
    match head.single(unknown.text) {
        Single::One(value) => keep(value),
        other => keep(other),
    }
    keep((accepts(&head), content_type(&head)));
    let list = [unknown.text, unknown.text.get(1..).unwrap_or_default()];
    let list = unknown.number(&list[..]);
    keep((is_host_allowed(&head, list), is_origin_allowed(&head, list)));
    keep((origin(&head, list), cors::exposed(&head, list), cors::is_preflight(&head)));
    if let Some(lines) = cors::preflight(&head, list, unknown.number(cors::POST_ALONE)) {
        lines.for_each(keep);
    }
}

pub(crate) fn mirrors(unknown: &mut Unknown<'_>) {
    let lines = lines(unknown);
    let head = Head { method: unknown.text, headers: unknown.number(&lines[..]) };
    if let Ok(raw) = Raw::parse(unknown.bytes) {
        if let Some(text) = raw.text() {
            keep(sentinel::matches_text(unknown.text.as_bytes(), text));
            let mut out = Writer::new(unknown.out);
            keep((sentinel::text_needs_sentinel(text), sentinel::write_text(&mut out, text)));
            keep(out.finish());
        }
        if let Some(number) = raw.number() {
            keep(sentinel::matches_number(unknown.text.as_bytes(), number));
        }
        keep(sentinel::matches_bool(unknown.bytes, raw.is_null()));
        let arguments = Raw::parse_str(unknown.text).ok();
        match params::check(raw, arguments, &head) {
            Ok(()) => {}
            Err(wrong) => keep((wrong.name, wrong.why)),
        }
        let mut all = params::Params::of(raw);
        while let Some(param) = all.next() {
            keep((param, arguments.and_then(|arguments| param.value(arguments))));
        }
        keep(params::validate(raw).map_err(|invalid| (invalid, invalid.message())));
        let mut out = Writer::new(unknown.out);
        keep(params::write_params(&mut out, raw, arguments));
        keep(out.finish());
    }
    keep(params::may_have_params(unknown.text));
    keep(sentinel::needs_sentinel(unknown.text));
    let mut out = Writer::new(unknown.out);
    sentinel::write(&mut out, unknown.text);
    keep(out.finish());
}

pub(crate) fn statuses(unknown: &mut Unknown<'_>) {
    let is_modern = unknown.number(true);
    if let Some(refusal) = Refusal::from_number(unknown.number(3)) {
        keep(status::of_refusal(refusal, is_modern));
    }
    keep(status::of_code(Code(unknown.number(-32602)), is_modern));
}
