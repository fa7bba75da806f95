//! Where lines end, and that nothing is lost, whatever the pieces and the buffer.

use crate::{Dice, Got, expected, lengths_only, owned, read};
use proptest::prelude::*;
use sansmcp::{Frame, Lines, Route, RouteKind};
use std::time::{Duration, Instant};

const INPUTS: [&[u8]; 12] = [
    b"",
    b"\n",
    b"{}",
    b"{}\n",
    b"{\"a\":1}\n{\"b\":2}\r\n{\"c\":3}",
    b"\r\n\n \t \r\n{\"a\":1}\n\n\n   \n{\"b\":2}\r",
    b"a\r\r\nb\rc\n\rd\n",
    "{\"t\":\"\u{2028}\u{2029}\u{85}\u{b}\u{c}\"}\n[]\n".as_bytes(),
    b"\xff\xfe\n\x00\n\xc2",
    b"0123456789\n012345678\r\n0123456789ab\n01",
    b"                         \n1\n                         ",
    b"0123456789012345678901234567890123456789012345678901234567890123456789\n{}\n",
];

#[test]
fn every_cut_in_two_and_every_buffer() {
    for input in INPUTS {
        for size in 1..=80 {
            let expected = expected(input, size);
            for cut in 0..=input.len() {
                let mut before = cut;
                let got = read(input, size, |space| {
                    let now = if before == 0 { space } else { before.min(space) };
                    before = before.saturating_sub(now);
                    now
                });
                assert_eq!(lengths_only(&got), expected, "size {size}, cut {cut}");
            }
        }
    }
}

#[test]
fn byte_by_byte_is_the_same_as_all_at_once() {
    for input in INPUTS {
        for size in 1..=80 {
            let slow = read(input, size, |_| 1);
            assert_eq!(slow, read(input, size, |space| space), "size {size}");
            assert_eq!(lengths_only(&slow), expected(input, size), "size {size}");
        }
    }
}

#[test]
fn a_newline_that_fills_the_buffer_is_in_time() {
    let whole = |bytes: &[u8]| Got::Whole(bytes.to_vec());
    assert_eq!(read(b"1234567\n{}\n", 8, |space| space), [whole(b"1234567"), whole(b"{}")]);
    assert_eq!(read(b"123456\r\n{}\n", 8, |space| space), [whole(b"123456"), whole(b"{}")]);
    // One byte more is too long, with or without a newline, and also at the end of input.
    for input in [&b"12345678\n"[..], b"1234567\r\n", b"12345678"] {
        let got = read(input, 8, |space| space);
        assert!(matches!(&got[..], [Got::TooLong(known)] if known.len == 8), "{got:?}");
    }
    assert_eq!(read(b"1234567", 8, |space| space), [whole(b"1234567")]);
}

#[test]
fn a_buffer_of_one_byte_refuses_every_message() {
    let got = read(b"{}\n\n1\r\n \n[", 1, |_| 1);
    assert_eq!(lengths_only(&got), [Err(2), Err(2), Err(1)]);
}

#[test]
fn an_empty_buffer_gives_nothing() {
    let mut lines = Lines::new(&mut []);
    assert!(lines.space().is_empty());
    lines.filled(5);
    assert!(lines.next_frame().is_none() && lines.finish().is_none());
}

#[test]
fn filling_more_than_the_space_fills_the_space() {
    let mut buffer = *b"{}\n[]\n";
    let mut lines = Lines::new(&mut buffer);
    lines.filled(3);
    lines.filled(usize::MAX);
    assert!(lines.space().is_empty());
    assert_eq!(lines.next_frame().map(owned), Some(Got::Whole(b"{}".to_vec())));
    assert_eq!(lines.next_frame().map(owned), Some(Got::Whole(b"[]".to_vec())));
    assert!(lines.next_frame().is_none());
    assert_eq!(lines.space().len(), 6);
}

#[test]
fn finish_gives_whole_lines_first_and_leaves_it_as_new() {
    let mut buffer = [0; 32];
    let mut lines = Lines::new(&mut buffer);
    for _ in 0..2 {
        lines.space()[..9].copy_from_slice(b"1\n2\n\n3\n4\r");
        lines.filled(9);
        let mut got = Vec::new();
        while let Some(frame) = lines.finish() {
            got.push(frame.bytes().to_vec());
        }
        assert_eq!(got, [b"1", b"2", b"3", b"4"]);
    }
}

#[test]
fn lines_are_given_out_where_they_were_read() {
    let mut buffer = [0_u8; 64];
    let base = buffer.as_ptr() as usize;
    let mut lines = Lines::new(&mut buffer);
    let input = b"11\n22\n\n33\r\n44\n55";
    lines.space()[..input.len()].copy_from_slice(input);
    lines.filled(input.len());
    let mut places = Vec::new();
    while let Some(frame) = lines.next_frame() {
        places.push(frame.bytes().as_ptr() as usize - base);
    }
    assert_eq!(places, [0, 3, 7, 11]);
    // Only now what is left was moved, to the front.
    assert_eq!(lines.space().len(), 62);
    lines.space()[0] = b'\n';
    lines.filled(1);
    let last = lines.next_frame().map(|frame| (frame.bytes().as_ptr() as usize, frame.bytes()[0]));
    assert_eq!(last, Some((base, b'5')));
}

#[test]
fn the_search_goes_on_where_it_stopped() {
    // Searched anew for each byte, this would be half a million million bytes to look at.
    let line = vec![b'x'; 1 << 20];
    let begin = Instant::now();
    let got = read(&[&line[..], b"\n"].concat(), (1 << 20) + 1, |_| 1);
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
    assert_eq!(got, [Got::Whole(line)]);
}

#[test]
fn a_frame_says_where_it_came_from() {
    let frame = Frame::new(b"{}");
    assert_eq!((frame.route(), frame.principal()), (Route::PIPE, 0));
    assert_eq!(Route::PIPE, Route { number: 0, kind: RouteKind::Pipe });
    assert_eq!(Route::default(), Route::PIPE);
    let frame = frame.on(Route::post(7)).from(9);
    assert_eq!((frame.route(), frame.principal()), (Route::post(7), 9));
    assert_eq!(frame.bytes(), b"{}");
    assert!(frame.overlong().is_none());
    assert_ne!(Route::stream(7), Route::post(7));
    assert_ne!(Route::pipe(7), Route::pipe(8));
    assert_eq!([RouteKind::Pipe as u8, RouteKind::Post as u8, RouteKind::Stream as u8], [0, 1, 2]);
}

#[test]
fn small_enough_for_a_stack() {
    assert!(size_of::<Lines<'_>>() <= 256, "{}", size_of::<Lines<'_>>());
    assert_eq!(size_of::<Route>(), 8);
}

#[test]
fn random_streams_pieces_and_buffers() {
    let mut dice = Dice(0x5eed_0001);
    let alphabet = b"\n\n\n\r\r  \t{}[]\",:1a\\\xe2\x80\xa8\x85\x0b\x0c\x00\xff";
    let (mut whole, mut long) = (0, 0);
    for _ in 0..20_000 {
        let length = dice.roll(120);
        let input: Vec<u8> = (0..length).map(|_| alphabet[dice.roll(alphabet.len())]).collect();
        let size = 1 + dice.roll(64);
        let largest = 1 + dice.roll(size);
        let got = lengths_only(&read(&input, size, |_| 1 + dice.roll(largest)));
        assert_eq!(got, expected(&input, size), "size {size}, {:?}", input.escape_ascii());
        whole += got.iter().filter(|got| got.is_ok()).count();
        long += got.iter().filter(|got| got.is_err()).count();
    }
    assert!(whole > 20_000 && long > 5_000, "the streams have too little in them: {whole} {long}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn no_line_is_lost(
        lines in prop::collection::vec("([ -~\u{80}-\u{2030}]{0,90}|[ \t\r]{0,70})\r?", 0..12),
        last in "[ -~]{0,20}",
        size in 1_usize..64,
        pieces in prop::collection::vec(1_usize..70, 1..20),
    ) {
        let mut input: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
        input.push_str(&last);
        let mut pieces = pieces.into_iter().cycle();
        let got = read(input.as_bytes(), size, |_| pieces.next().unwrap_or(1));
        prop_assert_eq!(lengths_only(&got), expected(input.as_bytes(), size));
    }

    #[test]
    fn any_order_of_calls_is_safe(
        size in 0_usize..40,
        calls in prop::collection::vec((0_u8..6, any::<[u8; 5]>()), 0..80),
    ) {
        let mut buffer = vec![0; size];
        let mut lines = Lines::new(&mut buffer);
        for (call, bytes) in calls {
            match call {
                0 => {
                    let space = lines.space();
                    let count = space.len().min(bytes.len());
                    space[..count].copy_from_slice(&bytes[..count]);
                    lines.filled(count);
                }
                1 => lines.filled(usize::from(bytes[0])),
                2 => {
                    let space = lines.space();
                    if let Some(first) = space.first_mut() {
                        *first = b'\n';
                        lines.filled(1);
                    }
                }
                3 => {
                    lines.finish();
                }
                _ => {
                    let found = lines.next_frame().is_some();
                    prop_assert!(found || size == 0 || !lines.space().is_empty());
                }
            }
        }
    }
}
