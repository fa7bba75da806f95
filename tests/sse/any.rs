//! Streams, pieces and calls of any kind.

use crate::{expected, read};
use proptest::prelude::*;
use sansmcp::sse::{Events, EventsState};

#[test]
fn memory_of_zero_bits_is_new() {
    // SAFETY: a struct of integers, flags and enums that have a variant 0: zero bits are a value.
    let mut zeroed = unsafe { std::mem::zeroed::<EventsState>() };
    assert_eq!(format!("{zeroed:?}"), format!("{:?}", EventsState::NEW));
    let mut buffer = *b"\xef\xbb\xbfid: 1\ndata: 2\n\n";
    assert_eq!((zeroed.last_id(), zeroed.retry()), (&b""[..], None));
    assert_eq!(zeroed.space(&mut buffer).len(), 18);
    zeroed.filled(&mut buffer, 18);
    let event = zeroed.next_event(&mut buffer).expect("one");
    assert_eq!((event.kind, event.data, event.id), (&b"message"[..], &b"2"[..], &b"1"[..]));
}

fn field() -> impl Strategy<Value = Vec<u8>> {
    let name = prop_oneof![
        4 => Just("data"), 1 => Just("id"), 1 => Just("event"), 1 => Just("retry"),
        1 => Just(""), 1 => Just("other"),
    ];
    let value = prop_oneof![
        4 => "[ -~\u{80}-\u{2030}]{0,40}",
        1 => "[0-9]{0,25}",
        1 => "[a-z\0]{120,135}",
    ];
    let between = prop_oneof![4 => Just(": "), 1 => Just(":"), 1 => Just("")];
    let end = prop_oneof![3 => Just("\n"), 1 => Just("\r"), 1 => Just("\r\n"), 2 => Just("\n\n"),
        1 => Just("\r\n\r\n")];
    (name, between, value, end).prop_map(|(name, between, value, end)| {
        let value = if between.is_empty() { "" } else { &value };
        [name, between, value, end].concat().into_bytes()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_event_is_lost(
        mark in any::<bool>(),
        fields in prop::collection::vec(field(), 0..20),
        size in 1_usize..100,
        pieces in prop::collection::vec(1_usize..70, 1..20),
    ) {
        let mark = if mark { &b"\xef\xbb\xbf"[..] } else { b"" };
        let input = [mark, &fields.concat()].concat();
        let mut pieces = pieces.into_iter().cycle();
        let got = read(&input, size, |_| pieces.next().unwrap_or(1));
        prop_assert_eq!(got, expected(&input, size));
    }

    #[test]
    fn any_bytes(input in prop::collection::vec(any::<u8>(), 0..200), size in 1_usize..50) {
        prop_assert_eq!(read(&input, size, |_| 3), expected(&input, size));
    }

    #[test]
    fn events_taken_late_are_the_same(
        fields in prop::collection::vec(field(), 0..20),
        turns in prop::collection::vec((1_usize..40, 0_usize..3), 1..20),
    ) {
        let input = fields.concat();
        let mut buffer = vec![0; 256];
        let mut events = Events::new(&mut buffer);
        let (mut rest, mut got) = (&input[..], Vec::new());
        for &(piece, take) in turns.iter().cycle() {
            let space = events.space();
            let count = piece.min(space.len()).min(rest.len());
            space[..count].copy_from_slice(&rest[..count]);
            events.filled(count);
            rest = &rest[count..];
            let take = if count == 0 { usize::MAX } else { take };
            for _ in 0..take {
                let Some(event) = events.next_event() else { break };
                got.push(crate::owned(&event));
            }
            if rest.is_empty() && count == 0 {
                break;
            }
        }
        prop_assert_eq!(got, expected(&input, 256).events);
    }

    #[test]
    fn any_order_of_calls_is_safe_and_any_buffer(
        sizes in prop::collection::vec(0_usize..40, 1..4),
        calls in prop::collection::vec((0_u8..6, any::<[u8; 5]>(), any::<u8>()), 0..80),
    ) {
        let mut buffers: Vec<Vec<u8>> = sizes.iter().map(|&size| vec![b':'; size]).collect();
        let mut state = EventsState::NEW;
        let count = buffers.len();
        for (call, bytes, which) in calls {
            // Mostly the same one, as is asked for.
            let buffer = &mut buffers[usize::from(which).saturating_sub(240) % count];
            match call {
                0 | 1 => {
                    let bytes = if call == 0 { *b"data:" } else { bytes };
                    let space = state.space(buffer);
                    let count = space.len().min(bytes.len());
                    space[..count].copy_from_slice(&bytes[..count]);
                    state.filled(buffer, count);
                }
                2 => state.filled(buffer, usize::from(bytes[0])),
                3 => {
                    if let Some(first) = state.space(buffer).first_mut() {
                        *first = b'\n';
                        state.filled(buffer, 1);
                    }
                }
                4 if bytes[0] < 30 => state.reset(),
                _ => {
                    let found = state.next_event(buffer).is_some();
                    let is_stuck = !found && !buffer.is_empty() && state.space(buffer).is_empty();
                    prop_assert!(!is_stuck);
                }
            }
        }
    }
}
