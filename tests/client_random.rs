//! Client and server in any order of steps, with a network that loses things: each call ends
//! exactly once, with its own answer or with a failure, and in the end nothing is left.
#![cfg(all(
    feature = "client",
    feature = "server",
    feature = "legacy",
    feature = "full",
    feature = "http"
))]

mod client;

use std::collections::BTreeMap;

use client::{REVISIONS, Talk};
use sansmcp::client::Subscription;
use sansmcp::schema::SubscriptionFilter;
use sansmcp::{Error, Limits, Ticket, What};

/// Numbers that are the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// What is known of the calls that were made.
#[derive(Default)]
struct Calls {
    /// Those that wait, and what their answer has in it.
    open: BTreeMap<Ticket, String>,
    made: usize,
    answered: usize,
    cancelled: usize,
    failed: usize,
    again: usize,
}

impl Calls {
    fn make(&mut self, talk: &mut Talk, dice: &mut Dice) {
        let word = format!("word{}", self.made);
        let (name, wanted) = match dice.roll(6) {
            0 => ("ask_roots", r#"{\"roots\":[]}"#.to_owned()),
            1 => ("ask_model", "assistant".to_owned()),
            2 => ("busy", "done".to_owned()),
            3 => ("slow", "late".to_owned()),
            4 => ("wait", "xxx".to_owned()),
            _ => ("echo", word.clone()),
        };
        let params = format!(r#"{{"name":"{name}","arguments":{{"text":"{word}"}}}}"#);
        // What the engine has to say goes first, `initialized` before all.
        talk.flush();
        match talk.call("tools/call", &params) {
            Ok(ticket) => {
                self.made += 1;
                assert!(self.open.insert(ticket, wanted).is_none(), "a number twice");
            }
            Err(Error::Busy | Error::NotReady) => {}
            Err(error) => panic!("{error:?}"),
        }
    }

    /// Looks at what was told.
    fn look(&mut self, talk: &mut Talk, dice: &mut Dice) {
        for done in std::mem::take(&mut talk.told) {
            match done.kind {
                "answered" => {
                    let wanted = self.open.remove(&done.ticket);
                    let wanted = wanted.unwrap_or_else(|| panic!("{done:?}, {}", talk.name()));
                    if done.text.starts_with("failed ") {
                        self.failed += 1;
                        continue;
                    }
                    // The client had no room for what it was asked.
                    let is_rejected = done.text.contains("rejected");
                    assert!(is_rejected || done.text.contains(&wanted), "{wanted} in {done:?}");
                    self.answered += 1;
                }
                "suspended" => {
                    assert!(self.open.contains_key(&done.ticket), "{done:?}");
                    if dice.roll(2) == 0 {
                        self.again += 1;
                        talk.flush();
                        talk.again(talk.latest(done.ticket)).expect("again");
                    } else {
                        self.cancel(talk, done.ticket);
                    }
                }
                _ => {}
            }
        }
    }

    fn cancel(&mut self, talk: &mut Talk, ticket: Ticket) {
        let latest = talk.latest(ticket);
        match talk.with(|client, _| client.cancel(latest)) {
            Ok(()) => {
                self.open.remove(&ticket);
                self.cancelled += 1;
            }
            // Its end is still to be told.
            Err(error) => assert_eq!(error, Error::Stale),
        }
    }
}

fn play(mut talk: Talk, seed: u64, total: &mut Calls) {
    let mut dice = Dice(seed);
    let mut calls = Calls::default();
    talk.limits = Limits { idle_ms: 300, hard_ms: 900 };
    talk.connect();
    let filter = SubscriptionFilter { tools_list_changed: Some(true), ..SubscriptionFilter::EMPTY };
    let mut listen: Option<Subscription<'_>> = None;
    for _ in 0..120 {
        match dice.roll(24) {
            0..5 => calls.make(&mut talk, &mut dice),
            5 if !calls.open.is_empty() => {
                let at = dice.roll(calls.open.len());
                let ticket = *calls.open.keys().nth(at).expect("a call");
                calls.cancel(&mut talk, ticket);
            }
            6..9 => talk.flush(),
            9..13 => drop(talk.serve()),
            13..18 => drop(talk.hear(dice.0 as usize)),
            18 => {
                talk.now += dice.roll(200) as u64;
                talk.expire();
            }
            19 if talk.parked() > 0 => talk.finish(),
            20 => talk.changed(What::Tools),
            21 => match listen.take() {
                None => {
                    let mut new = Subscription::new(filter);
                    if talk.listen(&mut new).is_ok() {
                        listen = Some(new);
                    }
                }
                Some(mut old) => {
                    talk.unlisten(&mut old).ok();
                }
            },
            22 if talk.is_http() && !talk.web().open.is_empty() => {
                let at = dice.roll(talk.web().open.len());
                let number = *talk.web().open.keys().nth(at).expect("an exchange");
                talk.lose(number);
            }
            23 if talk.is_http() && dice.roll(4) == 0 => talk.web().restart(),
            _ => {}
        }
        calls.look(&mut talk, &mut dice);
    }
    // Everything comes to its end.
    for _ in 0..40 {
        talk.pass(100);
        calls.look(&mut talk, &mut dice);
    }
    if let Some(mut listen) = listen {
        talk.unlisten(&mut listen).ok();
    }
    talk.run();
    assert!(calls.open.is_empty(), "{:?}, {}, seed {seed}", calls.open, talk.name());
    assert_eq!(talk.with(|client, _| client.open().count()), 0, "{}, seed {seed}", talk.name());
    total.made += calls.made;
    total.answered += calls.answered;
    total.cancelled += calls.cancelled;
    total.failed += calls.failed;
    total.again += calls.again;
}

#[test]
fn every_call_ends_once_in_any_order() {
    let mut total = Calls::default();
    for revision in REVISIONS {
        for seed in 0..40 {
            play(Talk::on_pipe(revision, usize::MAX), seed, &mut total);
            if revision > REVISIONS[0] {
                play(Talk::over_http(revision, usize::MAX), seed, &mut total);
            }
        }
    }
    let Calls { made, answered, cancelled, failed, again, .. } = total;
    println!(
        "{made} calls: {answered} answered, {cancelled} cancelled, {failed} failed, {again} again"
    );
    assert!(answered > made / 4 && cancelled > 500 && failed > 500 && again > 20);
}
