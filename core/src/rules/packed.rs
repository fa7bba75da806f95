//! Columns of the tables, packed when the program is built: a word takes its bytes and one more,
//! where a reference in a row takes eight. What refers to the whole table is not linked then.

use crate::json::Text;

/// Behind each word.
pub(crate) const END: u8 = b'\n';

/// How many bytes `words` take, an [`END`] behind each.
pub(super) const fn joined_len(words: &[&str]) -> usize {
    let (mut len, mut index) = (0, 0);
    while index < words.len() {
        len += words[index].len() + 1;
        index += 1;
    }
    len
}

/// `words` one behind the other, an [`END`] behind each.
pub(super) const fn joined<const N: usize>(words: &[&str]) -> [u8; N] {
    let mut all = [END; N];
    let (mut at, mut index) = (0, 0);
    while index < words.len() {
        let word = words[index].as_bytes();
        let mut byte = 0;
        while byte < word.len() {
            all[at] = word[byte];
            at += 1;
            byte += 1;
        }
        at += 1;
        index += 1;
    }
    all
}

/// The word at `index`.
pub(crate) fn word(words: &'static [u8], index: usize) -> &'static [u8] {
    let mut rest = words;
    for left in (0..=index).rev() {
        let len = rest.iter().take_while(|byte| **byte != END).count();
        let Some((word, after)) = rest.split_at_checked(len) else { break };
        if left == 0 {
            return word;
        }
        rest = after.get(1..).unwrap_or_default();
    }
    &[]
}

/// The place of the word that `key` is.
#[inline(never)]
pub(crate) fn place(words: &[u8], key: Text<'_>) -> Option<usize> {
    let mut place: usize = 0;
    let mut rest = words;
    loop {
        let len = rest.iter().take_while(|byte| **byte != END).count();
        let (word, after) = rest.split_at_checked(len)?;
        let (_, after) = after.split_first()?;
        if key.is(word) {
            return Some(place);
        }
        place = place.wrapping_add(1);
        rest = after;
    }
}
