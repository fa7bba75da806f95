//! Every call that gives output, in every state, with every size of buffer: the whole message or
//! `Short` with exactly what it needs, and nothing changed in between.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use sansmcp::{Error, EventKind};
use server_whole_kit::acts::ACTS;
use server_whole_kit::states::{all, seen};

#[test]
fn short_is_exact_and_changes_nothing() {
    let (mut outputs, mut attempts) = (0, 0);
    for case in all() {
        for (name, act) in ACTS {
            // These take any room: what does not fit waits for the next piece.
            if matches!(name, "begin_reply" | "piece") {
                continue;
            }
            let mut whole = case.world.clone();
            let mut tx = vec![0; 1 << 12];
            let done = whole.does(|server| act(server, &case.event, case.ticket, &mut tx));
            let Ok(done) = done else { continue };
            if done.line.is_empty() {
                continue;
            }
            let need = done.line.len() + done.keep.len();
            let mut world = case.world.clone();
            let mut attempt = |size: usize| {
                let mut tx = vec![0; size];
                world.does(|server| act(server, &case.event, case.ticket, &mut tx))
            };
            let Err(Error::Short { need: said }) = attempt(0) else {
                panic!("{} {name}: nothing fits nowhere", case.name)
            };
            match name {
                // The application's own page keeps 32 bytes free for a cursor.
                "page" => assert!(said <= need + 32, "{} {name}: {said}", case.name),
                // The error of an unknown resource goes without its data where that has no room.
                "reply" if case.event.kind == EventKind::ReadResource => assert!(said < need),
                // Whether a progress token has room is known only where the params have.
                "ask" | "request" => assert!(need <= said && said <= need + 46, "{said} {need}"),
                _ => assert_eq!(said, need, "{} {name}", case.name),
            }
            let may_vary = matches!(name, "ask" | "request");
            let need = if may_vary { need } else { said };
            for size in 1..need {
                match attempt(size) {
                    Err(Error::Short { need: again }) if again == need => {}
                    Err(Error::Short { need: again }) if may_vary && again == said => {}
                    other => panic!("{} {name}: {other:?} at {size} of {need}", case.name),
                }
                attempts += 1;
            }
            assert_eq!(seen(&world), seen(&case.world), "{} {name}", case.name);
            let mut attempt = |size: usize| {
                let mut tx = vec![0; size];
                world.does(|server| act(server, &case.event, case.ticket, &mut tx))
            };
            if need != done.line.len() + done.keep.len() {
                assert!(attempt(need).is_ok(), "{} {name}", case.name);
                continue;
            }
            let mut tx = vec![0; need];
            let again = world.does(|server| act(server, &case.event, case.ticket, &mut tx));
            assert_eq!(again, Ok(done), "{} {name}", case.name);
            assert_eq!(seen(&world), seen(&whole), "{} {name}", case.name);
            outputs += 1;
        }
    }
    assert!(outputs > 300 && attempts > 35_000, "{outputs} {attempts}");
}
