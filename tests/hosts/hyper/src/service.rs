//! From a request to its response.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::pin::Pin;
use std::rc::Rc;
use std::time::Duration;

use hyper::body::{Body as HttpBody, Bytes, Incoming};
use hyper::header::{HeaderMap, HeaderName, HeaderValue, TRANSFER_ENCODING};
use hyper::{Request, Response, StatusCode};
use sansmcp::http::{Denial, Head, Header, cors};

use crate::app::App;
use crate::body::{Body, Lost, Watch};
use crate::state::{Reply, State, denied};

/// Lines that a head may have.
const MOST_HEADERS: usize = 64;

/// What each request needs.
pub struct Service<A> {
    pub state: Rc<RefCell<State<A>>>,
    pub lost: Rc<Lost>,
    pub patience: Duration,
    pub path: &'static str,
    /// Bytes of bodies that may still be taken in, all clients together.
    pub bodies: Cell<usize>,
}

/// Bytes of a body that do not count: as many sockets as there may be bound them.
const FREE: usize = 16 << 10;

/// What one body takes of that, given back when it was dealt with.
struct Share<'s> {
    bodies: &'s Cell<usize>,
    taken: usize,
}

impl Share<'_> {
    /// True if a body may have `length` bytes. Small ones always may: those who hold all that there
    /// is with bodies that never end lock out nobody else.
    fn take(&mut self, length: usize) -> bool {
        let more = length.saturating_sub(FREE).saturating_sub(self.taken);
        let left = self.bodies.get().checked_sub(more);
        if let Some(left) = left {
            self.bodies.set(left);
            self.taken += more;
        }
        left.is_some()
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        self.bodies.set(self.bodies.get() + self.taken);
    }
}

impl<A: App> Service<A> {
    /// Answers a request.
    pub async fn call(&self, request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
        if request.uri().path() != self.path {
            return Ok(plain(StatusCode::NOT_FOUND));
        }
        let (parts, body) = request.into_parts();
        let mut headers = [Header { name: "", value: b"" }; MOST_HEADERS];
        let mut count = 0;
        for (place, (name, value)) in headers.iter_mut().zip(&parts.headers) {
            *place = Header { name: name.as_str(), value: value.as_bytes() };
            count += 1;
        }
        if parts.headers.len() > count {
            return Ok(plain(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE));
        }
        let headers = headers.get(..count).unwrap_or_default();
        if !is_chunked_once(&parts.headers) {
            return Ok(closing(plain(StatusCode::BAD_REQUEST)));
        }
        let head = Head { method: parts.method.as_str(), headers };
        let mut response = self.answer(&head, body).await;
        let exposed = cors::exposed(&head, self.state.borrow().policy().origins);
        for (name, value) in exposed.into_iter().flatten() {
            let value = HeaderValue::from_str(value);
            if let (Ok(name), Ok(value)) = (HeaderName::from_bytes(name.as_bytes()), value) {
                response.headers_mut().insert(name, value);
            }
        }
        Ok(response)
    }

    async fn answer(&self, head: &Head<'_>, body: Incoming) -> Response<Body> {
        let principal = match self.state.borrow_mut().principal(head) {
            Ok(principal) => principal,
            Err(status) => return closing(plain(status)),
        };
        let number = self.state.borrow_mut().number();
        let mut reply = self.state.borrow_mut().judge(head, number, principal);
        if let Reply::Body = reply {
            let longest = self.state.borrow().policy().longest_body as usize;
            let mut share = Share { bodies: &self.bodies, taken: 0 };
            let body = read(body, longest, &mut share);
            let body = match tokio::time::timeout(self.patience, body).await {
                Ok(Ok(body)) => body,
                Ok(Err(denial)) => return closing(denial),
                Err(_) => return closing(plain(StatusCode::REQUEST_TIMEOUT)),
            };
            reply = self.state.borrow_mut().post(head, number, principal, &body);
            if self.state.borrow_mut().next_work().is_some() {
                self.lost.notify.notify_one();
            }
        }
        match reply {
            Reply::Now(response) => response,
            Reply::Body => plain(StatusCode::INTERNAL_SERVER_ERROR),
            Reply::Later(receiver) => {
                // If the client goes first, this is dropped where it waits.
                let mut watch = Watch::new(number, &self.lost);
                let response = receiver.await;
                watch.is_over();
                response.unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR))
            }
        }
    }
}

/// True if the body is chunked once, or not at all. Whoever stands before this server might undo
/// another coding, and would see another request behind it.
fn is_chunked_once(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => true,
        (Some(coding), None) => coding.as_bytes().eq_ignore_ascii_case(b"chunked"),
        _ => false,
    }
}

/// A whole body, if it is not longer than `longest` bytes.
async fn read(
    mut body: Incoming,
    longest: usize,
    share: &mut Share<'_>,
) -> Result<Bytes, Response<Body>> {
    let mut whole: Option<Vec<u8>> = None;
    let mut first: Option<Bytes> = None;
    loop {
        let next = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let Some(frame) = next else { break };
        let Ok(frame) = frame else { return Err(plain(StatusCode::BAD_REQUEST)) };
        let Ok(data) = frame.into_data() else { continue };
        let so_far = whole.as_ref().map_or(0, Vec::len) + first.as_ref().map_or(0, Bytes::len);
        if so_far + data.len() > longest {
            return Err(denied(Denial::TooLong));
        }
        if !share.take(so_far + data.len()) {
            return Err(denied(Denial::Busy));
        }
        // Most bodies come in one piece, which is taken as it is.
        match (&mut whole, first.take()) {
            (Some(whole), _) => whole.extend_from_slice(&data),
            (None, Some(before)) => whole = Some([before, data].concat()),
            (None, None) => first = Some(data),
        }
    }
    Ok(whole.map(Bytes::from).or(first).unwrap_or_default())
}

/// A response after which the connection ends, since not all of the request was read.
fn closing(mut response: Response<Body>) -> Response<Body> {
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(hyper::header::CONNECTION, close);
    response
}

fn plain(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::Whole(None));
    *response.status_mut() = status;
    response
}
