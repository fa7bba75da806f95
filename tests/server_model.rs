//! Any order of requests, cancels, answers, late answers and streams, against a model of a page:
//! every request gets exactly one response unless it was cancelled, none is mixed up, and a ticket
//! that is done with is an error.
#![cfg(feature = "server")]

use proptest::prelude::*;
use sansmcp::json::Number;
use sansmcp::schema::Prose;
use sansmcp::{
    Connection, Error, Event, EventKind, Frame, Out, Parts, Server, ServerInfo, Shape, Slot, Tool,
};
use serde_json::Value;

static INFO: ServerInfo<'static> = ServerInfo {
    name: "m",
    version: "1",
    tools: &[Tool { name: "t", ..Tool::EMPTY }, Tool { name: "u", ..Tool::EMPTY }],
    ..ServerInfo::EMPTY
};

/// Ids as written, and what they say: the last two are one.
const IDS: [(&str, u8); 7] = [
    ("1", 0),
    ("\"1\"", 1),
    ("1.0", 2),
    ("9223372036854775808", 3),
    ("\"\"", 4),
    ("\"ab\"", 5),
    ("\"\\u0061b\"", 5),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Call,
    Custom,
    List,
    /// What the engine answers by itself: `ping`, or `server/discover` in the modern era.
    Own,
    /// A call without a name.
    Bad,
}

#[derive(Clone, Copy, Debug)]
enum Op {
    Request(What, usize),
    Cancel(usize),
    Response(usize),
    Notification,
    Garbage,
    Act(Act, usize),
    Next,
}

#[derive(Clone, Copy, Debug)]
enum Act {
    Answer,
    Fail,
    Error,
    Result,
    Reply,
    ReplyInPieces,
    Begin,
    Piece,
    End,
    Abandon,
    Progress,
    /// An answer for which there is no room.
    Short,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    Open,
    Cancelled,
    /// Cancelled, and answered as a stream of nothing.
    Silent,
    Streaming,
    /// Streaming, and cancelled.
    Ending,
    Done,
}

/// A request that the model knows.
struct Known {
    id: usize,
    what: What,
    refused: bool,
    spare: bool,
    state: State,
    in_pieces: bool,
    progress: i64,
    event: (EventKind, String, Parts),
}

struct Model {
    modern: bool,
    slots: usize,
    known: Vec<Known>,
    streaming: Option<usize>,
    /// What came out of the message under way.
    under_way: Vec<u8>,
}

/// What an action should do.
#[derive(Debug, PartialEq)]
enum Outcome {
    Nothing,
    /// A whole response to the request, after which it is done.
    Whole,
    /// The beginning or middle of one.
    Part,
    /// The end of one, after which it is done.
    Last,
    /// A progress notification.
    Note,
    Wrong(Error),
}

impl Model {
    fn find(&self, id: usize) -> Option<usize> {
        self.known.iter().position(|known| {
            IDS[known.id].1 == IDS[id].1
                && !known.refused
                && !known.spare
                && matches!(known.state, State::Open | State::Streaming)
        })
    }

    fn taken(&self) -> usize {
        self.known.iter().filter(|known| !known.spare && known.state != State::Done).count()
    }

    /// The event of a request, and its code if it is refused; `None` if it is dropped.
    fn request(&mut self, what: What, id: usize) -> Option<(EventKind, i32)> {
        let is_full = self.taken() >= self.slots;
        let code = if self.find(id).is_some() {
            -32600
        } else if what == What::Bad {
            -32602
        } else if is_full && matches!(what, What::Call | What::Custom) {
            -32603
        } else {
            0
        };
        if is_full {
            let last = self.known.iter().position(|k| k.spare && k.state != State::Done);
            match last {
                Some(_) if self.streaming.is_some() => return None,
                Some(last) => self.known[last].state = State::Done,
                None => {}
            }
        }
        let kind = match (code, what) {
            (0, What::Call) => EventKind::CallTool,
            (0, What::Custom) => EventKind::Request,
            (0, What::List) => EventKind::ListTools,
            (0, _) if self.modern => EventKind::Discover,
            (0, _) => EventKind::Ping,
            _ => EventKind::Refused,
        };
        Some((kind, code))
    }

    fn outcome(&self, act: Act, at: usize) -> Outcome {
        let known = &self.known[at];
        let is_busy = self.streaming.is_some();
        let has_content = !known.refused && matches!(known.what, What::Call | What::Custom);
        let is_long =
            !known.refused && (known.what == What::List || known.what == What::Own && self.modern);
        let streams = matches!(known.state, State::Streaming | State::Ending);
        match act {
            Act::ReplyInPieces if !is_long => Outcome::Wrong(Error::NotSupported),
            _ if known.state == State::Done => Outcome::Wrong(Error::Stale),
            Act::Abandon if streams => Outcome::Wrong(Error::Streaming),
            Act::Abandon => Outcome::Nothing,
            Act::Piece | Act::End if known.in_pieces => Outcome::Wrong(Error::Stale),
            Act::Piece | Act::End => match (known.state, act) {
                (State::Streaming, Act::Piece) => Outcome::Part,
                (State::Silent, _) | (State::Ending, Act::Piece) => Outcome::Nothing,
                (State::Streaming | State::Ending, _) => Outcome::Last,
                _ => Outcome::Wrong(Error::Stale),
            },
            _ if matches!(known.state, State::Cancelled | State::Silent) => Outcome::Nothing,
            Act::Progress if known.state == State::Ending => Outcome::Nothing,
            _ if is_busy => Outcome::Wrong(Error::Streaming),
            Act::Progress if known.refused || known.spare => Outcome::Nothing,
            Act::Progress => Outcome::Note,
            Act::Answer | Act::Fail | Act::Begin | Act::Short if !has_content => {
                Outcome::Wrong(Error::NotSupported)
            }
            Act::Short => Outcome::Wrong(Error::Short { need: 0 }),
            Act::Result if known.refused => Outcome::Wrong(Error::NotSupported),
            Act::Begin | Act::ReplyInPieces => Outcome::Part,
            _ => Outcome::Whole,
        }
    }

    fn apply(&mut self, act: Act, at: usize, outcome: &Outcome) {
        let known = &mut self.known[at];
        match (outcome, act) {
            (Outcome::Whole | Outcome::Last, _) => {
                known.state = State::Done;
                self.streaming = None;
            }
            (Outcome::Part, Act::Begin | Act::ReplyInPieces) => {
                known.state = State::Streaming;
                known.in_pieces = matches!(act, Act::ReplyInPieces);
                self.streaming = Some(at);
            }
            (Outcome::Note, _) => known.progress += 1,
            (Outcome::Nothing, Act::Begin) => known.state = State::Silent,
            (Outcome::Nothing, Act::Piece | Act::Progress) => {}
            (Outcome::Nothing, _) => known.state = State::Done,
            _ => {}
        }
    }

    /// Checks the bytes of an output, and that the message they complete belongs to `at`.
    fn sent(&mut self, at: usize, bytes: &[u8], outcome: &Outcome) {
        match outcome {
            Outcome::Nothing | Outcome::Wrong(_) => assert!(bytes.is_empty(), "{outcome:?}"),
            Outcome::Part => {
                assert!(!bytes.is_empty() && !bytes.contains(&b'\n'));
                self.under_way.extend(bytes);
            }
            Outcome::Note => {
                let note: Value = serde_json::from_slice(bytes).expect("JSON");
                assert!(bytes.ends_with(b"\n"));
                assert!(note.get("id").is_none());
                assert_eq!(note["params"]["progressToken"], self.known[at].id);
            }
            Outcome::Whole | Outcome::Last => {
                let mut message = std::mem::take(&mut self.under_way);
                assert_eq!(message.is_empty(), *outcome == Outcome::Whole);
                message.extend(bytes);
                assert_eq!(message.iter().filter(|byte| **byte == b'\n').count(), 1);
                let id = IDS[self.known[at].id].0;
                let head = format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},");
                assert!(message.starts_with(head.as_bytes()), "not of {id}");
                let value: Value = serde_json::from_slice(&message).expect("JSON");
                let is_error = value.get("error").is_some();
                assert!(is_error != value.get("result").is_some());
                assert!(message.ends_with(b"}\n"));
            }
        }
    }
}

fn text_of(what: What, id: usize, modern: bool) -> String {
    let id_text = IDS[id].0;
    let context = if modern {
        concat!(
            r#""io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
            r#""io.modelcontextprotocol/clientCapabilities":{},"#
        )
    } else {
        ""
    };
    let meta = format!("\"_meta\":{{{context}\"progressToken\":{id}}}");
    let (method, params) = match what {
        What::Call => ("tools/call", "\"name\":\"x\","),
        What::Custom => ("my/own", ""),
        What::List => ("tools/list", ""),
        What::Own if modern => ("server/discover", ""),
        What::Own => ("ping", ""),
        What::Bad => ("tools/call", "\"name\":5,"),
    };
    let head = format!(r#"{{"jsonrpc":"2.0","id":{id_text},"method":"{method}""#);
    format!("{head},\"params\":{{{params}{meta}}}}}")
}

fn act<'t>(
    server: &mut Server<'_>,
    act: Act,
    known: &Known,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    let (kind, text, parts) = &known.event;
    let event = Event::from_parts(*kind, text, *parts);
    let ticket = parts.ticket;
    match act {
        Act::Answer => server.answer(ticket, tx).text("a \"text\"").end(),
        Act::Fail => server.answer(ticket, tx).fail("broken").end(),
        Act::Error => server.error(ticket, sansmcp::Code(7), "an error", "[1]", tx),
        Act::Result => server.result(ticket, "{\"own\":1}", tx),
        Act::Reply => server.reply(&event, tx),
        Act::ReplyInPieces => server.begin_reply(&event, &mut tx[..20]),
        Act::Begin => server.begin(ticket, Shape::Text, tx),
        Act::Piece => server.piece(ticket, b"a piece", tx).map(|(taken, out)| {
            assert_eq!(taken, 7);
            out
        }),
        Act::End => server.end(ticket, Some(Prose::Plain("gave up")), tx),
        Act::Abandon => server.abandon(ticket).map(|()| Out::NOTHING),
        Act::Progress => {
            let next = Number::Int(known.progress + 1);
            server.progress(ticket, next, None, None, tx)
        }
        Act::Short => server.answer(ticket, &mut tx[..30]).text("no room").end(),
    }
}

fn run(modern: bool, slots: usize, ops: &[Op]) {
    let mut connection = Connection::NEW;
    let mut slots_memory = vec![Slot::EMPTY; slots];
    let mut model =
        Model { modern, slots, known: Vec::new(), streaming: None, under_way: Vec::new() };
    let mut tx = [0; 1024];
    let mut server = Server::new(&INFO, &mut connection, &mut slots_memory);
    if !modern {
        let line = concat!(
            r#"{"jsonrpc":"2.0","id":0,"method":"initialize","#,
            r#""params":{"protocolVersion":"2025-11-25"}}"#
        );
        let event = server.receive(&mut Frame::new(line.as_bytes()), 0).expect("an event");
        let _ = server.reply(&event, &mut tx).expect("room");
    }
    for op in ops {
        match *op {
            Op::Request(what, id) => {
                let text = text_of(what, id, modern);
                let expected = model.request(what, id);
                let mut frame = Frame::new(text.as_bytes());
                let event = server.receive(&mut frame, 0).expect("an event");
                let Some((kind, code)) = expected else {
                    assert_eq!(event.kind(), EventKind::Ignored);
                    continue;
                };
                assert_eq!(event.kind(), kind, "{text}");
                if let Event::Refused(refused) = &event {
                    assert_eq!(refused.refusal().words().code.0, code);
                }
                let (kind, text, parts) = event.raw();
                let spare = parts.ticket.index == sansmcp::Ticket::SPARE;
                model.known.push(Known {
                    id,
                    what,
                    refused: code != 0,
                    spare,
                    state: State::Open,
                    in_pieces: false,
                    progress: 0,
                    event: (kind, text.to_owned(), parts),
                });
                assert!(model.taken() <= slots);
            }
            Op::Cancel(id) => {
                let head = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":"#;
                let text = format!("{head}{{\"requestId\":{}}}}}", IDS[id].0);
                let mut frame = Frame::new(text.as_bytes());
                let event = server.receive(&mut frame, 0).expect("an event");
                match model.find(id) {
                    Some(at) => {
                        assert_eq!(event.kind(), EventKind::Cancelled);
                        let known = &mut model.known[at];
                        assert_eq!(event.ticket(), known.event.2.ticket);
                        known.state = match known.state {
                            State::Streaming => State::Ending,
                            _ => State::Cancelled,
                        };
                    }
                    None => assert_eq!(event.kind(), EventKind::Ignored),
                }
                assert!(server.reply(&event, &mut tx).expect("nothing").is_empty());
            }
            Op::Response(id) => {
                let text = format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{{}}}}", IDS[id].0);
                let event = server.receive(&mut Frame::new(text.as_bytes()), 0).expect("an event");
                assert_eq!(event.kind(), EventKind::Ignored);
                assert!(server.reply(&event, &mut tx).expect("nothing").is_empty());
            }
            Op::Notification => {
                let text = br#"{"jsonrpc":"2.0","method":"my/own"}"#;
                let event = server.receive(&mut Frame::new(text), 0).expect("an event");
                assert_eq!(event.kind(), EventKind::Notification);
                assert!(server.reply(&event, &mut tx).expect("nothing").is_empty());
            }
            Op::Garbage => {
                let event = server.receive(&mut Frame::new(b"{"), 0).expect("an event");
                // It took a place as any request would, and gives it back with its answer.
                let spare = event.ticket().index == sansmcp::Ticket::SPARE;
                match (event.kind(), model.streaming) {
                    (EventKind::Ignored, _) => continue,
                    (_, Some(_)) => {
                        assert_eq!(server.reply(&event, &mut tx).err(), Some(Error::Streaming));
                        server.abandon(event.ticket()).expect("still open");
                    }
                    (_, None) => {
                        let out = server.reply(&event, &mut tx).expect("room");
                        assert!(out.line().starts_with(b"{\"jsonrpc\":\"2.0\",\"error\""));
                    }
                }
                if spare {
                    for known in model.known.iter_mut().filter(|known| known.spare) {
                        known.state = State::Done;
                    }
                }
            }
            Op::Act(kind, at) => {
                if model.known.is_empty() {
                    continue;
                }
                // Mostly one of the last.
                let at = model.known.len() - 1 - at % model.known.len();
                let outcome = model.outcome(kind, at);
                let found = act(&mut server, kind, &model.known[at], &mut tx);
                let bytes = match (&found, &outcome) {
                    (Ok(out), Outcome::Wrong(_)) => panic!("{kind:?}: {out:?}, not {outcome:?}"),
                    (Ok(out), _) => out.line().to_vec(),
                    (Err(Error::Short { .. }), Outcome::Wrong(Error::Short { .. })) => Vec::new(),
                    (Err(error), outcome) => {
                        assert_eq!(Outcome::Wrong(*error), *outcome, "{kind:?}");
                        Vec::new()
                    }
                };
                model.sent(at, &bytes, &outcome);
                model.apply(kind, at, &outcome);
            }
            Op::Next => {
                let out = server.next_output(&mut tx[..33]).expect("room");
                let Some(at) = model.streaming.filter(|at| model.known[*at].in_pieces) else {
                    assert!(out.is_none());
                    continue;
                };
                let out = out.expect("the next piece");
                let outcome = if out.is_last() { Outcome::Last } else { Outcome::Part };
                let bytes = out.line().to_vec();
                model.sent(at, &bytes, &outcome);
                if outcome == Outcome::Last {
                    model.apply(Act::End, at, &outcome);
                }
            }
        }
        let open = model.known.iter().filter(|known| known.state != State::Done).count();
        assert_eq!(server.open().count(), open, "after {op:?}");
        for known in &model.known {
            let is = matches!(known.state, State::Cancelled | State::Silent | State::Ending);
            assert_eq!(server.is_cancelled(known.event.2.ticket), is, "after {op:?}");
        }
    }
}

fn op() -> impl Strategy<Value = Op> {
    use What::*;
    let what = proptest::sample::select(vec![Call, Call, Call, Custom, List, List, Own, Bad]);
    let act = proptest::sample::select(vec![
        Act::Answer,
        Act::Answer,
        Act::Fail,
        Act::Error,
        Act::Result,
        Act::Reply,
        Act::ReplyInPieces,
        Act::Begin,
        Act::Begin,
        Act::Piece,
        Act::Piece,
        Act::End,
        Act::End,
        Act::End,
        Act::Abandon,
        Act::Progress,
        Act::Short,
    ]);
    let at = prop_oneof![3 => 0..8_usize, 1 => 0..64_usize];
    prop_oneof![
        6 => (what, 0..IDS.len()).prop_map(|(what, id)| Op::Request(what, id)),
        2 => (0..IDS.len()).prop_map(Op::Cancel),
        1 => (0..IDS.len()).prop_map(Op::Response),
        1 => Just(Op::Notification),
        1 => Just(Op::Garbage),
        8 => (act, at).prop_map(|(act, at)| Op::Act(act, at)),
        4 => Just(Op::Next),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_order_of_anything_agrees_with_the_model(
        modern in any::<bool>(),
        slots in 0..8_usize,
        ops in proptest::collection::vec(op(), 0..120),
    ) {
        run(modern || !cfg!(feature = "legacy"), slots, &ops);
    }
}
