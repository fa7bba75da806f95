//! What a client says of itself.

use crate::error::Error;
use crate::json::Writer;
use crate::rules::{Capabilities, Revision};
use crate::schema::{Implementation, Json, Object};

/// A client's name and version, and what it can do.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClientInfo<'a> {
    /// Its name and version.
    pub implementation: Implementation<'a>,
    /// What it can do for servers: [`Capabilities::ROOTS`], [`Capabilities::SAMPLING`],
    /// [`Capabilities::ELICITATION_FORM`] and the like. Those that a revision lacks are not
    /// declared in it.
    pub capabilities: Capabilities,
    /// Extensions and their settings: a JSON object of objects. Empty: none. From 2026-07-28 on.
    pub extensions: &'a str,
    /// Capabilities that the protocol does not know: a JSON object of objects. Empty: none.
    pub experimental: &'a str,
}

impl ClientInfo<'_> {
    /// Nothing set: fill in what there is, and leave the rest to `..ClientInfo::EMPTY`.
    pub const EMPTY: ClientInfo<'static> = ClientInfo {
        implementation: Implementation::EMPTY,
        capabilities: Capabilities::NONE,
        extensions: "",
        experimental: "",
    };

    /// Writes the object that declares what it can do.
    pub(super) fn write_capabilities(
        &self,
        out: &mut Writer<'_>,
        revision: Revision,
    ) -> Result<(), Error> {
        let start = out.mark();
        self.declared(revision).write_client(out);
        let own = [
            ("experimental", self.experimental),
            ("extensions", if revision.is_modern() { self.extensions } else { "" }),
        ];
        for (key, json) in own {
            if json.is_empty() {
                continue;
            }
            // Behind the last of what stands there.
            let is_empty = out.mark().wrapping_sub(start) == 2;
            out.rewind(out.mark().saturating_sub(1));
            out.put_str(if is_empty { "" } else { "," });
            out.string(key);
            out.put_str(":");
            Json(json).write(out, revision)?;
            out.put_str("}");
        }
        Ok(())
    }

    /// What it declares in a revision.
    pub(super) fn declared(&self, revision: Revision) -> Capabilities {
        let mut declared = self.capabilities.known_in(revision);
        if revision.is_modern() {
            // There it has no parts.
            declared.0 &= !Capabilities::ROOTS_LIST_CHANGED.0;
        }
        declared
    }
}
