//! Each output of a client's, in each size of the buffer: with too little room nothing is written
//! and nothing changes, so that what is written at last is what a client with room writes at once.
#![cfg(all(feature = "client", feature = "legacy"))]

use sansmcp::client::{Client, ClientInfo, Event, Given, Options, Policy, Subscription};
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::{Implementation, Json, SubscriptionFilter};
use sansmcp::{Code, Connection, Error, Frame, Limits, MIN_TX, Revision, Slot};

static ME: ClientInfo<'static> = ClientInfo {
    implementation: Implementation {
        name: "me",
        version: "1",
        title: Some("M \"e\""),
        ..Implementation::EMPTY
    },
    capabilities: Capabilities(
        Capabilities::ROOTS.0
            | Capabilities::ROOTS_LIST_CHANGED.0
            | Capabilities::ELICITATION_FORM.0
            | Capabilities::ELICITATION_URL.0,
    ),
    extensions: r#"{"a.b/c":{}}"#,
    experimental: r#"{"x":{}}"#,
};

/// How much more than it takes an output call may ask for.
const SLACK: usize = 130;

/// A client, and whether it is given too little room first.
struct Small {
    connection: Connection,
    slots: Vec<Slot>,
    is_small: bool,
    wire: Vec<String>,
    tries: usize,
}

impl Small {
    fn new(is_small: bool) -> Self {
        let slots = vec![Slot::EMPTY; 32];
        Self { connection: Connection::NEW, slots, is_small, wire: Vec::new(), tries: 0 }
    }

    fn with<T>(&mut self, act: impl FnOnce(&mut Client<'_>) -> T) -> T {
        act(&mut Client::new(&ME, &mut self.connection, &mut self.slots))
    }

    /// Makes an output call with more and more room until it works; gives what it takes.
    fn write<T>(
        &mut self,
        mut call: impl FnMut(&mut Client<'_>, &mut [u8]) -> Result<(T, String), Error>,
    ) -> (T, usize) {
        let mut room = vec![0; 4096];
        let (value, text) = if self.is_small {
            let mut largest = 0;
            let mut size = 0;
            let done = loop {
                match self.with(|client| call(client, &mut room[..size])) {
                    Err(Error::Short { need }) => {
                        assert!(need > size, "{need} are needed, and there were {size}");
                        largest = largest.max(need);
                        self.tries += 1;
                        size += 1;
                    }
                    other => break other.expect("an output"),
                }
            };
            assert_eq!(done.1.len(), size, "it works as soon as there is room: {}", done.1);
            assert!(largest <= size + SLACK, "{largest} asked for, and {size} needed");
            done
        } else {
            self.with(|client| call(client, &mut room)).expect("an output")
        };
        let length = text.len();
        if !text.is_empty() {
            self.wire.push(text);
        }
        (value, length)
    }

    fn next(&mut self) -> bool {
        let next = |client: &mut Client<'_>, tx: &mut [u8]| {
            let out = client.next_output(tx)?;
            Ok((out.is_some(), out.map_or(String::new(), |out| text(out.line()))))
        };
        self.write(next).0
    }

    /// Reads a line and does something with its event.
    fn read<T>(&mut self, line: &str, act: impl FnOnce(&mut Self, &Event<'_>) -> T) -> T {
        let mut frame = Frame::new(line.as_bytes());
        let event = self.with(|client| client.receive(&mut frame, 5));
        act(self, &event.unwrap_or_else(|| panic!("no event of {line}")))
    }

    fn skip(&mut self, line: &str) {
        self.read(line, |_, _| ());
    }

    fn reply(&mut self, line: &str) {
        let written = self.read(line, |small, event| {
            small.write(|client, tx| Ok(((), text(client.reply(event, tx)?.line()))))
        });
        assert!(written.1 > 0 && written.1 <= MIN_TX, "{} bytes", written.1);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

const OPTIONS: Options<'static> =
    Options { limits: Limits::DEFAULT, meta: r#"{"k":1,"progressToken":2}"#, anyway: false };

const CAN: &str = concat!(
    r#"{"tools":{"listChanged":true},"resources":{"subscribe":true},"#,
    r#""prompts":{},"logging":{},"completions":{}}"#
);

fn call(small: &mut Small, method: &str, params: &str) -> u64 {
    let made = small.write(|client, tx| {
        let (ticket, out) = client.call(method, &Json(params), &OPTIONS, 5, tx)?;
        Ok((ticket.number(), text(out.line())))
    });
    made.0
}

fn listen(small: &mut Small, uris: &[&str]) {
    let mut listen = Subscription::new(SubscriptionFilter {
        tools_list_changed: Some(true),
        resource_subscriptions: uris,
        ..SubscriptionFilter::EMPTY
    });
    for is_end in [false, true] {
        while small
            .write(|client, tx| {
                let out = match is_end {
                    false => client.listen(&mut listen, 5, tx)?,
                    true => client.unlisten(&mut listen, 5, tx)?,
                };
                Ok((out.is_some(), out.map_or(String::new(), |out| text(out.line()))))
            })
            .0
        {}
    }
}

fn level(small: &mut Small) {
    small.write(|client, tx| {
        let (ticket, out) = client.set_level(Level::Error, &OPTIONS, 5, tx)?;
        Ok((ticket, text(out.line())))
    });
}

/// What is the same in both eras: calls, with params of each form, and what is taken back.
fn calls(small: &mut Small) {
    call(small, "tools/list", "{}");
    call(small, "tools/list", "{ }");
    let ticket = call(small, "tools/call", r#"{"name":"t","arguments":{"a":"\u00e9"},"_meta":{}}"#);
    level(small);
    small.with(|client| client.cancel(sansmcp::Ticket::from_number(ticket))).expect("a call");
    while small.next() {}
    call(small, "x/y", r#"{"a":[1,2,{"b":null}]}"#);
    small.write(|client, tx| {
        let out = client.notify("x/z", &Json(r#"{"a":1}"#), tx)?;
        Ok(((), text(out.line())))
    });
    listen(small, &["test://one", "test://two"]);
    while small.next() {}
}

fn modern(small: &mut Small) {
    small.with(|client| client.connect(&Policy::ANY, 0)).expect("a connection");
    while small.next() {}
    small.skip(&format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":131070,"result":{{"resultType":"complete","#,
            r#""supportedVersions":["2026-07-28"],"capabilities":{}}}}}"#
        ),
        CAN
    ));
    calls(small);
    let number = call(small, "prompts/get", r#"{"name":"p"}"#);
    let line = format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"input_required","#,
            r#""requestState":"a\/b","inputRequests":{{"f":{{"method":"elicitation/create","#,
            r#""params":{{"requestedSchema":{{"properties":{{"n":{{"type":"integer","#,
            r#""default":4}}}}}}}}}},"r":{{"method":"roots/list"}}}}}}}}"#
        ),
        number
    );
    small.read(&line, |small, event| {
        let Event::InputNeeded(needed) = event else { panic!("{event:?}") };
        let form = needed.inputs().next().expect("a form").accept(r#"{"t":"x"}"#);
        let given = [
            Given { key: "f", result: &form },
            Given { key: "r", result: &Json(r#"{"roots":[]}"#) },
        ];
        small.write(|client, tx| {
            let params = Json(r#"{"name":"p"}"#);
            let (ticket, out) = client.provide(needed, &given, &params, &OPTIONS, 6, tx)?;
            Ok((ticket, text(out.line())))
        });
    });
    let number = call(small, "tools/call", r#"{"name":"again"}"#);
    small.skip(&format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32022,"message":"m","#,
            r#""data":{{"supported":["2026-07-28"]}}}}}}"#
        ),
        number
    ));
    small.write(|client, tx| {
        let ticket = sansmcp::Ticket::from_number(number);
        let params = Json(r#"{"name":"again"}"#);
        let (ticket, out) = client.again(ticket, "tools/call", &params, &OPTIONS, 6, tx)?;
        Ok((ticket, text(out.line())))
    });
}

fn legacy(small: &mut Small, revision: Revision) {
    let policy = Policy { newest: revision, ..Policy::LEGACY };
    small.with(|client| client.connect(&policy, 0)).expect("a connection");
    while small.next() {}
    small.skip(&format!(
        concat!(
            r#"{{"jsonrpc":"2.0","id":131070,"result":{{"protocolVersion":"{}","#,
            r#""capabilities":{},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
        ),
        revision.name(),
        CAN
    ));
    while small.next() {}
    calls(small);
    small.reply(r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
    let long = "i".repeat(126);
    small.reply(&format!(r#"{{"jsonrpc":"2.0","id":"{long}","method":"no/such"}}"#));
    small.reply(&format!(r#"{{"jsonrpc":"2.0","id":"{long}","method":"ping","params":[]}}"#));
    small.reply(r#"{"jsonrpc":"2.0","id":"a\u0062","method":"sampling/createMessage"}"#);
    for refuses in [false, true] {
        let line = r#"{"jsonrpc":"2.0","id":"q","method":"roots/list"}"#;
        small.read(line, |small, event| {
            let Event::InputNeeded(needed) = event else { panic!("{event:?}") };
            small.write(|client, tx| {
                if refuses {
                    let out = client.refuse(needed, Code(-1), "no \"thanks\"\n", tx)?;
                    return Ok(((), text(out.line())));
                }
                let roots = Json(r#"{"roots":[{"uri":"file:///a"}]}"#);
                let given = [Given { key: "", result: &roots }];
                let (_, out) = client.provide(needed, &given, &Json("{}"), &OPTIONS, 6, tx)?;
                Ok(((), text(out.line())))
            });
        });
    }
    for is_error in [false, true] {
        small.read(r#"{"jsonrpc":"2.0","id":7,"method":"my/own"}"#, |small, event| {
            small.write(|client, tx| {
                let out = match is_error {
                    true => client.error(event.ticket(), Code(9), "m", r#"{"d":[]}"#, tx)?,
                    false => client.result(event.ticket(), &Json(r#"{"r":1}"#), tx)?,
                };
                Ok(((), text(out.line())))
            });
        });
    }
    small.write(|client, tx| {
        let out = client.notify("notifications/roots/list_changed", &Json("{}"), tx)?;
        Ok(((), text(out.line())))
    });
}

/// A script, and the least number of messages that it takes.
fn compare(least: usize, script: impl Fn(&mut Small)) {
    let (mut large, mut small) = (Small::new(false), Small::new(true));
    script(&mut large);
    script(&mut small);
    assert_eq!(large.wire, small.wire);
    assert!(large.wire.len() >= least && small.tries > 1000, "{}", large.wire.len());
    for line in large.wire {
        let body = line.strip_suffix('\n').expect("a line");
        assert!(!body.contains('\n'));
        serde_json::from_str::<serde_json::Value>(body).unwrap_or_else(|e| panic!("{e}: {body}"));
    }
}

#[test]
fn every_output_of_the_newer_era_in_every_size() {
    compare(10, modern);
}

#[test]
fn every_output_of_the_older_era_in_every_size() {
    for revision in [Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_11_25] {
        compare(18, |small| legacy(small, revision));
    }
}
