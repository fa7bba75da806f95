//! What a client says of itself, owned.

use sansmcp::client::ClientInfo;
use sansmcp::rules::Capabilities;
use sansmcp::schema::Implementation;

use crate::info::Icon;
use crate::kept::Kept;

/// What a client says of itself. The members are those of [`ClientInfo`].
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The name for programs, required.
    pub name: String,
    /// The version, required.
    pub version: String,
    /// The name for people.
    pub title: Option<String>,
    /// What it is.
    pub description: Option<String>,
    /// Where to read about it.
    pub website_url: Option<String>,
    /// Its pictures.
    pub icons: Vec<Icon>,
    /// What it can do for servers.
    pub capabilities: Capabilities,
    /// Extensions and their settings, the JSON text of an object. Empty: none.
    pub extensions: String,
    /// Capabilities that the protocol does not know, likewise.
    pub experimental: String,
}

/// An [`About`] laid out once in the form that the core borrows.
pub(super) struct Card {
    info: ClientInfo<'static>,
    _kept: Kept,
}

impl Card {
    pub(super) fn new(about: About) -> Self {
        let mut kept = Kept::default();
        let implementation = Implementation {
            name: kept.text(about.name),
            version: kept.text(about.version),
            title: kept.optional(about.title),
            description: kept.optional(about.description),
            website_url: kept.optional(about.website_url),
            icons: kept.icons(about.icons),
            ..Implementation::EMPTY
        };
        let info = ClientInfo {
            implementation,
            capabilities: about.capabilities,
            extensions: kept.text(about.extensions),
            experimental: kept.text(about.experimental),
        };
        Self { info, _kept: kept }
    }

    /// The borrow for ever is shortened to that of the card.
    pub(super) fn info(&self) -> &ClientInfo<'_> {
        &self.info
    }
}
