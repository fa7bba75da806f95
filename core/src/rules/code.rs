//! The error codes of JSON-RPC and of the protocol.

/// An error code as it stands in a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Code(pub i32);

impl Code {
    /// The message is not JSON.
    pub const PARSE_ERROR: Self = Self(-32700);
    /// The message is JSON but no valid request.
    pub const INVALID_REQUEST: Self = Self(-32600);
    /// The method does not exist, or its capability is not offered.
    pub const METHOD_NOT_FOUND: Self = Self(-32601);
    /// The params are wrong: an unknown tool, a bad cursor, a missing field.
    pub const INVALID_PARAMS: Self = Self(-32602);
    /// Something went wrong inside.
    pub const INTERNAL_ERROR: Self = Self(-32603);
    /// 2026-07-28: an HTTP header and the body disagree.
    pub const HEADER_MISMATCH: Self = Self(-32020);
    /// 2026-07-28: the request needs a capability that the client did not declare.
    pub const MISSING_CLIENT_CAPABILITY: Self = Self(-32021);
    /// 2026-07-28: the request's revision is not spoken here.
    pub const UNSUPPORTED_PROTOCOL_VERSION: Self = Self(-32022);
    /// Before 2026-07-28: the resource does not exist.
    pub const RESOURCE_NOT_FOUND: Self = Self(-32002);
    /// 2025-11-25: the user has to visit a URL first.
    pub const URL_ELICITATION_REQUIRED: Self = Self(-32042);

    /// The code that may be sent in a revision. 2026-07-28 has two of the older ones in other words
    /// and keeps what it did not give out of −32099 to −32000 for itself (basic/index, error
    /// codes); the older revisions have no word for a capability that lacks.
    #[must_use]
    pub const fn in_era(self, modern: bool) -> Self {
        match self {
            Self::RESOURCE_NOT_FOUND | Self::URL_ELICITATION_REQUIRED if modern => {
                Self::INVALID_PARAMS
            }
            Self::MISSING_CLIENT_CAPABILITY if !modern => Self::INVALID_REQUEST,
            Self(-32022..=-32020) => self,
            Self(-32099..=-32000) if modern => Self::INTERNAL_ERROR,
            code => code,
        }
    }
}
