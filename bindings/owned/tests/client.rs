//! The owned client does what the core does, with memory of its own.
#![allow(clippy::unwrap_used)]

use sansmcp_owned::client::{About, Client, Heard, Listen, Terms, accepted, policy};
use sansmcp_owned::packed::client::{PackedClient, heard, next_page};
use sansmcp_owned::{Error, Frame, Info, Server, Tool, view_heard};

const PROBED: &str = r#"{"jsonrpc":"2.0","id":131070,"result":{"resultType":"complete",
    "supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},
    "logging":{}},"serverInfo":{"name":"s","version":"1"},"instructions":"h\u00e9",
    "ttlMs":0,"cacheScope":"private"}}"#;

fn about(capabilities: &str) -> About {
    let text = format!(r#"{{"name":"me","version":"1","capabilities":{capabilities}}}"#);
    About::from_json(&text).unwrap()
}

fn hear(client: &mut Client, line: &str) -> Vec<Heard> {
    let mut frame = Frame::new(line.as_bytes());
    std::iter::from_fn(|| client.receive(&mut frame, 5)).collect()
}

/// A client that is connected to a server of 2026-07-28.
fn connected(capabilities: &str) -> Client {
    let mut client = Client::new(about(capabilities), 8, 1 << 16);
    client.connect(&policy("{}").unwrap(), 0).unwrap();
    let probe = client.next_output().unwrap().unwrap();
    assert!(probe.bytes.starts_with(br#"{"jsonrpc":"2.0","id":131070,"method":"server/discover"#));
    let [event] = &hear(&mut client, PROBED)[..] else { panic!("one event") };
    let said = event.said();
    assert!(said.contains(r#""serverInfo":{"name":"s","version":"1"}"#), "{said}");
    assert!(said.contains(r#""instructions":"h\u00e9""#), "{said}");
    assert!(client.is_connected() && client.next_output().unwrap().is_none());
    client
}

#[test]
fn a_call_to_a_server_in_both_eras() {
    for (terms, spoken) in [("{}", "2026-07-28"), (r#"{"newest":"2025-11-25"}"#, "2025-11-25")] {
        let tool = Tool { name: "echo".into(), ..Tool::default() };
        let info =
            Info { name: "s".into(), version: "1".into(), tools: vec![tool], ..Info::default() };
        let mut server = Server::new(info, 4, 1 << 16);
        let mut client = Client::new(about("{}"), 4, 1 << 16);
        client.connect(&policy(terms).unwrap(), 0).unwrap();
        let (mut called, mut answer) = (None, None);
        while answer.is_none() {
            let mut sent = Vec::new();
            while let Some(output) = client.next_output().unwrap() {
                sent.push(output.bytes);
            }
            if client.is_connected() && called.is_none() {
                let params = r#"{"name":"echo","arguments":{"text":"hi"}}"#;
                let (ticket, output) =
                    client.call("tools/call", params, &Terms::default(), 0).unwrap();
                called = Some(ticket);
                sent.push(output.bytes);
            }
            assert!(!sent.is_empty(), "it hangs");
            for line in sent {
                let mut frame = Frame::new(&line);
                while let Some(event) = server.receive(&mut frame, 0) {
                    let out = match event.argument("text") {
                        Some(_) => server
                            .answer(event.ticket(), &sansmcp_owned::Answer::text("hi"))
                            .unwrap(),
                        None => server.reply(&event).unwrap(),
                    };
                    for event in hear(&mut client, &String::from_utf8(out.bytes).unwrap()) {
                        if event.ticket() == called.unwrap_or_default() {
                            answer = Some(event);
                        }
                    }
                }
            }
        }
        let said = answer.unwrap().said();
        assert!(said.contains(r#""result":{"#) && said.contains(r#""text":"hi""#), "{said}");
        assert!(said.contains(r#""method":"tools/call""#), "{said}");
        assert_eq!(client.revision().unwrap().name(), spoken);
        assert_eq!(client.open(), []);
    }
}

#[test]
fn what_fails_says_whose_fault_it_is() {
    let mut client = connected("{}");
    let terms = Terms::from_json(r#"{"idleMs":10,"hardMs":20}"#).unwrap();
    let (ticket, _) = client.call("x/y", "{}", &terms, 100).unwrap();
    assert_eq!(client.next_deadline(), Some(110));
    assert!(client.expire(109).is_none());
    let event = client.expire(110).unwrap();
    assert_eq!(event.ticket(), ticket);
    assert!(event.said().contains(r#""name":"silent","whose":"server","message":"the server n"#));
    let (_, _) = client.call("x/y", "{}", &terms, 200).unwrap();
    client.closed(201);
    let kinds: Vec<_> = std::iter::from_fn(|| client.expire(201)).map(|it| it.said()).collect();
    assert_eq!(kinds.len(), 2);
    assert!(kinds.iter().all(|said| said.contains(r#""name":"closed","whose":"network""#)));
    assert_eq!(client.call("x/y", "{}", &terms, 0).err(), Some(Error::NotReady));
}

#[test]
fn a_server_that_ends_on_the_probe_can_be_tried_again() {
    let mut client = Client::new(about("{}"), 2, 4096);
    client.connect(&policy("").unwrap_or(policy("{}").unwrap()), 0).unwrap();
    assert!(client.next_output().unwrap().is_some());
    client.closed(1);
    let said = client.expire(1).unwrap().said();
    assert!(said.contains(r#""name":"closed_on_probe""#), "{said}");
    assert!(said.contains(r#""retry":{"newest":"2025-11-25","oldest":"2024-11-05""#), "{said}");
}

#[test]
fn input_is_needed_and_given() {
    let mut client = connected(r#"{"elicitation":{"form":{}}}"#);
    let params = r#"{"name":"t"}"#;
    let (ticket, _) = client.call("tools/call", params, &Terms::default(), 0).unwrap();
    let line = format!(
        r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"input_required",
        "requestState":"s\u0031","inputRequests":{{"w\u0068o":{{"method":"elicitation/create",
        "params":{{"message":"?","requestedSchema":{{"type":"object","properties":{{
        "age":{{"type":"integer","default":4}}}}}}}}}}}}}}}}"#,
        ticket.number()
    );
    let [event] = &hear(&mut client, &line)[..] else { panic!("one event") };
    let said = event.said();
    assert!(
        said.contains(r#""inputs":[{"key":"w\u0068o","method":"elicitation/create""#),
        "{said}"
    );
    // Through the record, as in languages that have nothing else.
    let record = event.record();
    let event = view_heard(&record).unwrap();
    assert_eq!(heard(&record).unwrap(), said);
    let form = r#"{"requestedSchema":{"properties":{"age":{"type":"integer","default":4}}}}"#;
    let given = accepted(form, "{}").unwrap();
    let terms = Terms::default();
    let given = format!(r#"{{"who":{given}}}"#);
    assert_eq!(client.provide(&event, "[]", params, &terms, 0).err(), Some(Error::NotJson));
    let (next, output) = client.provide(&event, &given, params, &terms, 0).unwrap();
    assert_ne!(next, ticket);
    let text = String::from_utf8(output.bytes).unwrap();
    let answer = r#""inputResponses":{"who":{"action":"accept","content":{"age":4}}}"#;
    assert!(text.contains(answer) && text.contains(r#""requestState":"s\u0031""#), "{text}");
    assert_eq!(client.provide(&event, &given, params, &terms, 0).err(), Some(Error::Stale));
}

#[test]
fn what_is_listened_to_outlives_its_calls() {
    let mut client = connected("{}");
    let mut listen = Listen::from_json(r#"{"tools":true,"uris":["a:b"]}"#).unwrap();
    let output = client.listen(&mut listen, 0).unwrap().unwrap();
    let text = String::from_utf8(output.bytes).unwrap();
    assert!(text.contains(r#""toolsListChanged":true"#) && text.contains(r#"["a:b"]"#), "{text}");
    assert!(client.listen(&mut listen, 0).unwrap().is_none());
    assert_eq!(client.open(), [listen.ticket()]);
    assert!(client.unlisten(&mut listen, 0).unwrap().is_none());
    let output = client.next_output().unwrap().unwrap();
    assert!(output.bytes.starts_with(br#"{"jsonrpc":"2.0","method":"notifications/cancelled""#));
    let mut none = Listen::new(false, true, false, Vec::new());
    assert_eq!(client.listen(&mut none, 0).err(), Some(Error::NotOffered));
}

#[test]
fn a_message_longer_than_the_bound_is_not_sent() {
    let mut client = connected("{}");
    let long = format!(r#"{{"x":"{}"}}"#, "x".repeat(1 << 16));
    let done = client.call("x/y", &long, &Terms::default(), 0);
    assert!(matches!(done, Err(Error::Short { need }) if need > 1 << 16));
    assert_eq!(client.open(), []);
    let fits = format!(r#"{{"x":"{}"}}"#, "x".repeat(1 << 15));
    assert!(client.call("x/y", &fits, &Terms::default(), 0).unwrap().1.bytes.len() > 1 << 15);
}

#[test]
fn what_is_wrong_is_said() {
    let wrong = |text: &str| policy(text).err().map(|error| error.to_string());
    assert_eq!(wrong("{"), Some("not JSON".into()));
    let what = "newest must be a revision of the protocol";
    assert_eq!(wrong(r#"{"newest":"2020-01-01"}"#), Some(what.into()));
    assert!(wrong(r#"{"probeMs":-1}"#).unwrap().starts_with("probeMs must be a whole number"));
    let mut packed = PackedClient::new(r#"{"name":"a","version":"1"}"#, 1, 4096, false).unwrap();
    assert!(packed.call("x", "", r#"{"idleMs":"x"}"#, 0.0).is_err());
    assert!(heard(b"").is_none());
    // Not connected, and no record.
    for bytes in [
        packed.call("x", "", "", 0.0).unwrap(),
        packed.reply(b""),
        packed.refuse(b"x", 1, ""),
        packed.cancel(7.0),
        packed.notify("x", ""),
    ] {
        assert_eq!(bytes[0], 3);
    }
    let mut pages = sansmcp::client::Pages::NEW;
    let page = r#"{"nextCursor":"2"}"#;
    assert_eq!(next_page(&mut pages, page).unwrap().as_deref(), Some("\"2\""));
    assert!(next_page(&mut pages, page).unwrap_err().to_string().contains("circle"));
}
