//! How a request of ours ended.

use super::event::Answered;
use crate::json::Raw;
use crate::rules::Failure;
use crate::schema::{CacheHint, CacheScope, ErrorObjectView, Read};

/// How a request of ours ended.
#[derive(Clone, Copy, Debug)]
pub enum Outcome<'f> {
    /// With the server's result, an object: to be read with the view of its method, such as
    /// [`crate::schema::CallToolResultView`].
    Result(Raw<'f>),
    /// With the server's error.
    Error(ErrorObjectView<'f>),
    /// Without either.
    Failed(Failure),
}

impl<'f> Answered<'f> {
    /// How it ended.
    #[must_use]
    pub fn outcome(&self) -> Outcome<'f> {
        if let Some(failure) = self.failure() {
            return Outcome::Failed(failure);
        }
        match (self.raw_at(self.parts.reason), self.result()) {
            (Some(error), _) => ErrorObjectView::read(error)
                .map_or(Outcome::Failed(Failure::Malformed), Outcome::Error),
            (None, Some(result)) => Outcome::Result(result),
            (None, None) => Outcome::Failed(Failure::Malformed),
        }
    }

    /// Why it failed, if it did.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        Failure::from_number(self.parts.refusal)
    }

    /// The result, if it is one.
    #[must_use]
    pub fn result(&self) -> Option<Raw<'f>> {
        if self.parts.refusal != 0 || !self.parts.reason.is_none() {
            return None;
        }
        self.raw_at(self.parts.params)
    }

    /// What was received under `result`, or under `error`: also where the request failed because
    /// of it.
    #[must_use]
    pub fn received(&self) -> Option<Raw<'f>> {
        self.raw_at(self.parts.reason).or_else(|| self.raw_at(self.parts.params))
    }

    /// How long the result may be kept (2026-07-28, server/utilities/caching): not at all where
    /// nothing valid is said of it, and where the server had asked for input before.
    #[must_use]
    pub fn cache_hint(&self) -> CacheHint {
        let Some(result) = self.result().filter(|_| self.parts.level == 0) else {
            return CacheHint::NONE;
        };
        let ttl_ms = result.get("ttlMs").and_then(u64::read);
        let scope = result.get("cacheScope").and_then(CacheScope::read);
        CacheHint {
            ttl_ms: u32::try_from(ttl_ms.unwrap_or(0)).unwrap_or(u32::MAX),
            scope: scope.unwrap_or(CacheScope::Private),
        }
    }
}
