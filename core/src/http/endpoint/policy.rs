//! What an endpoint lets in and offers.

/// How an endpoint is set up. The default lets in what comes from this machine alone.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'p> {
    /// What `Host` may say, as [`crate::http::is_host_allowed`] reads it; with an empty list the
    /// names of this machine. A page of a foreign site can make its own name mean this machine; it
    /// cannot change what it says here.
    pub hosts: &'p [&'p str],
    /// What `Origin` may say, as [`crate::http::origin`] reads it; with an empty list that of this
    /// machine's own pages. Requests that no browser sends have none, and are let in.
    pub origins: &'p [&'p str],
    /// Clients before 2026-07-28 get sessions. Without, each of their requests stands for itself:
    /// there are no event streams, no subscriptions and no questions for them.
    pub sessions: bool,
    /// The host keeps events for clients that come again ([`super::Delivery::keep`]), so events
    /// have ids.
    pub replay: bool,
    /// How long a client is asked to wait before it comes again, in milliseconds.
    pub retry_ms: u32,
    /// A session that was not used for so long may be given up when its place is needed, in
    /// milliseconds.
    pub idle_ms: u64,
    /// How many sessions one principal may have at once; 0 for no limit.
    pub sessions_each: u16,
    /// How many slots one session may hold and still open more with its requests; 0 for no limit.
    /// What you ask in the course of these comes on top. Its client may go and leave them taken, as
    /// a disconnect cancels nothing before 2026-07-28: without a limit it could take those of all
    /// others.
    pub slots_each: u16,
    /// Bytes of the longest body.
    pub longest_body: u32,
}

impl Policy<'_> {
    /// From this machine alone, with sessions of up to 64 slots each, as many as one wants, without
    /// replay; bodies of 4 MiB, sessions that rest for half an hour, clients that come again after
    /// a second.
    pub const LOCAL: Policy<'static> = Policy {
        hosts: &[],
        origins: &[],
        sessions: true,
        replay: false,
        retry_ms: 1000,
        idle_ms: 1_800_000,
        sessions_each: 0,
        slots_each: 64,
        longest_body: 4 << 20,
    };
}

impl Default for Policy<'_> {
    fn default() -> Self {
        Policy::LOCAL
    }
}
