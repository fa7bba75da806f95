//! Sockets to one server, and HTTP exchanges on them.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::Pin;
use std::rc::Rc;

use hyper::body::{Body as HttpBody, Bytes, Incoming};
use hyper::client::conn::http1::{self, SendRequest};
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use sansmcp::json::Raw;
use sansmcp::rules::Method;
use sansmcp::rules::method::TO_SERVER;
use tokio::net::TcpStream;
use tokio::task::spawn_local;

use super::url::Url;
use crate::body::Body;

/// Sockets that wait for the next exchange. More are closed.
const MOST_IDLE: usize = 32;
/// Lines that the head of a response may have.
pub const MOST_HEADERS: usize = 64;
/// Bytes that the head of a response may have.
const LONGEST_HEAD: usize = 64 << 10;

/// What goes out in one exchange.
pub struct Sending {
    pub verb: &'static str,
    /// The lines of the head: names and values.
    pub lines: Vec<(String, String)>,
    pub body: Bytes,
}

impl Sending {
    /// Whether it does no harm if the server gets it twice: only what tools do may.
    fn may_be_repeated(&self) -> bool {
        let Ok(message) = Raw::parse(&self.body) else { return self.verb != "POST" };
        let method = message.get("method").and_then(|method| method.text());
        let row = method.and_then(|method| TO_SERVER.iter().find(|row| method == *row.name));
        row.is_some_and(|row| row.method != Method::CallTool)
    }
}

/// The sockets. One that served an exchange to its end is used again.
pub struct Sockets {
    url: Url,
    idle: RefCell<Vec<SendRequest<Body>>>,
    /// No socket was closed yet that waited for the next exchange.
    keeps: Cell<bool>,
}

/// A response whose head came. Dropped before its body was read, its socket is closed.
pub struct Receiving {
    sockets: Rc<Sockets>,
    sender: SendRequest<Body>,
    pub response: Response<Incoming>,
}

impl Sockets {
    pub fn new(url: Url) -> Rc<Self> {
        Rc::new(Self { url, idle: RefCell::new(Vec::new()), keeps: Cell::new(true) })
    }

    /// Sends a request, and waits for the head of its response. It goes out again on a new socket
    /// if the server closed the old one meanwhile: where it never went out, or where nothing came
    /// back and it does no harm twice.
    ///
    /// # Errors
    /// Nobody is there, or the socket was closed before a head came.
    pub async fn send(self: &Rc<Self>, sending: Sending) -> io::Result<Receiving> {
        loop {
            // In a statement of its own: nothing stays borrowed while others wait.
            let idle = self.idle.borrow_mut().pop();
            let (mut sender, is_new) = match idle {
                Some(sender) => (sender, false),
                None => (self.open().await?, true),
            };
            let error = match sender.ready().await {
                Err(error) if is_new => return Err(io::Error::other(error)),
                Err(_) => None,
                Ok(()) => match sender.try_send_request(self.request(&sending)?).await {
                    Ok(response) => {
                        return Ok(Receiving { sockets: Rc::clone(self), sender, response });
                    }
                    Err(mut error) => match error.take_message() {
                        Some(_) if !is_new => None,
                        _ => Some(error.into_error()),
                    },
                },
            };
            if let Some(error) = error
                && (is_new || !sending.may_be_repeated())
            {
                return Err(io::Error::other(error));
            }
            // It closes sockets without a word of it in its answers: they are no good again.
            self.keeps.set(false);
            self.idle.borrow_mut().clear();
        }
    }

    fn request(&self, sending: &Sending) -> io::Result<Request<Body>> {
        let Sending { verb, lines, body } = sending;
        let mut builder = Request::builder()
            .method(*verb)
            .uri(self.url.target.as_str())
            .header(hyper::header::HOST, self.url.authority.as_str());
        for (name, value) in lines {
            builder = builder.header(name, value);
        }
        let body = Some(body.clone()).filter(|body| !body.is_empty());
        builder.body(Body::Whole(body)).map_err(io::Error::other)
    }

    async fn open(&self) -> io::Result<SendRequest<Body>> {
        let socket = TcpStream::connect((&*self.url.host, self.url.port)).await?;
        // Requests are small, and go out at once.
        let _ = socket.set_nodelay(true);
        let (sender, connection) = http1::Builder::new()
            .max_headers(MOST_HEADERS)
            .max_buf_size(LONGEST_HEAD)
            .handshake(TokioIo::new(socket))
            .await
            .map_err(io::Error::other)?;
        // How it ends is told to whoever waits on it.
        spawn_local(async move { drop(connection.await) });
        Ok(sender)
    }
}

impl Receiving {
    /// The next bytes of the body; `None` at its end.
    ///
    /// # Errors
    /// The socket broke.
    pub async fn next(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            let body = self.response.body_mut();
            let next = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context));
            match next.await {
                None => return Ok(None),
                // What is no data is a trailer, which says nothing here.
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) if data.is_empty() => {}
                    Ok(data) => return Ok(Some(data)),
                    Err(_) => {}
                },
                Some(Err(error)) => return Err(io::Error::other(error)),
            }
        }
    }

    /// The body was read to its end: the socket may serve again.
    pub fn done(self) {
        let mut idle = self.sockets.idle.borrow_mut();
        if self.sockets.keeps.get() && idle.len() < MOST_IDLE && !self.sender.is_closed() {
            idle.push(self.sender);
        }
    }
}
