//! What lies in the memory of a connection and its slots, read as it is laid down, to be counted
//! again. C has the same layout, so it does not move without notice.

use super::World;
use sansmcp::{Connection, Slot, Ticket};

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Exchange {
    pub generation: u32,
    pub route: u32,
    pub from: u32,
    pub sent: u32,
    pub route_kind: u8,
    pub state: u8,
    pub method: u8,
    pub revision: u8,
    pub refusal: u8,
    pub shape: u8,
    pub id_length: u8,
    pub level: u8,
    pub id: [u8; 128],
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Place {
    pub progress: (u32, u32, i64),
    pub hash: u32,
    pub bucket: u16,
    pub next: u16,
    pub free: u16,
    pub used: u16,
    pub buckets: u16,
    pub length: u8,
    pub indexed: u8,
    pub due: u8,
    pub reserved: [u8; 7],
    pub exchange: Exchange,
    pub area: [u8; 64],
}

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Line {
    pub stage: u8,
    pub revision: u8,
    pub level: u8,
    pub due: u8,
    pub capabilities: u32,
    pub streaming: (u32, u16),
    pub route: (u32, u8),
    pub asked: u16,
    pub listening: u16,
    pub reserved: [u8; 4],
    pub spare: Exchange,
    /// A client's.
    pub handshake: [u32; 8],
}

/// The numbers of the states.
pub mod state {
    pub const FREE: u8 = 0;
    pub const OPEN: u8 = 1;
    pub const CANCELLED: u8 = 2;
    pub const STREAMING: u8 = 3;
    pub const ENDING: u8 = 4;
    pub const LISTENING: u8 = 5;
    pub const ASKED: u8 = 6;
    pub const WITHDRAWN: u8 = 7;
}

pub fn line(connection: &Connection) -> Line {
    assert_eq!(size_of::<Line>(), size_of::<Connection>());
    // SAFETY: the same size, and all fields are integers.
    unsafe { std::mem::transmute_copy(connection) }
}

pub fn place(slot: &Slot) -> Place {
    assert_eq!(size_of::<Place>(), size_of::<Slot>());
    // SAFETY: the same size, and all fields are integers.
    unsafe { std::mem::transmute_copy(slot) }
}

/// Counts again all that is counted, and follows every chain. Says what is wrong.
pub fn check(world: &World) {
    use state::*;
    let line = line(&world.connection);
    let places: Vec<Place> = world.slots.iter().map(place).collect();
    let count = |states: &[u8]| {
        places.iter().filter(|place| states.contains(&place.exchange.state)).count()
    };
    assert_eq!(usize::from(line.asked), count(&[ASKED, WITHDRAWN]), "asked");
    assert_eq!(usize::from(line.listening), count(&[LISTENING]), "listening");

    // Who has to be told something is looked for only where the connection says so.
    let is_due = |place: &&Place| {
        place.exchange.state == WITHDRAWN || place.exchange.state == LISTENING && place.due != 0
    };
    assert!(line.due & 8 != 0 || !places.iter().any(|place| is_due(&place)), "due");

    // One streams, if any, and it is the one that the connection names.
    let spare = Ticket { generation: line.spare.generation, index: Ticket::SPARE };
    let all = places.iter().enumerate().map(|(index, place)| {
        let ticket = Ticket { generation: place.exchange.generation, index: index as u16 };
        (ticket, place.exchange.state)
    });
    let streams: Vec<Ticket> = all
        .chain([(spare, line.spare.state)])
        .filter(|(_, state)| [STREAMING, ENDING].contains(state))
        .map(|(ticket, _)| ticket)
        .collect();
    let named = Ticket { generation: line.streaming.0, index: line.streaming.1 };
    match streams[..] {
        [] => assert_eq!(named, Ticket::NONE, "streaming is stuck"),
        [one] => assert_eq!(named, one, "streaming"),
        _ => panic!("{streams:?} stream at once"),
    }

    let Some(first) = places.first() else { return };
    let (used, buckets) = (usize::from(first.used), usize::from(first.buckets));
    assert!(used <= places.len() && buckets <= places.len());
    assert!(places[used..].iter().all(|place| place.exchange.state == FREE));
    // Every free place that was used is in the chain of free ones, once.
    let mut free = Vec::new();
    let mut at = usize::from(first.free);
    while at != 0 {
        assert!(!free.contains(&(at - 1)), "a free place stands twice");
        free.push(at - 1);
        at = usize::from(places[at - 1].next);
    }
    free.sort_unstable();
    let wanted = (0..used).filter(|at| places[*at].exchange.state == FREE);
    assert_eq!(free, wanted.collect::<Vec<_>>(), "free places");
    // Every request that can be cancelled is in the index, once, and nothing else is.
    let mut indexed = Vec::new();
    for bucket in 0..buckets {
        let mut at = usize::from(places[bucket].bucket);
        while at != 0 {
            let place = &places[at - 1];
            assert!(!indexed.contains(&(at - 1)), "it stands twice in the index");
            assert_eq!(place.hash as usize % buckets, bucket, "bucket");
            indexed.push(at - 1);
            at = usize::from(place.next);
        }
    }
    indexed.sort_unstable();
    let wanted = (0..used).filter(|at| places[*at].indexed != 0);
    assert_eq!(indexed, wanted.collect::<Vec<_>>(), "index");
    for (at, place) in places.iter().enumerate().take(used) {
        let Exchange { state, refusal, id_length, method, .. } = place.exchange;
        let is_subscription = state == LISTENING && id_length == 0;
        let is_findable =
            [OPEN, STREAMING, LISTENING].contains(&state) && refusal == 0 && !is_subscription;
        assert_eq!(place.indexed != 0, is_findable, "place {at}, state {state}, method {method}");
    }
}

/// Sets how often every place was used.
pub fn use_up(world: &mut World, generation: u32) {
    let mut first = line(&world.connection);
    first.spare.generation = generation;
    // SAFETY: as for reading; every value of every field is one that a connection can have.
    world.connection = unsafe { std::mem::transmute_copy(&first) };
    for slot in &mut world.slots {
        let mut used = place(slot);
        used.exchange.generation = generation;
        // SAFETY: as above.
        *slot = unsafe { std::mem::transmute_copy(&used) };
    }
}
