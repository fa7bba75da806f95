//! A request as a transcript has it.

use sansmcp::http::Header;

/// A head and a body.
pub struct Request {
    pub method: String,
    /// Of the HTTP exchange.
    pub number: u32,
    pub principal: u64,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// What every client of this endpoint sends.
const HOST: (&str, &str) = ("host", "localhost");
const BOTH: (&str, &str) = ("accept", "application/json, text/event-stream");
const EVENTS: (&str, &str) = ("accept", "text/event-stream");
const JSON: (&str, &str) = ("content-type", "application/json");

impl Request {
    /// Reads `METHOD NUMBER`, behind it perhaps `by PRINCIPAL`, and `bare`; and the lines of the
    /// head as they stand.
    pub fn of(line: &str, headers: &[&str]) -> Result<Self, String> {
        let mut words = line.split(' ');
        let method = words.next().filter(|word| !word.is_empty()).ok_or("no method")?.to_owned();
        let number = words.next().and_then(|word| word.parse().ok()).ok_or("no number")?;
        let mut principal = 0;
        let mut is_bare = false;
        while let Some(word) = words.next() {
            match word {
                "bare" => is_bare = true,
                "by" => {
                    principal =
                        words.next().and_then(|word| word.parse().ok()).ok_or("by whom?")?;
                }
                _ => return Err(format!("what is {word}?")),
            }
        }
        let mut all = Vec::new();
        for line in headers {
            let (name, value) = line.split_once(':').ok_or("a header without a colon")?;
            all.push((name.to_owned(), value.to_owned()));
        }
        let implied: &[_] = match &method[..] {
            _ if is_bare => &[],
            "POST" => &[HOST, BOTH, JSON],
            "GET" => &[HOST, EVENTS],
            _ => &[HOST],
        };
        for (name, value) in implied {
            if !all.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)) {
                all.push(((*name).to_owned(), (*value).to_owned()));
            }
        }
        Ok(Self { method, number, principal, headers: all, body: Vec::new() })
    }

    pub fn headers(&self) -> Vec<Header<'_>> {
        self.headers.iter().map(|(name, value)| Header { name, value: value.as_bytes() }).collect()
    }
}
