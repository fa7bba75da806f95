//! Any server, any clock and any order of calls, on a pipe and over HTTP, with small tables and
//! buffers, against a model of the client (`tests/fuzz/src/client`, where the oracle is): each call
//! ends once, what has ended is named no more, the server's requests are answered at most once, no
//! id comes twice, and in the end every slot is free again.
//!
//! `PROPTEST_CASES` sets how many scripts are run; without it some hundred.
#![cfg(all(feature = "client", feature = "legacy", feature = "http"))]

#[path = "fuzz/src/client/mod.rs"]
mod client;

use client::client;
use proptest::prelude::*;

/// A character that the script reads as a number below `most`.
fn digit(most: u8) -> impl Strategy<Value = char> {
    (0..most).prop_map(|digit| char::from(b'0' + digit))
}

/// A digit that is mostly 0.
fn seldom(most: u8) -> impl Strategy<Value = char> {
    prop_oneof![3 => Just('0'), 1 => digit(most)]
}

/// What a server does.
fn server() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (seldom(4), digit(30)).prop_map(|(back, which)| format!("a{back}{which}")),
        6 => (digit(26), digit(4)).prop_map(|(which, id)| format!("b{which}{id}")),
        6 => (seldom(4), seldom(20), digit(16)).prop_map(|(b, s, h)| format!("h{b}{s}{h}")),
        3 => (seldom(4), digit(20), digit(16)).prop_map(|(b, s, h)| format!("h{b}{s}{h}")),
        2 => (seldom(4), digit(7), prop_oneof![Just("1"), Just(""), Just("\u{1}"), Just("$Z")])
            .prop_map(|(back, retry, id)| format!("i{back}{retry}{id}")),
        4 => seldom(5).prop_map(|back| format!("x{back}")),
        1 => digit(9).prop_map(|back| format!("X{back}")),
        1 => Just("z".to_owned()),
        2 => (prop_oneof![Just(">"), Just("+"), Just(":0"), Just(":1")], text())
            .prop_map(|(how, text)| format!("{how}{text}")),
    ]
}

/// Messages by hand, and what is none.
fn text() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("{"),
        Just("7"),
        Just("[]"),
        Just("\u{feff}{}"),
        Just("{$j,\"id\":$0,$L,\"x\":\"$Z\"}"),
        Just("{$j,\"id\":$0.0,$L}"),
        Just("{$j,\"id\":\"$0\",$L}"),
        Just("{$j,\"id\":-$0,$L}"),
        Just("{$j,\"id\":null,$m}"),
        Just("{$j,$m}"),
        Just("{$j,\"id\":281474976710656,$L}"),
        Just("{$j,\"id\":$0,\"id\":$0,$L}"),
        Just("{$j,\"id\":$0,$D,$m}"),
        Just("[{$j,\"id\":$0,$L},{$j,\"id\":$0,$L},{$j,\"id\":1,$E\"ping\"}]"),
        Just("{\"id\":$0,$L}"),
        Just("{$j,\"id\":1,$E\"ping\",\"x\":[[[[\"$Z\"]]]]}"),
        Just("{\"x\":\"$Z\",$j,\"id\":9,$E\"ping\"}"),
    ]
}

/// What an application does.
fn application() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => seldom(9).prop_map(|policy| format!("c{policy}")),
        2 => digit(3).prop_map(|how| format!("F{how}")),
        8 => (seldom(14), seldom(11), seldom(8)).prop_map(|(m, p, o)| format!("m{m}{p}{o}")),
        2 => (digit(14), digit(11), digit(8)).prop_map(|(m, p, o)| format!("m{m}{p}{o}")),
        3 => seldom(5).prop_map(|back| format!("k{back}")),
        1 => seldom(5).prop_map(|back| format!("K{back}")),
        1 => digit(2).prop_map(|how| format!("H{how}")),
        4 => (seldom(4), seldom(8)).prop_map(|(back, how)| format!("g{back}{how}")),
        4 => (seldom(3), digit(4), seldom(8)).prop_map(|(b, n, o)| format!("p{b}{n}{o}")),
        1 => seldom(3).prop_map(|back| format!("r{back}")),
        4 => (seldom(3), digit(10)).prop_map(|(which, what)| format!("l{which}{what}")),
        2 => seldom(3).prop_map(|which| format!("u{which}")),
        1 => (digit(8), digit(8)).prop_map(|(level, how)| format!("v{level}{how}")),
        1 => (digit(6), digit(11)).prop_map(|(which, params)| format!("n{which}{params}")),
        4 => seldom(4).prop_map(|back| format!("y{back}")),
        2 => (seldom(4), digit(3)).prop_map(|(back, which)| format!("R{back}{which}")),
        1 => (seldom(4), digit(4)).prop_map(|(back, which)| format!("E{back}{which}")),
        1 => Just("q".to_owned()),
    ]
}

/// Time, and what is due.
fn due() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("d".to_owned()),
        2 => Just("D".to_owned()),
        4 => Just("o".to_owned()),
        2 => Just("O".to_owned()),
        3 => (0..30_u32).prop_map(|more| format!("@+{more}")),
        1 => prop_oneof![Just("@0"), Just("@+4000"), Just("@+99999999"),
            Just("@18446744073709551615")].prop_map(str::to_owned),
        1 => seldom(10).prop_map(|size| format!("t{size}")),
        1 => digit(3).prop_map(|more| format!("w{more}")),
    ]
}

fn script() -> impl Strategy<Value = String> {
    let setup = (digit(2), seldom(10), seldom(6), seldom(10), digit(3));
    let setup = setup.prop_map(|(a, b, c, d, e)| [a, b, c, d, e].iter().collect());
    let begin = prop_oneof![
        3 => digit(3).prop_map(|how| vec![format!("F{how}")]),
        1 => Just(Vec::new()),
    ];
    let step = prop_oneof![server(), application(), due()];
    (setup, begin, proptest::collection::vec(step, 1..40)).prop_map(
        |(setup, begin, steps): (String, _, Vec<_>)| {
            let lines: Vec<String> = [setup].into_iter().chain(begin).chain(steps).collect();
            lines.join("\n")
        },
    )
}

fn cases() -> u32 {
    let said = std::env::var("PROPTEST_CASES").ok();
    said.and_then(|cases| cases.parse().ok()).unwrap_or(400)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::default()
     })]

    #[test]
    fn any_server_and_any_application(script in script()) {
        client(script.as_bytes());
    }
}
