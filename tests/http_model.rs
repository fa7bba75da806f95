//! Any order of heads, bodies, disconnects and streams of several clients in both eras, with small
//! tables, against a model of the endpoint (`tests/fuzz/src/endpoint`, where the oracle is): every
//! POST gets exactly one response, which ends, nothing goes to another than it belongs to, and in
//! the end every table is free again.
#![cfg(all(feature = "server", feature = "full", feature = "legacy", feature = "http"))]

#[path = "fuzz/src/endpoint/mod.rs"]
mod endpoint;

use endpoint::endpoint;
use proptest::prelude::*;

/// A character that the script reads as a number below `most`.
fn digit(most: u8) -> impl Strategy<Value = char> {
    (0..most).prop_map(|digit| char::from(b'0' + digit))
}

/// A digit that is mostly 0.
fn seldom(most: u8) -> impl Strategy<Value = char> {
    prop_oneof![3 => Just('0'), 1 => digit(most)]
}

fn step() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => (digit(4), digit(6), seldom(4), seldom(5))
            .prop_map(|(c, revision, accept, mode)| format!("i{c}{revision}{accept}{mode}")),
        6 => (digit(4), digit(14), digit(4), seldom(4), digit(6))
            .prop_map(|(c, kind, id, accept, mode)| format!("p{c}{kind}{id}{accept}{mode}")),
        // Questions, and answers to them, of whoever.
        2 => (digit(4), digit(4)).prop_map(|(client, id)| format!("p{client}0{id}04")),
        2 => (digit(4), digit(3)).prop_map(|(client, which)| format!("p{client}6{which}00")),
        2 => (digit(4), digit(4), digit(14), digit(4), digit(6))
            .prop_map(|(client, of, kind, id, mode)| format!("f{client}{of}{kind}{id}0{mode}")),
        4 => (digit(4), digit(10), digit(4), seldom(4), digit(6))
            .prop_map(|(c, kind, id, accept, mode)| format!("m{c}{kind}{id}{accept}{mode}")),
        1 => (digit(4), digit(6), digit(14), digit(6))
            .prop_map(|(client, count, first, mode)| format!("b{client}{count}{first}{mode}")),
        1 => (digit(4), digit(16), prop_oneof![
                Just("{"), Just("[]"), Just("7"), Just("[1]"), Just("{}"), Just(""), Just("[{}]"),
                Just(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#),
                Just(r#"{"jsonrpc":"2.0","method":"notifications/x"}"#),
                Just(r#"{"jsonrpc":"2.0","id":3,"result":{}}"#),
            ]).prop_map(|(client, how, body)| format!("x{client}{how}{body}")),
        1 => (digit(4), digit(12)).prop_map(|(client, how)| format!("j{client}{how}")),
        3 => (digit(4), seldom(4), prop_oneof![Just('0'), digit(40)])
            .prop_map(|(client, accept, which)| format!("g{client}{accept}{which}")),
        1 => (digit(4), digit(4), digit(40))
            .prop_map(|(client, of, which)| format!("G{client}{of}0{which}")),
        1 => digit(4).prop_map(|client| format!("d{client}")),
        1 => (digit(4), digit(4)).prop_map(|(client, of)| format!("D{client}{of}")),
        4 => digit(6).prop_map(|back| format!("o{back}")),
        8 => (digit(14), digit(4)).prop_map(|(act, back)| format!("a{act}{back}")),
        1 => digit(3).prop_map(|what| format!("c{what}")),
        1 => digit(2).prop_map(|which| format!("u{which}")),
        4 => Just("n".to_owned()),
        2 => digit(6).prop_map(|time| format!("@{time}")),
        1 => Just("e".to_owned()),
    ]
}

fn script() -> impl Strategy<Value = String> {
    let setup = (digit(5), seldom(8), seldom(8), seldom(4), digit(2), seldom(4), seldom(2));
    let setup = setup.prop_map(|(a, b, c, d, e, f, g)| [a, b, c, d, e, f, g].iter().collect());
    let hello = Just(vec!["i0300".to_owned(), "i1000".into(), "i2300".into()]);
    let begin = prop_oneof![hello, Just(Vec::new())];
    (setup, begin, proptest::collection::vec(step(), 1..40)).prop_map(
        |(setup, begin, steps): (String, _, Vec<_>)| {
            let lines: Vec<String> = [setup].into_iter().chain(begin).chain(steps).collect();
            lines.join("\n")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600,
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
     })]

    #[test]
    fn any_order_of_heads_bodies_and_disconnects(script in script()) {
        endpoint(script.as_bytes());
    }
}
