//! What the schemas have and the objects here do not, and the other way round; a reason on each
//! line.

use sansmcp::Revision;

use super::official::Line;

/// Properties that have no view and no struct, by the ends of the object's and the property's
/// names.
#[derive(Debug)]
pub struct Excluded {
    /// The object's name, or `*` and the end of it.
    object: &'static str,
    /// The property's name, or `*` for all.
    name: &'static str,
    #[allow(dead_code)] // for people
    reason: &'static str,
}

impl Excluded {
    pub fn matches(&self, line: &Line) -> bool {
        let object = match self.object.strip_prefix('*') {
            Some(end) => line.object.ends_with(end),
            None => line.object == self.object,
        };
        object && (self.name == "*" || self.name == line.name)
    }
}

const fn row(object: &'static str, name: &'static str, reason: &'static str) -> Excluded {
    Excluded { object, name, reason }
}

const ENVELOPE: &str = "the envelope, which the engine itself writes and reads";
const TASKS: &str = "tasks of 2025-11-25 come as a whole, with a later step";

pub const EXCLUDED: &[Excluded] = &[
    row("*Request", "jsonrpc", ENVELOPE),
    row("*Request", "id", ENVELOPE),
    row("*Request", "method", ENVELOPE),
    row("*Request", "params", ENVELOPE),
    row("*Notification", "jsonrpc", ENVELOPE),
    row("*Notification", "method", ENVELOPE),
    row("*Notification", "params", ENVELOPE),
    row("*Response", "jsonrpc", ENVELOPE),
    row("*Response", "id", ENVELOPE),
    row("*Response", "result", ENVELOPE),
    row("*Response", "error", ENVELOPE),
    row("*Error", "jsonrpc", ENVELOPE),
    row("*Error", "id", ENVELOPE),
    row("*Error", "error", ENVELOPE),
    row("JSONRPCNotificationParams", "_meta", ENVELOPE),
    row("JSONRPCRequestParams", "_meta", ENVELOPE),
    row("Task", "*", TASKS),
    row("TaskMetadata", "*", TASKS),
    row("RelatedTaskMetadata", "*", TASKS),
    row("TaskAugmentedRequestParams", "*", TASKS),
    row("CreateTaskResult", "*", TASKS),
    row("ListTasksResult", "*", TASKS),
    row("GetTaskPayloadResult", "*", TASKS),
    row("GetTaskRequestParams", "*", TASKS),
    row("GetTaskPayloadRequestParams", "*", TASKS),
    row("CancelTaskRequestParams", "*", TASKS),
    row("*RequestParams", "task", TASKS),
    row("*FormParams", "task", TASKS),
    row("*URLParams", "task", TASKS),
    row("*Capabilities", "tasks", TASKS),
    row("*Capabilities.tasks", "*", TASKS),
    row("*Capabilities.tasks.requests", "*", TASKS),
    row("*Capabilities.tasks.requests.elicitation", "*", TASKS),
    row("*Capabilities.tasks.requests.sampling", "*", TASKS),
    row("*Capabilities.tasks.requests.tools", "*", TASKS),
];

/// Properties that are written though the schema of the revision does not name them.
pub fn beyond_the_schema(entry: &str, name: &str, revision: Revision) -> bool {
    match (entry, name) {
        // The text of the protocol names them (basic: trace context), and `_meta` is open.
        ("RequestMeta", "traceparent" | "tracestate" | "baggage") => true,
        // From 2026-07-28 on it is any JSON Schema, of which the definition names no keyword more.
        ("ToolSchema", "properties" | "required") => revision == Revision::V2026_07_28,
        _ => false,
    }
}
