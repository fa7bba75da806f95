//! Every call in every state of an exchange: what it gives, and that an error changes nothing.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use sansmcp::Error;
use server_whole_kit::acts::ACTS;
use server_whole_kit::states::{self, Case, all, seen};

fn letter(error: Error) -> char {
    match error {
        Error::Stale => 'S',
        Error::Streaming => 'T',
        Error::NotSupported => 'N',
        Error::NotReady => 'R',
        Error::UseAsk => 'U',
        Error::Busy => 'B',
        Error::Undeclared => 'D',
        other => panic!("{other:?}"),
    }
}

fn row(case: &Case) -> String {
    let mut row = String::new();
    let (before, was_open) = (seen(&case.world), case.world.clone().open().contains(&case.ticket));
    for (name, act) in ACTS {
        let mut world = case.world.clone();
        let mut tx = vec![0; 1 << 12];
        let done = world.does(|server| act(server, &case.event, case.ticket, &mut tx));
        let is_open = world.open().contains(&case.ticket);
        let mark = match done {
            Ok(done) if done.mark == '.' && was_open && !is_open => '-',
            Ok(done) => done.mark,
            Err(error) => letter(error),
        };
        match mark {
            '=' | '-' | '!' => assert!(!is_open, "{} {name}: still open", case.name),
            'a'..='z' if matches!(name, "is_cancelled") => {}
            // A stream of nothing, which is ended by `end`.
            '.' if name.starts_with("begin") => {}
            'A'..='Z' | '.' => {
                assert_eq!(seen(&world), before, "{} {name} gave {mark}", case.name);
            }
            _ => {}
        }
        // Whatever it did, everything comes to its end.
        states::finish(&mut world);
        row.push(mark);
    }
    row
}

#[test]
fn every_call_in_every_state() {
    let table = include_str!("server_whole_kit/table.txt");
    let wanted: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    let mut found = Vec::new();
    for case in all() {
        found.push(format!("{:<42}{}", case.name, row(&case)));
    }
    if std::env::var_os("SHOW").is_some() {
        for line in &found {
            println!("{line}");
        }
    }
    assert_eq!(found.len(), wanted.len(), "a state has no row");
    for (found, wanted) in found.iter().zip(wanted) {
        assert_eq!(found, wanted);
    }
}
