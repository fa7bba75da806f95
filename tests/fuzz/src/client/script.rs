//! The script that a run follows: lines of text, so that seeds can be read and written by hand, and
//! so that a change of one byte changes one step. Here is what its digits and letters stand for.

use sansmcp::client::{ClientInfo, Options, Policy};
use sansmcp::rules::Capabilities;
use sansmcp::schema::{CallToolParams, Implementation, Json, Object, SubscriptionFilter};
use sansmcp::{Limits, Revision};

/// What a run begins with, from the first line, each one character.
pub struct Setup {
    /// Over HTTP.
    pub is_http: bool,
    /// Slots in the table.
    pub slots: usize,
    /// Bytes of the receive buffer.
    pub rx: usize,
    /// Bytes of the transmit buffer, to begin with.
    pub tx: usize,
    /// What the client says of itself.
    pub info: &'static ClientInfo<'static>,
}

/// Sizes of transmit buffers, small ones and one in which everything fits.
pub const SIZES: [usize; 10] = [LARGE, 0, 1, 7, 48, 100, 200, 300, 512, 1024];
pub const LARGE: usize = 8192;

static INFOS: [ClientInfo<'static>; 3] = [
    ClientInfo {
        implementation: Implementation { name: "me", version: "1", ..Implementation::EMPTY },
        capabilities: Capabilities(0xffff),
        ..ClientInfo::EMPTY
    },
    ClientInfo {
        implementation: Implementation { name: "m\"e", version: "", ..Implementation::EMPTY },
        ..ClientInfo::EMPTY
    },
    ClientInfo {
        implementation: Implementation { name: "me", version: "1", ..Implementation::EMPTY },
        capabilities: Capabilities::ELICITATION_FORM,
        extensions: "{\"a/b\":{ }}",
        experimental: "{\"x\":{\"y\":[1]}}",
    },
];

impl Setup {
    /// What the line says; what it does not say is large.
    pub fn of(line: &[u8]) -> Self {
        let digit = |at: usize, most: usize| {
            let byte = line.get(at).copied().unwrap_or(b'0');
            usize::from(byte.wrapping_sub(b'0')) % most
        };
        Self {
            is_http: digit(0, 2) == 1,
            slots: [4, 1, 2, 3, 0, 5, 6, 7, 8, 9][digit(1, 10)],
            rx: [4096, 16, 64, 100, 256, 512][digit(2, 6)],
            tx: SIZES[digit(3, SIZES.len())],
            info: &INFOS[digit(4, INFOS.len())],
        }
    }
}

/// How to connect.
pub fn policy(which: usize) -> Policy {
    match which % 9 {
        0 => Policy::ANY,
        1 => Policy::LEGACY,
        2 => Policy::MODERN,
        3 => Policy::ANY.known(Revision::V2026_07_28),
        4 => Policy::ANY.known(Revision::V2025_03_26),
        5 => Policy { probe_ms: 0, connect_ms: 0, ..Policy::ANY },
        6 => Policy { probe_ms: 5, connect_ms: 7, ..Policy::ANY },
        7 => Policy { newest: Revision::V2024_11_05, ..Policy::ANY },
        _ => Policy { newest: Revision::V2024_11_05, ..Policy::MODERN },
    }
}

/// Methods that are called.
pub const METHODS: [&str; 14] = [
    "tools/call",
    "tools/list",
    "resources/read",
    "prompts/get",
    "my/own",
    "ping",
    "completion/complete",
    "tasks/get",
    "initialize",
    "subscriptions/listen",
    "resources/subscribe",
    "a\"\u{e9}\n",
    "",
    "notifications/initialized",
];

/// Params of a call; whether they have a `_meta`, which may be refused once it is written.
pub fn params(which: usize) -> (&'static dyn Object, bool) {
    static LONG: Json<'static> = Json(concat!(
        "{\"name\":\"a name of some length\",\"arguments\":{\"text\":\"",
        "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567",
        "\"}}"
    ));
    static TYPED: CallToolParams<'static> =
        CallToolParams { name: "t\u{1}", arguments: "{\"a\":1}", ..CallToolParams::EMPTY };
    match which % 11 {
        0 => (&Json("{\"name\":\"t\",\"arguments\":{}}"), false),
        1 => (&Json("{}"), false),
        2 => (&Json(" { \"uri\" : \"a:b\" } "), false),
        3 => (&LONG, false),
        4 => (&TYPED, true),
        5 => (&Json("{\"_meta\":{}}"), true),
        6 => (&Json("{\"_meta\":{\"x\":1},\"name\":\"t\"}"), true),
        7 => (&Json("{\"name\":\"t\",\"_meta\":{\"progressToken\":7}}"), true),
        8 => (&Json("[]"), false),
        9 => (&Json("{"), false),
        _ => (&Json(""), false),
    }
}

/// How a call is made: limits, members of `_meta`, and whether the server has to offer it.
pub fn options(which: usize) -> Options<'static> {
    let limits = |idle_ms, hard_ms| Limits { idle_ms, hard_ms };
    let all = |limits, meta| Options { limits, meta, anyway: true };
    match which % 8 {
        0 => all(limits(10, 25), ""),
        1 => Options::DEFAULT,
        2 => all(Limits::NONE, ""),
        3 => all(limits(0, 7), "{\"a\":1}"),
        4 => all(limits(7, 0), "{\"progressToken\":1,\"b\":{}}"),
        5 => all(limits(u32::MAX, u32::MAX), "{}"),
        6 => Options { limits: limits(3, 3), ..Options::DEFAULT },
        _ => all(limits(1, 1), " { } "),
    }
}

/// What is listened to.
pub fn filter(which: usize) -> SubscriptionFilter<'static> {
    static MANY: [&str; 18] = [
        "a:b", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
        "16", "17",
    ];
    let uris = |count| MANY.get(..count).unwrap_or_default();
    let mut filter = SubscriptionFilter::EMPTY;
    filter.tools_list_changed = which.is_multiple_of(2).then_some(true);
    filter.resource_subscriptions = match which % 5 {
        0 | 1 => uris(2),
        2 => &[],
        3 => uris(18),
        _ => &["a:b", "a:b"],
    };
    filter
}

/// Statuses of responses.
pub const STATUSES: [u16; 20] = [
    200, 202, 400, 401, 403, 404, 405, 500, 503, 204, 301, 429, 0, 100, 206, 307, 410, 999, 408,
    201,
];

/// Headers of responses, beside the media type.
pub const HEADERS: [&[(&str, &str)]; 16] = [
    &[("Content-Type", "application/json"), ("Mcp-Session-Id", "S1")],
    &[("Content-Type", "text/event-stream"), ("Mcp-Session-Id", "S2")],
    &[("Content-Type", "application/json")],
    &[("Content-Type", "text/event-stream")],
    &[],
    &[("Content-Type", "text/html")],
    &[("content-type", "TEXT/Event-Stream; charset=utf-8")],
    &[("Content-Type", "application/json"), ("Content-Type", "text/event-stream")],
    &[("Content-Type", "application/json"), ("Mcp-Session-Id", "")],
    &[("Content-Type", "application/json"), ("Mcp-Session-Id", "a b\u{e9}")],
    &[("Content-Type", "application/json"), ("Mcp-Session-Id", "1"), ("mcp-session-id", "2")],
    &[("WWW-Authenticate", "Bearer realm=\"\u{1}\\\",,=x,\u{e9}")],
    &[("Content-Type", "application/json; ;;=")],
    &[("Location", "http://127.0.0.1/")],
    &[("Content-Type", "\u{0}"), ("Mcp-Session-Id", "~")],
    &[("Content-Type", "application/json-seq"), ("Retry-After", "0")],
];

/// Answers of a server: what follows the id.
pub const ANSWERS: [&str; 30] = [
    "$D",
    "$I",
    "$L",
    "$c",
    "$n",
    "$s",
    "$v",
    "$V",
    "$m",
    "$H",
    "$i",
    "$A",
    "\"result\":{}",
    "\"result\":null",
    "\"result\":{\"resultType\":\"input_required\"}",
    "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{}}",
    "$r{\"r\":{\"method\":\"roots/list\"}}}",
    "\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"r\":{\"method\":\"x\"}}}",
    "\"result\":{\"resultType\":7}",
    "\"result\":{\"resultType\":\"task\",\"taskId\":\"1\"}",
    "\"error\":{\"code\":-32603,\"message\":\"\"}",
    "\"error\":{}",
    "\"error\":null,\"result\":{}",
    "\"error\":{\"code\":1},\"result\":{}",
    "\"result\":{\"supportedVersions\":[\"2025-06-18\",7]}",
    "\"result\":{\"supportedVersions\":[]}",
    "\"result\":{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{}}",
    "\"result\":{\"protocolVersion\":\"1999-01-01\"}",
    "$o\"2025-03-26\",\"capabilities\":{\"resources\":{\"subscribe\":true},\"logging\":{}}}",
    "\"result\":{\"content\":[],\"nextCursor\":\"1\"}",
];

/// What a server says by itself; `#` is the digit of the step, `$0` the id of our latest request.
pub const SAYINGS: [&str; 26] = [
    "\"id\":#,\"method\":\"ping\"",
    "\"id\":\"#\",\"method\":\"roots/list\"",
    "\"id\":#,$e\"params\":{\"message\":\"\",\"requestedSchema\":{}}",
    "\"id\":#,\"method\":\"sampling/createMessage\",\"params\":{\"messages\":[],\"maxTokens\":1}",
    "\"id\":#,\"method\":\"my/own\",\"params\":{\"_meta\":{\"progressToken\":#}}",
    "\"id\":#,\"method\":\"tools/list\"",
    "\"id\":#,\"method\":\"ping\",\"params\":[]",
    "\"id\":#,\"method\":\"ping\",\"id\":#",
    "\"id\":null,\"method\":\"ping\"",
    "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":#}",
    "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"#\"}",
    "\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":$0}",
    "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":$0,\"progress\":#}",
    "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":$1,\"progress\":#}",
    "\"method\":\"notifications/progress\",\"params\":{\"progressToken\":$h,\"progress\":#}",
    "\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":#}",
    "\"method\":\"notifications/tools/list_changed\"",
    "\"method\":\"notifications/tools/list_changed\",\"params\":{$t}",
    "\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"a:b\"}",
    "\"method\":\"notifications/resources/updated\",\"params\":{\"uri\":\"a:b\",$t}",
    "\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"notifications\":{},$t}",
    "\"method\":\"x/y\",\"params\":{}",
    "\"method\":\"ping\"",
    "\"id\":#,\"method\":7",
    "\"id\":$h,$D",
    "\"id\":$1,$L",
];

/// Pieces of messages, written as `$` and a letter; `$` and a digit is the id of a request of ours,
/// counted from the latest, `$h` that of the latest handshake.
pub const PIECES: &[(u8, &str)] = &[
    (b'j', r#""jsonrpc":"2.0""#),
    (
        b'D',
        concat!(
            r#""result":{"resultType":"complete","supportedVersions":["2026-07-28"],"#,
            r#""capabilities":{"tools":{"listChanged":true},"logging":{},"#,
            r#""resources":{"subscribe":true}},"ttlMs":5,"cacheScope":"private"}"#
        ),
    ),
    (
        b'I',
        concat!(
            r#""result":{"protocolVersion":"2025-11-25","capabilities":{"#,
            r#""tools":{"listChanged":true},"logging":{},"resources":{"subscribe":true}},"#,
            r#""serverInfo":{"name":"s","version":"1"}}"#
        ),
    ),
    (b'i', r#""result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}}}"#),
    (b'L', r#""result":{"tools":[]}"#),
    (b'c', r#""result":{"resultType":"complete","content":[]}"#),
    (
        b'n',
        concat!(
            r#""result":{"resultType":"input_required","requestState":"\u0061\"b","#,
            r#""inputRequests":{"k\n":{"method":"elicitation/create","params":{"message":"","#,
            r#""requestedSchema":{"type":"object","properties":{"a":{"type":"string","#,
            r#""default":"x"}}}}}}}"#
        ),
    ),
    (b's', r#""result":{"resultType":"input_required","requestState":"s"}"#),
    (b'v', r#""error":{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}}"#),
    (b'V', r#""error":{"code":-32022,"message":"","data":{"supported":["2025-03-26"]}}"#),
    (b'm', r#""error":{"code":-32601,"message":"no"}"#),
    (b'H', r#""error":{"code":-32020,"message":"no"}"#),
    (b'A', r#""error":{"code":-32602,"message":"no","data":{}}"#),
    (b't', r#""_meta":{"io.modelcontextprotocol/subscriptionId":$0}"#),
    (b'r', r#""result":{"resultType":"input_required","inputRequests":"#),
    (b'o', r#""result":{"protocolVersion":"#),
    (b'e', r#""method":"elicitation/create","#),
    (b'E', r#""method":"#),
    (b'P', r#""params":{"#),
    (b'R', r#""result":{"#),
];
