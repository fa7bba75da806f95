//! The user's own types: what derive makes for each shape that a value can have. Floats are not
//! among them: the standard library's reading of them is not free of panics.

use sansmcp::json::{Raw, Writer};
use sansmcp::serde::{from_raw, scratch_for, to_writer};
use serde::{Deserialize, Serialize};

use crate::{Unknown, keep};

#[derive(Deserialize, Serialize)]
struct Record<'a> {
    #[serde(borrow)]
    text: &'a str,
    #[serde(borrow)]
    any: Raw<'a>,
    small: u8,
    whole: i64,
    flag: bool,
    letter: char,
    maybe: Option<u32>,
    pair: (i8, u16),
    #[serde(borrow)]
    choice: Choice<'a>,
}

#[derive(Deserialize, Serialize)]
enum Choice<'a> {
    Unit,
    One(u32),
    Two(i32, &'a str),
    Named { text: &'a str },
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Strict(u64, [i16; 3]);

pub(crate) fn types(unknown: &mut Unknown<'_>) {
    let Ok(raw) = Raw::parse(unknown.bytes) else { return };
    keep(scratch_for(raw));
    let (scratch, out) = unknown.out.split_at_mut_checked(512).unwrap_or_default();
    match from_raw::<Record<'_>>(raw, scratch) {
        Ok(record) => keep(to_writer(&record, &mut Writer::new(out))),
        Err(error) => keep(error.message()),
    }
    match from_raw::<Strict>(raw, &mut []) {
        Ok(strict) => match to_writer(&strict, &mut Writer::new(out)) {
            Ok(()) => {}
            Err(error) => keep(error.message()),
        },
        Err(error) => keep(error),
    }
}
