//! The JSON module.

use sansmcp::json::{Number, Raw, Scanner, Span, Writer, base64, find};

use crate::{Unknown, keep};

pub(crate) fn values(unknown: &mut Unknown<'_>) {
    match Raw::parse(unknown.bytes) {
        Ok(raw) => {
            keep((raw.as_str(), raw.kind(), raw.bool(), raw.is_null()));
            keep((raw.get(unknown.text), raw.at(unknown.number(3))));
            raw.members().for_each(keep);
            raw.items().for_each(keep);
            if let Some(number) = raw.number() {
                keep((number.as_i64(), Number::compare(number, Number::parse(unknown.text))));
                keep(number.scaled(unknown.number(7) as u8));
            }
        }
        Err(fault) => keep(fault.message()),
    }
    if let Some(text) = Raw::parse_str(unknown.text).ok().and_then(|raw| raw.text()) {
        keep((text.raw(), text.is_empty(), text.as_str(), text.len(), text.hash32()));
        text.chars().for_each(keep);
        keep(text == *unknown.text);
        keep(Raw::parse(unknown.bytes).ok().and_then(|raw| raw.text()) == Some(text));
        keep(text.decode(unknown.out));
    }
}

pub(crate) fn scanner(unknown: &mut Unknown<'_>) {
    let mut scanner = Scanner::new(unknown.text);
    scanner.space();
    keep((scanner.peek(), scanner.at(), scanner.text()));
    let mut first = true;
    if scanner.enter(unknown.number(b'{')) {
        while let Ok(Some(key)) = scanner.member(&mut first) {
            keep(key);
            keep(scanner.value(unknown.number(7)));
        }
    }
    let mut again = Scanner::resume(unknown.text, unknown.number(9));
    while let Ok(true) = again.element(&mut first) {
        match again.value(unknown.number(7)) {
            Ok(span) => keep((span.of(unknown.text), span.is_none(), span.end())),
            Err(_) => break,
        }
    }
    keep(again.end());
    keep(Span::new(unknown.number(1), unknown.number(2)).of(unknown.text));
}

pub(crate) fn writer(unknown: &mut Unknown<'_>) {
    let (skip, mark) = (unknown.number(5), unknown.number(6));
    let mut window = Writer::window(unknown.out, skip);
    window.put(unknown.bytes);
    keep((window.total(), window.fits(), window.written()));
    keep(window.finish());
    let mut out = Writer::new(unknown.out);
    out.put_str(unknown.text);
    out.string(unknown.text);
    out.escaped(unknown.text);
    out.bool(skip == 0);
    out.int(i64::try_from(skip).unwrap_or(0));
    out.uint(u64::try_from(mark).unwrap_or(0));
    out.decimal(i64::try_from(mark).unwrap_or(0), skip as u8);
    out.null();
    keep(out.mark());
    if let Ok(raw) = Raw::parse(unknown.bytes) {
        out.json(raw);
        if let Some(text) = raw.text() {
            out.text(text);
        }
        if let Some(number) = raw.number() {
            out.number(number);
        }
    }
    keep(out.json_str(unknown.text));
    out.base64(unknown.bytes);
    out.rewind(mark);
    keep(out.finish());
}

pub(crate) fn base64(unknown: &mut Unknown<'_>) {
    keep(base64::encode_len(unknown.number(8)));
    keep(base64::decode_len(unknown.bytes));
    keep(base64::encode(unknown.bytes, unknown.out));
    keep(base64::decode(unknown.bytes, unknown.out));
    let mut carry = base64::Carry::from_bits(unknown.number(base64::Carry::NEW.bits()));
    keep(base64::encode_piece(&mut carry, unknown.bytes, unknown.out));
    keep((carry.len(), carry.is_empty()));
    keep(base64::encode_end(&mut carry, unknown.out));
}

pub(crate) fn find(unknown: &mut Unknown<'_>) {
    let from = unknown.number(11);
    keep(find::find_special(unknown.bytes, from));
    keep(find::find_byte(unknown.bytes, from, unknown.number(b'x')));
    keep(find::find_line_end(unknown.bytes, from));
    keep(find::words::find_special(unknown.bytes, from));
}
