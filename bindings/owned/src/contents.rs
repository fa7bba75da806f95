//! Results of reads, put together before they are written.

use sansmcp::schema::CacheHint;
use sansmcp::{Error, Out, Server, Ticket};

use crate::block::Part;

/// The result of a read (`ReadResourceResult`).
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The parts, one at least. A folder has several, each with its URI.
    pub parts: Vec<Part>,
    /// How long they may be kept; without, as long as lists.
    pub cache: Option<CacheHint>,
    /// `_meta`: the JSON text of an object.
    pub meta: Option<String>,
}

impl Contents {
    /// About how many bytes it takes on the wire: a buffer to begin with.
    pub(crate) fn size(&self) -> usize {
        let meta = self.meta.as_ref().map_or(0, String::len);
        1024 + meta + self.parts.iter().map(Part::size).sum::<usize>()
    }

    pub(crate) fn write<'t>(
        &self,
        server: &mut Server<'_>,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let mut out = server.contents(ticket, tx);
        for part in &self.parts {
            out = out.part(&part.core()?);
        }
        if let Some(cache) = self.cache {
            out = out.cache(cache);
        }
        if let Some(meta) = &self.meta {
            out = out.meta(meta);
        }
        out.end()
    }
}
