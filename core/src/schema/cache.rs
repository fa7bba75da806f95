//! Cache hints (2026-07-28, server/utilities/caching).

use super::view::Read;
use super::words::Word;
use crate::json::{Raw, Text, Writer};

/// For whom a cached result holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum CacheScope {
    /// For the same user only.
    #[default]
    Private = 0,
    /// For everybody.
    Public = 1,
}

impl CacheScope {
    /// Every word there is.
    pub const ALL: &'static [Self] = &[Self::Private, Self::Public];
}

impl Word for CacheScope {
    fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
        }
    }

    fn of(text: Text<'_>) -> Option<Self> {
        Self::ALL.iter().copied().find(|word| text == *word.name())
    }
}

impl Read<'_> for CacheScope {
    fn read(raw: Raw<'_>) -> Option<Self> {
        Self::of(raw.text()?)
    }
}

/// How long a result of a list or of `server/discover` may be kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheHint {
    /// Milliseconds; 0 means: ask again each time.
    pub ttl_ms: u32,
    /// For whom.
    pub scope: CacheScope,
}

impl CacheHint {
    /// Do not keep it.
    pub const NONE: Self = Self { ttl_ms: 0, scope: CacheScope::Private };

    /// Writes `,"ttlMs":…,"cacheScope":…`.
    pub(crate) fn write(self, out: &mut Writer<'_>) {
        out.put_str(",\"ttlMs\":");
        out.int32(self.ttl_ms, false);
        out.put_str(match self.scope {
            CacheScope::Private => ",\"cacheScope\":\"private\"",
            CacheScope::Public => ",\"cacheScope\":\"public\"",
        });
    }
}
