//! How much memory a server over HTTP takes: exact, and the same on all targets, since a caller in
//! another language puts it where it likes.
#![cfg(all(feature = "server", feature = "http"))]
#![allow(clippy::unwrap_used)] // a panic is how a test fails

use sansmcp::http::{
    Endpoint, Head, Header, Hub, Memory, Policy, Session, StoreState, Stream, Verdict,
};
use sansmcp::sse::EventsState;
use sansmcp::{Connection, Frame, Route, ServerInfo, Slot};

/// Bytes that a value takes, and how it is aligned.
fn size<T>() -> (usize, usize) {
    (size_of::<T>(), align_of::<T>())
}

#[test]
fn the_tables_have_the_sizes_that_are_promised() {
    assert_eq!(size::<Hub>(), (240, 4));
    assert_eq!(size::<Session>(), (256, 8));
    assert_eq!(size::<Stream>(), (32, 4));
    assert_eq!(size::<StoreState>(), (16, 4));
    assert_eq!(size::<Connection>(), (216, 4));
    assert_eq!(size::<Slot>(), (256, 8));
    #[cfg(feature = "client")]
    assert_eq!(size::<sansmcp::client::Remote>(), (408, 8));
    // Places in a buffer are counted in the machine's words.
    #[cfg(target_pointer_width = "64")]
    assert_eq!(size::<EventsState>(), (696, 8));
    #[cfg(all(feature = "http1", target_pointer_width = "64"))]
    assert_eq!(size::<sansmcp::http1::ConversationState>(), (96, 8));
}

#[test]
fn a_small_server_takes_as_much_as_is_said() {
    let (sessions, streams, slots, kept) = (4, 8, 8, 2048);
    let tables = size_of::<Hub>()
        + sessions * size_of::<Session>()
        + streams * size_of::<Stream>()
        + slots * size_of::<Slot>();
    let all = tables + size_of::<StoreState>() + kept;
    println!("figure: memory of 4 sessions, 8 streams, 8 slots = {tables} bytes");
    println!("figure: the same with 2 KiB of events for who comes again = {all} bytes");
    assert_eq!(tables, 3568);
    assert_eq!(all, 5632);
}

/// What an endpoint over this memory says to a client that begins.
fn says(
    hub: &mut Hub,
    sessions: &mut [Session],
    streams: &mut [Stream],
    slots: &mut [Slot],
) -> String {
    let catalog = ServerInfo { name: "n", version: "1", ..ServerInfo::EMPTY };
    let policy = Policy { replay: true, ..Policy::LOCAL };
    let memory = Memory { hub, sessions, streams, slots };
    let mut endpoint = Endpoint::new(&catalog, &policy, memory);
    let line = |name, value| Header { name, value };
    let headers = [
        line("host", b"localhost"),
        line("accept", b"application/json, text/event-stream"),
        line("content-type", b"application/json"),
    ];
    let head = Head { method: "POST", headers: &headers };
    assert!(matches!(endpoint.judge(&head, 7, 0, 0), Verdict::Body));
    let body = concat!(
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"#,
        r#""protocolVersion":"2025-11-25","clientInfo":{"name":"peer","version":"1"}}}"#
    );
    let mut frame = Frame::new(body.as_bytes()).on(Route::post(7)).under(&head);
    let (mut said, mut tx) = (String::new(), [0; 1024]);
    while let Some(event) = endpoint.receive(&mut frame, 0, &[1; 16]) {
        let out = endpoint.server_of(&frame).reply(&event, &mut tx).unwrap();
        said += &format!("{:?}", endpoint.deliver(out));
    }
    said
}

#[test]
fn zeroed_memory_is_as_good_as_new() {
    // SAFETY: structs of integers, for which zero bits are a value.
    let (mut hub, mut sessions, mut streams, mut slots) =
        unsafe { std::mem::zeroed::<(Hub, [Session; 2], [Stream; 2], [Slot; 2])>() };
    let zeroed = says(&mut hub, &mut sessions, &mut streams, &mut slots);
    let mut hub = Hub::NEW;
    let mut sessions = [Session::EMPTY; 2];
    let mut streams = [Stream::EMPTY; 2];
    let mut slots = [const { Slot::EMPTY }; 2];
    assert_eq!(zeroed, says(&mut hub, &mut sessions, &mut streams, &mut slots));
    assert!(zeroed.contains("status: 200"), "{zeroed}");
}
