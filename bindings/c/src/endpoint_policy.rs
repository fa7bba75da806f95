//! What an endpoint lets in and offers.

use engine::http::Policy;

use crate::edge::{at, slice, text};
use crate::result::{SANSMCP_OUT_OF_RANGE, sansmcp_result};
use crate::text::sansmcp_str;

/// How many hosts, and how many origins, a sansmcp_endpoint_policy may name.
pub const SANSMCP_MAX_NAMES: usize = 32;

/// As many slots as there are, where 0 stands for a usual number.
pub const SANSMCP_ALL_SLOTS: u16 = 0xffff;

/// How an endpoint is set up. All zero bits let in what comes from this machine alone, with
/// sessions and without replay. It has to stay as it is while an endpoint uses it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_endpoint_policy {
    /// What `Host` may say: `example.com` is that host with any port or none, `example.com:8443`
    /// that port alone, `@loopback` this machine, `*` all. None: this machine. A page of a foreign
    /// site can make its own name mean this machine; it cannot change what it says here.
    pub hosts: *const sansmcp_str,
    /// How many hosts; at most SANSMCP_MAX_NAMES.
    pub host_count: usize,
    /// What `Origin` may say: `https://example.com` exactly that, `null` what pages in sandboxes
    /// send, `@loopback` pages of this machine, `*` all. None: those of this machine. Requests that
    /// no browser sends have none, and are let in.
    pub origins: *const sansmcp_str,
    /// How many origins; at most SANSMCP_MAX_NAMES.
    pub origin_count: usize,
    /// A session that was not used for so long may be given up when its place is needed, in
    /// milliseconds. 0: half an hour.
    pub idle_ms: u64,
    /// How long a client is asked to wait before it comes again, in milliseconds. 0: a second.
    pub retry_ms: u32,
    /// Bytes of the longest body. 0: 4 MiB.
    pub longest_body: u32,
    /// How many sessions one principal may have at once; 0: no limit.
    pub sessions_each: u16,
    /// How many slots one session may hold and still open more with its requests. Its client may
    /// go and leave them taken, as a disconnect cancels nothing before 2026-07-28: without a limit
    /// it could take those of all others. 0: 64. SANSMCP_ALL_SLOTS: no limit.
    pub slots_each: u16,
    /// Not 0: clients before 2026-07-28 get no sessions. Each of their requests stands for itself:
    /// there are no event streams, no subscriptions and no questions for them.
    pub is_sessionless: u8,
    /// Not 0: the host keeps events for clients that come again (sansmcp_store_keep), so events
    /// have ids.
    pub replay: u8,
}

// SAFETY: the lists do not change while the engine reads them, whoever does.
unsafe impl Sync for sansmcp_endpoint_policy {}

/// A list of the policy as the engine has it.
pub(crate) struct Names<'p> {
    all: [&'p str; SANSMCP_MAX_NAMES],
    count: usize,
}

impl<'p> Names<'p> {
    pub(crate) const NONE: Self = Self { all: [""; SANSMCP_MAX_NAMES], count: 0 };

    pub(crate) unsafe fn read(
        names: *const sansmcp_str,
        count: usize,
    ) -> Result<Self, sansmcp_result> {
        let mut read = Self { count, ..Self::NONE };
        // SAFETY: as the crate demands of all pointers.
        let names = unsafe { slice(names, count) }?;
        let places = read.all.get_mut(..count).ok_or(SANSMCP_OUT_OF_RANGE)?;
        for (place, name) in places.iter_mut().zip(names) {
            // SAFETY: as above.
            *place = unsafe { text(*name) }?;
        }
        Ok(read)
    }

    pub(crate) fn list(&self) -> &[&'p str] {
        self.all.get(..self.count).unwrap_or_default()
    }
}

impl sansmcp_endpoint_policy {
    /// The policy without its lists.
    pub(crate) unsafe fn read(of: *const Self) -> Result<Policy<'static>, sansmcp_result> {
        if of.is_null() {
            return Ok(Policy::LOCAL);
        }
        // SAFETY: as the crate demands of all pointers.
        let of = unsafe { at(of) }?;
        let local = Policy::LOCAL;
        Ok(Policy {
            hosts: &[],
            origins: &[],
            sessions: of.is_sessionless == 0,
            replay: of.replay != 0,
            retry_ms: if of.retry_ms == 0 { local.retry_ms } else { of.retry_ms },
            idle_ms: if of.idle_ms == 0 { local.idle_ms } else { of.idle_ms },
            sessions_each: of.sessions_each,
            slots_each: match of.slots_each {
                0 => local.slots_each,
                SANSMCP_ALL_SLOTS => 0,
                most => most,
            },
            longest_body: match of.longest_body {
                0 => local.longest_body,
                longest => longest,
            },
        })
    }

    pub(crate) unsafe fn hosts<'p>(of: *const Self) -> Result<Names<'p>, sansmcp_result> {
        if of.is_null() {
            return Ok(Names::NONE);
        }
        // SAFETY: as the crate demands of all pointers.
        unsafe { at(of).and_then(|of| Names::read(of.hosts, of.host_count)) }
    }

    pub(crate) unsafe fn origins<'p>(of: *const Self) -> Result<Names<'p>, sansmcp_result> {
        if of.is_null() {
            return Ok(Names::NONE);
        }
        // SAFETY: as the crate demands of all pointers.
        unsafe { at(of).and_then(|of| Names::read(of.origins, of.origin_count)) }
    }
}
