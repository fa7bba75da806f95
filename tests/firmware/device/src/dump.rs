//! `dump`: 100 KiB out of a buffer of one, line by line.

use sansmcp::{Error, Out, Server, Shape, Ticket};

/// How many lines there are, each of 64 bytes.
const LINES: u16 = 1600;
/// The bytes of a line.
const LINE: usize = 64;
/// How much of the transmit buffer is used.
const BUFFER: usize = 1024;

/// The answer that goes out in pieces; one at a time, since it has the wire for itself.
#[derive(Clone, Copy)]
pub struct Dump {
    ticket: Ticket,
    line: u16,
    /// How much of that line has gone.
    at: u8,
    is_cancelled: bool,
}

impl Dump {
    /// None is under way.
    pub const NONE: Self = Self { ticket: Ticket::NONE, line: 0, at: 0, is_cancelled: false };

    /// Whether one is under way.
    pub fn is_under_way(&self) -> bool {
        self.ticket != Ticket::NONE
    }

    /// Begins with the head of the answer.
    pub fn begin<'t>(
        &mut self,
        server: &mut Server<'_>,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let out = server.begin(ticket, Shape::Text, buffer(tx))?;
        *self = Self { ticket, ..Self::NONE };
        Ok(out)
    }

    /// Its client gave it up: the answer ends with the next piece.
    pub fn give_up(&mut self, ticket: Ticket) -> bool {
        self.is_cancelled |= self.is_under_way() && self.ticket == ticket;
        self.is_cancelled
    }

    /// The next piece, or the end.
    pub fn go_on<'t>(
        &mut self,
        server: &mut Server<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        if self.is_cancelled || self.line >= LINES {
            let ticket = core::mem::replace(self, Self::NONE).ticket;
            return server.end(ticket, None, buffer(tx));
        }
        let line = line(self.line);
        let rest = line.get(usize::from(self.at)..).unwrap_or_default();
        let (taken, out) = server.piece(self.ticket, rest, buffer(tx))?;
        self.at = self.at.saturating_add(taken as u8);
        if usize::from(self.at) >= LINE {
            (self.line, self.at) = (self.line.saturating_add(1), 0);
        }
        Ok(out)
    }
}

fn buffer(tx: &mut [u8]) -> &mut [u8] {
    let len = tx.len().min(BUFFER);
    tx.get_mut(..len).unwrap_or_default()
}

/// A line: its number, a space, letters, and a newline.
fn line(number: u16) -> [u8; LINE] {
    let mut line = [0; LINE];
    let mut rest = number;
    if let Some((digits, letters)) = line.split_at_mut_checked(4) {
        for digit in digits.iter_mut().rev() {
            *digit = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        for (place, letter) in letters.iter_mut().enumerate() {
            // The space stands before letter 0: one back, and once round.
            *letter = b'a' + ((usize::from(number) + place + 25) % 26) as u8;
        }
        if let [space, .., newline] = letters {
            (*space, *newline) = (b' ', b'\n');
        }
    }
    line
}
