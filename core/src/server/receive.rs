//! From a frame to its messages, and from each message to its event.

use super::event::{Event, EventKind};
use super::judge::ignore;
use super::{LEGACY, Server};
#[cfg(feature = "http")]
use crate::envelope::Kind;
use crate::envelope::{
    Message, NoBatch, Opened, Parts, Unread, begin_batch, next_member, open, step,
};
use crate::frame::{Frame, Overlong, OverlongKind, Route};
#[cfg(feature = "http")]
use crate::json::Raw;
use crate::json::{Fault, Span};
use crate::rules::Refusal;

impl Server<'_> {
    /// Reads the next message of a frame. `now` is the time in milliseconds from any start.
    ///
    /// Call it until it gives `None`: a batch (2025-03-26) is several events. Each event that can
    /// be answered has to be, by [`Server::reply`] or by ticket, at once or later; while the table
    /// is full, those that are still answered then ([`Event::Ping`], lists, errors) have to be
    /// answered before the next call: there is one place for all of them, and what was not
    /// answered in it is lost. While an answer goes out in pieces nothing else can be sent, so then
    /// the first that comes keeps that place, and the next is [`Event::Ignored`] as
    /// [`Refusal::Busy`]: keep slots free, or read no further, until the stream has ended.
    #[inline]
    pub fn receive<'f>(&mut self, frame: &mut Frame<'f>, now: u64) -> Option<Event<'f>> {
        self.now = now;
        if frame.step == step::DONE {
            return None;
        }
        self.receive_next(frame)
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn receive_next<'f>(&mut self, frame: &mut Frame<'f>) -> Option<Event<'f>> {
        let mut message = Message::new("");
        // All that is said of a message is noted in it, and the event made here alone: an event
        // is large to move.
        let kind = self.next(frame, &mut message)?;
        Some(Event::from_parts(kind, message.text, message.parts))
    }

    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn next<'f>(&mut self, frame: &mut Frame<'f>, message: &mut Message<'f>) -> Option<EventKind> {
        let opened = open(frame, message)?;
        self.sort(frame, message, opened)
    }

    /// From what a frame holds to the event of its first message.
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    pub(crate) fn sort<'f>(
        &mut self,
        frame: &mut Frame<'f>,
        message: &mut Message<'f>,
        opened: Opened,
    ) -> Option<EventKind> {
        let route = frame.way();
        Some(match opened {
            Opened::Object => self.judge(route, message, false),
            Opened::Next if LEGACY => return self.next_of_batch(frame, message),
            Opened::Array if LEGACY => return self.batch(frame, message),
            Opened::Next | Opened::Array => return None,
            Opened::Other(refusal) => self.refuse(route, None, refusal, message),
            Opened::TooLong => self.too_long(route, frame.overlong()?, message),
            Opened::Fault(fault) => self.not_json(route, frame.bytes(), fault, message),
        })
    }

    /// A message that no session owns, though it should have one.
    #[cfg(feature = "http")]
    pub(crate) fn refuse_unowned(
        &mut self,
        route: Route,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        if message.kind() == Kind::Neither
            && let Err(fault) = Raw::parse_str(message.text)
        {
            // Of an array nothing was read yet.
            return self.not_json(route, message.text.as_bytes(), fault, message);
        }
        match message.kind() {
            Kind::Notification | Kind::Response => ignore(Some(refusal), message),
            Kind::Request | Kind::Neither => {
                self.refuse(route, message.id.good(), refusal, message)
            }
        }
    }

    /// An array: the whole of it is checked before its first message is served.
    #[cold]
    fn batch<'f>(&mut self, frame: &mut Frame<'f>, message: &mut Message<'f>) -> Option<EventKind> {
        let text = message.text;
        let is_allowed = self.connection.revision().is_some_and(|it| it.rules().batches);
        match begin_batch(frame, text, is_allowed) {
            Ok(()) => self.next_of_batch(frame, message),
            Err(NoBatch::Fault(fault)) => {
                Some(self.not_json(frame.way(), text.as_bytes(), fault, message))
            }
            Err(NoBatch::Refused(refusal)) => {
                Some(self.refuse(frame.way(), None, refusal, message))
            }
        }
    }

    fn next_of_batch<'f>(
        &mut self,
        frame: &mut Frame<'f>,
        message: &mut Message<'f>,
    ) -> Option<EventKind> {
        let is_object = next_member(frame, message)?;
        let route = frame.way();
        Some(if is_object {
            self.judge(route, message, true)
        } else {
            self.refuse(route, None, Refusal::NotObject, message)
        })
    }

    /// A line longer than the buffer: only its id and kind are known.
    fn too_long<'f>(
        &mut self,
        route: Route,
        known: Overlong<'f>,
        message: &mut Message<'f>,
    ) -> EventKind {
        message.text = known.id.unwrap_or("");
        message.parts.id = Span::new(0, message.text.len());
        self.unread(route, known, Refusal::TooLong, message)
    }

    /// Not JSON, or not JSON within the bounds. The id of a message that is only nested too deep
    /// is still found, so that its sender does not wait for ever.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
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

    /// A message of which no more is known than whether somebody waits for an answer.
    fn unread(
        &mut self,
        route: Route,
        known: Overlong<'_>,
        refusal: Refusal,
        message: &mut Message<'_>,
    ) -> EventKind {
        match known.kind {
            OverlongKind::Response if self.unread_answer(route, known.id, message) => {
                EventKind::Answered
            }
            OverlongKind::Notification | OverlongKind::Response => ignore(Some(refusal), message),
            _ => self.refuse(route, known.id, refusal, message),
        }
    }
}
