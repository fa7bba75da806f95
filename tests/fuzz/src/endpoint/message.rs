//! What clients send.

/// The names of the revisions with sessions, oldest first, one that has no HTTP, and one that
/// nobody speaks.
pub const REVISIONS: [&str; 6] =
    ["2025-03-26", "2025-06-18", "DRAFT-2025-v3", "2025-11-25", "2024-11-05", "1999-01-01"];

/// Few ids, so that clients have the same ones.
pub const IDS: [&str; 4] = ["1", "\"1\"", "2", "\"a\""];

/// What can be listened to.
pub const URIS: [&str; 2] = ["test://one", "test://two"];

/// What a message asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Call,
    Ping,
    List,
    Custom,
    Subscribe,
    Unsubscribe,
    Listen,
    Cancel,
    Answer,
    Notification,
    Bad,
    Initialized,
    Discover,
}

impl Kind {
    const LEGACY: [Kind; 14] = [
        Kind::Call,
        Kind::Ping,
        Kind::List,
        Kind::Custom,
        Kind::Subscribe,
        Kind::Cancel,
        Kind::Answer,
        Kind::Notification,
        Kind::Bad,
        Kind::Initialized,
        Kind::Unsubscribe,
        Kind::Call,
        Kind::Discover,
        Kind::Listen,
    ];
    const MODERN: [Kind; 10] = [
        Kind::Call,
        Kind::Listen,
        Kind::List,
        Kind::Discover,
        Kind::Custom,
        Kind::Cancel,
        Kind::Notification,
        Kind::Bad,
        Kind::Answer,
        Kind::Ping,
    ];

    pub fn of(number: usize, is_modern: bool) -> Kind {
        let all: &[Kind] = if is_modern { &Self::MODERN } else { &Self::LEGACY };
        all[number % all.len()]
    }

    /// True if somebody waits for an answer.
    pub fn is_request(self) -> bool {
        use Kind::{Answer, Cancel, Initialized, Notification};
        !matches!(self, Cancel | Answer | Notification | Initialized)
    }

    pub fn method(self) -> &'static str {
        match self {
            Kind::Call | Kind::Bad => "tools/call",
            Kind::Ping => "ping",
            Kind::List => "tools/list",
            Kind::Custom => "my/own",
            Kind::Subscribe => "resources/subscribe",
            Kind::Unsubscribe => "resources/unsubscribe",
            Kind::Listen => "subscriptions/listen",
            Kind::Cancel => "notifications/cancelled",
            Kind::Answer => "",
            Kind::Notification => "notifications/own",
            Kind::Initialized => "notifications/initialized",
            Kind::Discover => "server/discover",
        }
    }
}

/// A message. `number` is what its answer will say; `about` is the id that it cancels or answers.
pub fn message(kind: Kind, id: &str, number: usize, about: &str, is_modern: bool) -> String {
    if kind == Kind::Answer {
        return format!(
            r#"{{"jsonrpc":"2.0","id":{about},"result":{{"action":"accept","content":{{}}}}}}"#
        );
    }
    let uri = URIS[number % URIS.len()];
    let params = match kind {
        Kind::Call => r#""name":"t","#.into(),
        Kind::Bad => r#""name":7,"#.into(),
        Kind::Subscribe | Kind::Unsubscribe => format!(r#""uri":"{uri}","#),
        Kind::Listen => format!(
            r#""notifications":{{"toolsListChanged":true,"resourceSubscriptions":["{uri}"]}},"#
        ),
        Kind::Cancel => format!(r#""requestId":{about},"#),
        _ => String::new(),
    };
    let meta = if is_modern {
        concat!(
            r#","io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"#,
            r#""io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}"#
        )
    } else {
        ""
    };
    let id = if kind.is_request() { format!(r#""id":{id},"#) } else { String::new() };
    let method = kind.method();
    format!(
        concat!(
            r#"{{"jsonrpc":"2.0",{}"method":"{}","params":"#,
            r#"{{{}"_meta":{{"progressToken":"t{}"{}}}}}}}"#
        ),
        id, method, params, number, meta
    )
}

pub fn initialize(id: &str, revision: usize) -> String {
    let version = REVISIONS[revision % REVISIONS.len()];
    format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":{},"method":"initialize","params":{{"protocolVersion":"{}","#,
            r#""capabilities":{{"elicitation":{{}},"sampling":{{}}}},"#,
            r#""clientInfo":{{"name":"c","version":"1"}}}}}}"#
        ),
        id, version
    )
}
