//! Text put together without a heap.

use sansmcp::json::{Text, Writer, text_of};
use sansmcp::rules::Revision;
use sansmcp::schema::Object;
use sansmcp::{Error, Out, Server, Ticket};

/// Bytes of the longest text that is put together in a place of its own.
pub const ROOM: usize = 32;

/// What was written, as text.
pub fn text(writer: Writer<'_>) -> &str {
    text_of(writer.finish()).unwrap_or("")
}

/// Answers a call with a text; as a failure where it is one.
#[inline(never)]
pub fn say<'t>(
    server: &mut Server<'_>,
    ticket: Ticket,
    text: &str,
    is_failure: bool,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let answer = server.answer(ticket, tx).text(text);
    if is_failure { answer.failed().end() } else { answer.end() }
}

/// A block of text around a piece of the message that came in: that piece is copied as it stands,
/// into the answer and nowhere else.
pub struct Around<'a> {
    /// What comes first.
    pub before: &'a str,
    /// A piece of the message.
    pub text: Text<'a>,
    /// What comes last.
    pub after: [&'a str; 2],
}

impl Object for Around<'_> {
    fn write(&self, out: &mut Writer<'_>, _: Revision) -> Result<(), Error> {
        out.put_str("{\"type\":\"text\",\"text\":\"");
        out.escaped(self.before);
        out.put_str(self.text.raw());
        for after in self.after {
            out.escaped(after);
        }
        out.put_str("\"}");
        Ok(())
    }
}
