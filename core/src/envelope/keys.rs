//! The keys of a message whose place is noted.

use crate::json::{Known, Text};
use crate::rules::packed::place;

/// Makes an enumeration of keys [`Known`] by their words; those with a long prefix apart.
macro_rules! keys {
    (
        $kind:ident: $($word:literal => $key:ident,)+
        $(after $prefix:literal: $($rest:literal => $other:ident,)+)?
    ) => {
        impl Known for $kind {
            #[cfg_attr(target_pointer_width = "64", inline(always))]
            fn at_start(rest: &[u8]) -> Option<(Self, usize)> {
                $(if let Some(rest) = rest.strip_prefix($prefix.as_bytes()) {
                    $(if rest.starts_with(concat!($rest, "\":").as_bytes()) {
                        return Some((Self::$other, concat!($prefix, $rest, "\":").len()));
                    })+
                    return None;
                })?
                $(if rest.starts_with(concat!($word, "\":").as_bytes()) {
                    return Some((Self::$key, concat!($word, "\":").len()));
                })+
                None
            }

            fn of(key: Text<'_>) -> Option<Self> {
                const KEYS: &[$kind] = &[$($kind::$key,)+ $($($kind::$other,)+)?];
                let words = concat!($($word, "\n",)+ $($($prefix, $rest, "\n",)+)?);
                KEYS.get(place(words.as_bytes(), key)?).copied()
            }
        }
    };
}

/// The keys of a message.
#[derive(Clone, Copy)]
pub(super) enum Outer {
    Version,
    Id,
    Method,
    Params,
    Result,
    Error,
}

keys! { Outer:
    "jsonrpc" => Version,
    "id" => Id,
    "method" => Method,
    "params" => Params,
    "result" => Result,
    "error" => Error,
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
    Uri,
}

// The commonest first.
keys! { Param:
    "name" => Name,
    "arguments" => Arguments,
    "_meta" => Meta,
    "cursor" => Cursor,
    "requestId" => RequestId,
    "reason" => Reason,
    "protocolVersion" => Version,
    "capabilities" => Capabilities,
    "clientInfo" => ClientInfo,
    "inputResponses" => InputResponses,
    "requestState" => RequestState,
    "uri" => Uri,
}

/// The members of `_meta`.
#[derive(Clone, Copy)]
pub(super) enum Reserved {
    Token,
    Version,
    Capabilities,
    ClientInfo,
    Level,
}

keys! { Reserved:
    "progressToken" => Token,
    after "io.modelcontextprotocol/":
    "protocolVersion" => Version,
    "clientInfo" => ClientInfo,
    "clientCapabilities" => Capabilities,
    "logLevel" => Level,
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
            (meta::LOG_LEVEL, |key| matches!(key, Reserved::Level)),
        ] {
            let found = Reserved::at_start((String::from(name) + "\":1").as_bytes());
            assert!(found.is_some_and(|(key, len)| is_key(key) && len == name.len() + 2), "{name}");
            assert!(Reserved::at_start((String::from(name) + "s\":").as_bytes()).is_none());
            assert!(Reserved::at_start(name.as_bytes()).is_none());
            assert!(Reserved::of(Text::trusted(name)).is_some_and(is_key), "{name}");
            let escaped = name.replacen('/', "\\/", 1).replacen('o', "\\u006f", 1);
            assert!(Reserved::of(Text::trusted(&escaped)).is_some_and(is_key), "{escaped}");
            assert!(Reserved::of(Text::trusted(&(String::from(name) + "s"))).is_none());
        }
    }
}
