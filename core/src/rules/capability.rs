//! Capabilities: what each side says it can do, as one bit each.

use core::ops::{BitAnd, BitOr, BitOrAssign};

use super::packed::place;
use super::{Method, Revision};
use crate::json::{Kind, Raw, Writer};

/// A set of capabilities of the server and of the client.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct Capabilities(pub u32);

impl Capabilities {
    /// None at all.
    pub const NONE: Self = Self(0);
    /// Server: `tools`.
    pub const TOOLS: Self = Self(1);
    /// Server: `tools.listChanged`.
    pub const TOOLS_LIST_CHANGED: Self = Self(1 << 1);
    /// Server: `resources`.
    pub const RESOURCES: Self = Self(1 << 2);
    /// Server: `resources.subscribe`.
    pub const RESOURCES_SUBSCRIBE: Self = Self(1 << 3);
    /// Server: `resources.listChanged`.
    pub const RESOURCES_LIST_CHANGED: Self = Self(1 << 4);
    /// Server: `prompts`.
    pub const PROMPTS: Self = Self(1 << 5);
    /// Server: `prompts.listChanged`.
    pub const PROMPTS_LIST_CHANGED: Self = Self(1 << 6);
    /// Server: `logging`.
    pub const LOGGING: Self = Self(1 << 7);
    /// Server: `completions`.
    pub const COMPLETIONS: Self = Self(1 << 8);
    /// Server: `tasks` (2025-11-25).
    pub const TASKS: Self = Self(1 << 9);
    /// Server: anything that `subscriptions/listen` can listen to.
    pub const LISTENABLE: Self = Self(
        Self::TOOLS_LIST_CHANGED.0
            | Self::RESOURCES_SUBSCRIBE.0
            | Self::RESOURCES_LIST_CHANGED.0
            | Self::PROMPTS_LIST_CHANGED.0,
    );
    /// Client: `roots`.
    pub const ROOTS: Self = Self(1 << 16);
    /// Client: `roots.listChanged`.
    pub const ROOTS_LIST_CHANGED: Self = Self(1 << 17);
    /// Client: `sampling`.
    pub const SAMPLING: Self = Self(1 << 18);
    /// Client: `sampling.tools`.
    pub const SAMPLING_TOOLS: Self = Self(1 << 19);
    /// Client: `sampling.context`.
    pub const SAMPLING_CONTEXT: Self = Self(1 << 20);
    /// Client: `elicitation`, by form. An empty `elicitation` object means this one.
    pub const ELICITATION_FORM: Self = Self(1 << 21);
    /// Client: `elicitation.url`.
    pub const ELICITATION_URL: Self = Self(1 << 22);

    /// True if all of `other` are in this set.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// True if any of `other` is in this set, or `other` is empty.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        other.0 == 0 || self.0 & other.0 != 0
    }

    /// Those that the revision has words for: what an older client declares beside them cannot be
    /// asked of it.
    #[must_use]
    pub(crate) fn known_in(self, revision: Revision) -> Self {
        let since = |first, these: Self| if revision < first { these.0 } else { 0 };
        let elicitation = Self::ELICITATION_FORM | Self::ELICITATION_URL;
        let parts = Self::ELICITATION_URL | Self::SAMPLING_TOOLS | Self::SAMPLING_CONTEXT;
        let unknown =
            since(Revision::V2025_06_18, elicitation) | since(Revision::V2025_11_25, parts);
        Self(self.0 & !unknown)
    }

    /// What a client must have declared to be asked `method` with these params.
    #[must_use]
    pub fn needed_by(method: Method, params: Raw<'_>) -> Self {
        let has = |key| params.get(key).is_some();
        let mode = || params.get("mode").and_then(|mode| mode.text());
        match method {
            Method::Elicit if mode().is_some_and(|mode| mode == *"url") => Self::ELICITATION_URL,
            Method::Elicit => Self::ELICITATION_FORM,
            Method::CreateMessage if has("tools") || has("toolChoice") => {
                Self::SAMPLING | Self::SAMPLING_TOOLS
            }
            Method::CreateMessage => Self::SAMPLING,
            Method::ListRoots => Self::ROOTS,
            _ => Self::NONE,
        }
    }

    /// Reads a client's `capabilities` object. Only an object declares one: `null` and `false` are
    /// how some serialisers say that it is not there. What is not known here is left to the
    /// application, which can read the object itself.
    #[must_use]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn of_client(object: Raw<'_>) -> Self {
        let mut all = Self::NONE;
        for (name, value) in object.members() {
            let row = place(NAMES, name).and_then(|place| CLIENT.get(place));
            let (Some(row), Kind::Object) = (row, value.kind()) else { continue };
            let mut parts = 0;
            for (part, _) in value.members() {
                if let Some(place) = place(row.parts, part) {
                    parts |= row.first.0.wrapping_shl(place as u32);
                }
            }
            all |= row.whole | Self(parts);
            if parts == 0 {
                all |= row.alone;
            }
        }
        all
    }
}

impl Capabilities {
    /// Reads a server's `capabilities` object, as [`Capabilities::of_client`] does a client's. A
    /// part of one counts where it is `true`.
    #[must_use]
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub fn of_server(object: Raw<'_>) -> Self {
        let mut all = Self::NONE;
        for (name, value) in object.members() {
            let row = place(SERVER_NAMES, name).and_then(|place| SERVER.get(place));
            let (Some(row), Kind::Object) = (row, value.kind()) else { continue };
            all |= row.whole;
            for (key, part) in [("listChanged", row.changes), ("subscribe", row.subscribe)] {
                if value.get(key).and_then(|value| value.bool()) == Some(true) {
                    all |= part;
                }
            }
        }
        all
    }

    /// Writes the client's among them as the object that declares them.
    pub(crate) fn write_client(self, out: &mut Writer<'_>) {
        out.put_str("{");
        let mut before = "\"";
        for (at, row) in CLIENT.iter().enumerate() {
            let parts = row.parts.split(|byte| *byte == b'\n').filter(|part| !part.is_empty());
            let has = |place: usize| self.0 & row.first.0.wrapping_shl(place as u32) != 0;
            let whole = row.whole.0 | row.alone.0;
            if self.0 & whole == 0 && !parts.clone().enumerate().any(|(place, _)| has(place)) {
                continue;
            }
            out.put_str(before);
            before = ",\"";
            out.put(super::packed::word(NAMES, at));
            out.put_str("\":{");
            let mut inner = "\"";
            // What stands for a part by being empty is left empty.
            let is_alone = row.alone != Self::NONE && self.0 & row.group() == row.alone.0;
            for (place, part) in parts.enumerate().filter(|(place, _)| has(*place) && !is_alone) {
                let is_flag = row.first.0.wrapping_shl(place as u32) == Self::ROOTS_LIST_CHANGED.0;
                out.put_str(inner);
                inner = ",\"";
                out.put(part);
                out.put_str(if is_flag { "\":true" } else { "\":{}" });
            }
            out.put_str("}");
        }
        out.put_str("}");
    }
}

/// The members of a client's capabilities object, in the order of [`CLIENT`].
const NAMES: &[u8] = b"roots\nsampling\nelicitation\n";

/// The members of a server's capabilities object, in the order of [`SERVER`].
const SERVER_NAMES: &[u8] = b"tools\nresources\nprompts\nlogging\ncompletions\ntasks\n";

/// What one of them means.
struct Announced {
    /// Set whenever the member is there.
    whole: Capabilities,
    /// Set by its `listChanged`.
    changes: Capabilities,
    /// Set by its `subscribe`.
    subscribe: Capabilities,
}

static SERVER: [Announced; 6] = {
    use Capabilities as C;
    const fn row(whole: C, changes: C, subscribe: C) -> Announced {
        Announced { whole, changes, subscribe }
    }
    [
        row(C::TOOLS, C::TOOLS_LIST_CHANGED, C::NONE),
        row(C::RESOURCES, C::RESOURCES_LIST_CHANGED, C::RESOURCES_SUBSCRIBE),
        row(C::PROMPTS, C::PROMPTS_LIST_CHANGED, C::NONE),
        row(C::LOGGING, C::NONE, C::NONE),
        row(C::COMPLETIONS, C::NONE, C::NONE),
        row(C::TASKS, C::NONE, C::NONE),
    ]
};

/// What one of a client's means.
struct Row {
    /// Set whenever the member is there.
    whole: Capabilities,
    /// Set when the member has none of the parts below.
    alone: Capabilities,
    /// Its own members; the first stands for the bit `first`, the others for those above it.
    parts: &'static [u8],
    first: Capabilities,
}

impl Row {
    /// All bits that this member stands for.
    fn group(&self) -> u32 {
        let parts = self.parts.iter().filter(|byte| **byte == b'\n').count();
        (0..parts).fold(self.whole.0 | self.alone.0, |all, place| {
            all | self.first.0.wrapping_shl(place as u32)
        })
    }
}

static CLIENT: [Row; 3] = [
    Row {
        whole: Capabilities::ROOTS,
        alone: Capabilities::NONE,
        parts: b"listChanged\n",
        first: Capabilities::ROOTS_LIST_CHANGED,
    },
    Row {
        whole: Capabilities::SAMPLING,
        alone: Capabilities::NONE,
        parts: b"tools\ncontext\n",
        first: Capabilities::SAMPLING_TOOLS,
    },
    Row {
        whole: Capabilities::NONE,
        alone: Capabilities::ELICITATION_FORM,
        parts: b"form\nurl\n",
        first: Capabilities::ELICITATION_FORM,
    },
];

impl BitOr for Capabilities {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Capabilities {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for Capabilities {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_has_what_it_says() {
        for (object, wanted) in [
            ("{}", Capabilities::NONE),
            (r#"{"roots":{}}"#, Capabilities::ROOTS),
            (
                r#"{"roots":{"listChanged":true}}"#,
                Capabilities::ROOTS | Capabilities::ROOTS_LIST_CHANGED,
            ),
            (r#"{"roots":null,"sampling":false,"x":{"tools":{}}}"#, Capabilities::NONE),
            (r#"{"sampling":{"url":{}}}"#, Capabilities::SAMPLING),
            (r#"{"sampling":{"tools":{}}}"#, Capabilities::SAMPLING | Capabilities::SAMPLING_TOOLS),
            (
                r#"{"s\u0061mpling":{"context":{}}}"#,
                Capabilities::SAMPLING | Capabilities::SAMPLING_CONTEXT,
            ),
            (r#"{"elicitation":{}}"#, Capabilities::ELICITATION_FORM),
            (r#"{"elicitation":{"url":{}}}"#, Capabilities::ELICITATION_URL),
            (
                r#"{"elicitation":{"url":{},"form":{}}}"#,
                Capabilities::ELICITATION_FORM | Capabilities::ELICITATION_URL,
            ),
        ] {
            assert_eq!(Capabilities::of_client(Raw::trusted(object)), wanted, "{object}");
        }
    }

    #[test]
    fn what_is_needed_is_said_as_a_client_would_say_it() {
        for object in [
            "{}",
            r#"{"roots":{}}"#,
            r#"{"sampling":{}}"#,
            r#"{"sampling":{"tools":{}}}"#,
            r#"{"elicitation":{}}"#,
            r#"{"elicitation":{"url":{}}}"#,
            r#"{"elicitation":{"form":{},"url":{}}}"#,
            concat!(
                r#"{"roots":{"listChanged":true},"sampling":{"tools":{},"context":{}},"#,
                r#""elicitation":{}}"#
            ),
        ] {
            let mut buffer = [0; 256];
            let mut out = Writer::new(&mut buffer);
            Capabilities::of_client(Raw::trusted(object)).write_client(&mut out);
            assert_eq!(std::string::String::from_utf8_lossy(out.finish()), object);
        }
    }
}
