//! The reserved keys of `_meta` (2026-07-28, basic/index: `_meta`), and the form of others.

use crate::Revision;
use crate::uri::split::{split, split_once};

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
/// Notifications on a listen stream and the result that ends it: the id of the listen request.
pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";

/// Whether a key of `_meta` has the form that the protocol asks for since 2025-06-18 (basic/index:
/// `_meta`): a name, with a prefix before it if wanted, such as `com.example/trace`.
///
/// The prefix is labels with dots between them, and a slash; each label begins with a letter and
/// ends with a letter or a digit, with hyphens inside. The name begins and ends with a letter or a
/// digit, with hyphens, underscores and dots inside, or is empty. Letters are those of ASCII.
#[must_use]
pub fn is_valid_key(key: &str) -> bool {
    match split_once(key, b'/') {
        Some((prefix, name)) => split(prefix, b'.').all(is_label) && is_name(name),
        None => is_name(key),
    }
}

/// Whether the protocol keeps this key of `_meta` for itself in a revision, so that an application
/// must not make up a meaning for it.
///
/// `progressToken` is kept in every revision. From 2025-06-18 on so are prefixes: first those in
/// which some label after `modelcontextprotocol` or `mcp` follows (`mcp.dev/`,
/// `tools.mcp.com/`), from 2025-11-25 on those whose second label it is
/// (`io.modelcontextprotocol/`, `dev.mcp/`, and not `com.example.mcp/`). In 2026-07-28 the names of
/// W3C's trace context are kept for that: `traceparent`, `tracestate`, `baggage`.
///
/// In `DRAFT-2025-v3` the rule is that of 2025-06-18.
#[must_use]
pub fn is_reserved_key(key: &str, revision: Revision) -> bool {
    let Some((prefix, _)) = split_once(key, b'/') else {
        let is_trace = || matches!(key, "traceparent" | "tracestate" | "baggage");
        return key == PROGRESS_TOKEN || revision.is_modern() && is_trace();
    };
    let is_ours = |label: &str| matches!(label, "modelcontextprotocol" | "mcp");
    let mut labels = split(prefix, b'.');
    if revision < Revision::V2025_06_18 {
        false
    } else if revision < Revision::V2025_11_25 {
        // One more label has to follow.
        labels.zip(split(prefix, b'.').skip(1)).any(|(label, _)| is_ours(label))
    } else {
        labels.nth(1).is_some_and(is_ours)
    }
}

/// Whether this can be the identifier of an extension (2026-07-28, basic/versioning): as a key of
/// `_meta`, but with a prefix and a name, such as `com.example/feature`.
#[must_use]
pub fn is_valid_extension(id: &str) -> bool {
    is_valid_key(id) && split_once(id, b'/').is_some_and(|(_, name)| !name.is_empty())
}

fn is_label(label: &str) -> bool {
    let bytes = label.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-')
}

fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_end = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_alphanumeric);
    let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    is_end(bytes.first()) && is_end(bytes.last()) && bytes.iter().all(is_inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_a_form() {
        for key in [
            "",
            "a",
            "7",
            "a.b-c_d",
            "progressToken",
            "com.example/",
            "com.example/a",
            "com.ex-ample.x9/a_1.b",
            "x/y",
            "io.modelcontextprotocol/clientInfo",
        ] {
            assert!(is_valid_key(key), "{key}");
        }
        for key in [
            "-a", "a-", ".a", "a_", "a b", "é", "a/b/c", "/a", "./a", "a./b", ".a/b", "a..b/c",
            "9a/b", "a.9b/c", "a-/b", "-a/b", "a_b/c", "a/-b", "a/b.", "a\n", "é.com/a", "a//",
        ] {
            assert!(!is_valid_key(key), "{key}");
        }
    }

    #[test]
    fn the_protocol_keeps_some_keys() {
        use Revision::*;
        const ALL: [Revision; 6] =
            [V2024_11_05, V2025_03_26, V2025_06_18, Draft2025V3, V2025_11_25, V2026_07_28];
        let june = &[V2025_06_18, Draft2025V3][..];
        let later = &[V2025_11_25, V2026_07_28][..];
        for (key, kept_in) in [
            ("progressToken", &ALL[..]),
            ("progresstoken", &[]),
            ("traceparent", &[V2026_07_28]),
            ("tracestate", &[V2026_07_28]),
            ("baggage", &[V2026_07_28]),
            ("mcp", &[]),
            ("com.example/progressToken", &[]),
            ("com.example/x", &[]),
            ("mcp.dev/x", june),
            ("modelcontextprotocol.io/x", june),
            ("api.modelcontextprotocol.org/", &ALL[2..]),
            ("tools.mcp.com/x", &ALL[2..]),
            ("io.modelcontextprotocol/x", later),
            ("dev.mcp/x", later),
            ("com.mcp.tools/x", &ALL[2..]),
            ("com.example.mcp/x", &[]),
            ("com.example.mcp.x/y", june),
            ("mcp/x", &[]),
            ("com.mcpx/y", &[]),
        ] {
            // A build of the newest revision alone knows no other.
            let is_spoken = |it: &&Revision| cfg!(feature = "legacy") || **it == V2026_07_28;
            let spoken = ALL.iter().filter(is_spoken);
            for revision in spoken.copied() {
                let expected = kept_in.contains(&revision);
                assert_eq!(is_reserved_key(key, revision), expected, "{key} {revision:?}");
            }
        }
    }

    #[test]
    fn extensions_have_a_prefix_and_a_name() {
        for id in ["io.modelcontextprotocol/ui", "com.example/my-ext", "x/y"] {
            assert!(is_valid_extension(id), "{id}");
        }
        for id in ["", "ui", "com.example", "com.example/", "/ui", "a/b/c", "a b/c"] {
            assert!(!is_valid_extension(id), "{id}");
        }
    }

    #[test]
    fn the_reserved_keys_here_are_valid_and_kept() {
        let known = [
            PROGRESS_TOKEN,
            PROTOCOL_VERSION,
            CLIENT_CAPABILITIES,
            CLIENT_INFO,
            LOG_LEVEL,
            SERVER_INFO,
        ];
        for key in known {
            assert!(is_valid_key(key) && is_reserved_key(key, Revision::V2026_07_28), "{key}");
        }
    }
}
