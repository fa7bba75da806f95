//! The head of an HTTP request, owned.

use std::sync::Arc;

use sansmcp::Route;
use sansmcp::http::{Head, Header};

/// The bytes of a header's value, of which some languages make a text with one character for each.
#[must_use]
pub fn latin1(value: &str) -> Vec<u8> {
    // What cannot have come in a header stays wrong, and equals nothing.
    value.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(0)).collect()
}

/// The head of one request, and who asks on which exchange.
#[derive(Debug)]
pub(crate) struct Asked {
    /// Borrows the others, which keep what they own in one place on the heap when they are moved.
    head: Head<'static>,
    _lines: Arc<[Header<'static>]>,
    _names: Arc<str>,
    _values: Arc<[u8]>,
    number: u32,
    principal: u64,
}

impl Asked {
    /// Copies the head of a request. The number is that of the HTTP exchange.
    pub(crate) fn new<'h>(
        method: &str,
        headers: impl IntoIterator<Item = (&'h str, &'h [u8])>,
        number: u32,
        principal: u64,
    ) -> Self {
        let (mut names, mut values, mut lengths) = (method.to_owned(), Vec::new(), Vec::new());
        for (name, value) in headers {
            names.push_str(name);
            values.extend_from_slice(value);
            lengths.push((name.len(), value.len()));
        }
        let (names, values): (Arc<str>, Arc<[u8]>) = (names.into(), values.into());
        // SAFETY: the bytes are never changed and are dropped with this value; nothing that has
        // this lifetime leaves it, but for `frame`, whose caller has to promise the same.
        let (method, mut rest, mut more) = unsafe {
            let names = &*Arc::as_ptr(&names);
            let (method, rest) = names.split_at(method.len());
            (method, rest, &*Arc::as_ptr(&values))
        };
        let mut lines = Vec::with_capacity(lengths.len());
        for (name_length, value_length) in lengths {
            let (name, value);
            (name, rest) = rest.split_at(name_length);
            (value, more) = more.split_at(value_length);
            lines.push(Header { name, value });
        }
        let lines: Arc<[Header<'static>]> = lines.into();
        // SAFETY: as above.
        let headers = unsafe { &*Arc::as_ptr(&lines) };
        let head = Head { method, headers };
        Self { head, _lines: lines, _names: names, _values: values, number, principal }
    }

    /// The core's view of it.
    pub(crate) fn head(&self) -> &Head<'_> {
        &self.head
    }

    /// Its exchange.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// Who asks.
    pub(crate) fn principal(&self) -> u64 {
        self.principal
    }

    /// A frame of the core's as the body of this POST.
    ///
    /// # Safety
    /// The head has to outlive every use of what is returned.
    pub(crate) unsafe fn frame(
        self: &Arc<Self>,
        frame: sansmcp::Frame<'static>,
    ) -> sansmcp::Frame<'static> {
        // SAFETY: it is on the heap, and stays there as the caller promises.
        let head = unsafe { &(*Arc::as_ptr(self)).head };
        frame.on(Route::post(self.number)).from(self.principal).under(head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_stand_as_they_came() {
        let lines: [(&str, &[u8]); 3] = [("Host", b"a"), ("", b""), ("Ä", b"\xff")];
        let asked = Asked::new("POST", lines, 1, 2);
        let asked = Box::new(asked); // moved
        let head = asked.head();
        let seen: Vec<_> = head.headers.iter().map(|line| (line.name, line.value)).collect();
        assert_eq!((head.method, &seen[..]), ("POST", &lines[..]));
    }

    #[test]
    fn values_are_bytes() {
        assert_eq!(latin1("a\u{e9}\u{20ac}"), b"a\xe9\0");
    }
}
