//! Capabilities by the names that they have on the wire, with a dot between a member and its own.

use sansmcp::rules::Capabilities;

/// What a server can announce; the first three follow from what its tables hold, too.
pub const SERVER_CAPABILITIES: [(&str, Capabilities); 9] = [
    ("tools", Capabilities::TOOLS),
    ("resources", Capabilities::RESOURCES),
    ("prompts", Capabilities::PROMPTS),
    ("logging", Capabilities::LOGGING),
    ("completions", Capabilities::COMPLETIONS),
    ("tools.listChanged", Capabilities::TOOLS_LIST_CHANGED),
    ("resources.subscribe", Capabilities::RESOURCES_SUBSCRIBE),
    ("resources.listChanged", Capabilities::RESOURCES_LIST_CHANGED),
    ("prompts.listChanged", Capabilities::PROMPTS_LIST_CHANGED),
];

/// What a client can declare.
pub const CLIENT_CAPABILITIES: [(&str, Capabilities); 7] = [
    ("roots", Capabilities::ROOTS),
    ("roots.listChanged", Capabilities::ROOTS_LIST_CHANGED),
    ("sampling", Capabilities::SAMPLING),
    ("sampling.tools", Capabilities::SAMPLING_TOOLS),
    ("sampling.context", Capabilities::SAMPLING_CONTEXT),
    ("elicitation.form", Capabilities::ELICITATION_FORM),
    ("elicitation.url", Capabilities::ELICITATION_URL),
];

/// The names of those of a client's that are in the set.
pub fn client_names(all: Capabilities) -> impl Iterator<Item = &'static str> {
    CLIENT_CAPABILITIES.into_iter().filter(move |(_, one)| all.contains(*one)).map(|(name, _)| name)
}

/// The capability of a server of this name.
#[must_use]
pub fn server_capability(name: &str) -> Option<Capabilities> {
    find(&SERVER_CAPABILITIES, name)
}

/// The capability of a client of this name.
#[must_use]
pub fn client_capability(name: &str) -> Option<Capabilities> {
    find(&CLIENT_CAPABILITIES, name)
}

fn find(all: &[(&str, Capabilities)], name: &str) -> Option<Capabilities> {
    all.iter().find(|(one, _)| *one == name).map(|(_, capability)| *capability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sansmcp::json::Raw;

    #[test]
    fn the_names_are_those_of_the_wire() {
        for (name, object) in [
            ("roots", r#"{"roots":{}}"#),
            ("sampling", r#"{"sampling":{}}"#),
            ("elicitation.form", r#"{"elicitation":{"form":{}}}"#),
            ("elicitation.url", r#"{"elicitation":{"url":{}}}"#),
        ] {
            let all = Capabilities::of_client(Raw::parse_str(object).expect("JSON"));
            assert_eq!(client_names(all).collect::<Vec<_>>(), [name]);
            assert_eq!(client_capability(name), Some(all));
        }
        for (name, capability) in SERVER_CAPABILITIES {
            let (member, part) = name.split_once('.').unwrap_or((name, "x"));
            let object = format!("{{\"{member}\":{{\"{part}\":true}}}}");
            let all = Capabilities::of_server(Raw::parse_str(&object).expect("JSON"));
            assert!(all.contains(capability), "{name}");
            assert_eq!(server_capability(name), Some(capability));
        }
        assert_eq!((server_capability("roots"), client_capability("tools")), (None, None));
    }
}
