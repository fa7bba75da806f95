//! What is accepted though the text of the protocol would allow refusing it, each with its reason.
//! What is sent is always strict.

/// Requests are served between the answer to `initialize` and `notifications/initialized`: over
/// HTTP the two may arrive in either order, and servers that insisted broke their clients.
pub const REQUESTS_BEFORE_INITIALIZED: bool = true;

/// A response that matches nothing open is dropped without a word: it is late or was given up, and
/// neither is a reason to end a connection.
pub const UNMATCHED_RESPONSES: bool = true;

/// `jsonrpc` may be absent from a response: some servers leave it out, and the id decides anyway.
pub const RESPONSES_WITHOUT_VERSION: bool = true;

/// An id may be any JSON number, though the text says integer: the schema says number, and it is
/// echoed as written.
pub const FRACTIONAL_IDS: bool = true;

/// A progress token longer than this many bytes as written is ignored, as if none were given:
/// progress is optional, the request is not.
pub const LONGEST_TOKEN: usize = 64;

/// `params` may be `null` where the method needs none: several serialisers write an absent value
/// so.
pub const NULL_PARAMS: bool = true;

/// `arguments` of a call and `cursor` of a list may be `null`, for the same reason.
pub const NULL_MEMBERS: bool = true;

/// An event stream that broke off is asked for again after this many milliseconds at the least,
/// also where the server says `retry: 0`: what ends at once would be asked for without a pause.
pub const SHORTEST_RETRY_MS: u32 = 100;

/// An error without an id, or with a null one, answers the request in whose HTTP exchange it came,
/// and the handshake: servers say so of what they could not read, and one would wait for ever.
pub const NAMELESS_ERRORS: bool = true;

/// A result of 2026-07-28 without `resultType` is complete: some servers leave it out.
pub const UNTYPED_RESULTS: bool = true;

/// A server may ping before `initialize` was answered: some want to know whether anybody is there.
pub const EARLY_PINGS: bool = true;
