//! An endpoint of HTTP that owns its memory.

use std::collections::VecDeque;
use std::sync::Arc;

use sansmcp::http::{
    self, Denial, Hub, Memory, Opening, Session, Store, StoreState, Stream, Verdict as CoreVerdict,
};
use sansmcp::{Out, Slot, Ticket, sse};

use crate::asked::Asked;
use crate::catalog::Offer;
use crate::delivery::{Delivery, Verdict, VerdictKind};
use crate::frame::Frame;
use crate::kept::Kept;
use crate::policy::Policy;
use crate::shelf::Shelf;

/// What an endpoint holds.
pub(crate) struct Http {
    tables: Tables,
    kept: StoreState,
    /// What `kept` speaks of.
    bytes: Box<[u8]>,
    queue: VecDeque<Delivery>,
}

struct Tables {
    shelf: Shelf,
    /// Borrows the texts of `_kept`.
    policy: http::Policy<'static>,
    _kept: Kept,
    hub: Hub,
    sessions: Box<[Session]>,
    streams: Box<[Stream]>,
    slots: Box<[Slot]>,
}

fn all<T: Clone>(value: T, count: usize) -> Box<[T]> {
    vec![value; count].into_boxed_slice()
}

impl Tables {
    /// The core's endpoint over these tables. One piece of code for all that call it.
    #[inline(never)]
    fn view(&mut self) -> http::Endpoint<'_> {
        let memory = Memory {
            hub: &mut self.hub,
            sessions: &mut self.sessions,
            streams: &mut self.streams,
            slots: &mut self.slots,
        };
        http::Endpoint::new(&self.shelf, &self.policy, memory)
    }
}

impl Http {
    pub(crate) fn new(shelf: Shelf, policy: Policy) -> Self {
        let bytes = all(0, policy.replay);
        let mut kept = Kept::default();
        let tables = Tables {
            hub: Hub::NEW,
            sessions: all(Session::EMPTY, policy.sessions),
            streams: all(Stream::EMPTY, policy.streams),
            slots: all(Slot::EMPTY, policy.slots),
            shelf,
            policy: policy.core(&mut kept),
            _kept: kept,
        };
        Self { tables, kept: StoreState::NEW, bytes, queue: VecDeque::new() }
    }

    pub(crate) fn view(&mut self) -> http::Endpoint<'_> {
        self.tables.view()
    }

    /// Puts other tables in the place of those that it has.
    pub(crate) fn offer(&mut self, offer: Offer) {
        self.tables.shelf.take(offer);
    }

    pub(crate) fn deliver(&mut self, out: Out<'_>) {
        let delivery = self.view().deliver(out);
        if let Some((id, message)) = delivery.keep() {
            // What has no room in it is gone for those who come back.
            Store::new(&mut self.kept, &mut self.bytes).keep(id, message);
        }
        self.queue.extend(Delivery::of(&delivery));
    }

    pub(crate) fn next_delivery(&mut self) -> Option<Delivery> {
        self.queue.pop_front()
    }

    fn judge(&mut self, asked: Asked, now: u64) -> Verdict {
        let asked = Arc::new(asked);
        let (head, number) = (asked.head(), asked.number());
        let mut verdict = Verdict::new(Arc::clone(&asked), &self.tables.policy);
        match self.tables.view().judge(head, number, asked.principal(), now) {
            CoreVerdict::Body => {}
            CoreVerdict::Reply(reply) => verdict.reply(&reply),
            CoreVerdict::Preflight(headers) => verdict.preflight(headers),
            CoreVerdict::Stream(opening) => self.open(&mut verdict, &opening, number),
        }
        verdict
    }

    /// An event stream, and on it what its client missed.
    fn open(&mut self, verdict: &mut Verdict, opening: &Opening, number: u32) {
        verdict.replaces = opening.replaces;
        let mut bytes = opening.first.as_ref().map_or(&b""[..], |first| first.bytes()).to_vec();
        if let Some(missed) = opening.missed {
            let store = Store::new(&mut self.kept, &mut self.bytes);
            let Ok(events) = store.after(missed.after, missed.last) else {
                self.view().closed(number);
                return verdict.reply(&Denial::UnknownEvent.reply());
            };
            for (id, message) in events {
                bytes.extend(sse::head(Some(id), None).bytes());
                bytes.extend(message);
                bytes.extend(sse::TAIL);
            }
        }
        let kind = if opening.is_over { VerdictKind::Reply } else { VerdictKind::Stream };
        verdict.answer(kind, &opening.head, bytes);
    }
}

/// What an endpoint does that no server on a connection does: see [`sansmcp::http::Endpoint`]. The
/// rest are the verbs of [`crate::Server`]; what they give is sent as
/// [`crate::Server::next_delivery`] says.
pub struct Endpoint<'s>(pub(crate) &'s mut Http);

impl Endpoint<'_> {
    /// Looks at the head of a request: its method, and the names and values of its headers.
    /// `number` names the HTTP exchange from now on, until its response has ended or
    /// [`Endpoint::closed`] was called: any that no other exchange has meanwhile. `principal` is
    /// who asks, 0 for nobody in particular; `now` is in milliseconds.
    ///
    /// After a DELETE ask for [`Endpoint::cancelled`].
    pub fn judge<'h>(
        &mut self,
        method: &str,
        headers: impl IntoIterator<Item = (&'h str, &'h [u8])>,
        number: u32,
        principal: u64,
        now: u64,
    ) -> Verdict {
        self.0.judge(Asked::new(method, headers, number, principal), now)
    }

    /// Says that all of a POST's frame was received, and its events were dealt with or put aside.
    pub fn received(&mut self, frame: &Frame) {
        let Some(frame) = frame.of_post() else { return };
        let delivery = self.0.view().received(frame);
        self.0.queue.extend(delivery.as_ref().and_then(Delivery::of));
    }

    /// Puts a request off: its client is to come back for the answer after so many milliseconds,
    /// and its exchange ends now. Only where events are kept ([`Policy::replay`]), and the revision
    /// has it; otherwise nothing happens. See [`sansmcp::http::Endpoint::put_off`].
    pub fn put_off(&mut self, ticket: Ticket, retry_ms: u32) {
        let delivery = self.0.view().put_off(ticket, retry_ms);
        let delivery = delivery.as_ref().and_then(Delivery::of);
        self.0.queue.extend(delivery);
    }

    /// Says that an exchange is gone: its socket was closed before its response had ended. Then
    /// ask for [`Endpoint::cancelled`].
    pub fn closed(&mut self, number: u32) {
        self.0.view().closed(number);
    }

    /// The tickets of all requests that nobody waits for any more: stop their work, and abandon
    /// them.
    #[must_use]
    pub fn cancelled(&mut self) -> Vec<Ticket> {
        self.0.view().cancelled().collect()
    }
}
