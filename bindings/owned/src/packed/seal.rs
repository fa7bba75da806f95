//! Sealed texts, in the same way.

use sansmcp::seal::{Purpose, SealError};

use crate::object::Object;
use crate::read::{Place, ReadError};
use crate::record::event_of;
use crate::seal::{Seal, Sealing};

/// What is wrong with a sealed text: the JSON text of `{"message", "why", "code", "answer"}`, the
/// latter three where it is the peer's fault.
fn wrong(error: SealError) -> ReadError {
    let mut object = Object::new();
    object.string("message", error.message());
    let why = match error {
        SealError::NotSealed => "not_sealed",
        SealError::Forged => "forged",
        SealError::Expired => "expired",
        _ => "",
    };
    if let Some((code, answer)) = error.answer() {
        object.string("why", why);
        object.put("code", &code.0.to_string());
        object.string("answer", answer);
    }
    ReadError::new(&object.end())
}

/// As [`Seal::new`].
///
/// # Errors
/// As [`Seal::new`]; here and in the others what is wrong is the JSON text of an object.
pub fn seal(keys: &[&[u8]]) -> Result<Seal, ReadError> {
    Seal::new(keys).map_err(wrong)
}

/// Reads `{"purpose", "principal", "arguments"}`, and a time.
fn sealing(text: &str, time: &str) -> Result<(Sealing, u64), ReadError> {
    let root = Place::root(text)?;
    let purpose = root.get("purpose");
    let purpose = match purpose.text()?.as_deref() {
        None | Some("state") => Purpose::State,
        Some("cursor") => Purpose::Cursor,
        Some(_) => return Err(purpose.wrong("\"state\" or \"cursor\"")),
    };
    let principal = root.get("principal").whole(1 << 53)?.unwrap_or(0);
    let binds_arguments = root.get("arguments").bool()?.unwrap_or(true);
    let time = root.get(time);
    let time = time.whole(1 << 53)?.ok_or_else(|| time.wrong("a time in milliseconds"))?;
    Ok((Sealing { purpose, principal, binds_arguments }, time))
}

/// As [`Seal::close`], for an event's record.
///
/// # Errors
/// As [`Seal::close`], and what is wrong with the terms, in plain words.
pub fn close(seal: &Seal, record: &[u8], terms: &str, data: &[u8]) -> Result<String, ReadError> {
    let (sealing, expires) = sealing(terms, "expires")?;
    let event = event_of(record).ok_or_else(|| ReadError::new("an event is needed"))?;
    seal.close(&event, sealing, expires, data).map_err(wrong)
}

/// As [`Seal::open`], for an event's record.
///
/// # Errors
/// As [`Seal::open`], and what is wrong with the terms, in plain words.
pub fn open(seal: &Seal, record: &[u8], terms: &str) -> Result<Option<Vec<u8>>, ReadError> {
    let (sealing, now) = sealing(terms, "now")?;
    let event = event_of(record).ok_or_else(|| ReadError::new("an event is needed"))?;
    seal.open(&event, sealing, now).map_err(wrong)
}
