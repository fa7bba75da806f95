//! How a client connects, calls and listens, owned, and how that is read from JSON text.

use sansmcp::Limits;
use sansmcp::client::{Options, Policy, Subscription};
use sansmcp::json::Raw;
use sansmcp::rules::{Capabilities, Revision, revision};
use sansmcp::schema::SubscriptionFilter;

use super::about::About;
use crate::kept::Kept;
use crate::read::{Place, ReadError, To};

/// How a request is made; see [`Options`].
#[derive(Clone, Debug)]
pub struct Terms {
    /// How long the answer may take.
    pub limits: Limits,
    /// Members of `_meta`, the JSON text of an object; empty for none.
    pub meta: String,
    /// Ask even for what the server did not announce.
    pub anyway: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self { limits: Limits::DEFAULT, meta: String::new(), anyway: false }
    }
}

impl Terms {
    pub(super) fn options(&self) -> Options<'_> {
        Options { limits: self.limits, meta: &self.meta, anyway: self.anyway }
    }

    /// Reads `{"idleMs", "hardMs", "meta", "anyway"}`, all of them optional.
    ///
    /// # Errors
    /// Says which member is of the wrong kind. Unknown ones are ignored.
    #[inline(never)]
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let root = Place::root(text)?;
        let usual = Limits::DEFAULT;
        Ok(Self {
            limits: Limits {
                idle_ms: milliseconds(&root.get("idleMs"), usual.idle_ms)?,
                hard_ms: milliseconds(&root.get("hardMs"), usual.hard_ms)?,
            },
            meta: root.get("meta").object()?,
            anyway: root.get("anyway").bool()?.unwrap_or(false),
        })
    }
}

fn milliseconds(place: &Place<'_>, usual: u32) -> Result<u32, ReadError> {
    let whole = place.whole(u64::from(u32::MAX))?;
    Ok(whole.and_then(|ms| u32::try_from(ms).ok()).unwrap_or(usual))
}

fn spoken(place: &Place<'_>) -> Result<Option<Revision>, ReadError> {
    place.optional("a revision of the protocol", |value| {
        let name = value.text()?;
        let found = revision::TABLE.iter().position(|rules| name == *rules.name)?;
        Revision::from_number(u8::try_from(found).ok()?.checked_add(1)?)
    })
}

/// Reads a [`Policy`]: `{"newest", "oldest", "known", "probeMs", "connectMs"}`, all of them
/// optional.
///
/// # Errors
/// Says which member is of the wrong kind. Unknown ones are ignored.
pub fn policy(text: &str) -> Result<Policy, ReadError> {
    let (root, usual) = (Place::root(text)?, Policy::ANY);
    Ok(Policy {
        newest: spoken(&root.get("newest"))?.unwrap_or(usual.newest),
        oldest: spoken(&root.get("oldest"))?.unwrap_or(usual.oldest),
        known: spoken(&root.get("known"))?,
        probe_ms: milliseconds(&root.get("probeMs"), usual.probe_ms)?,
        connect_ms: milliseconds(&root.get("connectMs"), usual.connect_ms)?,
    })
}

/// A [`Policy`] as [`policy`] reads it.
pub(super) fn policy_json(policy: &Policy) -> String {
    let (newest, oldest) = (policy.newest.name(), policy.oldest.name());
    let known = policy.known.map_or(String::new(), |it| format!("\"known\":\"{}\",", it.name()));
    let (probe_ms, connect_ms) = (policy.probe_ms, policy.connect_ms);
    format!(
        "{{\"newest\":\"{newest}\",\"oldest\":\"{oldest}\",{known}\"probeMs\":{probe_ms},\
         \"connectMs\":{connect_ms}}}"
    )
}

/// What is to be listened to; see [`Subscription`].
pub struct Listen {
    pub(super) core: Subscription<'static>,
    _kept: Kept,
}

impl Listen {
    /// To changes of these lists (tools, prompts, resources) and of these resources.
    #[must_use]
    pub fn new(tools: bool, prompts: bool, resources: bool, uris: Vec<String>) -> Self {
        let mut kept = Kept::default();
        let filter = SubscriptionFilter {
            tools_list_changed: tools.then_some(true),
            prompts_list_changed: prompts.then_some(true),
            resources_list_changed: resources.then_some(true),
            resource_subscriptions: kept.texts(uris),
        };
        Self { core: Subscription::new(filter), _kept: kept }
    }

    /// Reads `{"tools", "prompts", "resources", "uris"}`: which lists, and which resources.
    ///
    /// # Errors
    /// Says which member is of the wrong kind. Unknown ones are ignored.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let root = Place::root(text)?;
        let wants = |key: &str| Ok(root.get(key).bool()?.unwrap_or(false));
        let uris = root.get("uris").list(Place::required)?;
        Ok(Self::new(wants("tools")?, wants("prompts")?, wants("resources")?, uris))
    }

    /// Names it in events, once it was said.
    #[must_use]
    pub fn ticket(&self) -> sansmcp::Ticket {
        self.core.ticket()
    }
}

impl About {
    /// Reads `{"name", "version", "title", "description", "websiteUrl", "icons", "capabilities"}`;
    /// the last is the protocol's object, with extensions and what is experimental in it.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind. Unknown ones are ignored.
    pub fn from_json(text: &str) -> Result<Self, ReadError> {
        let root = Place::root(text)?;
        let declared = root.get("capabilities").object()?;
        let can = Place::root(if declared.is_empty() { "{}" } else { &declared })?;
        let mut it = Self::default();
        root.fill(&mut [
            ("name", To::Must(&mut it.name)),
            ("version", To::Must(&mut it.version)),
            ("title", To::Maybe(&mut it.title)),
            ("description", To::Maybe(&mut it.description)),
            ("websiteUrl", To::Maybe(&mut it.website_url)),
            ("icons", To::Icons(&mut it.icons)),
        ])?;
        can.fill(&mut [
            ("extensions", To::Json(&mut it.extensions)),
            ("experimental", To::Json(&mut it.experimental)),
        ])?;
        it.capabilities = Capabilities::of_client(Raw::parse_str(&declared).unwrap_or(Raw::NULL));
        Ok(it)
    }
}
