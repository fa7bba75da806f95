//! One connection, for one request. It is no reader for earnest: a response ends where its
//! connection does, and what finds no room in the buffer is lost.

use sansmcp::Route;
use sansmcp::http::Header;
use sansmcp::json::text_of;

/// What is known of a connection beside its buffer.
pub struct Link {
    /// The exchange that it carries.
    pub route: Route,
    pub stage: Stage,
    /// How much of the buffer is used.
    end: usize,
}

/// What comes next on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Nothing: it is free.
    Idle,
    Head,
    Body,
    Events,
    /// What nobody wants.
    Drop,
}

impl Link {
    pub const NEW: Link = Link { route: Route::PIPE, stage: Stage::Idle, end: 0 };

    pub fn begin(&mut self, stage: Stage) {
        (self.stage, self.end) = (stage, 0);
    }

    /// One byte came in.
    pub fn keep(&mut self, rx: &mut [u8], byte: u8) {
        if let Some(place) = rx.get_mut(self.end) {
            *place = byte;
            self.end = self.end.wrapping_add(1);
        }
    }

    pub fn has_head(&self, rx: &[u8]) -> bool {
        self.body(rx).ends_with(b"\r\n\r\n")
    }

    /// What is in the buffer.
    pub fn body<'r>(&self, rx: &'r [u8]) -> &'r [u8] {
        rx.get(..self.end).unwrap_or_default()
    }

    /// The status and the lines of a head.
    pub fn head<'r: 'h, 'h>(
        &self,
        rx: &'r [u8],
        lines: &'h mut [Header<'r>],
    ) -> Option<(u16, &'h [Header<'h>])> {
        let mut text = self.body(rx).split(|byte| *byte == b'\n');
        let status = text.next()?.split(|byte| *byte == b' ').nth(1)?;
        let status = status.iter().fold(0_u16, |number, digit| {
            number.wrapping_mul(10).wrapping_add(u16::from(digit.wrapping_sub(b'0')))
        });
        let mut count = 0_usize;
        for (place, line) in lines.iter_mut().zip(text) {
            let Some(colon) = line.iter().position(|byte| *byte == b':') else { break };
            let (name, value) = line.split_at_checked(colon)?;
            *place = Header { name: text_of(name).ok()?, value: value.get(1..)?.trim_ascii() };
            count = count.wrapping_add(1);
        }
        Some((status, lines.get(..count)?))
    }
}
