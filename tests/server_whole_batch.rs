//! A batch that is read on from any place, as a binding might that mixed its numbers up: fewer
//! events, other events, but never one without a ticket that should have one, and never a panic.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use sansmcp::{EventKind, Frame, Revision, Ticket};
use server_whole_kit::{Kept, World, call, cancel, memory, request};

#[test]
fn a_batch_can_be_read_on_from_any_place() {
    let parts = [
        call("1"),
        "\u{e9}".into(),
        request("\"\u{1f600}\"", "tools/call", r#"{"name":"t","x":",{\"id\":5},"}"#),
        cancel("1"),
        "5".into(),
        request("2", "ping", "{}"),
    ];
    let parts = parts.map(|part| if part == "\u{e9}" { "\"\u{e9},\"".into() } else { part });
    let text = format!(" [ {} ] ", parts.join(" , "));
    let mut whole = 0;
    for at in 0..text.len() as u64 + 3 {
        for step in 0..=4 {
            let mut world = World::of(Revision::V2025_03_26, 8);
            let mut frame = Frame::of_text(&text).resume(at << 8 | step);
            let mut events = 0;
            while let Some(event) = world.does(|s| s.receive(&mut frame, 0).map(|it| Kept::of(&it)))
            {
                events += 1;
                assert!(events <= 12, "it never ends: {at} {step}");
                let has_ticket = event.ticket() != Ticket::NONE;
                let is_answered =
                    !matches!(event.kind, EventKind::Ignored | EventKind::Notification);
                assert_eq!(has_ticket, is_answered, "{:?}", event.kind);
                memory::check(&world);
            }
            for ticket in world.open() {
                let done = world.does(|s| s.abandon(ticket));
                assert_eq!(done, Ok(()));
            }
            assert_eq!(world.open(), []);
            whole += usize::from(events == parts.len());
        }
    }
    assert!(whole > 0, "the whole batch was never read");
}
