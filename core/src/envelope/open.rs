//! A frame opened: what it holds, as far as that can be told without knowing whose it is.

use super::Message;
use crate::frame::skim::Skim;
use crate::frame::{Body, Frame, Overlong};
use crate::json::{Fault, FaultKind, Raw, Scanner, text_of};
use crate::rules::Refusal;

/// Where this is false there are no batches.
const LEGACY: bool = cfg!(feature = "legacy");

/// How far a frame was read.
pub(crate) mod step {
    pub(crate) const FRESH: u8 = 0;
    /// In a batch, before its first message.
    pub(crate) const FIRST: u8 = 1;
    /// In a batch, behind a message.
    pub(crate) const NEXT: u8 = 2;
    pub(crate) const DONE: u8 = crate::frame::DONE;
}

/// What a frame holds.
pub(crate) enum Opened {
    /// One message, which was read.
    Object,
    /// An array, of which nothing was read.
    Array,
    /// A batch that was begun.
    Next,
    /// Another JSON value, and why it is refused.
    Other(Refusal),
    /// More than the buffer holds.
    TooLong,
    /// Something else than JSON.
    Fault(Fault),
}

/// Reads a frame as far as that can be done without knowing whose it is; `None` if all of it was
/// read before.
#[cfg_attr(target_pointer_width = "64", inline(always))]
pub(crate) fn open<'f>(frame: &mut Frame<'f>, message: &mut Message<'f>) -> Option<Opened> {
    match (frame.step, frame.text) {
        (step::FRESH, _) => frame.step = step::DONE,
        (step::FIRST | step::NEXT, Some(text)) if LEGACY => {
            message.text = text;
            return Some(Opened::Next);
        }
        _ => return None,
    }
    let bytes = match frame.body() {
        Body::TooLong(_) => return Some(Opened::TooLong),
        Body::Whole(bytes) => bytes,
    };
    let text = match text_of(bytes) {
        Ok(text) => text,
        Err(fault) => return Some(Opened::Fault(fault)),
    };
    message.text = text;
    let mut scanner = Scanner::new(text);
    scanner.space();
    let is_array = scanner.peek() == Some(b'[');
    if LEGACY && is_array {
        return Some(Opened::Array);
    }
    let read = message.read(&mut scanner, 0).and_then(|is_object| {
        if !is_object {
            scanner.value(0)?;
        }
        scanner.end().map(|()| is_object)
    });
    Some(match read {
        Ok(true) => Opened::Object,
        Ok(false) if is_array => Opened::Other(Refusal::NoBatch),
        Ok(false) => Opened::Other(Refusal::NotObject),
        Err(fault) => Opened::Fault(fault),
    })
}

/// What is left of bytes that are no JSON, or none within the bounds.
pub(crate) struct Unread {
    pub(crate) refusal: Refusal,
    skim: Skim,
}

impl Unread {
    /// Why they are none. Of a message that is only nested too deep the id is still found, so that
    /// nobody waits for ever.
    pub(crate) fn of(bytes: &[u8], fault: Fault) -> Self {
        let refusal = match fault.kind {
            FaultKind::Utf8 => Refusal::NotUtf8,
            FaultKind::Syntax => Refusal::NotJson,
            FaultKind::Depth => Refusal::TooDeep,
        };
        let mut skim = Skim::NEW;
        if refusal == Refusal::TooDeep {
            skim.feed(bytes);
        }
        Self { refusal, skim }
    }

    /// What is known of the message.
    pub(crate) fn known(&self) -> Overlong<'_> {
        self.skim.known()
    }
}

/// Why an array is no batch.
pub(crate) enum NoBatch {
    Fault(Fault),
    Refused(Refusal),
}

/// Begins a batch: the whole of it is checked before its first message is read.
pub(crate) fn begin_batch<'f>(
    frame: &mut Frame<'f>,
    text: &'f str,
    is_allowed: bool,
) -> Result<(), NoBatch> {
    let mut scanner = Scanner::new(text);
    scanner.space();
    let start = scanner.at();
    scanner.value(0).and_then(|_| scanner.end()).map_err(NoBatch::Fault)?;
    if !is_allowed {
        return Err(NoBatch::Refused(Refusal::NoBatch));
    }
    if Raw::trusted(text.get(start..).unwrap_or("[]")).at(0).is_none() {
        return Err(NoBatch::Refused(Refusal::EmptyBatch));
    }
    frame.step = step::FIRST;
    frame.at = start.saturating_add(1) as u32;
    frame.text = Some(text);
    Ok(())
}

/// The next member of a batch: true if it is an object, which was read.
pub(crate) fn next_member<'f>(frame: &mut Frame<'f>, message: &mut Message<'f>) -> Option<bool> {
    let mut scanner = Scanner::resume(message.text, frame.at as usize);
    let mut first = frame.step == step::FIRST;
    frame.step = step::DONE;
    if !scanner.element(&mut first).ok()? {
        return None;
    }
    let is_object = message.read(&mut scanner, 1).ok()?;
    if !is_object {
        scanner.value(1).ok()?;
    }
    frame.step = step::NEXT;
    frame.at = scanner.at() as u32;
    Some(is_object)
}
