//! The heads of responses, and replies that are whole.

use core::ffi::c_char;

use engine::http::{Body, Denial, ResponseHead, SessionId};

use crate::edge::{Place, at, slice_mut, text};
use crate::header::sansmcp_header;
use crate::http_head::Lines;
use crate::result::{SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::text::sansmcp_str;

/// What the body of a response is; the value of sansmcp_response_head.body.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_body_kind {
    /// There is none.
    SANSMCP_BODY_EMPTY = 0,
    /// One JSON text.
    SANSMCP_BODY_JSON = 1,
    /// Events.
    SANSMCP_BODY_EVENTS = 2,
}

/// How many headers sansmcp_response_headers gives at most.
pub const SANSMCP_MAX_RESPONSE_HEADERS: usize = 6;

/// Bytes of the id of a session.
pub const SANSMCP_SESSION_ID: usize = 36;

/// The head of a response, by value. sansmcp_response_headers has its headers. What the host adds
/// is its own: lengths, `Connection`, and for pages of other sites sansmcp_endpoint_exposed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_response_head {
    /// The methods that are allowed, of a 405. The text lasts for ever.
    pub allow: sansmcp_str,
    /// Seconds after which to try again, of a 503. The text lasts for ever.
    pub retry_after: sansmcp_str,
    /// The HTTP status; 0: there is no head.
    pub status: u16,
    /// A sansmcp_body_kind.
    pub body: u8,
    /// Bytes of the id of the session that begins with this response; 0: none does.
    pub session_len: u8,
    /// The id of the session.
    pub session: [c_char; SANSMCP_SESSION_ID],
}

impl sansmcp_response_head {
    pub(crate) const NONE: Self = Self {
        allow: sansmcp_str::NONE,
        retry_after: sansmcp_str::NONE,
        status: 0,
        body: 0,
        session_len: 0,
        session: [0; SANSMCP_SESSION_ID],
    };

    pub(crate) fn of(head: &ResponseHead) -> Self {
        let says = |text: &'static str| {
            sansmcp_str::of_optional(if text.is_empty() { None } else { Some(text) })
        };
        let mut to = Self {
            allow: says(head.allow),
            retry_after: says(head.retry_after),
            status: head.status,
            body: match head.body {
                Body::Empty => 0,
                Body::Json => 1,
                Body::Events => 2,
            },
            ..Self::NONE
        };
        if let Some(id) = &head.session {
            let id = id.as_str().as_bytes();
            to.session.iter_mut().zip(id).for_each(|(to, from)| *to = *from as c_char);
            to.session_len = id.len() as u8;
        }
        to
    }

    pub(crate) fn of_optional(head: Option<&ResponseHead>) -> Self {
        head.map_or(Self::NONE, Self::of)
    }

    unsafe fn read(&self) -> Result<ResponseHead, sansmcp_result> {
        let len = usize::from(self.session_len).min(SANSMCP_SESSION_ID);
        let id = sansmcp_str { data: self.session.as_ptr(), len };
        // SAFETY: as the crate demands of all pointers; and texts of heads last for ever.
        let (id, allow, retry_after) =
            unsafe { (text(id)?, text(self.allow)?, text(self.retry_after)?) };
        let session = match len {
            0 => None,
            _ => Some(SessionId::parse(id).ok_or(SANSMCP_OUT_OF_RANGE)?),
        };
        let body = match self.body {
            0 => Body::Empty,
            1 => Body::Json,
            2 => Body::Events,
            _ => return Err(SANSMCP_OUT_OF_RANGE),
        };
        Ok(ResponseHead { status: self.status, body, session, allow, retry_after })
    }
}

/// The headers of a response, names in lower case, in any order: `headers` has room for `room` of
/// them, `count` says how many there are, SANSMCP_MAX_RESPONSE_HEADERS at most. SANSMCP_SHORT:
/// there is no room for all; `count` says how many there are. None of them is a length.
///
/// The id of a session lies in `head`; the other texts last for ever.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_response_headers(
    head: *const sansmcp_response_head,
    headers: *mut sansmcp_header,
    room: usize,
    count: *mut usize,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (given, room, place) =
            unsafe { (at(head)?, slice_mut(headers, room)?, Place::new(count)?) };
        // SAFETY: as above.
        let head = unsafe { given.read() }?;
        let mut lines = Lines::to(room);
        let id = head.session.as_ref().map(SessionId::as_str);
        for (name, value) in head.headers() {
            // SAFETY: as above; of so many bytes was read before.
            let own = unsafe {
                let len = usize::from(given.session_len).min(SANSMCP_SESSION_ID);
                text(sansmcp_str { data: given.session.as_ptr(), len })?
            };
            lines.add(name, if id == Some(value) { own } else { value });
        }
        lines.end(place)
    })())
}

/// Why a request is answered by its head alone.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_denial {
    /// 403: `Host` names another machine.
    SANSMCP_DENIAL_HOST = 0,
    /// 403: `Origin` is not let in.
    SANSMCP_DENIAL_ORIGIN = 1,
    /// 405: the method is none of this endpoint's.
    SANSMCP_DENIAL_METHOD = 2,
    /// 406: neither form of an answer is accepted.
    SANSMCP_DENIAL_ACCEPT = 3,
    /// 415: the body is not said to be JSON.
    SANSMCP_DENIAL_CONTENT_TYPE = 4,
    /// 413: the body is longer than the policy allows.
    SANSMCP_DENIAL_TOO_LONG = 5,
    /// 400: the session's id is missing, or stands twice.
    SANSMCP_DENIAL_NO_SESSION = 6,
    /// 404: there is no such session, or no longer.
    SANSMCP_DENIAL_UNKNOWN_SESSION = 7,
    /// 400: the events asked for are not those of this session, or were given up.
    SANSMCP_DENIAL_UNKNOWN_EVENT = 8,
    /// 400: `MCP-Protocol-Version` names none that is spoken here.
    SANSMCP_DENIAL_VERSION = 9,
    /// 503: every place is taken.
    SANSMCP_DENIAL_BUSY = 10,
}

const DENIALS: [Denial; 11] = [
    Denial::Host,
    Denial::Origin,
    Denial::Method,
    Denial::Accept,
    Denial::ContentType,
    Denial::TooLong,
    Denial::NoSession,
    Denial::UnknownSession,
    Denial::UnknownEvent,
    Denial::Version,
    Denial::Busy,
];

const _: () = {
    assert!(sansmcp_denial::SANSMCP_DENIAL_HOST as u8 == Denial::Host as u8);
    assert!(sansmcp_denial::SANSMCP_DENIAL_TOO_LONG as u8 == Denial::TooLong as u8);
    assert!(sansmcp_denial::SANSMCP_DENIAL_UNKNOWN_EVENT as u8 == Denial::UnknownEvent as u8);
    assert!(sansmcp_denial::SANSMCP_DENIAL_BUSY as u8 == Denial::Busy as u8);
    assert!(Denial::Busy as usize + 1 == DENIALS.len());
};

/// A whole response: its head, and its body, a text that lasts for ever.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_http_reply {
    /// The head.
    pub head: sansmcp_response_head,
    /// The body; NULL: there is none.
    pub body: sansmcp_str,
}

/// What is answered to a request for a sansmcp_denial. SANSMCP_OUT_OF_RANGE: the number is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_denial_reply(
    denial: u8,
    reply: *mut sansmcp_http_reply,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let place = unsafe { Place::new(reply) }?;
        let reply = DENIALS.get(usize::from(denial)).ok_or(SANSMCP_OUT_OF_RANGE)?.reply();
        let (head, body) = (sansmcp_response_head::of(&reply.head), sansmcp_str::of(reply.body));
        place.put(sansmcp_http_reply { head, body });
        Ok(())
    })())
}
