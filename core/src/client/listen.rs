//! What the server is to tell of: one request from 2026-07-28 on (basic/patterns/subscriptions),
//! one for each resource before (server/resources, subscriptions).

use super::asked::COMPLETE;
use super::event::EventKind;
use super::{Client, Options, due};
use crate::envelope::Message;
use crate::error::Error;
use crate::exchange::{Limits, Ticket};
use crate::json::{Text, Writer};
use crate::out::Out;
use crate::rules::lenience::LONGEST_TOKEN;
use crate::rules::transition::State;
use crate::rules::{Capabilities, Method, Revision, What};
use crate::schema::{Object, SubscribeParams, SubscriptionFilter};

/// How many resources one listen may be of before 2026-07-28.
pub const MAX_URIS: usize = LONGEST_TOKEN / 4;

/// What is to be listened to, and how far that was said. It outlives the calls that it is given to.
#[derive(Clone, Copy, Debug)]
pub struct Subscription<'a> {
    filter: SubscriptionFilter<'a>,
    ticket: Ticket,
    /// How many messages were written, of those that listen or that end it.
    at: usize,
    ends: bool,
}

impl<'a> Subscription<'a> {
    /// To these changes; nothing was said yet.
    #[must_use]
    pub const fn new(filter: SubscriptionFilter<'a>) -> Self {
        Self { filter, ticket: Ticket::NONE, at: 0, ends: false }
    }

    /// Names it in events, once [`Client::listen`] was called. It changes if the listen was
    /// suspended: [`Client::listen`] goes on with it.
    #[must_use]
    pub const fn ticket(&self) -> Ticket {
        self.ticket
    }

    /// How far it was said, for bindings that keep the filter elsewhere: the ticket, how many
    /// messages were written, and whether they are those that end it.
    #[must_use]
    pub const fn state(&self) -> (Ticket, usize, bool) {
        (self.ticket, self.at, self.ends)
    }

    /// Put together again of the same filter and what [`Subscription::state`] gave.
    #[must_use]
    pub const fn resume(
        filter: SubscriptionFilter<'a>,
        ticket: Ticket,
        at: usize,
        ends: bool,
    ) -> Self {
        Self { filter, ticket, at, ends }
    }
}

impl What {
    fn is_in(self, filter: &SubscriptionFilter<'_>) -> bool {
        match self {
            Self::Tools => filter.tools_list_changed == Some(true),
            Self::Prompts => filter.prompts_list_changed == Some(true),
            Self::Resources => filter.resources_list_changed == Some(true),
        }
    }
}

/// The params of `subscriptions/listen`.
struct ListenTo<'a>(&'a SubscriptionFilter<'a>);

impl Object for ListenTo<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        out.put_str("{\"notifications\":");
        self.0.write(out, revision)?;
        out.put_str("}");
        Ok(())
    }
}

impl Client<'_> {
    /// Asks to be told of changes: call it until it gives nothing. From 2026-07-28 on it is one
    /// message; before, changes of lists come by themselves where the server announced them, and
    /// there is one message for each resource. [`super::Event::Listening`] says what the server
    /// agreed to, [`super::Event::ListenEnded`] that it is over. It takes a slot while it lasts,
    /// and before 2026-07-28 one more for each resource until that is answered.
    ///
    /// # Errors
    /// [`Error::NotOffered`] if the server announced nothing of it; [`Error::NotSupported`] for
    /// more than [`MAX_URIS`] resources before 2026-07-28; [`Error::NotReady`],
    /// [`Error::Busy`] and [`Error::Short`] as for [`Client::call`]: it can be gone on with then.
    pub fn listen<'t>(
        &mut self,
        listen: &mut Subscription<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Option<Out<'t>>, Error> {
        let revision = self.agreed()?;
        let patience = self.connection.handshake.connect_ms;
        let limits = Limits { idle_ms: 0, hard_ms: patience };
        let options = Options { limits, ..Options::DEFAULT };
        if listen.ticket == Ticket::NONE && !self.is_offered(&listen.filter) {
            return Err(Error::NotOffered);
        }
        if revision.is_modern() {
            let state = self.table.get(listen.ticket).map(|slot| slot.exchange.state());
            if listen.ticket != Ticket::NONE && state != Some(State::Suspended) {
                return Ok(None);
            }
            let params = ListenTo(&listen.filter);
            let (method, name, none) = (Method::Listen, "subscriptions/listen", Ticket::NONE);
            let (ticket, out) = match state {
                Some(State::Suspended) => {
                    self.resend(listen.ticket, name, &params, &options, revision, now, tx)?
                }
                _ => self.ask(method, name, &params, &options, none, now, tx)?,
            };
            listen.ticket = ticket;
            listen.at = 1;
            return Ok(Some(out));
        }
        if listen.filter.resource_subscriptions.len() > MAX_URIS {
            return Err(Error::NotSupported);
        }
        if listen.ticket == Ticket::NONE {
            listen.ticket = self.open_listener(&listen.filter, revision).ok_or(Error::Busy)?;
        }
        if !self.connection.capabilities.contains(Capabilities::RESOURCES_SUBSCRIBE) {
            listen.at = usize::MAX;
        }
        let Some(uri) = listen.filter.resource_subscriptions.get(listen.at) else {
            self.listened(listen.ticket);
            return Ok(None);
        };
        let hash = Text::hash_of(uri);
        let slot = self.table.get(listen.ticket).ok_or(Error::Stale)?;
        if !slot.watch(hash) {
            return Err(Error::Busy);
        }
        let out = self.subscribe(Method::Subscribe, uri, listen.ticket, &options, now, tx);
        let Some(slot) = self.table.get(listen.ticket) else { return Err(Error::Stale) };
        match out {
            Ok(out) => {
                slot.exchange.sent = slot.exchange.sent.saturating_add(1);
                listen.at = listen.at.saturating_add(1);
                Ok(Some(out))
            }
            Err(error) => {
                slot.unwatch(hash);
                Err(error)
            }
        }
    }

    /// Asks not to be told any more: call it until it gives nothing, and then
    /// [`Client::next_output`] as always. There is no event of its end.
    ///
    /// # Errors
    /// [`Error::Stale`] if it is over; the others as for [`Client::listen`].
    pub fn unlisten<'t>(
        &mut self,
        listen: &mut Subscription<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Option<Out<'t>>, Error> {
        let revision = self.agreed()?;
        if !listen.ends {
            self.table.get(listen.ticket).ok_or(Error::Stale)?;
            listen.ends = true;
            listen.at = 0;
        }
        if revision.is_modern() {
            if listen.at == 0 {
                self.cancel(listen.ticket)?;
                listen.at = 1;
            }
            return Ok(None);
        }
        while let Some(uri) = listen.filter.resource_subscriptions.get(listen.at) {
            let hash = Text::hash_of(uri);
            let Some(slot) = self.table.get(listen.ticket) else { return Ok(None) };
            // What was refused, or never said, is not taken back.
            if !slot.watched().any(|known| known == hash) {
                listen.at = listen.at.saturating_add(1);
                continue;
            }
            let limits = Limits { idle_ms: 0, hard_ms: self.connection.handshake.connect_ms };
            let options = Options { limits, anyway: true, ..Options::DEFAULT };
            let out = self.subscribe(Method::Unsubscribe, uri, listen.ticket, &options, now, tx)?;
            if let Some(slot) = self.table.get(listen.ticket) {
                slot.unwatch(hash);
            }
            listen.at = listen.at.saturating_add(1);
            return Ok(Some(out));
        }
        self.close(listen.ticket);
        Ok(None)
    }

    /// The server announced something of it.
    fn is_offered(&self, filter: &SubscriptionFilter<'_>) -> bool {
        let can = self.connection.capabilities;
        let wants_uris = !filter.resource_subscriptions.is_empty();
        What::ALL.into_iter().any(|what| what.is_in(filter) && can.contains(what.capability()))
            || wants_uris && can.contains(Capabilities::RESOURCES_SUBSCRIBE)
    }

    /// A slot for what is listened to before 2026-07-28.
    fn open_listener(
        &mut self,
        filter: &SubscriptionFilter<'_>,
        revision: Revision,
    ) -> Option<Ticket> {
        let can = self.connection.capabilities;
        let ticket = self.table.open_own(self.connection.route, State::Listening)?;
        let slot = self.table.get(ticket)?;
        slot.exchange.method = Method::Listen as u8;
        slot.exchange.revision = revision as u8;
        let wanted =
            What::ALL.into_iter().filter(|it| it.is_in(filter) && can.contains(it.capability()));
        slot.exchange.from = wanted.fold(0, |bits, what| bits | u32::from(what.bit()));
        Some(ticket)
    }

    fn subscribe<'t>(
        &mut self,
        method: Method,
        uri: &str,
        listen: Ticket,
        options: &Options<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let params = SubscribeParams { uri, ..SubscribeParams::EMPTY };
        let name = match method {
            Method::Subscribe => "resources/subscribe",
            _ => "resources/unsubscribe",
        };
        let (ticket, out) = self.ask(method, name, &params, options, listen, now, tx)?;
        if let Some(slot) = self.table.get(ticket) {
            slot.exchange.from = Text::hash_of(uri);
        }
        Ok(out)
    }

    /// All that a listen of an older revision takes was said.
    fn listened(&mut self, ticket: Ticket) {
        let Some(slot) = self.table.get(ticket) else { return };
        if slot.exchange.has(COMPLETE) {
            return;
        }
        slot.exchange.set(COMPLETE);
        if slot.exchange.sent == 0 {
            slot.due |= due::NEWS;
            self.connection.due |= due::TELL;
        }
    }

    /// One of the requests that a listen takes was answered; true if it was the last.
    pub(super) fn one_less(&mut self, listen: Ticket) -> bool {
        let Some(slot) = self.table.get(listen) else { return false };
        slot.exchange.sent = slot.exchange.sent.saturating_sub(1);
        slot.exchange.sent == 0 && slot.exchange.has(COMPLETE)
    }

    /// Notes what a listen of an older revision came to.
    pub(super) fn note_listening(
        &mut self,
        ticket: Ticket,
        message: &mut Message<'_>,
    ) -> EventKind {
        let parts = &mut message.parts;
        *parts = crate::Parts { ticket, ..crate::Parts::default() };
        if let Some(slot) = self.table.get(ticket) {
            parts.method = slot.exchange.method;
            parts.revision = slot.exchange.revision;
            parts.level = slot.exchange.from as u8;
            parts.refusal = slot.exchange.shape;
        }
        EventKind::Listening
    }
}
