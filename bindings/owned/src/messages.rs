//! Results of prompts, put together before they are written.

use sansmcp::schema::Role;
use sansmcp::{Error, Out, Server, Ticket};

use crate::block::Block;

/// The result of a prompt (`GetPromptResult`).
#[derive(Clone, Debug, Default)]
pub struct Messages {
    /// Who says what, in order.
    pub messages: Vec<(Role, Block)>,
    /// What the prompt is for.
    pub description: Option<String>,
    /// `_meta`: the JSON text of an object.
    pub meta: Option<String>,
}

impl Messages {
    /// About how many bytes it takes on the wire: a buffer to begin with.
    pub(crate) fn size(&self) -> usize {
        let texts = [&self.description, &self.meta];
        let texts: usize = texts.into_iter().flatten().map(String::len).sum();
        1024 + texts + self.messages.iter().map(|(_, block)| block.size()).sum::<usize>()
    }

    pub(crate) fn write<'t>(
        &self,
        server: &mut Server<'_>,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let mut out = server.messages(ticket, tx);
        for (role, block) in &self.messages {
            out = out.block(*role, &block.core()?);
        }
        if let Some(description) = &self.description {
            out = out.description(description);
        }
        if let Some(meta) = &self.meta {
            out = out.meta(meta);
        }
        out.end()
    }
}
