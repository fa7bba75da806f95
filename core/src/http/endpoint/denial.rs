//! What is said to those who are not let in: one table.

use super::response::{Reply, ResponseHead};

/// Why a request was answered by its head alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[non_exhaustive]
pub enum Denial {
    /// `Host` names another machine: DNS rebinding.
    Host = 0,
    /// `Origin` is not let in.
    Origin,
    /// The method is none of this endpoint's.
    Method,
    /// Neither form of an answer is accepted.
    Accept,
    /// The body is not said to be JSON.
    ContentType,
    /// The body is longer than [`super::Policy::longest_body`].
    TooLong,
    /// The session's id is missing, or stands twice.
    NoSession,
    /// There is no such session, or no longer.
    UnknownSession,
    /// The events asked for are not those of this session, or were given up.
    UnknownEvent,
    /// `MCP-Protocol-Version` names none that is spoken here.
    Version,
    /// Every place is taken.
    Busy,
}

struct Row {
    denial: Denial,
    status: u16,
    body: &'static str,
}

macro_rules! row {
    ($denial:ident, $status:literal, $code:literal, $message:literal) => {
        Row {
            denial: Denial::$denial,
            status: $status,
            body: concat!(
                r#"{"jsonrpc":"2.0","error":{"code":"#,
                $code,
                r#","message":""#,
                $message,
                r#""}}"#
            ),
        }
    };
}

static TABLE: [Row; 11] = [
    row!(Host, 403, -32600, "Host is neither of this machine nor one that the policy names"),
    row!(Origin, 403, -32600, "Origin is neither of this machine nor one that the policy names"),
    row!(Method, 405, -32600, "Method not allowed"),
    row!(Accept, 406, -32600, "Accept must have application/json, text/event-stream or both"),
    row!(ContentType, 415, -32600, "Content-Type must be application/json"),
    row!(TooLong, 413, -32600, "The body is too long"),
    row!(NoSession, 400, -32600, "Mcp-Session-Id is missing: send initialize first"),
    row!(UnknownSession, 404, -32600, "No such session: send initialize without Mcp-Session-Id"),
    row!(UnknownEvent, 400, -32600, "These events are not there: begin a new stream"),
    row!(Version, 400, -32600, "MCP-Protocol-Version names a version that is not spoken here"),
    row!(Busy, 503, -32603, "Too many open requests: try again later"),
];

impl Denial {
    /// The HTTP status.
    #[must_use]
    pub fn status(self) -> u16 {
        self.row().status
    }

    /// The whole reply. Its body is a JSON-RPC error without an id, for people.
    #[must_use]
    pub fn reply(self) -> Reply {
        let row = self.row();
        Reply { head: ResponseHead::json(row.status), body: row.body }
    }

    fn row(self) -> &'static Row {
        // The table has a row for each variant; the fallback keeps a panic out of the image.
        TABLE.iter().find(|row| row.denial == self).unwrap_or(&TABLE[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_enumeration() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.denial as usize, index);
            assert!(crate::json::Raw::parse_str(row.body).is_ok());
        }
        assert_eq!(Denial::Busy as usize + 1, TABLE.len());
    }
}
