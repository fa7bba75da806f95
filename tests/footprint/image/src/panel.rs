//! A panel: the application of the images that have a client. It finds a board with a lamp, lists
//! its tools and calls them, answers what it asks, listens to its lamp, gives a call up, and at
//! last says what it saw, in all revisions.

use sansmcp::client::{
    Answered, Client, ClientInfo, Event, Given, InputNeeded, Listed, Options, Outcome, Pages,
    Policy, Subscription, tools,
};
use sansmcp::json::{Raw, Writer};
use sansmcp::rules::{Capabilities, Level, Method};
use sansmcp::schema::{
    CallToolResultView, ContentView, Implementation, Json, Object, Read, SubscriptionFilter,
};
use sansmcp::{Code, Error, Out, Revision, Ticket};

use crate::now;

/// What the panel says of itself.
pub static PANEL: ClientInfo<'static> = ClientInfo {
    implementation: Implementation { name: "panel", version: "1.0.0", ..Implementation::EMPTY },
    capabilities: Capabilities::ELICITATION_FORM,
    ..ClientInfo::EMPTY
};

/// The resource that it listens to.
const LAMP: &str = "board://lamp";
const FORM: &str = r#"{"name":"Ada"}"#;

// The params of the calls, as text: `CallToolParams` can say all that the protocol has, and takes
// 4.5 KB more.
const ECHO: &str = r#"{"name":"echo","arguments":{"text":"hello from the panel"}}"#;
const GREET: &str = r#"{"name":"greet"}"#;
const BLINK: &str = r#"{"name":"blink"}"#;

/// What it does, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Connect,
    List,
    Echo,
    Greet,
    Listen,
    Level,
    Blink,
    /// Blinks again, and gives that up when it begins.
    Cancel,
    Unlisten,
    Tell,
    Rest,
}

/// The params of a page.
struct Page<'a>(&'a str);

impl Object for Page<'_> {
    fn write(&self, out: &mut Writer<'_>, _: Revision) -> Result<(), Error> {
        out.put_str("{");
        if !self.0.is_empty() {
            out.put_str("\"cursor\":");
            out.string(self.0);
        }
        out.put_str("}");
        Ok(())
    }
}

/// What it saw: counts, and whether the answers were right.
struct Seen {
    tools: u8,
    echoed: u8,
    greeted: u8,
    blinked: u8,
    progress: u8,
    logs: u8,
    updates: u8,
    failures: u8,
}

impl Object for Seen {
    fn write(&self, out: &mut Writer<'_>, _: Revision) -> Result<(), Error> {
        let all = [
            ("{\"tools\":", self.tools),
            (",\"echoed\":", self.echoed),
            (",\"greeted\":", self.greeted),
            (",\"blinked\":", self.blinked),
            (",\"progress\":", self.progress),
            (",\"logs\":", self.logs),
            (",\"updates\":", self.updates),
            (",\"failures\":", self.failures),
        ];
        for (key, count) in all {
            out.put_str(key);
            out.uint(u64::from(count));
        }
        out.put_str("}");
        Ok(())
    }
}

/// What the application remembers.
pub struct Panel {
    policy: Policy,
    step: Step,
    /// What the step takes was sent.
    is_sent: bool,
    /// The call that is open.
    ticket: Ticket,
    pages: Pages,
    cursor: [u8; 64],
    cursor_len: usize,
    listen: Subscription<'static>,
    seen: Seen,
    /// The input schema of `echo`, for the heads that go with its calls.
    #[cfg(feature = "http")]
    schema: [u8; 512],
    #[cfg(feature = "http")]
    schema_len: usize,
}

impl Panel {
    /// Before a connection.
    pub const fn new(policy: Policy) -> Self {
        Self {
            policy,
            step: Step::Connect,
            is_sent: false,
            ticket: Ticket::NONE,
            pages: Pages::NEW,
            cursor: [0; 64],
            cursor_len: 0,
            listen: Subscription::new(SubscriptionFilter {
                tools_list_changed: Some(true),
                resource_subscriptions: &[LAMP],
                ..SubscriptionFilter::EMPTY
            }),
            seen: Seen {
                tools: 0,
                echoed: 0,
                greeted: 0,
                blinked: 0,
                progress: 0,
                logs: 0,
                updates: 0,
                failures: 0,
            },
            #[cfg(feature = "http")]
            schema: [0; 512],
            #[cfg(feature = "http")]
            schema_len: 0,
        }
    }

    /// True once all was done.
    pub fn is_done(&self) -> bool {
        self.step == Step::Rest && self.is_sent
    }

    fn go(&mut self, step: Step) {
        (self.step, self.is_sent) = (step, false);
    }

    /// What the panel wants to send, until there is nothing; empty where it goes on at once. The
    /// engine's own output goes before and after each.
    pub fn next<'t>(
        &mut self,
        client: &mut Client<'_>,
        tx: &'t mut [u8],
    ) -> Result<Option<Out<'t>>, Error> {
        let was_sent = core::mem::replace(&mut self.is_sent, true);
        match self.step {
            Step::Listen => match client.listen(&mut self.listen, now(), tx) {
                Err(Error::NotOffered) => self.go(Step::Level),
                out => return out,
            },
            Step::Unlisten => match client.unlisten(&mut self.listen, now(), tx) {
                Ok(None) | Err(Error::Stale) => self.go(Step::Tell),
                out => return out,
            },
            _ if was_sent => return Ok(None),
            Step::Rest => return Ok(None),
            Step::Connect => {
                client.connect(&self.policy, now())?;
                return Ok(None);
            }
            Step::Level => match client.set_level(Level::Info, &Options::DEFAULT, now(), tx) {
                Ok((Ticket::NONE, _)) | Err(Error::NotOffered) => self.go(Step::Blink),
                Ok((ticket, out)) => {
                    self.ticket = ticket;
                    return Ok(Some(out));
                }
                Err(error) => return Err(error),
            },
            Step::Tell => {
                self.go(Step::Rest);
                return client.notify("notifications/panel", &self.seen, tx).map(Some);
            }
            Step::List | Step::Echo | Step::Greet | Step::Blink | Step::Cancel => {
                return self.send(client, How::Call, tx).map(Some);
            }
        }
        Ok(Some(Out::NOTHING))
    }

    /// Sends what the step is about: anew, again, or with what the server needs.
    fn send<'t>(
        &mut self,
        client: &mut Client<'_>,
        how: How<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let cursor = self.cursor.get(..self.cursor_len).unwrap_or_default();
        let page = Page(sansmcp::json::text_of(cursor).unwrap_or(""));
        let call = Json(match self.step {
            Step::Echo => ECHO,
            Step::Greet => GREET,
            _ => BLINK,
        });
        let (method, params): (_, &dyn Object) = match self.step {
            Step::List => ("tools/list", &page),
            _ => ("tools/call", &call),
        };
        let options = Options::DEFAULT;
        let (ticket, out) = match how {
            How::Call => client.call(method, params, &options, now(), tx)?,
            How::Again(ticket) => client.again(ticket, method, params, &options, now(), tx)?,
            How::Given(needed, given) => {
                client.provide(needed, given, params, &options, now(), tx)?
            }
        };
        if ticket != Ticket::NONE && ticket.index != Ticket::HANDSHAKE {
            self.ticket = ticket;
        }
        Ok(out)
    }

    /// Sends once more what the server did not take.
    pub fn again<'t>(
        &mut self,
        client: &mut Client<'_>,
        ticket: Ticket,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        self.send(client, How::Again(ticket), tx)
    }

    /// Takes an event, and answers it where that is due.
    pub fn take<'t>(
        &mut self,
        client: &mut Client<'_>,
        event: &Event<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        match event {
            Event::Connected(_) if self.step == Step::Connect => self.go(Step::List),
            Event::Failed(failed) => {
                self.count_failure();
                match failed.retry() {
                    Some(policy) => {
                        self.policy = policy;
                        self.go(Step::Connect);
                    }
                    None => self.go(Step::Rest),
                }
            }
            Event::Answered(answered) if answered.ticket() == self.ticket => self.ended(answered),
            Event::InputNeeded(needed) => return self.give(client, needed, tx),
            Event::Suspended(suspended) => return self.again(client, suspended.ticket(), tx),
            Event::Progress(progress) if progress.ticket() == self.ticket => {
                self.seen.progress = self.seen.progress.saturating_add(1);
                if self.step == Step::Cancel {
                    client.cancel(self.ticket)?;
                    self.go(Step::Unlisten);
                }
            }
            Event::Log(_) => self.seen.logs = self.seen.logs.saturating_add(1),
            Event::Listening(_) if self.step == Step::Listen => self.go(Step::Level),
            Event::Updated(updated) if updated.uri() == LAMP => {
                self.seen.updates = self.seen.updates.saturating_add(1);
            }
            other => return client.reply(other, tx),
        }
        Ok(Out::NOTHING)
    }

    fn count_failure(&mut self) {
        self.seen.failures = self.seen.failures.saturating_add(1);
    }

    /// A call came to its end: on to the next.
    fn ended(&mut self, answered: &Answered<'_>) {
        let Outcome::Result(result) = answered.outcome() else { return self.count_failure() };
        let is = |word: &str| u8::from(says(result, word));
        match self.step {
            Step::List => return self.list(result),
            Step::Echo => {
                self.seen.echoed = is("hello from the panel");
                self.go(Step::Greet);
            }
            Step::Greet => {
                self.seen.greeted = is("Ada");
                self.go(Step::Listen);
            }
            Step::Level => self.go(Step::Blink),
            Step::Blink => {
                self.seen.blinked = is("blinked");
                self.go(Step::Cancel);
            }
            // It was over before it could be given up.
            Step::Cancel => {
                self.count_failure();
                self.go(Step::Unlisten);
            }
            _ => {}
        }
    }

    /// A page of tools.
    fn list(&mut self, result: Raw<'_>) {
        for listed in tools(result) {
            let Listed::Tool(_tool) = listed else { continue };
            self.seen.tools = self.seen.tools.saturating_add(1);
            #[cfg(feature = "http")]
            if _tool.name().is_some_and(|name| name == "echo") {
                self.keep_schema(_tool.raw().get("inputSchema").unwrap_or(Raw::NULL));
            }
        }
        self.go(Step::Echo);
        if let Ok(Some(cursor)) = self.pages.next(result)
            && let Ok(cursor) = cursor.decode(&mut self.cursor)
        {
            self.cursor_len = cursor.len();
            self.go(Step::List);
        }
    }

    /// Answers what the server wants to know.
    fn give<'t>(
        &mut self,
        client: &mut Client<'_>,
        needed: &InputNeeded<'_>,
        tx: &'t mut [u8],
    ) -> Result<Out<'t>, Error> {
        let mut inputs = needed.inputs();
        let Some(input) = inputs.next() else {
            return self.send(client, How::Given(needed, &[]), tx);
        };
        let mut key = [0; 64];
        let Ok(key) = input.key().decode(&mut key) else {
            return client.refuse(needed, Code(-1), "that is too long", tx);
        };
        if input.method() != Method::Elicit || inputs.next().is_some() {
            return client.refuse(needed, Code(-1), "nobody is here", tx);
        }
        let given = [Given { key, result: &input.accept(FORM) }];
        self.send(client, How::Given(needed, &given), tx)
    }
}

#[cfg(feature = "http")]
impl Panel {
    /// The input schema of the tool that is called.
    pub fn schema(&self) -> Option<Raw<'_>> {
        Raw::parse(self.schema.get(..self.schema_len).filter(|_| self.step == Step::Echo)?).ok()
    }

    fn keep_schema(&mut self, schema: Raw<'_>) {
        let schema = schema.as_str().as_bytes();
        if let Some(place) = self.schema.get_mut(..schema.len()) {
            place.iter_mut().zip(schema).for_each(|(to, from)| *to = *from);
            self.schema_len = schema.len();
        }
    }
}

/// How a request goes out.
enum How<'a> {
    Call,
    Again(Ticket),
    Given(&'a InputNeeded<'a>, &'a [Given<'a>]),
}

/// Whether one of the texts of a result is this.
fn says(result: Raw<'_>, word: &str) -> bool {
    CallToolResultView::read(result).is_some_and(|view| {
        view.is_error() != Some(true)
            && view.content().any(|content| match content {
                ContentView::Text(text) => text.text().is_some_and(|text| text == word),
                _ => false,
            })
    })
}
