//! The store of messages that may be asked for again, against a list of all that it was given.
#![cfg(feature = "http")]

use proptest::prelude::*;
use sansmcp::http::{Gone, Store, StoreState};
use sansmcp::sse::EventId;

const HEAD: usize = Store::OVERHEAD;

fn id(stream: u32, sequence: u32) -> EventId {
    EventId { stream, sequence }
}

/// A message whose bytes tell which one it is.
fn message(key: EventId, len: usize) -> Vec<u8> {
    (0..len as u32).map(|at| (key.stream * 31 + key.sequence * 7 + at) as u8).collect()
}

/// Streams whose messages were kept, and what was ever kept, the oldest first.
struct World {
    state: StoreState,
    bytes: Vec<u8>,
    last: [u32; 4],
    kept: Vec<(EventId, Vec<u8>)>,
    /// Size of the largest record.
    largest: usize,
    dropped: usize,
    refused: usize,
}

impl World {
    fn new(size: usize) -> World {
        // Bytes that look like a record of stream 1 must not matter.
        let bytes = [1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0].into_iter().cycle().take(size).collect();
        let (state, last) = (StoreState::NEW, [0; 4]);
        World { state, bytes, last, kept: Vec::new(), largest: 0, dropped: 0, refused: 0 }
    }

    fn store(&mut self) -> Store<'_> {
        Store::new(&mut self.state, &mut self.bytes)
    }

    /// Gives out the next message of a stream.
    fn keep(&mut self, stream: u32, len: usize) {
        let last = &mut self.last[stream as usize];
        *last += 1;
        let key = id(stream, *last);
        let message = message(key, len);
        let had = self.present();
        let is_kept = self.store().keep(key, &message);
        assert_eq!(is_kept, HEAD + len <= self.bytes.len(), "{len} bytes");
        if is_kept {
            self.kept.push((key, message));
            self.largest = self.largest.max(HEAD + len);
        } else {
            self.refused += 1;
        }
        let has = self.present();
        if !is_kept {
            assert_eq!(has, had, "a message that was refused changed something");
            return;
        }
        assert_eq!(has.last(), Some(&(self.kept.len() - 1)), "the newest is not there");
        // Nothing was dropped while there was room: what is left and the last one that went would
        // have filled the memory, but for two gaps of less than a record.
        if let Some(&gone) = had.iter().rfind(|&&at| !has.contains(&at)) {
            self.dropped += 1;
            let size = |at: &usize| HEAD + self.kept[*at].1.len();
            let filled: usize = has.iter().map(size).sum::<usize>() + size(&gone);
            assert!(filled + 2 * self.largest > self.bytes.len(), "only {filled} bytes");
        }
        self.kept.drain(..has[0]);
    }

    /// The stream is over, and its number is used anew.
    fn forget(&mut self, stream: u32) {
        self.store().forget(stream);
        self.kept.retain(|(key, _)| key.stream != stream);
        self.last[stream as usize] = 0;
    }

    /// Which of the messages are there. They are the newest ones.
    fn present(&mut self) -> Vec<usize> {
        let kept = std::mem::take(&mut self.kept);
        let is_there = |(key, bytes): &(EventId, Vec<u8>)| {
            let before = id(key.stream, key.sequence - 1);
            let found = self.store().after(before, key.sequence).map(|mut found| {
                assert_eq!(found.next(), Some((*key, &bytes[..])));
                assert_eq!(found.next(), None);
            });
            found.is_ok()
        };
        let there: Vec<bool> = kept.iter().map(is_there).collect();
        let first = there.iter().position(|&is_there| is_there).unwrap_or(there.len());
        assert!(
            there[first..].iter().all(|&is_there| is_there),
            "an older one was kept: {there:?}"
        );
        self.kept = kept;
        (first..there.len()).collect()
    }

    /// Every question there is, compared with the list.
    fn check(&mut self) {
        let present = self.present();
        let kept = std::mem::take(&mut self.kept);
        for stream in 0..4 {
            let last = self.last[stream as usize];
            let of_stream: Vec<_> = present
                .iter()
                .map(|&at| (kept[at].0, &kept[at].1[..]))
                .filter(|(key, _)| key.stream == stream)
                .collect();
            let store = self.store();
            for sequence in 0..=last {
                let found = store.after(id(stream, sequence), last).map(Iterator::collect);
                let wanted: Vec<_> =
                    of_stream.iter().copied().filter(|(key, _)| key.sequence > sequence).collect();
                let is_whole = wanted.len() == (last - sequence) as usize;
                assert_eq!(found, if is_whole { Ok(wanted) } else { Err(Gone) });
            }
            for sequence in [last + 1, last + 2, u32::MAX] {
                assert_eq!(store.after(id(stream, sequence), last).err(), Some(Gone));
            }
        }
        self.kept = kept;
    }
}

#[test]
fn what_is_kept_comes_back_in_order_and_its_stream_alone() {
    let mut world = World::new(1024);
    for (stream, len) in [(0, 5), (1, 7), (0, 0), (2, 100), (1, 1), (0, 9)] {
        world.keep(stream, len);
        world.check();
    }
    assert_eq!(world.dropped, 0);
    let store = world.store();
    let after = |key, last| {
        let found = store.after(key, last).expect("all are there");
        found.map(|(key, _)| key.sequence).collect::<Vec<_>>()
    };
    assert_eq!(after(id(0, 0), 3), [1, 2, 3]);
    assert_eq!(after(id(0, 1), 3), [2, 3]);
    assert_eq!(after(id(0, 1), 2), [2]);
    assert_eq!(after(id(0, 3), 3), []);
    assert_eq!(after(id(1, 0), 2), [1, 2]);
    assert_eq!(after(id(7, 0), 0), [], "nothing was given out, nothing is missing");
    assert_eq!(store.after(id(7, 0), 1).err(), Some(Gone));
}

#[test]
fn a_gap_is_never_silent() {
    let mut world = World::new(4 * (HEAD + 8));
    for _ in 0..4 {
        world.keep(1, 8);
    }
    assert_eq!(world.store().after(id(1, 0), 4).map(Iterator::count), Ok(4));
    world.keep(2, 8); // takes the room of the first
    let store = world.store();
    assert_eq!(store.after(id(1, 0), 4).err(), Some(Gone));
    assert_eq!(store.after(id(1, 1), 4).map(Iterator::count), Ok(3));
    // Given out, and never kept.
    assert_eq!(store.after(id(1, 1), 5).err(), Some(Gone));
    assert_eq!(store.after(id(1, 4), 5).err(), Some(Gone));
}

#[test]
fn records_that_fill_the_memory_to_the_last_byte() {
    let mut world = World::new(4 * (HEAD + 8));
    for turn in 1..=25 {
        world.keep(turn % 3, 8);
        world.check();
        assert_eq!(world.kept.len(), (turn as usize).min(4), "{turn}");
    }
}

#[test]
fn a_message_larger_than_all_is_refused_and_leaves_a_gap() {
    let mut world = World::new(64);
    world.keep(1, 8);
    world.keep(1, 64 - HEAD + 1);
    world.keep(1, 8);
    assert_eq!(world.refused, 1);
    world.check();
    let store = world.store();
    assert_eq!(store.after(id(1, 0), 3).err(), Some(Gone));
    assert_eq!(store.after(id(1, 1), 3).err(), Some(Gone));
    assert_eq!(store.after(id(1, 2), 3).map(Iterator::count), Ok(1));
    // One that just fits takes the room of all others.
    world.keep(2, 64 - HEAD);
    world.check();
    assert_eq!(world.kept.len(), 1);
}

#[test]
fn sequences_count_from_one_and_in_order() {
    let (mut state, mut bytes) = (StoreState::NEW, [0; 128]);
    let mut store = Store::new(&mut state, &mut bytes);
    assert!(!store.keep(id(1, 0), b"no"));
    assert_eq!(store.after(id(1, 0), 0).map(Iterator::count), Ok(0));
    // Twice the same, or out of order: what can be given without a gap is given.
    for sequence in [1, 1, 3, 2] {
        assert!(store.keep(id(1, sequence), &[sequence as u8]));
    }
    let found = store.after(id(1, 0), 2).expect("both are there");
    assert_eq!(found.map(|(_, message)| message[0]).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(store.after(id(1, 0), 3).err(), Some(Gone));
    // The last sequence there is.
    assert!(store.keep(id(2, u32::MAX), b"end"));
    let found = store.after(id(2, u32::MAX - 1), u32::MAX).map(Iterator::count);
    assert_eq!(found, Ok(1));
    assert_eq!(store.after(id(2, 0), u32::MAX).err(), Some(Gone));
}

#[test]
fn what_is_forgotten_makes_room_before_anything_is_dropped() {
    let record = HEAD + 8;
    for turns in 0..12 {
        let mut world = World::new(6 * record + 5);
        for _ in 0..turns {
            world.keep(3, 8); // so that the records start anywhere
        }
        world.forget(3);
        for stream in [0, 1, 0, 1, 0, 1] {
            world.keep(stream, 8);
        }
        world.forget(1);
        world.check();
        world.dropped = 0;
        for _ in 0..3 {
            world.keep(2, 8);
            world.check();
        }
        assert_eq!(world.dropped, 0, "{turns}");
        assert_eq!(world.kept.len(), 6);
        world.keep(2, 8);
        assert_eq!(world.dropped, 1);
        world.check();
    }
    let mut world = World::new(6 * record);
    world.keep(0, 8);
    world.store().clear();
    assert_eq!(world.store().after(id(0, 0), 1).err(), Some(Gone));
    assert_eq!(world.state, StoreState::NEW);
}

#[test]
fn every_size_of_memory_and_message() {
    let mut dropped = 0;
    for size in 0..=72 {
        for one in 0..=20 {
            for two in [0, 1, 5, 11, 12, 13, 30] {
                let mut world = World::new(size);
                for turn in 0..12 {
                    world.keep(turn % 2, if turn % 3 == 0 { two } else { one });
                }
                world.check();
                dropped += world.dropped;
            }
        }
    }
    assert!(dropped > 10_000, "{dropped}");
}

#[test]
fn a_record_that_says_to_be_longer_than_it_is_is_none() {
    let (mut state, mut bytes) = (StoreState::NEW, [b'x'; 64]);
    assert!(Store::new(&mut state, &mut bytes).keep(id(1, 1), b"12345678"));
    for (len, found) in [(8, Ok(8)), (7, Ok(7)), (9, Err(Gone)), (52, Err(Gone)), (255, Err(Gone))]
    {
        bytes[8] = len; // the lowest byte of its length
        let store = Store::new(&mut state, &mut bytes);
        let lengths = store.after(id(1, 0), 1).map(|found| found.map(|(_, text)| text.len()).sum());
        assert_eq!(lengths, found, "{len}");
    }
}

#[test]
fn memory_of_zero_bits_is_new() {
    // SAFETY: a struct of integers, for which zero bits are a value.
    let zeroed = unsafe { std::mem::zeroed::<StoreState>() };
    assert_eq!(zeroed, StoreState::NEW);
    assert_eq!(StoreState::default(), StoreState::NEW);
    assert_eq!(size_of::<StoreState>(), 16);
}

#[derive(Clone, Debug)]
enum Step {
    Keep(u32, usize),
    Forget(u32),
    Clear,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        40 => (0_u32..4, prop_oneof![0_usize..20, 0_usize..80, Just(0)])
            .prop_map(|(stream, len)| Step::Keep(stream, len)),
        6 => (0_u32..4).prop_map(Step::Forget),
        1 => Just(Step::Clear),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn it_is_the_newest_part_of_a_list(
        size in 0_usize..400,
        steps in prop::collection::vec(step(), 0..80),
    ) {
        let mut world = World::new(size);
        for step in steps {
            match step {
                Step::Keep(stream, len) => world.keep(stream, len),
                Step::Forget(stream) => world.forget(stream),
                Step::Clear => {
                    world.store().clear();
                    world.kept.clear();
                }
            }
            world.check();
        }
    }

    #[test]
    fn bytes_of_somebody_else_are_safe(
        size in 0_usize..200,
        other in 0_usize..200,
        steps in prop::collection::vec((step(), any::<u16>(), any::<u8>(), 0_u8..8), 0..80),
    ) {
        // Now and then a byte is changed, and now and then all of them and their number are.
        let mut memory = [vec![0; size], vec![0xff; other]];
        let mut state = StoreState::NEW;
        let mut last = [0_u32; 4];
        for (step, place, byte, which) in steps {
            let bytes = &mut memory[usize::from(which == 0)];
            if which < 4 && !bytes.is_empty() {
                let place = usize::from(place) % bytes.len();
                bytes[place] = byte;
            }
            let room = bytes.len();
            let mut store = Store::new(&mut state, bytes);
            match step {
                Step::Keep(stream, len) => {
                    last[stream as usize] += 1;
                    let key = id(stream, last[stream as usize]);
                    let message = message(key, len);
                    let is_kept = store.keep(key, &message);
                    prop_assert_eq!(is_kept, HEAD + len <= room);
                }
                Step::Forget(stream) => store.forget(stream),
                Step::Clear => store.clear(),
            }
            for stream in 0..4 {
                let last = last[stream as usize];
                for sequence in 0..=last {
                    if let Ok(found) = store.after(id(stream, sequence), last) {
                        let keys: Vec<_> = found.map(|(key, _)| key.sequence).collect();
                        prop_assert_eq!(keys, (sequence + 1..=last).collect::<Vec<_>>());
                    }
                }
            }
        }
    }
}
