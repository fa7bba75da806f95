//! That nothing depends on how the bytes arrive, and what it costs.

use crate::{Dice, Got, expected, read};
use sansmcp::sse::Events;
use std::time::{Duration, Instant};

const INPUTS: [&[u8]; 12] = [
    b"",
    b"\n\r\n\r",
    b"data: {}\n\n",
    b"event: message\nid: 1-1\ndata: {\"a\":1}\n\nevent: message\r\nid: 1-2\r\ndata: 2\r\n\r\n",
    b"\xef\xbb\xbfid: 1-0\rretry: 500\rdata: \r\rdata: 1\r\r",
    b"\xef\xbbdata: 1\n\n\xef\xbb\xbfdata: 2\n\ndata: 3\n\n",
    b": ping\n\ndata: 1\ndata\ndata:2\ndata: 3\n\n:\n\n",
    b"data: 1\r\n\r\ndata: 2\n\r\r\n\ndata: 3\r\r\ndata: 4\r\n\n",
    b"id: a\nid: b\0\nid: c\nid\ndata: 1\n\nid: d\ndata: 2\n",
    b"data\n\ndata:\ndata:\n\ndata\ndata\ndata\n\ndata: 1\ndata\n\n",
    b"event: a\nevents: b\ndatadata: c\ndata:  d\nretry: 12x\nretry: 12\n\nx\n\n",
    b"data: 012345678901234567890\nid: 9\n\ndata: 012345678\ndata: 012345678\n\ndata: 1\n\n",
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
                assert_eq!(got, expected, "size {size}, cut {cut}, {:?}", input.escape_ascii());
            }
        }
    }
}

#[test]
fn byte_by_byte_is_the_same_as_all_at_once() {
    for input in INPUTS {
        for size in 1..=80 {
            let expected = expected(input, size);
            assert_eq!(read(input, size, |_| 1), expected, "size {size}");
            assert_eq!(read(input, size, |space| space), expected, "size {size}");
        }
    }
}

#[test]
fn random_streams_pieces_and_buffers() {
    const WORDS: [&[u8]; 24] = [
        b"\n",
        b"\n",
        b"\n\n",
        b"\r",
        b"\r\n",
        b"\r\n\r\n",
        b"data",
        b"data: ",
        b"data:",
        b"id: ",
        b"id",
        b"event:",
        b"event",
        b"retry: ",
        b"retry:",
        b":",
        b" ",
        b"7",
        b"12",
        b"\0",
        b"\xef\xbb\xbf",
        b"\xef",
        b"{\"a\":1}",
        b"0123456789abcdef",
    ];
    let mut dice = Dice(0x5eed_0010);
    let (mut fits, mut long, mut ids, mut times) = (0, 0, 0, 0);
    for _ in 0..30_000 {
        let count = dice.roll(60);
        let mut input = Vec::new();
        for _ in 0..count {
            input.extend(WORDS[dice.roll(WORDS.len())]);
        }
        let size = 1 + dice.roll(40);
        let largest = 1 + dice.roll(size);
        let got = read(&input, size, |_| 1 + dice.roll(largest));
        assert_eq!(got, expected(&input, size), "size {size}, {:?}", input.escape_ascii());
        fits += got.events.iter().filter(|got| got.data.is_ok()).count();
        long += got.events.iter().filter(|got| got.data.is_err()).count();
        ids += usize::from(!got.last_id.is_empty());
        times += usize::from(got.retry.is_some());
    }
    let is_enough = fits > 5000 && long > 3000 && ids > 3000 && times > 300;
    assert!(is_enough, "the streams have too little in them: {fits} {long} {ids} {times}");
}

#[test]
fn the_data_of_one_line_is_given_out_where_it_was_read() {
    let mut buffer = [0_u8; 64];
    let base = buffer.as_ptr() as usize;
    let mut events = Events::new(&mut buffer);
    let input = b"data: 11\n\nid: 5\ndata: 22\n\ndata: 3";
    events.space()[..input.len()].copy_from_slice(input);
    events.filled(input.len());
    let mut places = Vec::new();
    while let Some(event) = events.next_event() {
        places.push(event.data.as_ptr() as usize - base);
    }
    assert_eq!(places, [6, 22]);
    // Only now what is left was moved, to the front.
    assert_eq!(events.space().len(), 63);
    events.space()[..3].copy_from_slice(b"4\n\n");
    events.filled(3);
    let last = events.next_event().map(|event| (event.data.as_ptr() as usize, event.data.to_vec()));
    assert_eq!(last, Some((base, b"34".to_vec())));
}

#[test]
fn each_byte_costs_the_same() {
    // Searched or moved anew for each byte, this would be half a million million bytes.
    let data = vec![b'x'; 1 << 20];
    let event =
        |data: &[u8]| Got { kind: b"message".to_vec(), data: Ok(data.to_vec()), id: Vec::new() };
    let begin = Instant::now();
    let got = read(&[b"data: ", &data[..], b"\n\n"].concat(), (1 << 20) + 1, |_| 1);
    assert_eq!(got.events, [event(&data)]);
    let lines = b"data: 1\n".repeat(1 << 17);
    let joined = [&b"1\n".repeat((1 << 17) - 1)[..], b"1"].concat();
    for largest in [1, 7, usize::MAX] {
        let got = read(&[&lines[..], b"\n"].concat(), 1 << 18, |_| largest);
        assert_eq!(got.events, [event(&joined)]);
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[test]
fn filling_more_than_the_space_fills_the_space() {
    let mut buffer = *b"data: 1\n\ndata: 2\n\n";
    let mut events = Events::new(&mut buffer);
    events.filled(3);
    events.filled(usize::MAX);
    assert!(events.space().is_empty());
    assert_eq!(events.next_event().map(|event| event.data.to_vec()), Some(b"1".to_vec()));
    assert_eq!(events.next_event().map(|event| event.data.to_vec()), Some(b"2".to_vec()));
    assert!(events.next_event().is_none());
    assert_eq!(events.space().len(), 18);
}

#[test]
fn another_stream_goes_on_where_the_first_broke_off() {
    let mut buffer = [0; 64];
    let mut events = Events::new(&mut buffer);
    for (input, data, id) in [
        (&b"\xef\xbb\xbfid: 1\nretry: 5\ndata: a\n\nid: 2\ndata: lost\n"[..], &b"a"[..], &b"1"[..]),
        (b"\xef\xbb\xbfdata: b\n\nevent: lost\ndata: lost\r", b"b", b"1"),
        (b"\ndata: c\n\nda", b"c", b"1"),
        (b"ta: lost\ndata: d\n\n\xef", b"d", b"1"),
        (b"\xef\xbb\xbfid: 3\ndata: e\n\n", b"e", b"3"),
    ] {
        events.space()[..input.len()].copy_from_slice(input);
        events.filled(input.len());
        let event = events.next_event().expect("one");
        assert_eq!((event.kind, event.data, event.id), (&b"message"[..], data, id));
        assert!(events.next_event().is_none());
        events.reset();
        assert_eq!((events.last_id(), events.retry()), (id, Some(5)));
    }
}

#[test]
fn small_enough_for_a_stack() {
    assert!(size_of::<Events<'_>>() <= 720, "{}", size_of::<Events<'_>>());
}
