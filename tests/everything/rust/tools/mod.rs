//! The tools: a table of what each says of itself and does. Most are the fixtures that the official
//! conformance suite calls.

mod asks;
mod content;
mod listeners;
mod rounds;
mod slow;

use sansmcp::json::Text;
use sansmcp::{Call, Tool};

use crate::desk::{Desk, Done};

/// Does what a tool does: answers the call, asks the client first, or takes it on as a job.
pub type Run = for<'t> fn(&mut Desk<'_, '_>, &Call<'_>, &'t mut [u8]) -> Done<'t>;

/// A tool and what it does.
pub struct Fixture {
    tool: Tool<'static>,
    run: Run,
}

/// A tool that takes no arguments.
const fn plain(name: &'static str, description: &'static str, run: Run) -> Fixture {
    Fixture { tool: Tool { name, description, ..Tool::EMPTY }, run }
}

/// A tool whose arguments have a schema.
const fn with(
    name: &'static str,
    description: &'static str,
    input_schema: &'static str,
    run: Run,
) -> Fixture {
    Fixture { tool: Tool { name, description, input_schema, ..Tool::EMPTY }, run }
}

/// The argument `name` if it is an integer, `default` if it is missing; `None` if it is neither.
fn integer(call: &Call<'_>, name: &str, default: i64) -> Option<i64> {
    match call.arguments().and_then(|arguments| arguments.get(name)) {
        Some(value) => value.number()?.as_i64(),
        None => Some(default),
    }
}

/// Every tool, in the order of the list.
static ALL: [&[Fixture]; 5] =
    [content::TOOLS, slow::TOOLS, asks::TOOLS, rounds::TOOLS, listeners::TOOLS];

/// The tool at `index` of the list.
pub fn at(index: u32) -> Option<Tool<'static>> {
    let mut all = ALL.iter().copied().flatten();
    all.nth(usize::try_from(index).ok()?).map(|fixture| fixture.tool)
}

/// What the tool of this name does.
pub fn named(name: Text<'_>) -> Option<Run> {
    let mut all = ALL.iter().copied().flatten();
    all.find(|fixture| name == *fixture.tool.name).map(|fixture| fixture.run)
}
