//! How an endpoint is set up, as plain values.

use sansmcp::http::Policy as Core;

use crate::kept::Kept;
use crate::read::{Place, ReadError};

/// What an endpoint lets in and offers, and how much of everything it has memory for. The first
/// members are those of [`sansmcp::http::Policy`].
#[derive(Clone, Debug)]
pub struct Policy {
    /// What `Host` may say; with an empty list the names of this machine.
    pub hosts: Vec<String>,
    /// What `Origin` may say; with an empty list that of this machine's own pages.
    pub origins: Vec<String>,
    /// How long a client is asked to wait before it comes again, in milliseconds.
    pub retry_ms: u32,
    /// A session that was not used for so long may be given up when its place is needed, in
    /// milliseconds.
    pub idle_ms: u64,
    /// How many sessions one principal may have at once; 0 for no limit.
    pub sessions_each: u16,
    /// How many requests of one session may be open at once; 0 for no limit.
    pub slots_each: u16,
    /// Bytes of the longest body.
    pub longest_body: u32,
    /// How many clients before 2026-07-28 may have a session at once (at most 65,535, about 300
    /// bytes each); 0 for no sessions.
    pub sessions: usize,
    /// How many HTTP exchanges may be open at once (at most 65,534, 32 bytes each).
    pub streams: usize,
    /// How many requests of all clients may be open at once (256 bytes each).
    pub slots: usize,
    /// Bytes of memory for events that are kept for clients that come back for them; 0 for none.
    pub replay: usize,
}

impl Default for Policy {
    /// As [`Core::LOCAL`]: from this machine alone, with sessions, without replay.
    fn default() -> Self {
        Self {
            hosts: Vec::new(),
            origins: Vec::new(),
            retry_ms: Core::LOCAL.retry_ms,
            idle_ms: Core::LOCAL.idle_ms,
            sessions_each: Core::LOCAL.sessions_each,
            slots_each: Core::LOCAL.slots_each,
            longest_body: Core::LOCAL.longest_body,
            sessions: 1024,
            streams: 4096,
            slots: 1024,
            replay: 0,
        }
    }
}

impl Policy {
    /// The core's policy, over lists that are kept.
    pub(crate) fn core(self, kept: &mut Kept) -> Core<'static> {
        Core {
            hosts: kept.texts(self.hosts),
            origins: kept.texts(self.origins),
            sessions: self.sessions != 0,
            replay: self.replay != 0,
            retry_ms: self.retry_ms,
            idle_ms: self.idle_ms,
            sessions_each: self.sessions_each,
            slots_each: self.slots_each,
            longest_body: self.longest_body,
        }
    }

    /// Reads `{"hosts", "origins", "retryMs", "idleMs", "sessionsEach", "slotsEach",
    /// "maxBody", "sessions",
    /// "streams", "slots", "replay"}`; what is missing is as in [`Policy::default`].
    ///
    /// # Errors
    /// Says which member is of the wrong kind or too large. Unknown ones are ignored.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let root = Place::root(text)?;
        let own = Self::default();
        let whole = |key: &str, most: u64| root.get(key).whole(most);
        let texts = |key: &str| root.get(key).list(Place::required);
        let or = |value: Option<u64>, own: usize| value.map_or(own, |value| value as usize);
        let most = u64::from(u32::MAX);
        Ok(Self {
            hosts: texts("hosts")?,
            origins: texts("origins")?,
            retry_ms: whole("retryMs", most)?.map_or(own.retry_ms, |value| value as u32),
            idle_ms: whole("idleMs", 1 << 53)?.unwrap_or(own.idle_ms),
            sessions_each: whole("sessionsEach", 65_535)?
                .map_or(own.sessions_each, |value| value as u16),
            slots_each: whole("slotsEach", 65_535)?.map_or(own.slots_each, |value| value as u16),
            longest_body: whole("maxBody", most)?.map_or(own.longest_body, |value| value as u32),
            sessions: or(whole("sessions", 65_535)?, own.sessions),
            streams: or(whole("streams", 65_534)?, own.streams),
            slots: or(whole("slots", 65_534)?, own.slots),
            replay: or(whole("replay", most)?, own.replay),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_said_is_as_it_is_by_default() {
        let policy = Policy::from_json(r#"{"hosts":["a","b"],"sessions":0,"idleMs":null}"#);
        let policy = policy.expect("a policy");
        assert_eq!((policy.hosts.len(), policy.sessions), (2, 0));
        assert_eq!((policy.idle_ms, policy.longest_body), (1_800_000, 4 << 20));
        let wrong = |text: &str| Policy::from_json(text).expect_err(text).to_string();
        assert_eq!(wrong(r#"{"streams":65535}"#), "streams must be a whole number up to 65534");
        assert_eq!(wrong(r#"{"slots":1.5}"#), "slots must be a whole number up to 65534");
        assert_eq!(wrong(r#"{"hosts":"a"}"#), "hosts must be an array");
        assert_eq!(wrong(r#"{"hosts":[1]}"#), "hosts[0] must be a string");
    }
}
