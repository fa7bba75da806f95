//! The reserved keys of `_meta` (2026-07-28, basic/index: `_meta`).

/// Request: the token that progress notifications carry. All revisions.
pub const PROGRESS_TOKEN: &str = "progressToken";
/// Request, required: the revision this request speaks. Its presence makes a message modern.
pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
/// Request, required: what the client can do, as an object.
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
/// Request: the client's name and version.
pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
/// Request: the lowest level of log messages wanted for this request.
pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
/// Result: the server's name and version.
pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
