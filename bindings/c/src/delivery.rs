//! What goes to a socket.

use engine::http::Delivery;

use crate::response::sansmcp_response_head;
use crate::sse::{sansmcp_sse_fields, sansmcp_sse_id};
use crate::text::sansmcp_str;

/// What to send, where, and what to keep: the head, if has_head; then lead, data and tail, one
/// behind the other, each of which may be empty; then the end, if is_end.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_delivery {
    /// The head to begin the response with, if has_head.
    pub head: sansmcp_response_head,
    /// The first part of the body.
    pub lead: sansmcp_sse_fields,
    /// The second part: it lies where the output lay that was delivered, and lasts as long; or for
    /// ever.
    pub data: *const u8,
    /// How many bytes that are.
    pub len: usize,
    /// The third part. The text lasts for ever.
    pub tail: sansmcp_str,
    /// How many bytes the three parts have together.
    pub body_len: usize,
    /// Under which id to keep the bytes at data for clients that come again (`replay` of the
    /// policy): with sansmcp_store_keep, also where nobody is there. Its sequence is 0: not to be
    /// kept.
    pub keep: sansmcp_sse_id,
    /// The number of the HTTP exchange that it belongs to, if has_to.
    pub to: u32,
    /// Somebody is there to send it to. If not, send nothing.
    pub has_to: bool,
    /// The response begins with it.
    pub has_head: bool,
    /// The response ends with it.
    pub is_end: bool,
    /// A message is half out with it, so that nothing of the host's own, such as
    /// sansmcp_sse_keep_alive, may be sent before the next delivery.
    pub is_half: bool,
    /// The response ends in the middle of a message, since its session has ended: break it off
    /// (close the socket, send no last chunk), so that nobody takes it for whole.
    pub is_cut: bool,
}

impl sansmcp_delivery {
    pub(crate) fn of(delivery: &Delivery<'_>) -> Self {
        let [lead, message, tail] = delivery.parts();
        Self {
            head: sansmcp_response_head::of_optional(delivery.head()),
            lead: sansmcp_sse_fields::of_bytes(lead),
            data: message.as_ptr(),
            len: message.len(),
            tail: sansmcp_str::bytes(tail),
            body_len: delivery.len(),
            keep: delivery.keep().map_or(sansmcp_sse_id::NONE, |(id, _)| sansmcp_sse_id::of(id)),
            to: delivery.to().unwrap_or(0),
            has_to: delivery.to().is_some(),
            has_head: delivery.head().is_some(),
            is_end: delivery.is_end(),
            is_half: delivery.is_half(),
            is_cut: delivery.is_cut(),
        }
    }
}
