//! The connections, and the pages whose requests come on them.

use sansmcp::http::{Delivery, Head, ResponseHead, cors};

use crate::wire::Wire;
use crate::{LINKS, POLICY};

/// All connections.
pub struct Links {
    wires: [Wire; LINKS],
    origins: [Origin; LINKS],
    /// For the heads of responses.
    head: [u8; 1024],
}

/// The page that may read the answer; of a longer one none may.
#[derive(Clone, Copy)]
struct Origin {
    bytes: [u8; 63],
    len: u8,
}

impl Links {
    pub const NEW: Links = Links {
        wires: [Wire::NEW; LINKS],
        origins: [Origin { bytes: [0; 63], len: 0 }; LINKS],
        head: [0; 1024],
    };

    pub fn wire(&mut self, link: usize) -> Option<&mut Wire> {
        self.wires.get_mut(link)
    }

    /// What comes next on a connection; some of it is answered here.
    pub fn next(&mut self, link: usize, rx: &mut [u8]) -> Option<crate::wire::Due> {
        self.wires.get_mut(link)?.next(link, rx, &mut self.head)
    }

    /// Notes the page that asks.
    pub fn note(&mut self, link: usize, head: &Head<'_>) {
        let Some(origin) = self.origins.get_mut(link) else { return };
        let exposed = cors::exposed(head, POLICY.origins);
        let value = exposed.map_or("", |[(_, origin), ..]| origin).as_bytes();
        origin.bytes.iter_mut().zip(value).for_each(|(to, from)| *to = *from);
        origin.len = if value.len() > origin.bytes.len() { 0 } else { value.len() as u8 };
    }

    /// Begins a response, whose body is so long, or a stream.
    pub fn begin(&mut self, link: usize, head: &ResponseHead, length: Option<usize>) {
        let Some(origin) = self.origins.get(link) else { return };
        let origin = origin.bytes.get(..usize::from(origin.len)).unwrap_or_default();
        let origin = sansmcp::json::text_of(origin).unwrap_or("");
        let page = [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", cors::EXPOSED_HEADERS),
            ("Vary", "Origin"),
        ];
        let page = page.into_iter().filter(|_| !origin.is_empty());
        let Some(wire) = self.wires.get_mut(link) else { return };
        wire.begin(link, head.status, head.headers().chain(page), length, &mut self.head);
    }

    /// A whole response without a body.
    pub fn answer<'n, 'v>(
        &mut self,
        link: usize,
        status: u16,
        headers: impl IntoIterator<Item = (&'n str, &'v str)>,
    ) {
        if let Some(wire) = self.wires.get_mut(link) {
            wire.begin(link, status, headers, Some(0), &mut self.head);
            wire.end(link, false);
        }
    }

    pub fn body(&mut self, link: usize, parts: &[&[u8]]) {
        if let Some(wire) = self.wires.get(link) {
            wire.body(link, parts);
        }
    }

    pub fn end(&mut self, link: usize, is_cut: bool) {
        if let Some(wire) = self.wires.get_mut(link) {
            wire.end(link, is_cut);
        }
    }

    /// Sends what is due, to whom it is due.
    pub fn send(&mut self, delivery: &Delivery<'_>) {
        let Some(link) = delivery.to().map(|number| number as usize) else { return };
        if let Some(head) = delivery.head() {
            self.begin(link, head, delivery.is_whole().then_some(delivery.len()));
        }
        self.body(link, &delivery.parts());
        if delivery.is_end() {
            self.end(link, delivery.is_cut());
        }
    }
}
