//! The table of methods: who may send which, from which revision to which, behind which
//! capability.

use super::packed::{joined, joined_len, place};
use super::{Capabilities, Revision};
use crate::SMALL;
use crate::envelope::look_up;
use crate::json::Text;

/// A method that the protocol knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[allow(missing_docs)] // Each variant is the method of the same name.
#[non_exhaustive]
pub enum Method {
    /// A method that the protocol does not know: the application's own.
    Custom = 0,
    Initialize = 1,
    Discover = 2,
    Ping = 3,
    ListTools = 4,
    CallTool = 5,
    ListResources = 6,
    ListTemplates = 7,
    ReadResource = 8,
    Subscribe = 9,
    Unsubscribe = 10,
    ListPrompts = 11,
    GetPrompt = 12,
    Complete = 13,
    SetLevel = 14,
    Listen = 15,
    GetTask = 16,
    TaskResult = 17,
    CancelTask = 18,
    ListTasks = 19,
    Initialized = 20,
    Cancelled = 21,
    Progress = 22,
    RootsChanged = 23,
    TaskStatus = 24,
    CreateMessage = 25,
    ListRoots = 26,
    Elicit = 27,
    LogMessage = 28,
    ToolsChanged = 29,
    ResourcesChanged = 30,
    ResourceUpdated = 31,
    PromptsChanged = 32,
    ElicitationComplete = 33,
    ListenAcknowledged = 34,
}

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The method.
    pub method: Method,
    /// Its name on the wire.
    pub name: &'static str,
    /// The first revision that has it.
    pub first: Revision,
    /// The last revision that has it.
    pub last: Revision,
    /// The receiver's capability behind which it stands; any one bit will do.
    pub capability: Capabilities,
    /// It has no answer.
    pub notification: bool,
}

const FIRST: Revision = Revision::V2024_11_05;
const JUNE: Revision = Revision::V2025_06_18;
const LEGACY: Revision = Revision::LATEST_LEGACY;
const MODERN: Revision = Revision::V2026_07_28;
const NONE: Capabilities = Capabilities::NONE;

/// What a client sends and a server receives.
pub static TO_SERVER: [Row; 24] = SERVER_ROWS;

const SERVER_ROWS: [Row; 24] = [
    // The commonest first: the table is searched in this order.
    request(Method::CallTool, "tools/call", FIRST, MODERN, Capabilities::TOOLS),
    request(Method::ListTools, "tools/list", FIRST, MODERN, Capabilities::TOOLS),
    notification(Method::Cancelled, "notifications/cancelled", FIRST, MODERN),
    request(Method::Ping, "ping", FIRST, LEGACY, NONE),
    request(Method::Initialize, "initialize", FIRST, LEGACY, NONE),
    notification(Method::Initialized, "notifications/initialized", FIRST, LEGACY),
    request(Method::Discover, "server/discover", MODERN, MODERN, NONE),
    request(Method::ReadResource, "resources/read", FIRST, MODERN, Capabilities::RESOURCES),
    request(Method::ListResources, "resources/list", FIRST, MODERN, Capabilities::RESOURCES),
    request(
        Method::ListTemplates,
        "resources/templates/list",
        FIRST,
        MODERN,
        Capabilities::RESOURCES,
    ),
    request(
        Method::Subscribe,
        "resources/subscribe",
        FIRST,
        LEGACY,
        Capabilities::RESOURCES_SUBSCRIBE,
    ),
    request(
        Method::Unsubscribe,
        "resources/unsubscribe",
        FIRST,
        LEGACY,
        Capabilities::RESOURCES_SUBSCRIBE,
    ),
    request(Method::GetPrompt, "prompts/get", FIRST, MODERN, Capabilities::PROMPTS),
    request(Method::ListPrompts, "prompts/list", FIRST, MODERN, Capabilities::PROMPTS),
    request(Method::Complete, "completion/complete", FIRST, MODERN, Capabilities::COMPLETIONS),
    request(Method::SetLevel, "logging/setLevel", FIRST, LEGACY, Capabilities::LOGGING),
    request(Method::Listen, "subscriptions/listen", MODERN, MODERN, Capabilities::LISTENABLE),
    request(Method::GetTask, "tasks/get", LEGACY, LEGACY, Capabilities::TASKS),
    request(Method::TaskResult, "tasks/result", LEGACY, LEGACY, Capabilities::TASKS),
    request(Method::CancelTask, "tasks/cancel", LEGACY, LEGACY, Capabilities::TASKS),
    request(Method::ListTasks, "tasks/list", LEGACY, LEGACY, Capabilities::TASKS),
    notification(Method::Progress, "notifications/progress", FIRST, LEGACY),
    notification(Method::RootsChanged, "notifications/roots/list_changed", FIRST, LEGACY),
    notification(Method::TaskStatus, "notifications/tasks/status", LEGACY, LEGACY),
];

/// What a server sends and a client receives.
pub static TO_CLIENT: [Row; 18] = CLIENT_ROWS;

const CLIENT_ROWS: [Row; 18] = [
    request(Method::Ping, "ping", FIRST, LEGACY, NONE),
    request(Method::CreateMessage, "sampling/createMessage", FIRST, LEGACY, Capabilities::SAMPLING),
    request(Method::ListRoots, "roots/list", FIRST, LEGACY, Capabilities::ROOTS),
    request(
        Method::Elicit,
        "elicitation/create",
        JUNE,
        LEGACY,
        Capabilities(Capabilities::ELICITATION_FORM.0 | Capabilities::ELICITATION_URL.0),
    ),
    request(Method::GetTask, "tasks/get", LEGACY, LEGACY, NONE),
    request(Method::TaskResult, "tasks/result", LEGACY, LEGACY, NONE),
    request(Method::CancelTask, "tasks/cancel", LEGACY, LEGACY, NONE),
    request(Method::ListTasks, "tasks/list", LEGACY, LEGACY, NONE),
    notification(Method::Cancelled, "notifications/cancelled", FIRST, MODERN),
    notification(Method::Progress, "notifications/progress", FIRST, MODERN),
    notification(Method::LogMessage, "notifications/message", FIRST, MODERN),
    notification(Method::ToolsChanged, "notifications/tools/list_changed", FIRST, MODERN),
    notification(Method::ResourcesChanged, "notifications/resources/list_changed", FIRST, MODERN),
    notification(Method::ResourceUpdated, "notifications/resources/updated", FIRST, MODERN),
    notification(Method::PromptsChanged, "notifications/prompts/list_changed", FIRST, MODERN),
    notification(Method::ElicitationComplete, "notifications/elicitation/complete", LEGACY, LEGACY),
    notification(
        Method::ListenAcknowledged,
        "notifications/subscriptions/acknowledged",
        MODERN,
        MODERN,
    ),
    notification(Method::TaskStatus, "notifications/tasks/status", LEGACY, LEGACY),
];

/// What can be asked in the course of a call: those rows of [`TO_CLIENT`], so that the others are
/// not linked for it.
pub(crate) static ASKABLE: [Row; 3] =
    [to_client(Method::Elicit), to_client(Method::CreateMessage), to_client(Method::ListRoots)];

/// The request of [`TO_CLIENT`] of this method.
const fn to_client(method: Method) -> Row {
    let mut index = 0;
    while CLIENT_ROWS[index].method as u8 != method as u8 {
        index += 1;
    }
    assert!(!CLIENT_ROWS[index].notification);
    CLIENT_ROWS[index]
}

const fn request(
    method: Method,
    name: &'static str,
    first: Revision,
    last: Revision,
    capability: Capabilities,
) -> Row {
    Row { method, name, first, last, capability, notification: false }
}

const fn notification(method: Method, name: &'static str, first: Revision, last: Revision) -> Row {
    Row { method, name, first, last, capability: NONE, notification: true }
}

impl Row {
    /// True if the revision has this method.
    #[must_use]
    pub fn is_in(&self, revision: Revision) -> bool {
        self.first <= revision && revision <= self.last
    }
}

/// What the engine asks of a row of [`TO_SERVER`] once it has found it.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    pub method: Method,
    pub first: Revision,
    pub last: Revision,
    pub notification: bool,
    /// It may be answered by asking for input first.
    pub inputs: bool,
    capability: u16,
}

impl Known {
    pub(crate) const fn capability(&self) -> Capabilities {
        Capabilities(self.capability as u32)
    }

    /// As [`Row::is_in`].
    pub(crate) fn is_in(&self, revision: Revision) -> bool {
        if !cfg!(feature = "legacy") {
            return self.last == Revision::LATEST;
        }
        self.first <= revision && revision <= self.last
    }
}

static KNOWN: [Known; SERVER_ROWS.len()] = {
    let none = Known {
        method: Method::Custom,
        first: FIRST,
        last: FIRST,
        notification: false,
        inputs: false,
        capability: 0,
    };
    let mut all = [none; SERVER_ROWS.len()];
    let mut index = 0;
    while index < all.len() {
        let Row { method, first, last, notification, capability, .. } = SERVER_ROWS[index];
        assert!(capability.0 <= u16::MAX as u32, "a server's capabilities have 16 bits");
        let capability = capability.0 as u16;
        let inputs = method.takes_inputs();
        all[index] = Known { method, first, last, notification, inputs, capability };
        index += 1;
    }
    all
};

const NAMES: [&str; SERVER_ROWS.len()] = {
    let mut all = [""; SERVER_ROWS.len()];
    let mut index = 0;
    while index < all.len() {
        all[index] = SERVER_ROWS[index].name;
        index += 1;
    }
    all
};

static PACKED: [u8; joined_len(&NAMES)] = joined(&NAMES);

/// What is known of a method that a client sends; `None` if the protocol does not know it.
pub(crate) fn known(name: Text<'_>) -> Option<&'static Known> {
    let place = if SMALL {
        place(&PACKED, name)
    } else {
        look_up(name, |name| TO_SERVER.iter().position(|row| row.name == name))
    };
    KNOWN.get(place?)
}

impl Method {
    /// Every method, in the order of the numbers.
    pub const ALL: [Self; 35] = {
        use Method::*;
        [
            Custom,
            Initialize,
            Discover,
            Ping,
            ListTools,
            CallTool,
            ListResources,
            ListTemplates,
            ReadResource,
            Subscribe,
            Unsubscribe,
            ListPrompts,
            GetPrompt,
            Complete,
            SetLevel,
            Listen,
            GetTask,
            TaskResult,
            CancelTask,
            ListTasks,
            Initialized,
            Cancelled,
            Progress,
            RootsChanged,
            TaskStatus,
            CreateMessage,
            ListRoots,
            Elicit,
            LogMessage,
            ToolsChanged,
            ResourcesChanged,
            ResourceUpdated,
            PromptsChanged,
            ElicitationComplete,
            ListenAcknowledged,
        ]
    };

    /// True if the engine can answer it at once and by itself, so that it gets its answer even
    /// when every slot is taken.
    #[must_use]
    pub const fn is_engines(self) -> bool {
        matches!(
            self,
            Self::Initialize
                | Self::Discover
                | Self::Ping
                | Self::ListTools
                | Self::ListResources
                | Self::ListTemplates
                | Self::ListPrompts
                | Self::SetLevel
        )
    }

    /// True if it makes no sense without a session that remembers it.
    pub(crate) const fn is_of_session(self) -> bool {
        matches!(self, Self::Subscribe | Self::Unsubscribe | Self::SetLevel)
    }

    /// True if it may be answered by asking for input first (2026-07-28, basic/patterns/mrtr).
    #[must_use]
    pub const fn takes_inputs(self) -> bool {
        matches!(self, Self::CallTool | Self::ReadResource | Self::GetPrompt)
    }

    /// The method stored as a number, as in [`crate::Parts`].
    #[must_use]
    pub fn from_number(number: u8) -> Self {
        Self::ALL.get(usize::from(number)).copied().unwrap_or(Self::Custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn numbers_and_methods_agree() {
        for (number, method) in Method::ALL.iter().enumerate() {
            assert_eq!(*method as usize, number);
        }
    }

    #[test]
    fn every_name_is_known() {
        for row in &TO_SERVER {
            let name = Text::trusted(row.name);
            let (plain, packed) = (known(name), place(&PACKED, name));
            assert_eq!(plain.map(|known| known.method), Some(row.method));
            assert_eq!(plain.map(Known::capability), Some(row.capability));
            assert_eq!(
                packed.and_then(|place| KNOWN.get(place)).map(|known| known.method),
                Some(row.method)
            );
        }
        assert!(known(Text::trusted("tools/call2")).is_none());
        assert!(known(Text::trusted("tools/cal")).is_none());
        assert!(known(Text::trusted("tools\\/c\\u0061ll")).is_some());
    }

    #[test]
    fn every_method_has_a_row_and_no_name_stands_twice() {
        for method in Method::ALL.iter().skip(1) {
            let rows = TO_SERVER.iter().chain(&TO_CLIENT).filter(|row| row.method == *method);
            assert!(rows.count() > 0, "{method:?} has no row");
        }
        for table in [&TO_SERVER[..], &TO_CLIENT[..]] {
            let mut names: Vec<_> = table.iter().map(|row| row.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), table.len());
            assert!(table.iter().all(|row| row.first <= row.last));
        }
    }
}
