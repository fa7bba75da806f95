//! From a frame to its messages, and from each message to its event.

use super::event::{Event, EventKind};
use super::{Client, LEGACY};
use crate::envelope::{Message, NoBatch, Opened, Parts, Unread, begin_batch, next_member, open};
use crate::frame::{Frame, Overlong, OverlongKind, Route};
use crate::json::{Fault, Span};
use crate::rules::{Failure, Refusal};

impl Client<'_> {
    /// Reads the next message of a frame. `now` is the time in milliseconds from any start.
    ///
    /// Call it until it gives `None`: a batch (2025-03-26) is several events, and what concerns
    /// the engine alone is none. A line that is no message is [`Event::Ignored`]: servers print
    /// things, and that is no reason to end a connection.
    pub fn receive<'f>(&mut self, frame: &mut Frame<'f>, now: u64) -> Option<Event<'f>> {
        self.now = now;
        loop {
            let mut message = Message::new("");
            let opened = open(frame, &mut message)?;
            let route = frame.way();
            let kind = match opened {
                Opened::Object => self.judge(route, &mut message),
                Opened::Next if LEGACY => match next_member(frame, &mut message)? {
                    true => self.judge(route, &mut message),
                    false => Some(ignore(Some(Refusal::NotObject), &mut message)),
                },
                Opened::Array if LEGACY => self.batch(frame, &mut message),
                Opened::Next | Opened::Array => return None,
                Opened::Other(refusal) => Some(self.no_message(route, refusal, &mut message)),
                Opened::TooLong => {
                    let known = frame.overlong()?;
                    message.text = known.id.unwrap_or("");
                    message.parts.id = Span::new(0, message.text.len());
                    Some(self.unread(route, known, Refusal::TooLong, &mut message))
                }
                Opened::Fault(fault) => {
                    Some(self.not_json(route, frame.bytes(), fault, &mut message))
                }
            };
            if let Some(kind) = kind {
                return Some(Event::from_parts(kind, message.text, message.parts));
            }
        }
    }

    /// An array: the whole of it is checked before its first message is read.
    #[cold]
    fn batch<'f>(&mut self, frame: &mut Frame<'f>, message: &mut Message<'f>) -> Option<EventKind> {
        let text = message.text;
        let is_allowed = self.connection.revision().is_some_and(|it| it.rules().batches);
        match begin_batch(frame, text, is_allowed) {
            Ok(()) => None,
            Err(NoBatch::Fault(fault)) => {
                Some(self.not_json(frame.way(), text.as_bytes(), fault, message))
            }
            // Of no message nothing is told.
            Err(NoBatch::Refused(Refusal::EmptyBatch)) => None,
            Err(NoBatch::Refused(refusal)) => Some(ignore(Some(refusal), message)),
        }
    }

    /// Not JSON, or not JSON within the bounds: then it may still be known whose answer it is.
    fn not_json(
        &mut self,
        route: Route,
        bytes: &[u8],
        fault: Fault,
        message: &mut Message<'_>,
    ) -> EventKind {
        // What was noted before the fault is not said.
        message.parts = Parts::default();
        let unread = Unread::of(bytes, fault);
        self.unread(route, unread.known(), unread.refusal, message)
    }

    /// A message of which no more is known than its id and kind.
    fn unread(
        &mut self,
        route: Route,
        known: Overlong<'_>,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        match known.kind {
            OverlongKind::Response => {
                let failure = match refusal {
                    Refusal::TooLong => Failure::TooLong,
                    _ => Failure::Malformed,
                };
                match self.unread_answer(route, known.id, failure, message) {
                    Some(kind) => kind,
                    None => ignore(Some(refusal), message),
                }
            }
            OverlongKind::Request => self.turn_down(route, known.id, refusal, message),
            OverlongKind::Notification => ignore(Some(refusal), message),
            OverlongKind::Unknown => self.no_message(route, refusal, message),
        }
    }

    /// What came is no message at all.
    fn no_message(
        &mut self,
        route: Route,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        #[cfg(feature = "http")]
        self.note_malformed(route);
        #[cfg(not(feature = "http"))]
        let _ = route;
        ignore(Some(refusal), message)
    }
}

/// A message that needs no answer.
pub(super) fn ignore(refusal: Option<Refusal>, message: &mut Message<'_>) -> EventKind {
    message.parts.refusal = refusal.map_or(0, |refusal| refusal as u8);
    EventKind::Ignored
}
