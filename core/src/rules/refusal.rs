//! Everything that the engine refuses by itself, with the code and the words it answers.

use super::Code;
use super::packed::{joined, joined_len, word};

/// Why a message was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Refusal {
    /// Not JSON.
    NotJson = 1,
    /// Not UTF-8.
    NotUtf8,
    /// Nested deeper than [`crate::json::DEPTH`].
    TooDeep,
    /// Longer than the receive buffer.
    TooLong,
    /// JSON, but neither an object nor an allowed batch.
    NotObject,
    /// An array, in a revision without batches.
    NoBatch,
    /// An array of nothing.
    EmptyBatch,
    /// `jsonrpc` is missing or not "2.0".
    NotVersion2,
    /// The id is null, or neither a string nor a number.
    BadId,
    /// The id is longer than 128 bytes as written.
    LongId,
    /// `id`, `method`, `jsonrpc`, `params` or `_meta` stands twice.
    DuplicateKey,
    /// Neither a request, a notification nor a response.
    NoMethod,
    /// A request with this id is still open.
    DuplicateId,
    /// A legacy request before `initialize`.
    NotInitialized,
    /// A second `initialize`.
    AlreadyInitialized,
    /// `initialize` inside a batch.
    InitializeInBatch,
    /// No such method, in this revision or at this server.
    MethodNotFound,
    /// `params` is not an object.
    ParamsNotObject,
    /// `params._meta` is not an object.
    MetaNotObject,
    /// `_meta` lacks the protocol version, or it is not a string.
    NoProtocolVersion,
    /// `_meta` lacks the client's capabilities, or they are not an object.
    NoClientCapabilities,
    /// `_meta` has a client info that is not an object.
    BadClientInfo,
    /// `initialize` without a protocol version.
    BadInitialize,
    /// The revision is not spoken here.
    UnsupportedVersion,
    /// The name of the tool or prompt is missing or not a string.
    NoName,
    /// The URI is missing or not a string.
    NoUri,
    /// The arguments are not an object.
    BadArguments,
    /// A cursor that this server did not give.
    BadCursor,
    /// The log level is none of the eight.
    BadLevel,
    /// What is to be completed is neither a prompt nor a resource template.
    BadReference,
    /// What is to be completed has no name or no value.
    BadArgument,
    /// The filter of a listen is missing or not an object.
    BadFilter,
    /// The answers to what was asked are not an object of objects, or the state is not a string.
    BadInputs,
    /// No tool of this name.
    UnknownTool,
    /// No prompt of this name.
    UnknownPrompt,
    /// No resource at this URI.
    UnknownResource,
    /// The client did not declare a capability that the request needs.
    Undeclared,
    /// Every slot is taken.
    Busy,
    /// HTTP: `MCP-Protocol-Version` and the version of `_meta` are not the same.
    VersionHeader,
    /// HTTP: `Mcp-Method` and the method are not the same.
    MethodHeader,
    /// HTTP: `Mcp-Name` and what it stands for are not the same.
    NameHeader,
    /// HTTP: an `Mcp-Param-*` header and its argument are not the same.
    ParamHeader,
    /// HTTP: a request of a session, without the session's id.
    NoSession,
    /// HTTP: there is no such session (any more), or it is another's.
    UnknownSession,
    /// HTTP: every place for a session is taken.
    NoRoomForSession,
    /// HTTP: a batch or a listen from a client that takes one JSON answer only.
    NoEvents,
    /// A client: elicitation in a mode that it did not declare.
    UndeclaredMode,
}

/// What is said about a refusal.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Which refusal.
    pub refusal: Refusal,
    /// Its code.
    pub code: Code,
    /// What was wrong and, where it is not plain, what to do.
    pub message: &'static str,
}

/// Every refusal, in the order of the enumeration.
pub static TABLE: [Words; 47] = ROWS;

const ROWS: [Words; 47] = [
    row(Refusal::NotJson, Code::PARSE_ERROR, "Not JSON"),
    row(Refusal::NotUtf8, Code::PARSE_ERROR, "Not UTF-8"),
    row(Refusal::TooDeep, Code::PARSE_ERROR, "Nested deeper than 128"),
    row(Refusal::TooLong, Code::INVALID_REQUEST, "Longer than the receive buffer"),
    row(Refusal::NotObject, Code::INVALID_REQUEST, "Not an object"),
    row(Refusal::NoBatch, Code::INVALID_REQUEST, "Only 2025-03-26 has batches"),
    row(Refusal::EmptyBatch, Code::INVALID_REQUEST, "Empty batch"),
    row(Refusal::NotVersion2, Code::INVALID_REQUEST, "jsonrpc must be \\\"2.0\\\""),
    row(Refusal::BadId, Code::INVALID_REQUEST, "id must be a string or a number"),
    row(Refusal::LongId, Code::INVALID_REQUEST, "id is longer than 128 bytes"),
    row(Refusal::DuplicateKey, Code::INVALID_REQUEST, "A key stands twice"),
    row(Refusal::NoMethod, Code::INVALID_REQUEST, "method must be a string"),
    row(Refusal::DuplicateId, Code::INVALID_REQUEST, "This id is still open"),
    row(
        Refusal::NotInitialized,
        Code::INVALID_REQUEST,
        "Not initialized: send initialize, or the _meta of 2026-07-28",
    ),
    row(Refusal::AlreadyInitialized, Code::INVALID_REQUEST, "Already initialized"),
    row(Refusal::InitializeInBatch, Code::INVALID_REQUEST, "initialize in a batch"),
    row(Refusal::MethodNotFound, Code::METHOD_NOT_FOUND, "Method not found"),
    row(Refusal::ParamsNotObject, Code::INVALID_PARAMS, "params must be an object"),
    row(Refusal::MetaNotObject, Code::INVALID_PARAMS, "_meta must be an object"),
    row(
        Refusal::NoProtocolVersion,
        Code::INVALID_PARAMS,
        "_meta needs io.modelcontextprotocol/protocolVersion, a string",
    ),
    row(
        Refusal::NoClientCapabilities,
        Code::INVALID_PARAMS,
        "_meta needs io.modelcontextprotocol/clientCapabilities, an object",
    ),
    row(Refusal::BadClientInfo, Code::INVALID_PARAMS, "clientInfo must be an object"),
    row(Refusal::BadInitialize, Code::INVALID_PARAMS, "initialize needs protocolVersion, a string"),
    row(
        Refusal::UnsupportedVersion,
        Code::UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version",
    ),
    row(Refusal::NoName, Code::INVALID_PARAMS, "name must be a string"),
    row(Refusal::NoUri, Code::INVALID_PARAMS, "uri must be a string"),
    row(Refusal::BadArguments, Code::INVALID_PARAMS, "arguments must be an object"),
    row(Refusal::BadCursor, Code::INVALID_PARAMS, "Not a cursor of this list"),
    row(Refusal::BadLevel, Code::INVALID_PARAMS, "Unknown log level"),
    row(Refusal::BadReference, Code::INVALID_PARAMS, "ref must be a prompt or a resource template"),
    row(Refusal::BadArgument, Code::INVALID_PARAMS, "argument needs name and value, both strings"),
    row(Refusal::BadFilter, Code::INVALID_PARAMS, "notifications must be an object"),
    row(
        Refusal::BadInputs,
        Code::INVALID_PARAMS,
        "inputResponses must be an object of objects, requestState a string",
    ),
    row(Refusal::UnknownTool, Code::INVALID_PARAMS, "Unknown tool"),
    row(Refusal::UnknownPrompt, Code::INVALID_PARAMS, "Unknown prompt"),
    row(Refusal::UnknownResource, Code::RESOURCE_NOT_FOUND, "Resource not found"),
    row(
        Refusal::Undeclared,
        Code::MISSING_CLIENT_CAPABILITY,
        "This needs a capability that the client did not declare",
    ),
    row(Refusal::Busy, Code::INTERNAL_ERROR, "Too many open requests"),
    row(
        Refusal::VersionHeader,
        Code::HEADER_MISMATCH,
        "MCP-Protocol-Version must be there and say what _meta says",
    ),
    row(
        Refusal::MethodHeader,
        Code::HEADER_MISMATCH,
        "Mcp-Method must be there and say what method says",
    ),
    row(
        Refusal::NameHeader,
        Code::HEADER_MISMATCH,
        "Mcp-Name must be there and say what name or uri says",
    ),
    row(
        Refusal::ParamHeader,
        Code::HEADER_MISMATCH,
        "An Mcp-Param header and its argument do not say the same",
    ),
    row(
        Refusal::NoSession,
        Code::INVALID_REQUEST,
        "Mcp-Session-Id is missing: send initialize first, or the _meta of 2026-07-28",
    ),
    row(
        Refusal::UnknownSession,
        Code::INVALID_REQUEST,
        "No such session: send initialize without Mcp-Session-Id",
    ),
    row(Refusal::NoRoomForSession, Code::INTERNAL_ERROR, "Too many sessions"),
    row(
        Refusal::NoEvents,
        Code::INVALID_REQUEST,
        "This is answered by events: Accept must have text/event-stream",
    ),
    row(
        Refusal::UndeclaredMode,
        Code::INVALID_PARAMS,
        "The client did not declare this mode of elicitation",
    ),
];

const fn row(refusal: Refusal, code: Code, message: &'static str) -> Words {
    Words { refusal, code, message }
}

/// Whether it cannot happen where only 2026-07-28 is spoken, so that its words take no room there.
const fn is_legacy(refusal: Refusal) -> bool {
    matches!(
        refusal,
        Refusal::EmptyBatch
            | Refusal::NotInitialized
            | Refusal::AlreadyInitialized
            | Refusal::InitializeInBatch
            | Refusal::BadInitialize
            | Refusal::NoSession
            | Refusal::UnknownSession
            | Refusal::NoRoomForSession
    )
}

/// Whether it cannot happen to a server of tools alone.
const fn is_of_full(refusal: Refusal) -> bool {
    matches!(
        refusal,
        Refusal::NoUri
            | Refusal::BadReference
            | Refusal::BadArgument
            | Refusal::BadFilter
            | Refusal::UnknownPrompt
            | Refusal::UnknownResource
    )
}

/// Whether it cannot happen without HTTP.
const fn is_of_http(refusal: Refusal) -> bool {
    Refusal::VersionHeader as u8 <= refusal as u8 && refusal as u8 <= Refusal::NoEvents as u8
}

/// Whether it cannot happen to a server.
const fn is_of_client(refusal: Refusal) -> bool {
    matches!(refusal, Refusal::UndeclaredMode)
}

/// Whether this build can refuse for this reason.
const fn can_happen(refusal: Refusal) -> bool {
    (cfg!(feature = "legacy") || !is_legacy(refusal))
        && (crate::FULL || !is_of_full(refusal))
        && (crate::HTTP || !is_of_http(refusal))
        && (cfg!(feature = "client") || !is_of_client(refusal))
}

const MESSAGES: [&str; ROWS.len()] = {
    let mut all = [""; ROWS.len()];
    let mut index = 0;
    while index < all.len() {
        if can_happen(ROWS[index].refusal) {
            all[index] = ROWS[index].message;
        }
        index += 1;
    }
    all
};

static PACKED: [u8; joined_len(&MESSAGES)] = joined(&MESSAGES);

/// All codes of JSON-RPC and the protocol have 16 bits.
static CODES: [i16; ROWS.len()] = {
    let mut all = [0; ROWS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = ROWS[index].code.0 as i16;
        index += 1;
    }
    all
};

static ALL: [Refusal; ROWS.len()] = {
    let mut all = [Refusal::NotJson; ROWS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = ROWS[index].refusal;
        index += 1;
    }
    all
};

impl Refusal {
    /// The message of [`Refusal::words`], for the engine.
    pub(crate) fn message(self) -> &'static [u8] {
        word(&PACKED, (self as usize).wrapping_sub(1))
    }

    /// The code of [`Refusal::words`], for the engine.
    pub(crate) fn code(self) -> Code {
        let row = CODES.get((self as usize).wrapping_sub(1));
        row.map_or(Code::INTERNAL_ERROR, |code| Code(i32::from(*code)))
    }

    /// The code and the words. The message is JSON text, so it can be written as it stands.
    #[must_use]
    pub fn words(self) -> &'static Words {
        // The table has a row for each variant; the fallback keeps a panic out of the image.
        TABLE.get((self as usize).wrapping_sub(1)).unwrap_or(&TABLE[0])
    }

    /// The refusal stored as a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_enumeration() {
        for (index, words) in TABLE.iter().enumerate() {
            assert_eq!(words.refusal as usize, index + 1, "{:?}", words.refusal);
            assert_eq!(words.refusal.words().message, words.message);
            if can_happen(words.refusal) {
                assert_eq!(words.refusal.message(), words.message.as_bytes());
            }
            assert_eq!(words.refusal.code(), words.code);
            assert_eq!(Refusal::from_number(words.refusal as u8), Some(words.refusal));
        }
        assert_eq!(Refusal::UndeclaredMode as usize, TABLE.len(), "a variant has no row");
    }
}
