//! Questions in both eras with hostile keys, answers and kept text, and with small buffers.
#![cfg(all(feature = "server", feature = "legacy", feature = "full"))]

mod server_whole_kit;

use sansmcp::schema::Json;
use sansmcp::{
    Ask, Error, Event, EventKind, Input, Limits, Outcome, Resumed, Revision, Route, Ticket,
};
use serde_json::Value;
use server_whole_kit::{
    Kept, World, answer, call, cancel, modern, modern_of, request, text, ticket_of,
};

const FORM: Json<'static> = Json(r#"{"message":"m","requestedSchema":{"type":"object"}}"#);
const PAGE: Json<'static> = Json(r#"{"mode":"url","message":"m","url":"u:","elicitationId":"e"}"#);

/// What was asked, and what was kept.
fn ask(world: &mut World, event: &Kept, inputs: &[Input<'_>]) -> Result<(String, String), Error> {
    ask_in(world, event, inputs, "", 1 << 16)
}

fn ask_in(
    world: &mut World,
    event: &Kept,
    inputs: &[Input<'_>],
    state: &str,
    size: usize,
) -> Result<(String, String), Error> {
    let mut tx = vec![0; size];
    let now = world.now;
    world.does(|server| {
        let ask = Ask { inputs, state, limits: Limits::DEFAULT };
        let out = server.ask(&event.event().request(), &ask, now, &mut tx)?;
        Ok((text(out), out.keep().to_owned()))
    })
}

/// What the call became: its event, or the next question with what to keep.
#[derive(Debug)]
enum Next {
    Call(Kept),
    Asked(String, String),
}

fn resume(world: &mut World, answered: &Kept, kept: &str) -> Result<Next, Error> {
    let mut tx = vec![0; 1 << 16];
    let now = world.now;
    world.does(|server| {
        let Event::Answered(answered) = answered.event() else { panic!("{:?}", answered.kind) };
        Ok(match server.resume(&answered, kept, &Limits::DEFAULT, now, &mut tx)? {
            Resumed::Event(event) => Next::Call(Kept::of(&event)),
            Resumed::Asked(out) => Next::Asked(text(out), out.keep().to_owned()),
        })
    })
}

fn resumed(world: &mut World, answered: &Kept, kept: &str) -> Kept {
    match resume(world, answered, kept) {
        Ok(Next::Call(event)) => event,
        Ok(Next::Asked(line, _)) => panic!("asked again: {line}"),
        Err(error) => panic!("{error:?}"),
    }
}

fn say(world: &mut World, event: &Kept, words: &str) -> Result<String, Error> {
    world.out(|server, tx| server.answer(event.ticket(), tx).text(words).end().map(text))
}

/// A call of 2025-11-25 whose question is out, and what was kept.
fn asked(inputs: &[Input<'_>], state: &str) -> (World, Kept, Ticket, String) {
    let mut world = World::of(Revision::V2025_11_25, 4);
    let event = world.read(&call("1"));
    let (line, kept) = ask_in(&mut world, &event, inputs, state, 1 << 16).expect("asked");
    (world, event, ticket_of(&line), kept)
}

fn outcome_of(answered: &Kept) -> Outcome<'_> {
    match answered.event() {
        Event::Answered(answered) => match answered.outcome() {
            // Both borrow the text that was kept.
            Outcome::Result(_) => Outcome::Result(sansmcp::json::Raw::NULL),
            Outcome::Error(_) => Outcome::Error(sansmcp::json::Raw::NULL),
            Outcome::Malformed => Outcome::Malformed,
            Outcome::Expired => Outcome::Expired,
        },
        other => panic!("{other:?}"),
    }
}

const FREE: &str = r#"{"name":"t","arguments":{"a":[1,{"b":"\ud83d\ude00"}]},"other":null}"#;
const KEYS: [&str; 12] = [
    "",
    "k",
    "a\"b\\c\n",
    "\u{e9}",
    "\u{1f600}",
    "\u{0}",
    "requestState",
    "inputResponses",
    "inputRequests",
    "_meta",
    "name",
    "result",
];
const TEXTS: [&str; 6] =
    ["s", "\u{0}\u{1f}\"\\/", "\u{e9}\u{1f600}\n\r\t", "{\"a\":1}", "\u{2028}", " "];

/// Every key, alone and before every other, comes back with its own answer, in both eras.
#[test]
fn any_key_and_any_state_come_back_in_both_eras() {
    for (first, second) in KEYS.iter().flat_map(|a| KEYS.iter().map(move |b| (*a, *b))) {
        let state = TEXTS[(first.len() * 7 + second.len()) % TEXTS.len()];
        let both = [Input::elicit(first, &FORM), Input::list_roots(second)];
        let inputs = if first == second { &both[..1] } else { &both[..] };
        let result = |n: usize| format!(r#"{{"n":{n},"_meta":{{"x":"\u00e9"}}}}"#);

        let mut world = World::of(Revision::V2025_11_25, 4);
        let event = world.read(&request("1", "tools/call", FREE));
        let (mut line, mut kept) =
            ask_in(&mut world, &event, inputs, state, 1 << 16).expect("asked");
        let mut call = None;
        for n in 0..inputs.len() {
            let answered =
                world.read(&answer(ticket_of(&line), &format!(r#""result":{}"#, result(n))));
            match resume(&mut world, &answered, &kept).expect("resumed") {
                Next::Call(event) => call = Some(event),
                Next::Asked(next, keep) => (line, kept) = (next, keep),
            }
        }
        let old = call.expect("the call again");

        let mut world = World::new(4);
        let event = world.read(&modern("1", "tools/call", FREE));
        let (line, kept) = ask_in(&mut world, &event, inputs, state, 1 << 16).expect("asked");
        assert_eq!((kept.as_str(), world.open().len()), ("", 0));
        let asked: Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(asked["result"]["resultType"], "input_required");
        assert_eq!(asked["result"]["requestState"], *state);
        let wanted = asked["result"]["inputRequests"].as_object().expect("an object");
        assert_eq!(wanted.len(), inputs.len(), "{first:?} {second:?}");
        let answers: Vec<String> = inputs
            .iter()
            .enumerate()
            .map(|(n, input)| format!("{}:{}", Value::from(input.key), result(n)))
            .collect();
        let retry = format!(
            r#"{{"inputResponses":{{{}}},"requestState":{},{}"#,
            answers.join(","),
            Value::from(state),
            &FREE[1..]
        );
        let new = world.read(&modern("2", "tools/call", &retry));

        for again in [&old, &new] {
            assert_eq!(again.kind, EventKind::CallTool);
            let event = again.event();
            let Event::CallTool(call) = &event else { panic!("{event:?}") };
            for (n, input) in inputs.iter().enumerate() {
                let got = call.input(input.key).map(|got| got.as_str().to_owned());
                assert_eq!(got, Some(result(n)), "{first:?} {second:?}");
            }
            assert!(call.request_state().is_some_and(|it| it == *state), "{state:?}");
            assert_eq!(call.name(), *"t");
            assert_eq!(
                call.arguments().map(|it| it.as_str()),
                Some(r#"{"a":[1,{"b":"\ud83d\ude00"}]}"#)
            );
        }
        assert_eq!(old.ticket(), event_ticket(&old));
    }
}

fn event_ticket(event: &Kept) -> Ticket {
    event.event().ticket()
}

#[test]
fn a_key_that_stands_twice_is_refused_in_both_eras() {
    let inputs = [Input::list_roots("k"), Input::list_roots("l"), Input::list_roots("k")];
    let mut world = World::of(Revision::V2025_11_25, 4);
    for line in [call("1"), modern("2", "tools/call", r#"{"name":"t"}"#)] {
        let event = world.read(&line);
        assert_eq!(ask(&mut world, &event, &inputs), Err(Error::NotSupported));
        assert!(say(&mut world, &event, "x").is_ok());
    }
    assert_eq!(world.open(), []);
}

/// What the application brings back is not what it was given.
#[test]
fn kept_text_of_any_kind_is_an_error_or_the_call() {
    let (world, event, ticket, kept) = asked(&[Input::elicit("k", &FORM)], "s");
    let mut deep = "[".repeat(200);
    deep.push_str(&"]".repeat(200));
    let deep = format!(r#"{{"x":{deep},"inputRequests":{{"k":null}}}}"#);
    let huge = format!(r#"{{"x":"{}","inputRequests":{{"k":null}}}}"#, "x".repeat(60_000));
    let twice = r#"{"inputRequests":{"k":null},"inputRequests":{"j":null}}"#;
    for (bad, wanted) in [
        ("", false),
        ("nul", false),
        ("5", false),
        ("[]", false),
        ("{}", false),
        (&kept[1..], false),
        (&format!("{kept}{kept}"), false),
        (r#"{"inputRequests":null}"#, false),
        (r#"{"inputRequests":{}}"#, false),
        (r#"{"inputRequests":["k"]}"#, false),
        (r#"{"inputRequests":{"k":null,"j":5}}"#, false),
        (r#"{"inputRequests":{"k":null,"j":{}}}"#, false),
        (r#"{"inputRequests":{"k":null,"j":{"method":"tools/call","params":{}}}}"#, false),
        (r#"{"inputRequests":{"k":null,"j":{"method":"ping","params":{}}}}"#, false),
        (r#"{"inputRequests":{"k":null,"j":{"method":"roots/list"}}}"#, false),
        (r#"{"inputRequests":{"k":null,"j":{"method":"roots/list","params":[]}}}"#, false),
        (&deep, false),
        (&huge, true),
        (twice, true),
        (r#"{"inputRequests":{"k":null},"inputResponses":[1,2]}"#, true),
        (r#"{"inputRequests":{"k":null},"name":5,"arguments":7,"_meta":1}"#, true),
        (r#"{"inputRequests":{"k":null,"k":{"method":"roots/list","params":{}}}}"#, true),
        (&kept, true),
    ] {
        let mut world = world.clone();
        let answered = world.read(&answer(ticket, r#""result":{"a":1}"#));
        let open = world.open();
        match (resume(&mut world, &answered, bad), wanted) {
            (Err(Error::NotJson), false) => {}
            (Ok(Next::Call(event)), true) => {
                // Whatever it says, it can be looked at and answered.
                let call = event.event();
                let Event::CallTool(call) = call else { panic!("{call:?}") };
                let _ = (call.name().len(), call.arguments(), call.arg("a").is_none());
                let _ = (call.input("k"), call.request_state().is_some(), call.meta());
            }
            (Ok(Next::Asked(line, _)), true) => assert!(line.contains("roots/list"), "{line}"),
            (other, _) => panic!("{bad}: {other:?}"),
        }
        // The call is as it was, and what was kept rightly still serves.
        assert_eq!(&world.open()[..1], &open[..]);
        let again = resumed(&mut world, &answered, &kept);
        assert_eq!(again.ticket(), event.ticket());
        assert!(say(&mut world, &again, "done").is_ok());
    }
}

/// What the client says is no use: the call goes on without.
#[test]
fn an_answer_of_any_kind_leaves_the_call_open() {
    let huge = format!(r#""result":{{"x":"{}"}}"#, "x".repeat(50_000));
    let nested =
        |depth: usize| format!(r#""result":{{"x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
    for (outcome, wanted) in [
        (r#""result":{}"#.to_owned(), 'r'),
        (huge, 'r'),
        (nested(124), 'r'),
        // Two levels deeper in the call it is too deep.
        (nested(125), 'd'),
        (nested(126), 'd'),
        (r#""result":null"#.into(), 'm'),
        (r#""result":[]"#.into(), 'm'),
        (r#""result":5"#.into(), 'm'),
        (r#""error":{}"#.into(), 'e'),
        (r#""error":{"code":"x"}"#.into(), 'e'),
        (r#""error":null"#.into(), 'm'),
        (r#""error":"no""#.into(), 'm'),
        (r#""result":{},"error":{}"#.into(), 'e'),
        (r#""result":{},"error":5"#.into(), 'm'),
        (r#""params":{"name":"t"},"result":{"y":1}"#.into(), 'r'),
    ] {
        let (mut world, event, ticket, kept) = asked(&[Input::elicit("k", &FORM)], "");
        let answered = world.read(&answer(ticket, &outcome));
        let got = match outcome_of(&answered) {
            Outcome::Result(_) => 'r',
            Outcome::Error(_) => 'e',
            Outcome::Malformed => 'm',
            Outcome::Expired => 'x',
        };
        let short = &outcome[..outcome.len().min(60)];
        assert_eq!(got, if wanted == 'd' { 'r' } else { wanted }, "{short}");
        match resume(&mut world, &answered, &kept) {
            Ok(Next::Call(again)) if wanted == 'r' => {
                let input = again.event().request().input("k").map(|it| it.as_str().to_owned());
                let value: Value = serde_json::from_str(&format!("{{{outcome}}}")).expect("JSON");
                let input: Value = serde_json::from_str(&input.expect("there")).expect("JSON");
                assert_eq!(input, value["result"], "{short}");
            }
            Err(Error::Rejected) if wanted != 'r' => {}
            other => panic!("{short}: {other:?}"),
        }
        assert_eq!(world.open(), [event.ticket()], "{short}");
        assert!(say(&mut world, &event, "done").is_ok());
        assert!(world.open().is_empty() && world.rest().is_empty(), "{short}");
        // Again it means nothing.
        assert_eq!(world.read(&answer(ticket, &outcome)).kind, EventKind::Ignored);
    }
}

#[test]
fn the_call_is_made_again_only_while_it_is_open() {
    let inputs = [Input::elicit("k", &FORM)];
    // Twice: the same call with the same ticket, which is answered once.
    let (mut world, event, ticket, kept) = asked(&inputs, "");
    let answered = world.read(&answer(ticket, r#""result":{}"#));
    let (one, two) = (resumed(&mut world, &answered, &kept), resumed(&mut world, &answered, &kept));
    assert_eq!((one.ticket(), two.ticket()), (event.ticket(), event.ticket()));
    assert!(say(&mut world, &one, "x").is_ok());
    assert_eq!(say(&mut world, &two, "x"), Err(Error::Stale));
    assert_eq!(resume(&mut world, &answered, &kept).err(), Some(Error::Stale));

    // Cancelled after the answer came: nothing more goes out.
    let (mut world, event, ticket, kept) = asked(&inputs, "");
    let answered = world.read(&answer(ticket, r#""result":{}"#));
    assert_eq!(world.read(&cancel("1")).kind, EventKind::Cancelled);
    match resume(&mut world, &answered, &kept) {
        Ok(Next::Asked(line, kept)) => assert!(line.is_empty() && kept.is_empty()),
        other => panic!("{other:?}"),
    }
    assert_eq!(say(&mut world, &event, "x"), Err(Error::Stale));
    assert!(world.open().is_empty() && world.rest().is_empty());

    // Cancelled before: the question is taken back, and an answer that crosses means nothing.
    let (mut world, event, ticket, _) = asked(&inputs, "");
    assert_eq!(world.read(&cancel("1")).kind, EventKind::Cancelled);
    let mut other = world.clone();
    let rest = world.rest();
    assert!(rest.len() == 1 && rest[0].1.contains(&format!(":{}}}", ticket.number())), "{rest:?}");
    assert_eq!(world.read(&answer(ticket, r#""result":{}"#)).kind, EventKind::Ignored);
    assert_eq!(other.read(&answer(ticket, r#""result":{}"#)).kind, EventKind::Ignored);
    assert_eq!(other.rest(), []);
    for mut world in [world, other] {
        assert_eq!(say(&mut world, &event, "x"), Ok(String::new()));
        assert_eq!(world.open(), []);
    }

    // A plain request of the connection's has no call.
    let (mut world, _, _, kept) = asked(&inputs, "");
    let none = Limits::NONE;
    let mut tx = [0; 512];
    let ticket = world.does(|s| s.request(Ticket::NONE, "ping", &Json::EMPTY, &none, 0, &mut tx));
    let ticket = ticket.expect("asked").0;
    let answered = world.read(&answer(ticket, r#""result":{}"#));
    assert_eq!(resume(&mut world, &answered, &kept).err(), Some(Error::Stale));
}

#[test]
fn a_small_buffer_is_no_missing_capability() {
    for (capabilities, params) in
        [(r#"{"elicitation":{"url":{}}}"#, &PAGE), (r#"{"elicitation":{}}"#, &FORM)]
    {
        let mut world = World::with(Revision::V2025_11_25, 4, capabilities);
        let event = world.read(&call("1"));
        let inputs = [Input::elicit("k", params)];
        let need = {
            let mut copy = world.clone();
            let (line, kept) = ask(&mut copy, &event, &inputs).expect("declared");
            line.len() + kept.len()
        };
        for size in 0..need {
            let got = ask_in(&mut world, &event, &inputs, "", size);
            assert!(matches!(got, Err(Error::Short { .. })), "{size}: {got:?}");
        }
        let mut world = World::new(4);
        let event = world.read(&modern_of("1", "tools/call", r#"{"name":"t"}"#, capabilities));
        let need = ask(&mut world.clone(), &event, &inputs).expect("declared").0.len();
        for size in 0..need {
            let got = ask_in(&mut world, &event, &inputs, "", size);
            assert!(matches!(got, Err(Error::Short { .. })), "modern {size}: {got:?}");
        }
    }
}

#[test]
fn what_it_needs_is_enough_and_little_more() {
    let own_meta = Json(r#"{"message":"m","_meta":{"x":1}}"#);
    let empty = Json("{}");
    let mut bad = Vec::new();
    for params in [&FORM, &PAGE, &own_meta, &empty] {
        let inputs = [Input::elicit("k", params), Input::list_roots("l")];
        let mut world = World::of(Revision::V2025_11_25, 4);
        let event = world.read(&call("1"));
        let (line, kept) = ask(&mut world.clone(), &event, &inputs).expect("room");
        let need = line.len() + kept.len();
        for size in 0..=need {
            let got = ask_in(&mut world.clone(), &event, &inputs, "", size);
            match got {
                Ok(_) if size == need => {}
                Err(Error::Short { need: said })
                    if said >= need && said <= need + 46 && size < need => {}
                other => bad.push(format!("{} {size}/{need}: {other:?}", params.0)),
            }
        }
    }
    assert!(bad.is_empty(), "{}: {:#?}", bad.len(), &bad[..bad.len().min(8)]);
}

#[test]
fn the_call_again_has_the_token_that_it_had() {
    for token in [r#""t""#.to_owned(), "7".into(), "true".into(), format!("\"{}\"", "x".repeat(70))]
    {
        let mut world = World::of(Revision::V2025_11_25, 4);
        let params = format!(r#"{{"name":"t","_meta":{{"progressToken":{token}}}}}"#);
        let event = world.read(&request("1", "tools/call", &params));
        let wants = event.event().request().wants_progress();
        let (line, kept) = ask(&mut world, &event, &[Input::elicit("k", &FORM)]).expect("asked");
        let answered = world.read(&answer(ticket_of(&line), r#""result":{}"#));
        let again = resumed(&mut world, &answered, &kept);
        assert_eq!(again.event().request().wants_progress(), wants, "{token}");
    }
}

#[test]
fn a_list_is_no_call_that_goes_on() {
    let mut world = World::of(Revision::V2025_11_25, 4);
    let event = world.read(&request("1", "tools/list", "{}"));
    let mut tx = [0; 512];
    let none = Limits::NONE;
    let ticket = world
        .does(|s| s.request(event.ticket(), "roots/list", &Json::EMPTY, &none, 0, &mut tx))
        .expect("asked")
        .0;
    let answered = world.read(&answer(ticket, r#""result":{}"#));
    let got = resume(&mut world, &answered, r#"{"inputRequests":{"k":null}}"#);
    assert_eq!(got.err(), Some(Error::NotSupported));
}

/// Before 2026-07-28 a call has no answers of its own: what only looks like them is not told.
#[test]
fn an_older_client_cannot_put_answers_into_a_call() {
    let params = concat!(
        r#"{"name":"t","requestStat\u0065":"mine","inputResponses":{"k":{"mine":1},"l":{}},"#,
        r#""inputRequests":{"mine":null},"x":1}"#
    );
    for state in ["", "ours"] {
        let mut world = World::of(Revision::V2025_11_25, 4);
        let event = world.read(&request("1", "tools/call", params));
        let (_, kept) = {
            let first = event.event().request();
            assert!(first.inputs().is_none() && first.request_state().is_none());
            let inputs = [Input::elicit("k", &FORM)];
            let (line, kept) = ask_in(&mut world, &event, &inputs, state, 1 << 16).expect("asked");
            assert!(!line.contains("mine") && !kept.contains("mine"), "{line} {kept}");
            let answered = world.read(&answer(ticket_of(&line), r#""result":{"ours":1}"#));
            let again = resumed(&mut world, &answered, &kept);
            let request = again.event().request();
            assert_eq!(
                request.input("k").map(|it| it.as_str().to_owned()).as_deref(),
                Some(r#"{"ours":1}"#)
            );
            assert!(request.input("l").is_none());
            match request.request_state() {
                Some(came) => assert!(came == *state && !state.is_empty()),
                None => assert_eq!(state, ""),
            }
            (line, kept)
        };
        assert!(kept.contains(r#""x":1"#));
    }
}

/// An answer counts on the way that the question went.
#[test]
fn an_answer_on_another_pipe_is_none() {
    let (mut world, event, ticket, kept) = asked(&[Input::elicit("k", &FORM)], "");
    let line = answer(ticket, r#""result":{}"#);
    assert_eq!(world.read_on(&line, Route::pipe(1)).kind, EventKind::Ignored);
    for wrong in [
        line.replace(&ticket.number().to_string(), &format!("\"{}\"", ticket.number())),
        line.replace(&ticket.number().to_string(), &format!("{}.0", ticket.number())),
        line.replace(&ticket.number().to_string(), &(ticket.number() + 65_536).to_string()),
        line.replace(&ticket.number().to_string(), &(ticket.number() + (1 << 48)).to_string()),
        line.replace(&ticket.number().to_string(), &event.ticket().number().to_string()),
    ] {
        assert_eq!(world.read(&wrong).kind, EventKind::Ignored, "{wrong}");
    }
    let answered = world.read(&line);
    assert_eq!(resumed(&mut world, &answered, &kept).ticket(), event.ticket());
}
