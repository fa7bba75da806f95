//! What an application is to this host.

use std::borrow::Cow;

use hyper::StatusCode;
use sansmcp::http::Head;
use sansmcp::{Event, Out, Server, Ticket, What};

/// The application: what is done with each event, and with time.
pub trait App: 'static {
    /// Does what an event asks for. `server` is the one that the event's ticket belongs to; all
    /// that it gives goes to `send`, in order. `now` is in milliseconds.
    fn handle(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        now: u64,
        send: &mut dyn FnMut(Out<'_>),
    );

    /// Who asks: a number for each that can be told apart. A session belongs to who began it.
    ///
    /// # Errors
    /// The status for those who are not let in, such as 401.
    fn principal(&mut self, head: &Head<'_>) -> Result<u64, StatusCode> {
        let _ = head;
        Ok(0)
    }

    /// When [`App::due`] has something to do, in milliseconds.
    fn next_due(&self) -> Option<u64> {
        None
    }

    /// A request whose work is to go on at `now`.
    fn due(&self, now: u64) -> Option<Ticket> {
        let _ = now;
        None
    }

    /// Goes on with a request that [`App::due`] named.
    fn go_on(
        &mut self,
        server: &mut Server<'_>,
        ticket: Ticket,
        now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        let _ = (server, ticket, now, send);
    }

    /// Nobody waits for the answer to a request any more: its work stops. The host gives up its
    /// ticket.
    fn cancelled(&mut self, ticket: Ticket) {
        let _ = ticket;
    }

    /// What has happened since this was last asked that concerns more than one request.
    fn news(&mut self) -> News {
        News::default()
    }
}

/// What has happened that concerns more than one request.
#[derive(Default)]
pub struct News {
    /// Lists that have changed.
    pub changed: Vec<What>,
    /// The URIs of resources that have changed.
    pub updated: Vec<Cow<'static, str>>,
    /// Requests whose clients are to come back for the answer, and in how many milliseconds.
    pub put_off: Vec<(Ticket, u32)>,
}
