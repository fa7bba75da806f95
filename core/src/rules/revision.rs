//! The revisions of the protocol and what each of them allows.

use crate::json::Text;

/// A published revision, in the order of their dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Revision {
    /// 2024-11-05, the first.
    V2024_11_05 = 1,
    /// 2025-03-26, the only one with JSON-RPC batches.
    V2025_03_26 = 2,
    /// 2025-06-18.
    V2025_06_18 = 3,
    /// `DRAFT-2025-v3`: 2025-06-18 with icons and elicitation defaults.
    Draft2025V3 = 4,
    /// 2025-11-25, the last that begins with `initialize`.
    V2025_11_25 = 5,
    /// 2026-07-28, where every request carries its own context.
    V2026_07_28 = 6,
}

/// Where the context of an exchange comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Era {
    /// From the connection, which began with `initialize`.
    Legacy,
    /// From the request's own `_meta`.
    Modern,
}

/// What a revision allows; one row of [`TABLE`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The revision.
    pub revision: Revision,
    /// Its name on the wire.
    pub name: &'static str,
    /// Where the context of an exchange comes from.
    pub era: Era,
    /// A frame may be an array of messages.
    pub batches: bool,
    /// An error for a message whose id could not be read says `"id":null`; else it has no id.
    pub null_error_id: bool,
    /// Progress notifications have a `message`.
    pub progress_message: bool,
    /// Tools have `annotations`.
    pub tool_annotations: bool,
    /// Content may be audio.
    pub audio: bool,
    /// Named things have a `title`; tools have an `outputSchema`, results `structuredContent`;
    /// content may be a resource link; most objects have `_meta`.
    pub titles: bool,
    /// Named things have `icons`, implementations a `websiteUrl`.
    pub icons: bool,
    /// Implementations have a `description`.
    pub descriptions: bool,
    /// Results carry `resultType` and the server's info, lists carry cache hints.
    pub result_type: bool,
    /// Clients know events without data, which say where a stream is taken up again.
    pub primed_events: bool,
}

/// Every revision with its rules, oldest first.
pub static TABLE: [Rules; 6] = {
    const FIRST: Rules = Rules {
        revision: Revision::V2024_11_05,
        name: "2024-11-05",
        era: Era::Legacy,
        batches: false,
        null_error_id: true,
        progress_message: false,
        tool_annotations: false,
        audio: false,
        titles: false,
        icons: false,
        descriptions: false,
        result_type: false,
        primed_events: false,
    };
    const MARCH: Rules = Rules {
        revision: Revision::V2025_03_26,
        name: "2025-03-26",
        batches: true,
        progress_message: true,
        tool_annotations: true,
        audio: true,
        ..FIRST
    };
    const JUNE: Rules = Rules {
        revision: Revision::V2025_06_18,
        name: "2025-06-18",
        batches: false,
        titles: true,
        ..MARCH
    };
    const DRAFT: Rules =
        Rules { revision: Revision::Draft2025V3, name: "DRAFT-2025-v3", icons: true, ..JUNE };
    const NOVEMBER: Rules = Rules {
        revision: Revision::V2025_11_25,
        name: "2025-11-25",
        null_error_id: false,
        descriptions: true,
        primed_events: true,
        ..DRAFT
    };
    const JULY: Rules = Rules {
        revision: Revision::V2026_07_28,
        name: "2026-07-28",
        era: Era::Modern,
        result_type: true,
        primed_events: false,
        ..NOVEMBER
    };
    [FIRST, MARCH, JUNE, DRAFT, NOVEMBER, JULY]
};

impl Revision {
    /// The newest revision.
    pub const LATEST: Self = Self::V2026_07_28;
    /// The newest revision that begins with `initialize`.
    pub const LATEST_LEGACY: Self = Self::V2025_11_25;

    /// What this revision allows.
    #[must_use]
    #[cfg_attr(all(feature = "legacy", not(target_pointer_width = "64")), inline(never))]
    pub fn rules(self) -> &'static Rules {
        // Where one revision is spoken its rules are constants, and what others need falls away.
        if !cfg!(feature = "legacy") {
            return &TABLE[TABLE.len() - 1];
        }
        // The table has a row for each variant; the fallback keeps a panic out of the image.
        TABLE.get((self as usize).wrapping_sub(1)).unwrap_or(&TABLE[TABLE.len() - 1])
    }

    /// The name on the wire, such as `2025-11-25`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// True from 2026-07-28 on.
    #[must_use]
    pub fn is_modern(self) -> bool {
        self.rules().era == Era::Modern
    }

    /// The revision of this name, if this build speaks it.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        supported().find(|rules| rules.name == name).map(|rules| rules.revision)
    }

    pub(crate) fn from_text(name: Text<'_>) -> Option<Self> {
        if !cfg!(feature = "legacy") {
            return (name == *Self::LATEST.name()).then_some(Self::LATEST);
        }
        supported().find(|rules| name == *rules.name).map(|rules| rules.revision)
    }

    /// The revision stored as a number, as in [`crate::Parts`].
    #[must_use]
    #[cfg_attr(all(feature = "legacy", not(target_pointer_width = "64")), inline(never))]
    pub fn from_number(number: u8) -> Option<Self> {
        if !cfg!(feature = "legacy") {
            return (number == Self::LATEST as u8).then_some(Self::LATEST);
        }
        TABLE.get(usize::from(number).wrapping_sub(1)).map(|rules| rules.revision)
    }
}

/// The revisions that this build speaks, oldest first.
pub fn supported() -> impl DoubleEndedIterator<Item = &'static Rules> {
    let oldest = if cfg!(feature = "legacy") { 0 } else { TABLE.len() - 1 };
    TABLE.get(oldest..).unwrap_or_default().iter()
}
