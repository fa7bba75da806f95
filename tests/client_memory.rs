//! The client against our own server, in one memory, in every revision, on a pipe and over HTTP.
#![cfg(all(
    feature = "client",
    feature = "server",
    feature = "legacy",
    feature = "full",
    feature = "http"
))]

mod client;

use client::{REVISIONS, Talk, everywhere};
use sansmcp::client::{Options, Pages, Policy, Subscription};
use sansmcp::json::Raw;
use sansmcp::rules::Level;
use sansmcp::schema::SubscriptionFilter;
use sansmcp::{Error, Limits, Revision, Ticket, What};

const WHOLE: &[usize] = &[usize::MAX];

/// A call of a tool.
fn tool(talk: &mut Talk, name: &str) -> String {
    talk.ask("tools/call", &format!(r#"{{"name":"{name}"}}"#))
}

fn value(json: &str) -> serde_json::Value {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))
}

/// The words that a tool answered.
fn words(answer: &str) -> String {
    value(answer)["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

#[test]
fn every_method_in_every_revision() {
    // Every message is cut at each of its bytes, and once not at all.
    everywhere(&[usize::MAX, 1, 2, 3, 7, 64], |talk| {
        let connected = talk.connect();
        assert_eq!(connected.text, format!("{} Ask me", talk.revision.name()));
        let is_modern = talk.revision.is_modern();

        for (method, key, names) in [
            ("tools/list", "tools", 11),
            ("resources/list", "resources", 2),
            ("resources/templates/list", "resourceTemplates", 1),
            ("prompts/list", "prompts", 1),
        ] {
            let (mut pages, mut cursor, mut count, mut seen) = (Pages::NEW, None, 0, 0);
            loop {
                let params = match &cursor {
                    None => "{}".to_owned(),
                    Some(cursor) => format!(r#"{{"cursor":"{cursor}"}}"#),
                };
                let answer = talk.ask(method, &params);
                let page = Raw::parse_str(&answer).expect("JSON");
                seen += page.get(key).expect("a list").items().count();
                assert_eq!(page.get("ttlMs").is_some(), is_modern, "{answer}");
                count += 1;
                let next = pages.next(page).expect("no circle");
                cursor = next.map(|cursor| cursor.raw().to_owned());
                if cursor.is_none() {
                    break;
                }
            }
            assert_eq!(seen, names, "{method}, {}", talk.name());
            assert_eq!(count > 1, names > 5, "{method} in {count} pages");
        }

        let text = r#"a \"b\" \\ \u00e9 é 😀\n"#;
        let params = format!(r#"{{"name":"echo","arguments":{{"text":"{text}"}}}}"#);
        let said = value(&talk.ask("tools/call", &params));
        assert_eq!(said["content"][0]["text"], value(&format!("\"{text}\"")));
        assert_eq!(said["resultType"] == "complete", is_modern);
        assert_eq!(value(&tool(talk, "fail"))["isError"], true);
        assert_eq!(tool(talk, "break"), r#"error {"code":17,"message":"broken"}"#);
        assert!(tool(talk, "nobody").contains("-32602"));

        let read = value(&talk.ask("resources/read", r#"{"uri":"test://one"}"#));
        assert_eq!(read["contents"][0]["text"], "content");
        let missing = talk.ask("resources/read", r#"{"uri":"test://no"}"#);
        let code = if is_modern { "-32602" } else { "-32002" };
        assert!(missing.contains(code), "{missing}, {}", talk.name());
        let prompt = r#"{"name":"greet","arguments":{"name":"x"}}"#;
        assert_eq!(value(&talk.ask("prompts/get", prompt))["messages"][0]["role"], "user");
        let complete = concat!(
            r#"{"ref":{"type":"ref/prompt","name":"greet"},"#,
            r#""argument":{"name":"name","value":"Pa"}}"#
        );
        let values = value(&talk.ask("completion/complete", complete));
        assert_eq!(values["completion"]["values"][0], "Paris");
        assert!(talk.ask("my/method", "{}").contains("-32601"));
        if is_modern {
            assert!(talk.ask("server/discover", "{}").contains("supportedVersions"));
            assert_eq!(talk.call("ping", "{}"), Err(Error::NotSupported));
        } else {
            assert_eq!(talk.ask("ping", "{}"), "{}");
            assert_eq!(talk.call("server/discover", "{}"), Err(Error::NotSupported));
        }
        let rest: Vec<_> = talk.told.iter().filter(|it| it.kind != "ignored").collect();
        assert!(rest.is_empty(), "{rest:?}, {}", talk.name());
        assert_eq!(talk.with(|client, _| client.open().count()), 0);
        assert_eq!(talk.with(|client, _| client.next_deadline()), None);
    });
}

#[test]
fn one_handler_gives_what_is_wanted_in_both_eras() {
    everywhere(&[usize::MAX, 5], |talk| {
        talk.connect();
        let is_modern = talk.revision.is_modern();
        let form = r#"{"action":"accept","content":{"name":"Ann","age":42}}"#;
        let roots = r#"{"roots":[]}"#;
        let model = r#"{"role":"assistant","content":{"type":"text","text":"ho"},"model":"m"}"#;
        assert_eq!(words(&tool(talk, "ask_roots")), roots, "{}", talk.name());
        assert_eq!(words(&tool(talk, "ask_model")), model);
        assert_eq!(talk.asked, 2);
        if talk.revision >= Revision::V2025_06_18 {
            assert_eq!(words(&tool(talk, "ask_form")), form);
            assert_eq!(words(&tool(talk, "ask_all")), format!("{form} {roots} {model}"));
            // Before, each thing is a request of its own.
            assert_eq!(talk.asked, if is_modern { 4 } else { 6 });
        }
        let asked = talk.asked;
        assert_eq!(words(&tool(talk, "wait")), "xxx");
        assert_eq!(talk.asked - asked, if is_modern { 3 } else { 0 });
        assert_eq!(talk.with(|client, _| client.open().count()), 0, "{}", talk.name());
        assert!(talk.told.is_empty(), "{:?}, {}", talk.told, talk.name());
    });
}

/// Several calls, each of which asks, at the same time: nothing of one goes to another.
#[test]
fn several_calls_ask_at_once() {
    everywhere(WHOLE, |talk| {
        talk.connect();
        let mut all = Vec::new();
        for name in ["ask_roots", "ask_model", "ask_roots", "ask_model"] {
            let params = format!(r#"{{"name":"{name}"}}"#);
            all.push((name, talk.call("tools/call", &params).expect("a call")));
        }
        talk.run();
        for (name, ticket) in all.into_iter().rev() {
            let answer = words(&talk.answer_to(ticket));
            assert_eq!(answer.starts_with(r#"{"roots""#), name == "ask_roots", "{answer}");
        }
        assert_eq!(talk.asked, 4);
    });
}

#[test]
fn progress_and_logs_come_before_the_answer() {
    everywhere(&[usize::MAX, 1], |talk| {
        talk.connect();
        let now = talk.now;
        let level = |talk: &mut Talk| {
            let mut made = Ticket::NONE;
            talk.write(|client, tx| {
                let options = Options::DEFAULT;
                let (ticket, out) = client.set_level(Level::Info, &options, now, tx)?;
                made = ticket;
                Ok(Some(client::talk::copy(&out)))
            })
            .expect("a level");
            talk.run();
            made
        };
        let ticket = level(talk);
        assert_eq!(ticket == Ticket::NONE, talk.revision.is_modern());
        if ticket != Ticket::NONE {
            talk.take("answered");
            assert_eq!(talk.notes(), ["level info"].map(str::to_owned).to_vec());
        }
        talk.told.clear();
        let answer = tool(talk, "busy");
        assert_eq!(words(&answer), "done");
        assert_eq!(talk.count("progress"), 3, "{:?}, {}", talk.told, talk.name());
        assert_eq!(talk.take("log").text, r#""work""#);
        for at in 1..=3 {
            assert_eq!(talk.take("progress").text, format!("Some(Int({at}))"));
        }
        talk.limits = Limits::NONE;
        tool(talk, "busy");
        assert_eq!(talk.count("progress"), 0, "nobody asked for it");
    });
}

#[test]
fn silence_and_the_last_deadline_end_a_call() {
    everywhere(WHOLE, |talk| {
        talk.connect();
        talk.notes();
        talk.limits = Limits { idle_ms: 100, hard_ms: 250 };
        let ticket = talk.call("tools/call", r#"{"name":"slow"}"#).expect("a call");
        talk.run();
        assert_eq!(talk.parked(), 1);
        assert_eq!(talk.with(|client, now| client.next_deadline().map(|at| at - now)), Some(100));
        talk.pass(99);
        assert_eq!(talk.count("answered"), 0);
        talk.pass(1);
        assert_eq!(talk.answer_to(ticket), "failed silent");
        talk.run();
        // On a pipe, and over HTTP before 2026-07-28, by a message; else by the end of its POST.
        assert_eq!(talk.parked(), 0, "{}", talk.name());
        let word = if talk.is_http() && talk.revision.is_modern() { "gone" } else { "cancelled" };
        assert_eq!(talk.notes(), [word.to_owned()], "{}", talk.name());
        assert_eq!(talk.with(|client, _| client.next_deadline()), None);
        assert_eq!(talk.with(|client, _| client.open().count()), 0);
        assert!(talk.told.is_empty(), "{:?}", talk.told);
        assert_eq!(words(&tool(talk, "busy")), "done");
    });
}

#[test]
fn both_races_of_a_cancel() {
    everywhere(WHOLE, |talk| {
        talk.connect();
        let slow = r#"{"name":"slow"}"#;
        // The answer is on its way when the cancel is said.
        let ticket = talk.call("tools/call", slow).expect("a call");
        talk.run();
        talk.finish();
        talk.with(|client, _| client.cancel(ticket)).expect("an open call");
        talk.run();
        assert_eq!(talk.count("answered"), 0, "{:?}, {}", talk.told, talk.name());
        // Both in the same moment: what the server says next is nothing.
        let second = talk.call("tools/call", slow).expect("a call");
        talk.run();
        assert_eq!(talk.parked(), 1);
        talk.with(|client, _| client.cancel(second)).expect("an open call");
        assert_eq!(talk.with(|client, _| client.cancel(second)), Err(Error::Stale));
        talk.run();
        assert_eq!(talk.parked(), 0, "{}", talk.name());
        assert_eq!(talk.count("answered"), 0, "{:?}", talk.told);
        // The answer is here first.
        let third = talk.call("tools/call", slow).expect("a call");
        talk.run();
        talk.finish();
        talk.run();
        assert_eq!(words(&talk.answer_to(third)), "late");
        assert_eq!(talk.with(|client, _| client.cancel(third)), Err(Error::Stale));
        // Numbers are never used twice.
        assert!(ticket != second && second != third);
        assert_eq!(talk.with(|client, _| client.open().count()), 0);
    });
}

#[test]
fn a_full_table_loses_nothing() {
    everywhere(WHOLE, |talk| {
        talk.connect();
        let slow = r#"{"name":"slow"}"#;
        let mut all = Vec::new();
        loop {
            match talk.call("tools/call", slow) {
                Ok(ticket) => all.push(ticket),
                Err(error) => break assert_eq!(error, Error::Busy),
            }
        }
        assert_eq!(all.len(), talk.slots.len());
        talk.run();
        let sent = talk.wire.len();
        assert_eq!(talk.call("tools/list", "{}"), Err(Error::Busy));
        assert_eq!(talk.wire.len(), sent, "nothing was sent");
        for ticket in all {
            talk.finish();
            talk.run();
            assert_eq!(words(&talk.answer_to(ticket)), "late", "{}", talk.name());
        }
        assert!(talk.ask("tools/list", "{}").contains("echo"));
    });
}

#[test]
fn listening_in_both_eras() {
    everywhere(&[usize::MAX, 3], |talk| {
        talk.connect();
        let is_modern = talk.revision.is_modern();
        let uris = ["test://one", "test://two"];
        let mut listen = Subscription::new(SubscriptionFilter {
            tools_list_changed: Some(true),
            resource_subscriptions: if is_modern { &uris } else { &uris[..1] },
            ..SubscriptionFilter::EMPTY
        });
        talk.listen(&mut listen).expect("a listen");
        let ticket = listen.ticket();
        let listening = talk.take("listening");
        assert_eq!(listening.ticket, ticket);
        // The server agrees to one of the two.
        let heard = if is_modern { r#"[Tools] ["test://one"]"# } else { "[Tools] []" };
        assert_eq!(listening.text, heard, "{}", talk.name());

        talk.changed(What::Tools);
        let changed = talk.take("changed");
        assert_eq!((changed.ticket, &changed.text[..]), (ticket, "Tools"), "{}", talk.name());
        talk.changed(What::Prompts);
        // Before 2026-07-28 what is announced comes, whoever wants it.
        assert_eq!(talk.count("changed"), usize::from(!is_modern), "{}", talk.name());
        talk.told.clear();
        talk.updated("test://one");
        talk.updated("test://two");
        let updated = talk.take("updated");
        assert_eq!((updated.ticket, &updated.text[..]), (ticket, "test://one"));
        assert_eq!(talk.count("updated"), 0);
        talk.pass(90_000_000);
        assert!(talk.told.is_empty(), "a listen has no end of time: {:?}", talk.told);

        talk.unlisten(&mut listen).expect("an end");
        assert_eq!(talk.with(|client, _| client.open().count()), 0, "{}", talk.name());
        talk.updated("test://one");
        assert!(talk.told.iter().all(|it| it.kind == "ignored"), "{:?}", talk.told);
        if is_modern {
            let mut again = Subscription::new(SubscriptionFilter {
                tools_list_changed: Some(true),
                ..SubscriptionFilter::EMPTY
            });
            talk.listen(&mut again).expect("a listen");
            talk.told.clear();
            talk.end_listen();
            assert_eq!(talk.take("listen_ended").text, "graceful", "{}", talk.name());
        }
    });
}

#[test]
fn what_the_server_does_not_announce_is_not_asked_for() {
    everywhere(WHOLE, |talk| {
        talk.connect();
        let capabilities = talk.with(|client, _| client.capabilities());
        assert_eq!(capabilities.0 & 0xff, 0xff, "{:x}, {}", capabilities.0, talk.name());
        let sent = talk.wire.len();
        for method in ["notifications/initialized", "initialize", "subscriptions/listen"] {
            assert_eq!(talk.call(method, "{}"), Err(Error::NotSupported), "{method}");
        }
        assert_eq!(talk.call("tools/list", "[]"), Err(Error::NotJson));
        assert_eq!(talk.wire.len(), sent);
    });
}

#[test]
fn a_pipe_that_is_closed_ends_all_and_can_be_begun_anew() {
    for revision in REVISIONS {
        let mut talk = Talk::on_pipe(revision, usize::MAX);
        talk.connect();
        let slow = talk.call("tools/call", r#"{"name":"slow"}"#).expect("a call");
        talk.run();
        talk.with(|client, now| client.closed(sansmcp::Route::PIPE, now));
        talk.expire();
        assert_eq!(talk.answer_to(slow), "failed closed");
        assert_eq!(talk.take("failed").text, "closed");
        assert!(talk.told.is_empty(), "{:?}", talk.told);
        assert_eq!(talk.call("tools/list", "{}"), Err(Error::NotReady));
        // The server is started anew.
        talk.carrier = Talk::on_pipe(revision, usize::MAX).carrier;
        talk.connect();
        assert!(talk.ask("tools/list", "{}").contains("echo"));
    }
}

/// With every policy the best that both speak is found, whatever was known before.
#[test]
fn policies_and_what_is_known() {
    for known in [None].into_iter().chain(REVISIONS.map(Some)) {
        for (policy, wanted) in [
            (Policy::ANY, Revision::V2026_07_28),
            (Policy::MODERN, Revision::V2026_07_28),
            (Policy::LEGACY, Revision::V2025_11_25),
        ] {
            for http in [false, true] {
                let mut talk = match http {
                    true => Talk::over_http(wanted, usize::MAX),
                    false => Talk::on_pipe(wanted, usize::MAX),
                };
                let policy = Policy { known, ..policy };
                talk.with(|client, now| client.connect(&policy, now)).expect("a policy");
                talk.run();
                talk.take("connected");
                let found = talk.with(|client, _| client.revision()).expect("a revision");
                let is_allowed =
                    known.is_some_and(|it| (policy.oldest..=policy.newest).contains(&it));
                // Our server speaks all, so what is known to be old is spoken again.
                let wanted = if is_allowed { known.unwrap_or(wanted) } else { wanted };
                assert_eq!(found, wanted, "{policy:?}");
                assert!(talk.ask("tools/list", "{}").contains("echo"));
            }
        }
    }
}
