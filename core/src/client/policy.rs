//! Which revisions a client is willing to speak, and how long it waits to find out.

use crate::rules::Revision;

/// How a connection comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The newest revision that may be spoken.
    pub newest: Revision,
    /// The oldest revision that may be spoken.
    pub oldest: Revision,
    /// What was spoken with this server last time ([`super::Client::revision`]), if that is known:
    /// the server is not asked for its era again, but for what it can do. If it has changed since,
    /// that is found out.
    pub known: Option<Revision>,
    /// How long to wait for an answer to `server/discover`, in milliseconds, before it counts as a
    /// server of an older revision; 0 is for ever.
    pub probe_ms: u32,
    /// How long to wait for an answer to `initialize`, in milliseconds, before the connection
    /// fails; 0 is for ever.
    pub connect_ms: u32,
}

impl Policy {
    /// Any revision; 3 seconds for the probe, 30 for the handshake.
    pub const ANY: Self = Self {
        newest: Revision::LATEST,
        oldest: Revision::V2024_11_05,
        known: None,
        probe_ms: 3000,
        connect_ms: 30_000,
    };
    /// 2026-07-28 and what comes after it, and no `initialize`.
    pub const MODERN: Self = Self { oldest: Revision::V2026_07_28, ..Self::ANY };
    /// The revisions that begin with `initialize`, and no `server/discover`.
    pub const LEGACY: Self = Self { newest: Revision::LATEST_LEGACY, ..Self::ANY };

    /// The same for a server that spoke this revision last time.
    #[must_use]
    pub const fn known(self, revision: Revision) -> Self {
        Self { known: Some(revision), ..self }
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self::ANY
    }
}
