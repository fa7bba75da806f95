//! What the command line can change.

use std::hash::{BuildHasher, RandomState};
use std::str::FromStr;

use everything_fixtures::Options;
use sansmcp::Limits;

/// The defaults, and a key that nobody knows.
pub fn defaults() -> Options {
    Options { page: usize::MAX, limits: Limits::DEFAULT, key: random() }
}

/// Takes the options of a command line; gives the first word that is none.
pub fn parse(words: &[String]) -> Result<Options, String> {
    let mut options = defaults();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--page" => options.page = number(word, words.next())?,
            "--patience" => {
                let ms = number(word, words.next())?;
                options.limits = Limits { idle_ms: ms, hard_ms: ms };
            }
            other => return Err(format!("unknown argument: {other}")),
        }
    }
    Ok(options)
}

fn number<T: FromStr>(name: &str, word: Option<&String>) -> Result<T, String> {
    word.and_then(|word| word.parse().ok()).ok_or_else(|| format!("{name} wants a number"))
}

/// Random bytes of the only source that the standard library has. A server whose key must last,
/// or be shared with others, brings its own.
fn random() -> [u8; 32] {
    let mut key = [0; 32];
    for (place, piece) in key.chunks_exact_mut(8).enumerate() {
        piece.copy_from_slice(&RandomState::new().hash_one(place).to_le_bytes());
    }
    key
}
