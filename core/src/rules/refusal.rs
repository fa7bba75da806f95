//! Everything that the engine refuses by itself, with the code and the words it answers.

use super::Code;

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
    /// The name of the tool is missing or not a string.
    NoName,
    /// The arguments are not an object.
    BadArguments,
    /// A cursor that this server did not give.
    BadCursor,
    /// No tool of this name.
    UnknownTool,
    /// Every slot is taken.
    Busy,
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
pub static TABLE: [Words; 29] = [
    row(Refusal::NotJson, Code::PARSE_ERROR, "Parse error: not valid JSON"),
    row(Refusal::NotUtf8, Code::PARSE_ERROR, "Parse error: not valid UTF-8"),
    row(Refusal::TooDeep, Code::PARSE_ERROR, "Parse error: nested deeper than 128"),
    row(
        Refusal::TooLong,
        Code::INVALID_REQUEST,
        "Message too long: it does not fit the server's receive buffer",
    ),
    row(Refusal::NotObject, Code::INVALID_REQUEST, "Invalid request: not an object"),
    row(
        Refusal::NoBatch,
        Code::INVALID_REQUEST,
        "Invalid request: batches exist only in revision 2025-03-26",
    ),
    row(Refusal::EmptyBatch, Code::INVALID_REQUEST, "Invalid request: the batch is empty"),
    row(
        Refusal::NotVersion2,
        Code::INVALID_REQUEST,
        "Invalid request: jsonrpc must be \\\"2.0\\\"",
    ),
    row(Refusal::BadId, Code::INVALID_REQUEST, "Invalid request: id must be a string or a number"),
    row(Refusal::LongId, Code::INVALID_REQUEST, "Invalid request: id is longer than 128 bytes"),
    row(
        Refusal::DuplicateKey,
        Code::INVALID_REQUEST,
        "Invalid request: a key of the envelope stands twice",
    ),
    row(Refusal::NoMethod, Code::INVALID_REQUEST, "Invalid request: method must be a string"),
    row(
        Refusal::DuplicateId,
        Code::INVALID_REQUEST,
        "Invalid request: a request with this id is still open",
    ),
    row(
        Refusal::NotInitialized,
        Code::INVALID_REQUEST,
        "Not initialized: send initialize first, or the modern _meta with each request",
    ),
    row(Refusal::AlreadyInitialized, Code::INVALID_REQUEST, "Already initialized"),
    row(
        Refusal::InitializeInBatch,
        Code::INVALID_REQUEST,
        "Invalid request: initialize must not be in a batch",
    ),
    row(Refusal::MethodNotFound, Code::METHOD_NOT_FOUND, "Method not found"),
    row(Refusal::ParamsNotObject, Code::INVALID_PARAMS, "Invalid params: params must be an object"),
    row(Refusal::MetaNotObject, Code::INVALID_PARAMS, "Invalid params: _meta must be an object"),
    row(
        Refusal::NoProtocolVersion,
        Code::INVALID_PARAMS,
        "Invalid params: _meta needs io.modelcontextprotocol/protocolVersion, a string",
    ),
    row(
        Refusal::NoClientCapabilities,
        Code::INVALID_PARAMS,
        "Invalid params: _meta needs io.modelcontextprotocol/clientCapabilities, an object",
    ),
    row(
        Refusal::BadClientInfo,
        Code::INVALID_PARAMS,
        "Invalid params: io.modelcontextprotocol/clientInfo must be an object",
    ),
    row(
        Refusal::BadInitialize,
        Code::INVALID_PARAMS,
        "Invalid params: initialize needs protocolVersion, a string",
    ),
    row(
        Refusal::UnsupportedVersion,
        Code::UNSUPPORTED_PROTOCOL_VERSION,
        "Unsupported protocol version",
    ),
    row(Refusal::NoName, Code::INVALID_PARAMS, "Invalid params: name must be a string"),
    row(Refusal::BadArguments, Code::INVALID_PARAMS, "Invalid params: arguments must be an object"),
    row(Refusal::BadCursor, Code::INVALID_PARAMS, "Invalid params: cursor is not one given here"),
    row(Refusal::UnknownTool, Code::INVALID_PARAMS, "Unknown tool"),
    row(Refusal::Busy, Code::INTERNAL_ERROR, "Too many requests are open; try again later"),
];

const fn row(refusal: Refusal, code: Code, message: &'static str) -> Words {
    Words { refusal, code, message }
}

impl Refusal {
    /// The code and the words. The message is JSON text, so it can be written as it stands.
    #[must_use]
    pub fn words(self) -> &'static Words {
        // The table has a row for each variant; the fallback keeps a panic out of the image.
        TABLE.get((self as usize).wrapping_sub(1)).unwrap_or(&TABLE[0])
    }

    /// The refusal stored as a number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        TABLE.get(usize::from(number).wrapping_sub(1)).map(|words| words.refusal)
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
        }
        assert_eq!(Refusal::Busy as usize, TABLE.len(), "a variant has no row");
    }
}
