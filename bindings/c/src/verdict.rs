//! What is to be done with a request, by its head alone.

use engine::http::{Opening, Verdict};

use crate::response::sansmcp_response_head;
use crate::sse::{sansmcp_sse_fields, sansmcp_sse_id};
use crate::text::sansmcp_str;

/// What is to be done with a request; the value of sansmcp_verdict.kind.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_verdict_kind {
    /// Answer it with head and body, and read no body.
    SANSMCP_VERDICT_REPLY = 1,
    /// Read its body, and give it to sansmcp_endpoint_receive. If it is longer than longest_body,
    /// answer SANSMCP_DENIAL_TOO_LONG.
    SANSMCP_VERDICT_BODY = 2,
    /// Answer it with an event stream, which stays open: head, then first.
    SANSMCP_VERDICT_STREAM = 3,
    /// A page of another site asks whether it may send a request: answer 204 without a body and
    /// with the headers of sansmcp_endpoint_preflight.
    SANSMCP_VERDICT_PREFLIGHT = 4,
}

/// Events to send again on a stream: those that follow `after` up to the sequence `last`; see
/// sansmcp_store_after. If one of them is not in the store any more, answer
/// SANSMCP_DENIAL_UNKNOWN_EVENT instead and call sansmcp_endpoint_closed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_missed {
    /// The last that the client has.
    pub after: sansmcp_sse_id,
    /// The sequence of the last that there is; 0: nothing was missed.
    pub last: u32,
}

/// What is to be done with a request.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_verdict {
    /// Of a reply and a stream: the head of the response.
    pub head: sansmcp_response_head,
    /// Of a reply: its body, which may be NULL. The text lasts for ever.
    pub body: sansmcp_str,
    /// Of a stream: what to send right after the head, maybe nothing.
    pub first: sansmcp_sse_fields,
    /// Of a stream: which of the events that were kept to send then.
    pub missed: sansmcp_missed,
    /// Of a body: how many bytes it may have.
    pub longest_body: u32,
    /// Of a stream: the exchange on which it went out before, if there is one.
    pub replaces: u32,
    /// Of a stream: it went out on another exchange before, whose client did not wait for its end.
    /// End that response.
    pub has_replaced: bool,
    /// Of a stream: the response ends behind the events that were missed, since all was sent
    /// before.
    pub is_over: bool,
    /// A sansmcp_verdict_kind.
    pub kind: u8,
}

impl sansmcp_verdict {
    const NONE: Self = Self {
        head: sansmcp_response_head::NONE,
        body: sansmcp_str::NONE,
        first: sansmcp_sse_fields::NONE,
        missed: sansmcp_missed { after: sansmcp_sse_id::NONE, last: 0 },
        longest_body: 0,
        replaces: 0,
        has_replaced: false,
        is_over: false,
        kind: 0,
    };

    pub(crate) fn of(verdict: &Verdict<'_>, longest_body: u32) -> Self {
        use sansmcp_verdict_kind::*;
        match verdict {
            Verdict::Reply(reply) => Self {
                head: sansmcp_response_head::of(&reply.head),
                body: match reply.body {
                    "" => sansmcp_str::NONE,
                    body => sansmcp_str::of(body),
                },
                kind: SANSMCP_VERDICT_REPLY as u8,
                ..Self::NONE
            },
            Verdict::Body => Self { longest_body, kind: SANSMCP_VERDICT_BODY as u8, ..Self::NONE },
            Verdict::Stream(opening) => Self::of_stream(opening),
            Verdict::Preflight(_) => Self { kind: SANSMCP_VERDICT_PREFLIGHT as u8, ..Self::NONE },
        }
    }

    fn of_stream(opening: &Opening) -> Self {
        let missed = opening.missed.map_or(Self::NONE.missed, |missed| sansmcp_missed {
            after: sansmcp_sse_id::of(missed.after),
            last: missed.last,
        });
        Self {
            head: sansmcp_response_head::of(&opening.head),
            first: sansmcp_sse_fields::of(opening.first.as_ref()),
            missed,
            replaces: opening.replaces.unwrap_or(0),
            has_replaced: opening.replaces.is_some(),
            is_over: opening.is_over,
            kind: sansmcp_verdict_kind::SANSMCP_VERDICT_STREAM as u8,
            ..Self::NONE
        }
    }
}
