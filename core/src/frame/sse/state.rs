//! The reading of an event stream, over a buffer that is brought along.

use super::short::Short;
use super::{MAX_EVENT_ID, MAX_KIND, SseEvent};
use crate::frame::shift::shift_down;
use crate::frame::skim::Skim;
use crate::json::find::find_line_end;

/// All that [`Events`](super::Events) knows beside its buffer: plain data, all zero bits when new.
///
/// It is for those who cannot keep a borrow, such as bindings: each call takes the buffer, always
/// the same one. Another buffer gives other bytes and breaks nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct EventsState {
    /// Where the data of this event stands, as far as it was read and is not skimmed.
    start: usize,
    stop: usize,
    /// Up to where bytes were read, and where they end.
    /// `start <= stop <= at <= end <= buffer.len()`.
    at: usize,
    end: usize,
    /// Milliseconds; good if `has_retry`.
    retry: u64,
    /// What is known of data that did not fit; kept for as long as its event may live.
    skim: Skim,
    /// The id as of the last event that is whole, and as of this one so far.
    last_id: Short<MAX_EVENT_ID>,
    next_id: Short<MAX_EVENT_ID>,
    kind: Short<MAX_KIND>,
    /// The value of this line, unless it is data.
    value: Short<MAX_EVENT_ID>,
    /// The name of this line's field.
    name: Short<5>,
    place: Place,
    field: Field,
    /// Bytes of the byte order mark that were seen; past it once it cannot come any more.
    mark: u8,
    has_retry: bool,
    /// This event has a `data` field.
    has_data: bool,
    /// Its data did not fit: it is being skimmed.
    skimming: bool,
    /// It was given out, and what is kept of it can go.
    given: bool,
    /// The byte before was a CR that ended a line: a LF belongs to it.
    after_cr: bool,
}

const _: () = assert!(size_of::<EventsState>() <= 704);

/// Where in a line the next byte stands. 0 is the one of the beginning.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Start,
    Name,
    /// Behind the colon, where a space may be skipped.
    Colon,
    Value,
}

/// The fields that mean something.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    /// A comment, or a field of which nothing is known.
    Other,
    Data,
    Event,
    Id,
    Retry,
}

/// What a stream may begin with.
const MARK: &[u8] = b"\xef\xbb\xbf";
const PAST_MARK: u8 = 4;

/// The part of a buffer that is used: spans over a frame have 32 bits.
fn used(buffer: &mut [u8]) -> &mut [u8] {
    let len = buffer.len().min(u32::MAX as usize);
    buffer.get_mut(..len).unwrap_or_default()
}

impl EventsState {
    /// Of a stream and a buffer in which nothing is.
    pub const NEW: EventsState = EventsState {
        start: 0,
        stop: 0,
        at: 0,
        end: 0,
        retry: 0,
        skim: Skim::NEW,
        last_id: Short::EMPTY,
        next_id: Short::EMPTY,
        kind: Short::EMPTY,
        value: Short::EMPTY,
        name: Short::EMPTY,
        place: Place::Start,
        field: Field::Other,
        mark: 0,
        has_retry: false,
        has_data: false,
        skimming: false,
        given: false,
        after_cr: false,
    };

    /// As [`Events::space`](super::Events::space).
    pub fn space<'b>(&mut self, buffer: &'b mut [u8]) -> &'b mut [u8] {
        used(buffer).get_mut(self.end..).unwrap_or_default()
    }

    /// As [`Events::filled`](super::Events::filled).
    pub fn filled(&mut self, buffer: &mut [u8], count: usize) {
        self.end = self.end.saturating_add(count).min(used(buffer).len());
    }

    /// As [`Events::last_id`](super::Events::last_id).
    pub fn last_id(&self) -> &[u8] {
        self.last_id.bytes()
    }

    /// As [`Events::retry`](super::Events::retry).
    pub fn retry(&self) -> Option<u64> {
        self.has_retry.then_some(self.retry)
    }

    /// As [`Events::reset`](super::Events::reset).
    pub fn reset(&mut self) {
        let (retry, has_retry) = (self.retry, self.has_retry);
        let last_id = self.last_id;
        *self = EventsState { retry, has_retry, last_id, next_id: last_id, ..EventsState::NEW };
    }

    /// As [`Events::next_event`](super::Events::next_event).
    pub fn next_event<'b>(&'b mut self, buffer: &'b mut [u8]) -> Option<SseEvent<'b>> {
        let buffer = used(buffer);
        self.end = self.end.min(buffer.len()); // it is, unless this is not the buffer of before
        if self.given {
            self.forget();
        }
        if !self.seek(buffer) {
            self.compact(buffer);
            return None;
        }
        self.given = true;
        let data = if self.skimming { 0..0 } else { self.start..self.stop };
        let kind = if self.kind.bytes().is_empty() { b"message" } else { self.kind.bytes() };
        Some(SseEvent {
            kind,
            data: buffer.get(data)?,
            id: self.last_id.bytes(),
            overlong: self.skimming.then(|| self.skim.known()),
        })
    }

    /// Reads up to the end of an event with data; false if there is none.
    fn seek(&mut self, buffer: &mut [u8]) -> bool {
        while self.at < self.end {
            let Some(&byte) = buffer.get(self.at) else { return false };
            if self.mark < PAST_MARK && self.is_marked(byte) {
                continue;
            }
            if matches!(byte, b'\r' | b'\n') {
                self.at = self.at.saturating_add(1);
                if byte == b'\n' && self.after_cr {
                    self.after_cr = false;
                    continue;
                }
                self.after_cr = byte == b'\r';
                if self.end_line(buffer) {
                    return true;
                }
                continue;
            }
            self.after_cr = false;
            match self.place {
                Place::Value => {
                    let held = buffer.get(..self.end).unwrap_or_default();
                    let line_end = find_line_end(held, self.at);
                    self.take(buffer, line_end);
                    self.at = line_end;
                }
                Place::Colon => {
                    self.place = Place::Value;
                    self.at = self.at.saturating_add(usize::from(byte == b' '));
                }
                _ if byte == b':' => {
                    self.at = self.at.saturating_add(1);
                    self.begin_value(buffer);
                }
                _ => {
                    self.place = Place::Name;
                    let held = buffer.get(self.at..self.end).unwrap_or_default();
                    let name = held.split(|byte| matches!(byte, b':' | b'\r' | b'\n')).next();
                    let name = name.unwrap_or_default();
                    self.name.push(name);
                    self.at = self.at.saturating_add(name.len());
                }
            }
        }
        false
    }

    /// True if the byte goes to the mark at the start of the stream.
    fn is_marked(&mut self, byte: u8) -> bool {
        if MARK.get(usize::from(self.mark)) == Some(&byte) {
            self.mark = self.mark.saturating_add(1);
            self.at = self.at.saturating_add(1);
            return true;
        }
        if !matches!(usize::from(self.mark), 0 | 3) {
            // No mark after all: a name that begins as it does, which is none of ours.
            self.place = Place::Name;
            self.name.push(MARK);
        }
        self.mark = PAST_MARK;
        false
    }

    /// The name of the field is whole; the byte behind it was read.
    fn begin_value(&mut self, buffer: &mut [u8]) {
        self.place = Place::Colon;
        self.field = match self.name.bytes() {
            _ if self.name.is_cut() => Field::Other,
            b"data" => Field::Data,
            b"event" => Field::Event,
            b"id" => Field::Id,
            b"retry" => Field::Retry,
            _ => Field::Other,
        };
        self.name.clear();
        self.value.clear();
        if self.field == Field::Data {
            if self.has_data {
                self.join(buffer);
            }
            self.has_data = true;
        }
    }

    /// Puts a LF between two lines of data. There is room for it: since the last byte of data at
    /// least the name of the field was read.
    fn join(&mut self, buffer: &mut [u8]) {
        if self.fits(buffer, 1) {
            if let Some(place) = buffer.get_mut(self.stop) {
                *place = b'\n';
            }
            self.stop = self.stop.saturating_add(1);
        } else {
            self.skim.feed(b"\n");
        }
    }

    /// Takes the bytes from `at` to `to`, a piece of the value.
    fn take(&mut self, buffer: &mut [u8], to: usize) {
        if self.field == Field::Other {
            return;
        }
        let count = to.saturating_sub(self.at);
        let is_kept = self.field == Field::Data && self.fits(buffer, count);
        if is_kept && self.start == self.stop {
            (self.start, self.stop) = (self.at, to);
        } else if is_kept {
            shift_down(buffer, self.stop, self.at, count);
            self.stop = self.stop.saturating_add(count);
        } else {
            let piece = buffer.get(self.at..to).unwrap_or_default();
            match self.field {
                Field::Data => self.skim.feed(piece),
                _ => self.value.push(piece),
            }
        }
    }

    /// True if the data may grow so much. One byte of the buffer is left for reading on.
    fn fits(&mut self, buffer: &[u8], more: usize) -> bool {
        let data = self.stop.saturating_sub(self.start);
        if !self.skimming && data.saturating_add(more) >= buffer.len() {
            self.skimming = true;
            self.skim = Skim::NEW;
            self.skim.feed(buffer.get(self.start..self.stop).unwrap_or_default());
            (self.start, self.stop) = (self.at, self.at);
        }
        !self.skimming
    }

    /// A line has ended. True if an event with data has, too.
    fn end_line(&mut self, buffer: &mut [u8]) -> bool {
        match self.place {
            Place::Start => return self.end_event(),
            Place::Name => self.begin_value(buffer),
            Place::Colon | Place::Value => {}
        }
        self.place = Place::Start;
        let value = self.value.bytes();
        match self.field {
            Field::Event => {
                self.kind.clear();
                self.kind.push(value);
            }
            Field::Id if !self.value.is_cut() && !value.contains(&0) => self.next_id = self.value,
            Field::Retry if !self.value.is_cut() => {
                if let Some(milliseconds) = milliseconds(value) {
                    (self.retry, self.has_retry) = (milliseconds, true);
                }
            }
            _ => {}
        }
        false
    }

    fn end_event(&mut self) -> bool {
        self.last_id = self.next_id;
        let has_message = self.skimming || self.start < self.stop;
        if !has_message {
            self.forget();
        }
        has_message
    }

    /// Begins a new event.
    fn forget(&mut self) {
        (self.start, self.stop) = (self.at, self.at);
        (self.has_data, self.skimming, self.given) = (false, false, false);
        self.kind.clear();
    }

    /// All was read: moves the data of this event to the front. It was not moved before.
    fn compact(&mut self, buffer: &mut [u8]) {
        if self.start < self.stop {
            self.fits(buffer, 0); // it does, unless this is not the buffer of before
        }
        let count = self.stop.saturating_sub(self.start);
        shift_down(buffer, 0, self.start, count);
        (self.start, self.stop, self.at, self.end) = (0, count, count, count);
    }
}

/// Digits and nothing else; the greatest number if it is greater.
fn milliseconds(digits: &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for digit in digits {
        let digit = Some(digit.wrapping_sub(b'0')).filter(|&digit| digit < 10)?;
        number = number.saturating_mul(10).saturating_add(u64::from(digit));
    }
    (!digits.is_empty()).then_some(number)
}
