//! What goes to HTTP exchanges, owned.

use std::sync::Arc;

use sansmcp::http::{self, ResponseHead, cors};

use crate::asked::Asked;
use crate::frame::Frame;

/// The head of a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The HTTP status.
    pub status: u16,
    /// Names and values. None of them is a length, since bodies come in parts.
    pub headers: Vec<(&'static str, String)>,
}

impl From<&ResponseHead> for Head {
    fn from(head: &ResponseHead) -> Self {
        Self { status: head.status, headers: own(head.headers()) }
    }
}

fn own<'h>(headers: impl Iterator<Item = (&'static str, &'h str)>) -> Vec<(&'static str, String)> {
    headers.map(|(name, value)| (name, value.to_owned())).collect()
}

/// What to send on an HTTP exchange; see [`sansmcp::http::Delivery`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The number of the exchange.
    pub to: u32,
    /// The head to begin the response with; `None` if it has begun.
    pub head: Option<Head>,
    /// Bytes of the body, which may be empty.
    pub bytes: Vec<u8>,
    /// True if the response ends with it.
    pub is_end: bool,
    /// True if it ends in the middle of a message, since its session has ended: break it off, so
    /// that nobody takes it for whole.
    pub is_cut: bool,
}

impl Delivery {
    /// As the core says it; `None` where nobody is there.
    pub(crate) fn of(delivery: &http::Delivery<'_>) -> Option<Self> {
        let to = delivery.to()?;
        let head = delivery.head().map(Head::from);
        let (is_end, is_cut) = (delivery.is_end(), delivery.is_cut());
        Some(Self { to, head, bytes: delivery.parts().concat(), is_end, is_cut })
    }
}

/// What is to be done with a request; see [`sansmcp::http::Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VerdictKind {
    /// Answer it with the head and the bytes, and read no body.
    Reply,
    /// Read its body, of at most [`Verdict::longest_body`] bytes, and give [`Verdict::frame`] of it
    /// to the endpoint. Of a longer one answer [`Verdict::too_long`].
    Body,
    /// Answer it with the head and the bytes, and leave the response open for more.
    Stream,
}

/// What the head of a request leads to.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// What is to be done.
    pub kind: VerdictKind,
    /// The head of the response. Where the body is read first, its headers are those that the
    /// response carries beside its own, whatever becomes of it, and its status means nothing.
    pub head: Head,
    /// What the body of the response begins with, or is.
    pub bytes: Vec<u8>,
    /// Of a stream: the exchange on which it went out before. End that response.
    pub replaces: Option<u32>,
    /// Bytes of the longest body.
    pub longest_body: u32,
    asked: Arc<Asked>,
}

impl Verdict {
    /// As the core says it, and what a page of another site may see of the response.
    pub(crate) fn new(asked: Arc<Asked>, policy: &http::Policy<'_>) -> Self {
        let exposed = cors::exposed(asked.head(), policy.origins);
        let headers = own(exposed.into_iter().flatten());
        Self {
            kind: VerdictKind::Body,
            head: Head { status: 200, headers },
            bytes: Vec::new(),
            replaces: None,
            longest_body: policy.longest_body,
            asked,
        }
    }

    /// With the head of a response and what stands in it.
    pub(crate) fn answer(&mut self, kind: VerdictKind, head: &ResponseHead, bytes: Vec<u8>) {
        self.kind = kind;
        self.head.status = head.status;
        self.head.headers.extend(own(head.headers()));
        self.bytes = bytes;
    }

    /// With a reply of the core's.
    pub(crate) fn reply(&mut self, reply: &http::Reply) {
        self.answer(VerdictKind::Reply, &reply.head, reply.body.into());
    }

    /// With the answer to a preflight, whose headers are all that there are.
    pub(crate) fn preflight(&mut self, headers: http::cors::Preflight<'_>) {
        self.kind = VerdictKind::Reply;
        self.head = Head { status: 204, headers: own(headers) };
    }

    /// The body of the request as a frame. `random` are 16 random bytes that nobody can guess, new
    /// ones for each POST: a session that begins gets them as its secret.
    #[must_use]
    pub fn frame(&self, body: &[u8], random: [u8; 16]) -> Frame {
        Frame::posted(body, &self.asked, random)
    }

    /// The reply to a request whose body is longer than it may be.
    #[must_use]
    pub fn too_long(&self) -> Self {
        let mut verdict = self.clone();
        if self.kind == VerdictKind::Body {
            verdict.reply(&http::Denial::TooLong.reply());
        }
        verdict
    }
}
