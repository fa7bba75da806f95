//! The tables that rule, the small types and the texts of errors.

use sansmcp::json::Raw;
use sansmcp::rules::transition::{Move, Stage, State, Step};
use sansmcp::rules::{Capabilities, Level, Method, Refusal, Revision, method, revision};
use sansmcp::{Code, Connection, Error, Slot, Ticket};

use crate::{Unknown, keep};

pub(crate) fn rules(unknown: &mut Unknown<'_>) {
    let number = unknown.number(3_u8);
    if let Some(revision) = Revision::from_number(number) {
        keep((revision.name(), revision.is_modern(), revision.rules().batches));
        let rows = method::TO_SERVER.iter().chain(&method::TO_CLIENT);
        rows.for_each(|row| keep(row.is_in(revision)));
    }
    keep(Revision::from_name(unknown.text));
    revision::supported().for_each(|rules| keep(rules.name));
    revision::supported().rev().for_each(|rules| keep(rules.name));
    let method = Method::from_number(number);
    keep((method.is_engines(), method.takes_inputs()));
    keep(Level::from_number(number).map(Level::name));
    if let Some(text) = Raw::parse(unknown.bytes).ok().and_then(|raw| raw.text()) {
        keep(Level::from_text(text));
    }
    if let Some(refusal) = Refusal::from_number(number) {
        keep(refusal.words().message);
    }
    keep(Code(unknown.number(-32602)).in_era(number == 0));
    let (a, b) = (Capabilities(unknown.number(7)), Capabilities(unknown.number(8)));
    keep((a.contains(b), a.meets(b), a | b, a & b));
    if let Ok(raw) = Raw::parse(unknown.bytes) {
        keep(Capabilities::of_client(raw));
        keep(Capabilities::needed_by(method, raw));
    }
    keep(unknown.number(Stage::Fresh).after(unknown.number(Step::Initialize)));
    keep(unknown.number(State::Free).after(unknown.number(Move::Cancel)));
    let state = unknown.number(State::Free);
    keep((state.is_unanswered(), state.is_half_out()));
    let ticket = Ticket::from_number(unknown.number(9));
    keep(ticket.number());
    keep(unknown.number(Error::Stale).message());
    let connection = Connection::NEW;
    keep((connection.revision(), connection.is_ready()));
    keep(Slot::EMPTY);
}

/// For the symbol table, which shows sizes: nothing of it is loaded.
macro_rules! size {
    ($name:ident, $type:ty) => {
        #[used]
        #[unsafe(no_mangle)]
        #[unsafe(link_section = ".sizes")]
        static $name: [u8; size_of::<$type>()] = [0; size_of::<$type>()];
    };
}
size!(SIZE_OF_SLOT, Slot);
size!(SIZE_OF_CONNECTION, Connection);
size!(SIZE_OF_LINES, sansmcp::Lines<'static>);
#[cfg(feature = "server")]
size!(SIZE_OF_EVENT, sansmcp::Event<'static>);
#[cfg(all(feature = "client", feature = "http"))]
size!(SIZE_OF_REMOTE, sansmcp::client::Remote);
#[cfg(feature = "http")]
size!(SIZE_OF_EVENTS_STATE, sansmcp::sse::EventsState);
#[cfg(feature = "http1")]
size!(SIZE_OF_CONVERSATION_STATE, sansmcp::http1::ConversationState);
#[cfg(all(feature = "server", feature = "http"))]
size!(SIZE_OF_HUB, sansmcp::http::Hub);
#[cfg(all(feature = "server", feature = "http"))]
size!(SIZE_OF_SESSION, sansmcp::http::Session);
#[cfg(all(feature = "server", feature = "http"))]
size!(SIZE_OF_STREAM, sansmcp::http::Stream);

const _: () = assert!(size_of::<Slot>() <= 256, "a slot is larger than 256 bytes");
const _: () = assert!(size_of::<Connection>() <= 256, "a connection is larger than 256 bytes");
// As tests/http_sizes.rs has them on large machines: they are the same everywhere.
#[cfg(all(feature = "server", feature = "http"))]
const _: () = {
    assert!(size_of::<sansmcp::http::Hub>() == 240);
    assert!(size_of::<sansmcp::http::Session>() == 256);
    assert!(size_of::<sansmcp::http::Stream>() == 32);
};
