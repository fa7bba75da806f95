//! Results of completions, put together before they are written.

use sansmcp::{Error, Out, Server, Ticket};

use crate::block::Words;

/// The result of a completion (`CompleteResult`).
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The values, the best first. The 101st and those after it are counted and not sent.
    pub values: Vec<Words>,
    /// How many values there are in all, those not given included.
    pub total: Option<u64>,
    /// There are more values than were given.
    pub has_more: bool,
    /// `_meta`: the JSON text of an object.
    pub meta: Option<String>,
}

impl Completion {
    /// About how many bytes it takes on the wire: a buffer to begin with.
    pub(crate) fn size(&self) -> usize {
        let values = self.values.iter().take(100).map(|value| value.len() + 3);
        1024 + self.meta.as_ref().map_or(0, String::len) + values.sum::<usize>()
    }

    pub(crate) fn write<'t>(
        &self,
        server: &mut Server<'_>,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let mut out = server.completion(ticket, tx);
        for value in &self.values {
            out = out.value(value.prose()?);
        }
        if let Some(total) = self.total {
            out = out.total(total);
        }
        if self.has_more {
            out = out.more();
        }
        if let Some(meta) = &self.meta {
            out = out.meta(meta);
        }
        out.end()
    }
}
