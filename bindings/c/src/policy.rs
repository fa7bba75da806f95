//! Which revisions a client will speak, and how long it waits.

use engine::client::{Options, Policy};
use engine::{Limits, Revision};

use crate::edge::at;
use crate::json::object;
use crate::result::{SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::text::sansmcp_str;

/// A published revision of the protocol; the oldest is the smallest.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_revision {
    /// 2024-11-05, the first.
    SANSMCP_REVISION_2024_11_05 = 1,
    /// 2025-03-26, the only one with JSON-RPC batches.
    SANSMCP_REVISION_2025_03_26 = 2,
    /// 2025-06-18.
    SANSMCP_REVISION_2025_06_18 = 3,
    /// `DRAFT-2025-v3`: 2025-06-18 with icons and elicitation defaults.
    SANSMCP_REVISION_DRAFT_2025_V3 = 4,
    /// 2025-11-25, the last that begins with `initialize`.
    SANSMCP_REVISION_2025_11_25 = 5,
    /// 2026-07-28, where every request carries its own context.
    SANSMCP_REVISION_2026_07_28 = 6,
}

const _: () = {
    use sansmcp_revision::*;
    assert!(SANSMCP_REVISION_2024_11_05 as u8 == Revision::V2024_11_05 as u8);
    assert!(SANSMCP_REVISION_2025_03_26 as u8 == Revision::V2025_03_26 as u8);
    assert!(SANSMCP_REVISION_2025_06_18 as u8 == Revision::V2025_06_18 as u8);
    assert!(SANSMCP_REVISION_DRAFT_2025_V3 as u8 == Revision::Draft2025V3 as u8);
    assert!(SANSMCP_REVISION_2025_11_25 as u8 == Revision::V2025_11_25 as u8);
    assert!(SANSMCP_REVISION_2026_07_28 as u8 == Revision::LATEST as u8);
};

/// A time in milliseconds that never comes, where 0 stands for a usual one.
pub const SANSMCP_FOREVER: u32 = 0xffff_ffff;

/// How a connection comes about. All zero bits: any revision.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_policy {
    /// How long to wait for an answer to `server/discover`, in milliseconds, before it counts as a
    /// server of an older revision. 0: 3 seconds.
    pub probe_ms: u32,
    /// How long to wait for an answer to `initialize`, in milliseconds, before the connection
    /// fails. 0: 30 seconds.
    pub connect_ms: u32,
    /// The newest sansmcp_revision that may be spoken. 0: the newest there is.
    pub newest: u8,
    /// The oldest sansmcp_revision that may be spoken. 0: the oldest there is.
    pub oldest: u8,
    /// What was spoken with this server last time (sansmcp_client_revision), if that is known: it
    /// is not asked for its era again. If it has changed since, that is found out. 0: not known.
    pub known: u8,
}

/// How a request is made. All zero bits: with the usual limits, where the server announced it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_options {
    /// How long the answer may take, in milliseconds, since the request was sent or the last
    /// progress on it came. 0: five minutes. SANSMCP_FOREVER: no limit, and no progress is asked
    /// for.
    pub idle_ms: u32,
    /// How long the answer may take in all, in milliseconds. 0: one hour.
    pub hard_ms: u32,
    /// Members of `_meta` of your own: the JSON text of an object.
    pub meta: sansmcp_str,
    /// Not 0: ask even for what the server did not announce, since some announce less than they
    /// have.
    pub anyway: u8,
}

/// A time of the caller's as the engine has it, for which 0 is for ever.
pub(crate) fn patience(given: u32, usual: u32) -> u32 {
    match given {
        0 => usual,
        SANSMCP_FOREVER => 0,
        given => given,
    }
}

/// A revision of the caller's; `None` for 0.
fn revision(number: u8) -> Result<Option<Revision>, sansmcp_result> {
    match number {
        0 => Ok(None),
        number => Revision::from_number(number).map(Some).ok_or(SANSMCP_OUT_OF_RANGE),
    }
}

impl sansmcp_policy {
    pub(crate) unsafe fn read(of: *const Self) -> Result<Policy, sansmcp_result> {
        if of.is_null() {
            return Ok(Policy::ANY);
        }
        // SAFETY: as the crate demands of all pointers.
        let of = unsafe { at(of) }?;
        let any = Policy::ANY;
        Ok(Policy {
            newest: revision(of.newest)?.unwrap_or(any.newest),
            oldest: revision(of.oldest)?.unwrap_or(any.oldest),
            known: revision(of.known)?,
            probe_ms: patience(of.probe_ms, any.probe_ms),
            connect_ms: patience(of.connect_ms, any.connect_ms),
        })
    }

    pub(crate) fn of(policy: &Policy) -> Self {
        let forever = |ms| if ms == 0 { SANSMCP_FOREVER } else { ms };
        Self {
            probe_ms: forever(policy.probe_ms),
            connect_ms: forever(policy.connect_ms),
            newest: policy.newest as u8,
            oldest: policy.oldest as u8,
            known: policy.known.map_or(0, |known| known as u8),
        }
    }
}

impl sansmcp_options {
    pub(crate) unsafe fn read<'a>(of: *const Self) -> Result<Options<'a>, sansmcp_result> {
        if of.is_null() {
            return Ok(Options::DEFAULT);
        }
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let of = at(of)?;
            let usual = Limits::DEFAULT;
            Ok(Options {
                limits: Limits {
                    idle_ms: patience(of.idle_ms, usual.idle_ms),
                    hard_ms: patience(of.hard_ms, usual.hard_ms),
                },
                meta: object(of.meta)?,
                anyway: of.anyway != 0,
            })
        }
    }
}

/// The name of a sansmcp_revision, such as `2025-11-25`; NULL for other numbers. The text lasts
/// for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_revision_name(number: u8) -> sansmcp_str {
    sansmcp_str::of_optional(Revision::from_number(number).map(Revision::name))
}
