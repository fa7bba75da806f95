//! Results of `completion/complete`, built value by value in the caller's buffer.

use super::Server;
use super::draft::Draft;
use crate::error::Error;
use crate::exchange::Ticket;
use crate::out::Out;
use crate::rules::Method;
use crate::schema::Prose;

/// Values that one result holds at most (server/utilities/completion).
pub(super) const MOST_VALUES: u32 = 100;

/// Suggestions under construction.
#[must_use = "suggestions are sent by `end`"]
pub struct Completion<'s, 'a, 't, 'v> {
    draft: Draft<'s, 'a, 't, 'v>,
    /// Values that were offered past the last that has room.
    past: u32,
    total: Option<u64>,
    has_more: bool,
}

impl<'a> Server<'a> {
    /// Begins the answer to `completion/complete`; the values follow, the best first, and
    /// [`Completion::end`] gives the bytes.
    pub fn completion<'s, 't, 'v>(
        &'s mut self,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Completion<'s, 'a, 't, 'v> {
        let draft = self.draft(ticket, Method::Complete, tx, "\"completion\":{\"values\":[");
        Completion { draft, past: 0, total: None, has_more: false }
    }
}

impl<'t, 'v> Completion<'_, '_, 't, 'v> {
    /// Adds a value. The 101st and those after it are counted and not sent.
    pub fn value<'p>(mut self, value: impl Into<Prose<'p>>) -> Self {
        if self.draft.items >= MOST_VALUES {
            self.past = self.past.saturating_add(1);
        } else if self.draft.item() {
            value.into().write(&mut self.draft.writer);
        }
        self
    }

    /// Says how many values there are in all, those not added included.
    pub fn total(mut self, total: u64) -> Self {
        self.total = Some(total);
        self
    }

    /// Says that there are more values than were added.
    pub fn more(mut self) -> Self {
        self.has_more = true;
        self
    }

    /// Sets `_meta`: the JSON text of an object.
    pub fn meta(mut self, json: &'v str) -> Self {
        self.draft.meta(json);
        self
    }

    /// Ends the answer.
    ///
    /// # Errors
    /// As for [`super::Answer::end`].
    pub fn end(mut self) -> Result<Out<'t>, Error> {
        if !self.draft.goes_on()? {
            return Ok(Out::NOTHING);
        }
        let count = u64::from(self.draft.items);
        let writer = &mut self.draft.writer;
        writer.put_str("]");
        let offered = count.saturating_add(u64::from(self.past));
        let total = self.total.or((self.past > 0).then_some(offered));
        if let Some(total) = total {
            writer.put_str(",\"total\":");
            writer.uint(total);
        }
        if self.has_more || total.is_some_and(|total| total > count) {
            writer.put_str(",\"hasMore\":true");
        }
        writer.put_str("}");
        self.draft.finish()
    }
}
