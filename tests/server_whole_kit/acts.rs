//! Every call, as a function, and what it did.

use super::{Kept, text};
use sansmcp::json::Number;
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::{Json, Prose, Role};
use sansmcp::{
    Ask, Code, Error, Input, Limits, Listen, Listing, Out, Receivers, Server, Shape, Ticket, What,
};

/// What a call did: a character, the bytes that went out, and what is to be kept.
#[derive(Debug, PartialEq)]
pub struct Done {
    pub mark: char,
    pub line: String,
    pub keep: String,
}

impl Done {
    /// Of a call that gives no output.
    fn word(mark: char) -> Self {
        Self { mark, line: String::new(), keep: String::new() }
    }

    fn of(done: Result<Out<'_>, Error>) -> Result<Self, Error> {
        let out = done?;
        let is_whole = out.line().ends_with(b"\n");
        let mark = match (out.is_empty(), is_whole, out.is_last()) {
            (true, ..) => '.',
            (_, true, true) => '=',
            (_, true, false) => '~',
            (_, false, false) => 'p',
            (_, false, true) => '!',
        };
        let (is_last, keep, line) = (out.is_last(), out.keep().to_owned(), text(out));
        if is_whole && line.starts_with('{') {
            let value: serde_json::Value = serde_json::from_str(&line).expect("JSON");
            assert_eq!(is_last, value.get("method").is_none(), "{line}");
        }
        Ok(Self { mark, line, keep })
    }
}

/// The server, the event and the ticket of a state, and a buffer.
pub type Act = fn(&mut Server<'_>, &Kept, Ticket, &mut [u8]) -> Result<Done, Error>;

fn as_listing(event: &Kept) -> Listing<'_> {
    Listing::from_parts(&event.text, event.parts)
}

/// Every call that is about an exchange or gives output, with the name of it.
pub const ACTS: [(&str, Act); 26] = [
    ("reply", |s, e, _, tx| Done::of(s.reply(&e.event(), tx))),
    ("begin_reply", |s, e, _, tx| Done::of(s.begin_reply(&e.event(), tx))),
    ("answer", |s, _, t, tx| Done::of(s.answer(t, tx).text("x").end())),
    ("contents", |s, _, t, tx| Done::of(s.contents(t, tx).text("u", None, "x").end())),
    ("messages", |s, _, t, tx| Done::of(s.messages(t, tx).text(Role::User, "x").end())),
    ("completion", |s, _, t, tx| Done::of(s.completion(t, tx).value("x").end())),
    ("result", |s, _, t, tx| Done::of(s.result(t, "{}", tx))),
    ("error", |s, _, t, tx| Done::of(s.error(t, Code(-32603), "x", "", tx))),
    ("undeclared", |s, _, t, tx| Done::of(s.undeclared(t, Capabilities::SAMPLING, tx))),
    ("page", |s, e, _, tx| {
        let page = s.page(&as_listing(e), tx)?;
        Done::of(page.end(None))
    }),
    ("accept", |s, e, _, tx| {
        Done::of(s.accept(&Listen::from_parts(&e.text, e.parts), &mut |_| true, tx))
    }),
    ("begin", |s, _, t, tx| Done::of(s.begin(t, Shape::Text, tx))),
    ("begin read", |s, _, t, tx| Done::of(s.begin(t, Shape::Bytes("u", "m"), tx))),
    ("piece", |s, _, t, tx| {
        let is_small = tx.len() < 64;
        let (taken, out) = s.piece(t, b"abc", tx)?;
        assert!(taken == 3 || is_small && taken > 0);
        Done::of(Ok(out))
    }),
    ("end", |s, _, t, tx| Done::of(s.end(t, None, tx))),
    ("end failed", |s, _, t, tx| Done::of(s.end(t, Some(Prose::Plain("x")), tx))),
    ("progress", |s, _, t, tx| Done::of(s.progress(t, Number::Int(5), None, None, tx))),
    ("log", |s, _, t, tx| Done::of(s.log(t, Level::Error, None, "x", tx))),
    ("notify", |s, _, t, tx| Done::of(s.notify(t, "x/y", &Json::EMPTY, tx))),
    ("ask", |s, e, _, tx| {
        let ask = Ask { inputs: &[Input::list_roots("k")], ..Ask::EMPTY };
        Done::of(s.ask(&e.event().request(), &ask, 0, tx))
    }),
    ("request", |s, _, t, tx| {
        let (ticket, out) = s.request(t, "roots/list", &Json::EMPTY, &Limits::NONE, 0, tx)?;
        assert_eq!(ticket == Ticket::NONE, out.is_empty());
        Done::of(Ok(out))
    }),
    ("end_listen", |s, _, t, _| s.end_listen(t).map(|()| Done::word('+'))),
    ("abandon", |s, _, t, _| s.abandon(t).map(|()| Done::word('+'))),
    ("is_cancelled", |s, _, t, _| Ok(Done::word(if s.is_cancelled(t) { 't' } else { 'f' }))),
    ("changed", |s, _, _, _| {
        s.changed(What::Tools);
        Ok(Done::word('+'))
    }),
    ("updated", |s, _, _, tx| {
        let mut receivers = Receivers::NEW;
        let out = s.updated("r:1", &mut receivers, tx)?;
        Done::of(Ok(out.unwrap_or(Out::NOTHING)))
    }),
];
