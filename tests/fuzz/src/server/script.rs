//! The script that a run follows: lines of text, so that seeds can be read and written by hand, and
//! so that a change of one byte changes one step.

/// The buffers and tables of a run, from the first line: slots, receive buffer, transmit buffer,
/// catalog, each one character.
pub struct Setup {
    /// Slots in the table.
    pub slots: usize,
    /// Bytes of the receive buffer.
    pub rx: usize,
    /// Bytes of the transmit buffer, to begin with.
    pub tx: usize,
    /// Which catalog.
    pub catalog: usize,
}

/// Sizes of transmit buffers, small ones and one in which everything fits.
pub const SIZES: [usize; 10] = [4096, 0, 1, 7, 48, 100, 200, 400, 512, 1024];

impl Setup {
    /// What the line says; what it does not say is large.
    pub fn of(line: &[u8]) -> Self {
        let digit = |at: usize, most: usize| {
            let byte = line.get(at).copied().unwrap_or(b'0');
            usize::from(byte.wrapping_sub(b'0')) % most
        };
        Self {
            slots: [4, 1, 2, 3, 0, 5, 6, 7, 8, 9][digit(0, 10)],
            rx: [4096, 16, 64, 100, 256, 512][digit(1, 6)],
            tx: SIZES[digit(2, SIZES.len())],
            catalog: digit(3, 5),
        }
    }
}

/// Pieces of messages, written as `$` and a letter.
const PIECES: &[(u8, &str)] = &[
    (b'j', r#""jsonrpc":"2.0""#),
    (
        b'm',
        concat!(
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{"#,
            r#""elicitation":{"form":{},"url":{}},"sampling":{"tools":{}},"roots":{}}"#
        ),
    ),
    (
        b'M',
        concat!(
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{}"#
        ),
    ),
    (b'v', r#""io.modelcontextprotocol/protocolVersion":"#),
    (b'k', r#""io.modelcontextprotocol/clientCapabilities":"#),
    (b'c', r#""method":"tools/call""#),
    (b'l', r#""method":"tools/list""#),
    (b'd', r#""method":"server/discover""#),
    (b'g', r#""method":"ping""#),
    (b'x', r#""method":"notifications/cancelled""#),
    (b'i', r#""method":"initialize""#),
    (b'n', r#""method":"notifications/initialized""#),
    (b't', r#""progressToken":"#),
    (b'I', r#""requestId":"#),
    (
        b'L',
        concat!(
            "loooooooooooooooooooooong, looooooooooooooooooooooooooooong, ",
            "looooooooooooooooooooong, looooooooooooooooooooooooooooooooong text"
        ),
    ),
    (b'o', r#""io.modelcontextprotocol/logLevel":"#),
    (b'r', r#""method":"resources/read""#),
    (b'P', r#""method":"prompts/get""#),
    (b'C', r#""method":"completion/complete""#),
    (b's', r#""method":"resources/subscribe""#),
    (b'u', r#""method":"resources/unsubscribe""#),
    (b'S', r#""method":"subscriptions/listen""#),
    (b'V', r#""method":"logging/setLevel""#),
    (b'E', r#""method":"resources/list""#),
    (b'T', r#""method":"resources/templates/list""#),
    (b'Q', r#""method":"prompts/list""#),
    (b'p', r#""method":"notifications/progress""#),
    (b'D', "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["),
    (b'U', "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"),
    (b'$', "$"),
];

/// The bytes that a line of the script stands for.
pub fn expand(line: &[u8]) -> Vec<u8> {
    let mut all = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        let piece = after.first().and_then(|name| PIECES.iter().find(|it| it.0 == *name));
        match (byte, piece) {
            (b'$', Some((_, piece))) => {
                all.extend_from_slice(piece.as_bytes());
                rest = after.get(1..).unwrap_or_default();
            }
            _ => all.push(*byte),
        }
    }
    all
}

/// The names of the revisions, oldest first, and one that nobody speaks.
pub const REVISIONS: [&str; 7] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "DRAFT-2025-v3",
    "2025-11-25",
    "2026-07-28",
    "1999-01-01",
];
