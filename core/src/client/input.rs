//! What a server wants of the user or the model before it goes on: a result of a call from
//! 2026-07-28 on (basic/patterns/mrtr), a request of its own before. One event for both.

use super::accept::Accepted;
use super::event::InputNeeded;
use super::judge::mode_of;
use super::write::open_again;
use super::{Client, Options};
use crate::error::Error;
use crate::exchange::Ticket;
use crate::json::{Kind, Members, Raw, Text, Writer};
use crate::out::Out;
use crate::rules::method::{ASKABLE, TO_SERVER};
use crate::rules::transition::State;
use crate::rules::{Capabilities, Code, Method, Revision};
use crate::schema::Object;
use crate::wire::key;

/// How often a server may ask for input in the course of one call. From 2026-07-28 on.
pub const MAX_ROUNDS: u8 = 16;

/// One thing that the server wants.
#[derive(Clone, Copy, Debug)]
pub struct NeededInput<'f> {
    key: Text<'f>,
    method: Method,
    params: Raw<'f>,
}

impl<'f> NeededInput<'f> {
    /// The name under which the answer goes back. Before 2026-07-28 there is one thing alone, and
    /// it is empty.
    #[must_use]
    pub fn key(&self) -> Text<'f> {
        self.key
    }

    /// [`Method::Elicit`], [`Method::CreateMessage`] or [`Method::ListRoots`].
    #[must_use]
    pub fn method(&self) -> Method {
        self.method
    }

    /// The params of that method, to be read with [`crate::schema::ElicitView`],
    /// [`crate::schema::ElicitUrlView`] or [`crate::schema::CreateMessageView`].
    #[must_use]
    pub fn params(&self) -> Raw<'f> {
        self.params
    }

    /// Of an elicitation the answer that accepts: the form as it was filled in, JSON text of an
    /// object, to which the defaults of what was left out are added.
    #[must_use]
    pub fn accept<'a>(&self, content: &'a str) -> Accepted<'a>
    where
        'f: 'a,
    {
        Accepted::new(self.params, content)
    }
}

/// All things that the server wants.
#[derive(Clone, Debug)]
pub struct NeededInputs<'f> {
    one: Option<NeededInput<'f>>,
    all: Members<'f>,
}

impl<'f> Iterator for NeededInputs<'f> {
    type Item = NeededInput<'f>;

    fn next(&mut self) -> Option<NeededInput<'f>> {
        if let Some(one) = self.one.take() {
            return Some(one);
        }
        self.all.find_map(|(key, input)| {
            let method = method_of(input)?;
            Some(NeededInput { key, method, params: params_of(input) })
        })
    }
}

impl<'f> InputNeeded<'f> {
    /// What is wanted; nothing where the server only wants to be asked again.
    #[must_use]
    pub fn inputs(&self) -> NeededInputs<'f> {
        if self.is_request() {
            let params = self.params().unwrap_or(Raw::NULL);
            let one = NeededInput { key: Text::trusted(""), method: self.method(), params };
            return NeededInputs { one: Some(one), all: Raw::NULL.members() };
        }
        let all = self.raw_at(self.parts.input_responses).unwrap_or(Raw::NULL).members();
        NeededInputs { one: None, all }
    }

    /// True where it is a request of the server's and not the result of a call, as it is before
    /// 2026-07-28. Its ticket is then its own.
    #[must_use]
    pub fn is_request(&self) -> bool {
        !self.revision().is_modern()
    }

    /// The call in whose course it was asked; of a request of the server's
    /// [`Ticket::NONE`] where that is not known, as on a pipe.
    #[must_use]
    pub fn call(&self) -> Ticket {
        if self.is_request() { self.parts.parent } else { self.parts.ticket }
    }

    /// How often the server has asked in the course of this call, this time included. From
    /// 2026-07-28 on.
    #[must_use]
    pub fn round(&self) -> u8 {
        self.parts.level
    }

    /// How long to wait before asking again, in milliseconds: where the server wants nothing but
    /// that, longer each time, up to a second.
    #[must_use]
    pub fn pause_ms(&self) -> u32 {
        if self.is_request() || self.inputs().next().is_some() {
            return 0;
        }
        let doubled = u32::from(self.parts.level.saturating_sub(1)).min(5);
        50_u32.wrapping_shl(doubled).min(1000)
    }

    /// What the server wants back as it is.
    pub(super) fn state(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.request_state)
    }
}

/// An answer to one of the things that the server wants.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// Its name ([`NeededInput::key`]), decoded.
    pub key: &'a str,
    /// The result of its method: [`NeededInput::accept`], [`crate::schema::ElicitResult`],
    /// [`crate::schema::CreateMessageResult`] or [`crate::schema::ListRootsResult`].
    pub result: &'a dyn Object,
}

/// The params of a retry.
struct Retry<'a, 'f> {
    params: &'a dyn Object,
    given: &'a [Given<'a>],
    state: Option<Raw<'f>>,
}

impl Object for Retry<'_, '_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        let start = out.mark();
        self.params.write(out, revision)?;
        let mut before = open_again(out, start)?;
        if !self.given.is_empty() {
            key(out, before, "inputResponses");
            let mut between = "{";
            for given in self.given {
                key(out, between, given.key);
                between = ",";
                given.result.write(out, revision)?;
            }
            out.put_str("}");
            before = ",";
        }
        if let Some(state) = self.state {
            // As it was written, so that it says the same.
            key(out, before, "requestState");
            out.json(state);
        }
        out.put_str("}");
        Ok(())
    }
}

impl Client<'_> {
    /// Gives the server what it wants. From 2026-07-28 on the call goes out again, under the ticket
    /// that this gives: `params` and `options` are those of the call. Before, it is the answer to
    /// the server's request, of which the first of `given` is the result; the ticket is that of the
    /// call ([`InputNeeded::call`]), and `params` and `options` are not looked at.
    ///
    /// # Errors
    /// [`Error::Stale`] if the call or the request is over; [`Error::NotSupported`] if nothing is
    /// given before 2026-07-28; the others as for [`Client::call`]. It can be given again then.
    pub fn provide<'t>(
        &mut self,
        needed: &InputNeeded<'_>,
        given: &[Given<'_>],
        params: &dyn Object,
        options: &Options<'_>,
        now: u64,
        tx: &'t mut [u8],
    ) -> Result<(Ticket, Out<'t>), Error> {
        let ticket = needed.ticket();
        if needed.is_request() {
            let first = given.first().ok_or(Error::NotSupported)?;
            let out = self.result(ticket, first.result, tx)?;
            return Ok((needed.call(), out));
        }
        let revision = self.agreed()?;
        let exchange = &self.table.get(ticket).ok_or(Error::Stale)?.exchange;
        if exchange.state() != State::Suspended {
            return Err(Error::Stale);
        }
        let method = Method::from_number(exchange.method);
        let row = TO_SERVER.iter().find(|row| row.method == method).ok_or(Error::NotSupported)?;
        let retry = Retry { params, given, state: needed.state() };
        self.resend(ticket, row.name, &retry, options, revision, now, tx)
    }

    /// Gives the server nothing. Before 2026-07-28 its request is answered with an error, such as
    /// −1 for what the user does not want; from then on there is no such answer, and the call ends
    /// here.
    ///
    /// # Errors
    /// [`Error::Stale`] if the call or the request is over; [`Error::Short`] if `tx` is too small.
    pub fn refuse<'t>(
        &mut self,
        needed: &InputNeeded<'_>,
        code: Code,
        message: &str,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        if needed.is_request() {
            return self.error(needed.ticket(), code, message, "", tx);
        }
        self.cancel(needed.ticket())?;
        Ok(Out::NOTHING)
    }
}

/// The method of one of the things in a result.
fn method_of(input: Raw<'_>) -> Option<Method> {
    let name = input.get("method")?.text()?;
    ASKABLE.iter().find(|row| name == *row.name).map(|row| row.method)
}

fn params_of(input: Raw<'_>) -> Raw<'_> {
    input.get("params").unwrap_or(Raw::NULL)
}

/// Whether one of the things in a result is of a kind that the client declared.
pub(super) fn is_answerable(input: Raw<'_>, declared: Capabilities) -> bool {
    let params = params_of(input);
    if !matches!(params.kind(), Kind::Object | Kind::Null) {
        return false;
    }
    match method_of(input) {
        Some(Method::Elicit) => declared.contains(mode_of(Some(params))),
        Some(Method::CreateMessage) => declared.contains(Capabilities::SAMPLING),
        Some(Method::ListRoots) => declared.contains(Capabilities::ROOTS),
        _ => false,
    }
}
