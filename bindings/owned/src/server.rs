//! A server that owns its catalog, its state and its buffer.

use sansmcp::json::{Number, Raw};
use sansmcp::schema::Prose;
use sansmcp::{Code, Error, Out, Shape, Ticket};

use crate::answer::Answer;
use crate::delivery::Delivery;
use crate::endpoint::{Endpoint, Http};
use crate::event::Event;
use crate::frame::Frame;
use crate::info::Info;
use crate::output::{Made, Output};
use crate::policy::Policy;
use crate::seat::{Pipe, Seat};
use crate::shelf::Shelf;

/// Bytes of the buffer with which a message is first tried.
pub(crate) const FIRST: usize = 4096;

/// Bytes of a page of a list, and of a piece of a streamed answer, if no less is allowed: what is
/// cut to its buffer is cut the same, whatever was written before.
pub(crate) const PAGE: usize = 65536;

/// What an output call of the core gives.
pub(crate) type Written<'t> = Result<Out<'t>, Error>;

/// A server on one connection, or behind an endpoint of HTTP; see [`sansmcp::Server`] and
/// [`sansmcp::http::Endpoint`]. Output calls give bytes of their own.
pub struct Server {
    pub(crate) seat: Seat,
    /// Scratch; what leaves is cut from it.
    tx: Vec<u8>,
    pub(crate) max_tx: usize,
    /// Bytes of a page of a list.
    pub(crate) page: usize,
    /// Engine's own answers that were begun in pieces, as far as they are not known to be out.
    pub(crate) replies: Vec<Ticket>,
    /// The latest time that it was told.
    pub(crate) latest: u64,
}

impl Server {
    /// A server on one connection, with memory for as many open requests as `slots` says (256
    /// bytes each), whose messages are at most `max_tx` bytes long, their newline included.
    #[must_use]
    pub fn new(info: Info, slots: usize, max_tx: usize) -> Self {
        let seat = Seat::Pipe(Box::new(Pipe::new(Shelf::new(info), slots)));
        Self { seat, tx: Vec::new(), max_tx, page: PAGE, replies: Vec::new(), latest: 0 }
    }

    /// A server of all clients that come over HTTP.
    #[must_use]
    pub fn over_http(info: Info, policy: Policy, max_tx: usize) -> Self {
        let seat = Seat::Http(Box::new(Http::new(Shelf::new(info), policy)));
        Self { seat, tx: Vec::new(), max_tx, page: PAGE, replies: Vec::new(), latest: 0 }
    }

    /// Bounds pages of lists, in bytes: 65,536 until it is called. One entry is sent however long
    /// it is, as far as `max_tx` allows.
    #[must_use]
    pub fn with_page(mut self, page: usize) -> Self {
        self.page = page;
        self
    }

    /// What concerns HTTP; `None` if it is a server on one connection.
    pub fn endpoint(&mut self) -> Option<Endpoint<'_>> {
        match &mut self.seat {
            Seat::Pipe(_) => None,
            Seat::Http(http) => Some(Endpoint(http)),
        }
    }

    /// Makes an output call with a buffer of `size` bytes, and with one that is as large as it has
    /// to be where that is too small and `max_tx` allows it.
    pub(crate) fn write<T: Default>(
        &mut self,
        size: usize,
        mut call: impl for<'t> FnMut(&mut Seat, &'t mut [u8]) -> Result<(T, Out<'t>), Error>,
    ) -> Result<(T, Output), Error> {
        let mut value = T::default();
        let output = self.written(size, &mut |seat, tx| {
            let out;
            (value, out) = call(seat, tx)?;
            Ok((out.line().len(), Output::without_bytes(&out)))
        })?;
        Ok((value, output))
    }

    /// One piece of code for all calls: each gives the length of what it wrote, and the rest.
    #[inline(never)]
    fn written(
        &mut self,
        size: usize,
        call: &mut dyn FnMut(&mut Seat, &mut [u8]) -> Made,
    ) -> Result<Output, Error> {
        let mut size = size.min(self.max_tx);
        loop {
            if self.tx.len() < size {
                self.tx.resize(size, 0);
            }
            let room = self.tx.get_mut(..size).unwrap_or_default();
            match call(&mut self.seat, room) {
                Ok((len, output)) => return Ok(Output { bytes: self.take(len), ..output }),
                Err(Error::Short { need }) if need > size && need <= self.max_tx => size = need,
                Err(error) => {
                    self.take(0);
                    return Err(error);
                }
            }
        }
    }

    /// The first bytes of the scratch. A large one is given away, not kept.
    fn take(&mut self, len: usize) -> Vec<u8> {
        if self.tx.len() <= PAGE {
            return self.tx.get(..len).unwrap_or_default().to_vec();
        }
        let mut bytes = std::mem::take(&mut self.tx);
        bytes.truncate(len);
        bytes.shrink_to_fit();
        bytes
    }

    /// As [`Server::write`], for calls that give nothing but bytes.
    pub(crate) fn output(
        &mut self,
        ticket: Ticket,
        size: usize,
        mut call: impl for<'t> FnMut(&mut sansmcp::Server<'_>, &'t mut [u8]) -> Written<'t>,
    ) -> Result<Output, Error> {
        self.spoken(ticket, size, &mut call)
    }

    /// One piece of code for all of them.
    #[inline(never)]
    fn spoken(
        &mut self,
        ticket: Ticket,
        size: usize,
        call: &mut dyn for<'t> FnMut(&mut sansmcp::Server<'_>, &'t mut [u8]) -> Written<'t>,
    ) -> Result<Output, Error> {
        let done = self.write(size, |seat, tx| {
            seat.write(ticket, 0, tx, |server, tx| Ok(((), call(server, tx)?)))
        });
        done.map(|((), output)| output)
    }

    /// Reads the next message of a frame; `now` in milliseconds. Call it until it gives `None`.
    pub fn receive(&mut self, frame: &mut Frame, now: u64) -> Option<Event> {
        self.latest = self.latest.max(now);
        self.seat.receive(frame, now)
    }

    /// The latest time that [`Server::receive`] and [`Server::expire`] were told, for callers that
    /// have none at hand.
    #[must_use]
    pub fn latest(&self) -> u64 {
        self.latest
    }

    /// Answers an event as far as the engine can.
    ///
    /// # Errors
    /// As [`sansmcp::Server::reply`].
    pub fn reply(&mut self, event: &Event) -> Result<Output, Error> {
        self.reply_to(&event.view())
    }

    /// As [`Server::reply`], for an event that is held elsewhere.
    ///
    /// # Errors
    /// As [`sansmcp::Server::reply`].
    pub fn reply_to(&mut self, event: &sansmcp::Event<'_>) -> Result<Output, Error> {
        let is_list = matches!(
            event,
            sansmcp::Event::ListTools(_)
                | sansmcp::Event::ListResources(_)
                | sansmcp::Event::ListTemplates(_)
                | sansmcp::Event::ListPrompts(_)
        );
        let size = if is_list { self.page } else { FIRST };
        self.output(event.ticket(), size, |server, tx| server.reply(event, tx))
    }

    /// Answers a call.
    ///
    /// # Errors
    /// As [`sansmcp::Answer::end`].
    pub fn answer(&mut self, ticket: Ticket, answer: &Answer) -> Result<Output, Error> {
        self.output(ticket, answer.size().max(FIRST), |server, tx| answer.write(server, ticket, tx))
    }

    /// Answers a request with an error; `data` is JSON text.
    ///
    /// # Errors
    /// As [`sansmcp::Server::error`].
    pub fn error<'p>(
        &mut self,
        ticket: Ticket,
        code: i32,
        message: impl Into<Prose<'p>>,
        data: Option<&str>,
    ) -> Result<Output, Error> {
        let (message, data) = (message.into(), data.unwrap_or(""));
        self.output(ticket, FIRST, |server, tx| server.error(ticket, Code(code), message, data, tx))
    }

    /// Answers a request with a result of the application's own making: the JSON text of an
    /// object.
    ///
    /// # Errors
    /// As [`sansmcp::Server::result`].
    pub fn result(&mut self, ticket: Ticket, result: &str) -> Result<Output, Error> {
        let size = result.len().saturating_add(FIRST);
        self.output(ticket, size, |server, tx| server.result(ticket, result, tx))
    }

    /// Tells how far a request has come; both numbers are the text of a JSON number.
    ///
    /// # Errors
    /// [`Error::NotJson`] if one is no number; else as [`sansmcp::Server::progress`].
    pub fn progress<'p>(
        &mut self,
        ticket: Ticket,
        progress: &str,
        total: Option<&str>,
        message: Option<impl Into<Prose<'p>>>,
    ) -> Result<Output, Error> {
        let progress = number(progress)?;
        let total = total.map(number).transpose()?;
        let message = message.map(Into::into);
        self.output(ticket, FIRST, |server, tx| {
            server.progress(ticket, progress, total, message, tx)
        })
    }

    /// Begins the answer to a call as a stream of pieces.
    ///
    /// # Errors
    /// As [`sansmcp::Server::begin`].
    pub fn begin(&mut self, ticket: Ticket, shape: Shape<'_>) -> Result<Output, Error> {
        self.output(ticket, FIRST, |server, tx| server.begin(ticket, shape, tx))
    }

    /// Sends the next piece, and says how many bytes of `data` were taken. Offer the rest again.
    ///
    /// # Errors
    /// As [`sansmcp::Server::piece`].
    pub fn piece(&mut self, ticket: Ticket, data: &[u8]) -> Result<(usize, Output), Error> {
        self.write(PAGE, |seat, tx| {
            seat.write(ticket, 0, tx, |server, tx| server.piece(ticket, data, tx))
        })
    }

    /// Ends a streamed answer; with `failure`, it says that the tool failed, and why.
    ///
    /// # Errors
    /// As [`sansmcp::Server::end`].
    pub fn end<'p>(
        &mut self,
        ticket: Ticket,
        failure: Option<impl Into<Prose<'p>>>,
    ) -> Result<Output, Error> {
        let failure = failure.map(Into::into);
        self.output(ticket, FIRST, |server, tx| server.end(ticket, failure, tx))
    }

    /// Begins the engine's own answer in pieces, where it is longer than `max_tx`.
    ///
    /// # Errors
    /// As [`sansmcp::Server::begin_reply`].
    pub fn begin_reply(&mut self, event: &Event) -> Result<Output, Error> {
        self.begin_reply_to(&event.view())
    }

    /// As [`Server::begin_reply`], for an event that is held elsewhere.
    ///
    /// # Errors
    /// As [`sansmcp::Server::begin_reply`].
    pub fn begin_reply_to(&mut self, event: &sansmcp::Event<'_>) -> Result<Output, Error> {
        let ticket = event.ticket();
        let output = self.output(ticket, PAGE, |server, tx| server.begin_reply(event, tx))?;
        if !output.is_last {
            self.replies.push(ticket);
        }
        Ok(output)
    }

    /// The next message or piece that is due without being asked for; `None` if there is none.
    ///
    /// # Errors
    /// As [`sansmcp::Server::next_output`].
    pub fn next_output(&mut self) -> Result<Option<Output>, Error> {
        let (is_due, output) = self.write(PAGE, |seat, tx| seat.next_output(tx))?;
        Ok(is_due.then_some(output))
    }

    /// The next thing to send on an HTTP exchange: what became of each output since it was made, in
    /// order, then what is due without being asked for; `None` if there is nothing, or if it is a
    /// server on one connection.
    ///
    /// # Errors
    /// As [`Server::next_output`].
    pub fn next_delivery(&mut self) -> Result<Option<Delivery>, Error> {
        loop {
            if let Some(delivery) = self.next_made() {
                return Ok(Some(delivery));
            }
            if !matches!(self.seat, Seat::Http(_)) || self.next_output()?.is_none() {
                return Ok(None);
            }
        }
    }

    /// As [`Server::next_delivery`], of what was made already; what is due beside waits.
    pub fn next_made(&mut self) -> Option<Delivery> {
        match &mut self.seat {
            Seat::Pipe(_) => None,
            Seat::Http(http) => http.next_delivery(),
        }
    }

    /// Gives up on a request: nothing is sent.
    ///
    /// # Errors
    /// As [`sansmcp::Server::abandon`].
    pub fn abandon(&mut self, ticket: Ticket) -> Result<(), Error> {
        self.seat.with(ticket, |server| server.abandon(ticket))
    }

    /// True if the peer cancelled this request.
    #[must_use]
    pub fn is_cancelled(&mut self, ticket: Ticket) -> bool {
        self.seat.with(ticket, |server| Ok(server.is_cancelled(ticket))).unwrap_or(false)
    }

    /// The tickets of all requests that are not answered yet.
    #[must_use]
    pub fn open(&mut self) -> Vec<Ticket> {
        self.seat.open()
    }
}

fn number(text: &str) -> Result<Number<'_>, Error> {
    let value = Raw::parse_str(text).map_err(|_| Error::NotJson)?;
    value.number().ok_or(Error::NotJson)
}
