//! Places that were used four thousand million times: the number goes past 0, which names nothing.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use sansmcp::schema::Json;
use sansmcp::{Error, EventKind, Limits, Revision, Ticket};
use server_whole_kit::{World, answer, call, memory, request, text};

#[test]
fn a_place_that_was_used_up_begins_again_and_never_at_zero() {
    for generation in [u32::MAX - 2, u32::MAX - 1, u32::MAX] {
        let mut world = World::of(Revision::V2025_11_25, 2);
        memory::use_up(&mut world, generation);
        let mut last = generation;
        for _ in 0..5 {
            let event = world.read(&call("1"));
            let ticket = event.ticket();
            assert_eq!(ticket.generation, last.checked_add(1).unwrap_or(1));
            assert_ne!(ticket.generation, 0);
            // What was there before is stale, and so is what names nothing.
            for generation in [last, 0] {
                let old = Ticket { generation, ..ticket };
                assert_eq!(world.does(|s| s.abandon(old)), Err(Error::Stale), "{old:?}");
            }
            last = ticket.generation;

            // A question that does not fit uses no number up, whichever comes next.
            let mut ask = |size: usize| {
                let mut tx = vec![0; size];
                let none = Limits::NONE;
                world.does(|s| {
                    let asked = s.request(ticket, "roots/list", &Json::EMPTY, &none, 0, &mut tx);
                    asked.map(|(ticket, out)| (ticket, text(out)))
                })
            };
            let Err(Error::Short { need }) = ask(0) else { panic!("no room is needed") };
            for size in 1..need {
                assert_eq!(ask(size), Err(Error::Short { need }));
            }
            let (own, line) = ask(need).expect("room");
            assert_eq!(line.len(), need);
            memory::check(&world);
            let answered = world.read(&answer(own, r#""result":{"roots":[]}"#));
            assert_eq!((answered.kind, answered.ticket()), (EventKind::Answered, own));

            // The table is full with one more: the place beside it goes past 0 as well.
            let second = world.read(&call("2"));
            let spare = world.read(&request("3", "ping", "{}"));
            assert_eq!(spare.ticket().index, Ticket::SPARE);
            assert_ne!(spare.ticket().generation, 0);
            for event in [&spare, &second, &event] {
                assert!(world.reply(event).is_ok_and(|line| !line.is_empty()));
                assert_eq!(world.reply(event), Err(Error::Stale));
            }
            memory::check(&world);
            assert_eq!(world.open(), []);
        }
    }
}
