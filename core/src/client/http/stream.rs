//! Event streams: that of the session, and those of answers that broke off (2025-03-26 to
//! 2025-11-25, basic/transports, resumability).

use super::{Purpose, Remote};
use crate::client::Verb;
use crate::client::asked::{BEGUN, STREAMS};
use crate::client::{Client, due};
use crate::exchange::Ticket;
use crate::frame::Route;
use crate::frame::sse::MAX_EVENT_ID;
use crate::json::text_of;
use crate::out::Out;
use crate::rules::Failure;
use crate::rules::lenience::SHORTEST_RETRY_MS;
use crate::rules::transition::Phase;

/// How long to wait before a stream is asked for again where the server said nothing, in
/// milliseconds.
const RETRY_MS: u32 = 1000;

impl Client<'_> {
    /// Takes what an event stream said of itself: the last id ([`crate::sse::Events::last_id`]) and
    /// how long to wait before it is asked for again. Call it after each event, and at the end of
    /// the stream before [`Client::closed`]: an event without data says something too. Nothing
    /// (empty, `None`) leaves what was said before.
    pub fn seen(&mut self, route: Route, last_id: &[u8], retry_ms: Option<u64>) {
        let retry = retry_ms.map(|it| u32::try_from(it).unwrap_or(u32::MAX).max(SHORTEST_RETRY_MS));
        // What cannot be sent back is as good as none; that nothing is said changes nothing.
        let is_control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t';
        let is_good = last_id.len() <= MAX_EVENT_ID
            && text_of(last_id).is_ok()
            && !last_id.iter().any(is_control);
        let said = (!last_id.is_empty()).then_some(if is_good { last_id } else { &[] });
        match self.purpose(route) {
            Purpose::Call(ticket) => {
                let Some(slot) = self.table.get(ticket) else { return };
                if let Some(id) = said {
                    slot.exchange.keep_id(id);
                }
                if let Some(retry) = retry {
                    slot.exchange.from = retry;
                }
            }
            Purpose::Stream => {
                let Some(remote) = self.remote.as_deref_mut() else { return };
                if let Some(id) = said {
                    remote.set_last_id(id);
                }
                if let Some(retry) = retry {
                    remote.retry_ms = retry;
                }
            }
            _ => {}
        }
    }

    /// An answer that broke off: true if it is asked for again, when its time has come.
    pub(super) fn goes_on(&mut self, ticket: Ticket) -> bool {
        let now = self.now;
        let Some(slot) = self.table.get(ticket) else { return false };
        let exchange = &mut slot.exchange;
        let can = !exchange.revision().is_modern() && exchange.refusal == 0;
        if !can || !exchange.has(STREAMS) || exchange.id().is_none() {
            return false;
        }
        // It has to be there again before it can break off again.
        exchange.level &= !STREAMS;
        exchange.set(BEGUN);
        let retry = if exchange.from == 0 { RETRY_MS } else { exchange.from };
        slot.set_later(now.saturating_add(u64::from(retry)).max(1));
        true
    }

    /// After the handshake an event stream is asked for, where there is a session: also in
    /// 2024-11-05, which servers speak over this transport though it is younger.
    pub(in crate::client) fn want_stream(&mut self) {
        let Some(remote) = self.remote.as_deref_mut() else { return };
        if !remote.session().is_empty() {
            remote.stream = Remote::WANTED;
            self.connection.due |= due::STREAM;
        }
    }

    /// The exchanges that the session takes: its event stream, and its end.
    pub(in crate::client) fn next_of_remote(&mut self) -> Option<Out<'static>> {
        let remote = self.remote.as_deref_mut()?;
        if self.connection.due & due::STREAM != 0 {
            self.connection.due &= !due::STREAM;
            if remote.stream == Remote::WANTED {
                remote.stream = Remote::OPEN;
                return Some(Out::get(remote.stream_route()));
            }
        }
        if self.connection.due & due::LEAVE != 0 {
            self.connection.due &= !due::LEAVE;
            // All that is open ends with the session.
            self.fail(Failure::Closed);
            self.connection.handshake.failure = 0;
            return Some(Out::of_verb(Verb::Delete, Route::post(0)));
        }
        None
    }

    /// When the event stream is asked for again.
    pub(in crate::client) fn next_stream(&self) -> u64 {
        let at = self.remote.as_deref().map_or(0, |remote| remote.again_at);
        if at == 0 { u64::MAX } else { at }
    }

    pub(in crate::client) fn stream_due(&mut self, now: u64) {
        let Some(remote) = self.remote.as_deref_mut() else { return };
        if remote.again_at != 0 && remote.again_at <= now {
            remote.again_at = 0;
            remote.stream = Remote::WANTED;
            self.connection.due |= due::STREAM;
        }
    }

    /// The server has no event stream, or none for us: that is no fault, and it is not asked for
    /// again.
    pub(super) fn refuse_stream(&mut self) {
        if let Some(remote) = self.remote.as_deref_mut() {
            remote.stream = Remote::REFUSED;
        }
    }

    /// A status that is no stream: later for those that pass, never for the others.
    pub(super) fn no_stream(&mut self, status: u16) {
        if !matches!(status, 408 | 429 | 500..=599) {
            self.refuse_stream();
        }
    }

    /// The event stream has ended or broke off.
    pub(super) fn stream_ended(&mut self) {
        let now = self.now;
        let is_legacy = self.connection.handshake.phase() == Phase::Legacy;
        let Some(remote) = self.remote.as_deref_mut() else { return };
        if remote.stream != Remote::OPEN || !is_legacy {
            return;
        }
        let retry = if remote.retry_ms == 0 { RETRY_MS } else { remote.retry_ms };
        remote.stream = Remote::NONE;
        remote.again_at = now.saturating_add(u64::from(retry)).max(1);
    }
}
