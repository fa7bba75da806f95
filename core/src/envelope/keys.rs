//! The keys of a message whose place is noted, found by a comparison with what follows a key's
//! opening quote.

use crate::json::Known;

/// The first of the words that, with its quote and colon, stands at the start of `rest`: fast
/// where a comparison is an instruction or two, small where it is a call.
macro_rules! key_of {
    ($kind:ident in $rest:expr, $($word:literal => $key:expr,)+) => {{
        let rest: &[u8] = $rest;
        if cfg!(target_pointer_width = "64") {
            $(if rest.starts_with(concat!($word, "\":").as_bytes()) {
                Some(($key, $word.len() + 2))
            } else)+ {
                None
            }
        } else {
            const WORDS: &[&str] = &[$(concat!($word, "\":")),+];
            const KEYS: &[$kind] = &[$($key),+];
            let (index, len) = word_at(rest, WORDS)?;
            KEYS.get(index).map(|key| (*key, len))
        }
    }};
}

/// Which of `words` stands at the start of `rest`, and how long it is.
#[inline(never)]
fn word_at(rest: &[u8], words: &[&str]) -> Option<(usize, usize)> {
    let index = words.iter().position(|word| rest.starts_with(word.as_bytes()))?;
    words.get(index).map(|word| (index, word.len()))
}

/// The keys of a message.
#[derive(Clone, Copy)]
pub(super) enum Outer {
    Version,
    Id,
    Method,
    Params,
    Outcome,
}

impl Known for Outer {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn at_start(rest: &[u8]) -> Option<(Self, usize)> {
        key_of! { Outer in rest,
            "jsonrpc" => Outer::Version,
            "id" => Outer::Id,
            "method" => Outer::Method,
            "params" => Outer::Params,
            "result" => Outer::Outcome,
            "error" => Outer::Outcome,
        }
    }
}

/// The members of `params`.
#[derive(Clone, Copy)]
pub(super) enum Param {
    Name,
    Arguments,
    Meta,
    Cursor,
    RequestId,
    Reason,
    Version,
    Capabilities,
    ClientInfo,
    InputResponses,
    RequestState,
}

impl Known for Param {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn at_start(rest: &[u8]) -> Option<(Self, usize)> {
        // The commonest first.
        key_of! { Param in rest,
            "name" => Param::Name,
            "arguments" => Param::Arguments,
            "_meta" => Param::Meta,
            "cursor" => Param::Cursor,
            "requestId" => Param::RequestId,
            "reason" => Param::Reason,
            "protocolVersion" => Param::Version,
            "capabilities" => Param::Capabilities,
            "clientInfo" => Param::ClientInfo,
            "inputResponses" => Param::InputResponses,
            "requestState" => Param::RequestState,
        }
    }
}

/// The members of `_meta`.
#[derive(Clone, Copy)]
pub(super) enum Reserved {
    Token,
    Version,
    Capabilities,
    ClientInfo,
}

/// What the reserved names begin with.
const PREFIX: &[u8] = b"io.modelcontextprotocol/";

impl Known for Reserved {
    #[cfg_attr(target_pointer_width = "64", inline(always))]
    fn at_start(rest: &[u8]) -> Option<(Self, usize)> {
        let Some(rest) = rest.strip_prefix(PREFIX) else {
            return key_of! { Reserved in rest, "progressToken" => Reserved::Token, };
        };
        let (key, len) = key_of! { Reserved in rest,
            "protocolVersion" => Reserved::Version,
            "clientInfo" => Reserved::ClientInfo,
            "clientCapabilities" => Reserved::Capabilities,
        }?;
        Some((key, PREFIX.len() + len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::meta;
    use std::string::String;

    #[test]
    fn the_reserved_keys_are_those_of_meta() {
        for (name, is_key) in [
            (meta::PROGRESS_TOKEN, (|key| matches!(key, Reserved::Token)) as fn(Reserved) -> bool),
            (meta::PROTOCOL_VERSION, |key| matches!(key, Reserved::Version)),
            (meta::CLIENT_CAPABILITIES, |key| matches!(key, Reserved::Capabilities)),
            (meta::CLIENT_INFO, |key| matches!(key, Reserved::ClientInfo)),
        ] {
            let found = Reserved::at_start((String::from(name) + "\":1").as_bytes());
            assert!(found.is_some_and(|(key, len)| is_key(key) && len == name.len() + 2), "{name}");
            assert!(Reserved::at_start((String::from(name) + "s\":").as_bytes()).is_none());
            assert!(Reserved::at_start(name.as_bytes()).is_none());
        }
    }
}
