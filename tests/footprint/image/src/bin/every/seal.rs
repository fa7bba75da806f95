//! Sealed state and cursors.

use sansmcp::json::{Raw, Text};
use sansmcp::seal::{self, Bound, MIN_KEY, Seal, sealed_len};

use crate::{Unknown, keep};

pub(crate) fn seals(unknown: &mut Unknown<'_>) {
    keep((sealed_len(unknown.number(4)), unknown.number(MIN_KEY)));
    let Some(text) = Text::parse(unknown.text) else { return };
    let bound = Bound::state(unknown.text).principal(unknown.number(3)).name(text);
    let bound = bound.arguments(Raw::parse(unknown.bytes).ok());
    keep((bound.purpose(), Bound::cursor(text)));
    match Seal::new(unknown.bytes) {
        Ok(seal) => {
            let now = unknown.number(5);
            keep(seal.close(&bound, now, unknown.bytes, unknown.out).map(str::len));
            keep(seal.open(&bound, now, text, unknown.out).map(<[u8]>::len));
            let two = [seal.clone(), seal];
            keep(seal::open(&two, &bound, now, text, unknown.out).map(<[u8]>::len));
        }
        Err(error) => keep((error.message(), error.answer())),
    }
}
