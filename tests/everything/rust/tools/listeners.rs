//! Tools that make something happen which listeners hear of.

use sansmcp::{Ticket, What};

use super::{Fixture, plain};
use crate::resources::WATCHED;

pub static TOOLS: &[Fixture] = &[
    plain("test_trigger_tool_change", "Says that the tools have changed", |desk, call, tx| {
        desk.work.news.changed.push(What::Tools);
        desk.server.answer(call.ticket(), tx).text("The tools have changed.").end()
    }),
    plain("test_trigger_prompt_change", "Says that the prompts have changed", |desk, call, tx| {
        desk.work.news.changed.push(What::Prompts);
        desk.server.answer(call.ticket(), tx).text("The prompts have changed.").end()
    }),
    plain(
        "test_trigger_resource_change",
        "Says that the resources have changed",
        |desk, call, tx| {
            desk.work.news.changed.push(What::Resources);
            desk.server.answer(call.ticket(), tx).text("The resources have changed.").end()
        },
    ),
    plain("test_update_watched_resource", "Changes the watched resource", |desk, call, tx| {
        desk.work.changes += 1;
        desk.work.news.updated.push(WATCHED.into());
        desk.server.answer(call.ticket(), tx).text("The watched resource has changed.").end()
    }),
    plain("test_end_listens", "Ends every listen from this side", |desk, call, tx| {
        let listens: Vec<Ticket> = desk.server.listens().collect();
        for listen in &listens {
            desk.server.end_listen(*listen)?;
        }
        let text = format!("{} listens end.", listens.len());
        desk.server.answer(call.ticket(), tx).text(&*text).end()
    }),
];
