//! A client with its memory, and the application's desk before it.

use sansmcp::client::{Client, ClientInfo, Remote};
use sansmcp::rules::Capabilities;
use sansmcp::schema::Implementation;
use sansmcp::{Connection, Error, Frame, Out, Slot};

use super::desk::Desk;
use super::host::Host;
use super::lines::{error_line, line_of};

static BARE: ClientInfo<'static> = ClientInfo {
    implementation: Implementation { name: "bare", version: "1.0.0", ..Implementation::EMPTY },
    ..ClientInfo::EMPTY
};

static WHOLE: ClientInfo<'static> = ClientInfo {
    implementation: Implementation {
        name: "whole",
        version: "1.0.0",
        title: Some("Whole"),
        ..Implementation::EMPTY
    },
    capabilities: Capabilities(
        Capabilities::ROOTS_LIST_CHANGED.0
            | Capabilities::ROOTS.0
            | Capabilities::SAMPLING.0
            | Capabilities::SAMPLING_TOOLS.0
            | Capabilities::ELICITATION_FORM.0
            | Capabilities::ELICITATION_URL.0,
    ),
    extensions: r#"{"io.modelcontextprotocol/ui":{}}"#,
    experimental: r#"{"x":{}}"#,
};

/// Fills in forms, and nothing else.
static FORMS: ClientInfo<'static> = ClientInfo {
    implementation: Implementation { name: "forms", version: "1.0.0", ..Implementation::EMPTY },
    capabilities: Capabilities::ELICITATION_FORM,
    ..ClientInfo::EMPTY
};

/// The client's side of a connection.
pub struct World {
    pub desk: Desk,
    pub rx: usize,
    info: &'static ClientInfo<'static>,
    connection: Connection,
    slots: Vec<Slot>,
    remote: Remote,
    tx: usize,
    /// The exchanges, if messages go over HTTP.
    pub host: Option<Host>,
    /// All that was sent on the pipe.
    pub wire: Vec<u8>,
}

/// What an output call is given: the client, and a buffer.
pub type Write<'w> = dyn FnMut(&mut Client<'_>, &mut [u8]) -> Result<Written, Error> + 'w;

/// What an output call gave.
pub struct Written {
    out: Out<'static>,
    bytes: Vec<u8>,
    /// The lines of the request head, over HTTP.
    head: Vec<String>,
    /// False where nothing was due.
    is_some: bool,
}

impl Written {
    pub fn of(out: &Out<'_>) -> Self {
        let bytes = out.line().to_vec();
        Self { out: out.over(&[]), bytes, head: Vec::new(), is_some: true }
    }

    pub fn of_option(out: Option<&Out<'_>>) -> Self {
        let is_some = out.is_some();
        Self { is_some, ..Self::of(out.unwrap_or(&Out::NOTHING)) }
    }

    pub fn is_some(&self) -> bool {
        self.is_some
    }
}

impl World {
    pub fn new() -> Self {
        Self {
            desk: Desk::new(),
            rx: 4096,
            info: &BARE,
            connection: Connection::NEW,
            slots: vec![Slot::EMPTY; 8],
            remote: Remote::NEW,
            tx: 4096,
            host: None,
            wire: Vec::new(),
        }
    }

    /// Takes an action as one of those that come before the first input; false if it is not.
    pub fn set_up(&mut self, action: &str) -> Result<bool, String> {
        let (verb, rest) = action.split_once(' ').unwrap_or((action, ""));
        let number = || rest.parse().map_err(|_| format!("{verb} needs a number"));
        match verb {
            "rx" => self.rx = number()?,
            "tx" => self.tx = number()?,
            "slots" => self.slots = vec![Slot::EMPTY; number()?],
            "http" => self.host = Some(Host::default()),
            "client" => {
                self.info = match rest {
                    "bare" => &BARE,
                    "whole" => &WHOLE,
                    "forms" => &FORMS,
                    _ => return Err(format!("no client {rest}")),
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A view over the memory.
    pub fn with<T>(&mut self, act: impl FnOnce(&mut Client<'_>, u64) -> T) -> T {
        let now = self.desk.now;
        let (connection, slots) = (&mut self.connection, &mut self.slots[..]);
        let mut client = match self.host {
            Some(_) => Client::over_http(self.info, connection, slots, &mut self.remote),
            None => Client::new(self.info, connection, slots),
        };
        act(&mut client, now)
    }

    /// The line of the next event of a frame.
    pub fn receive(&mut self, frame: &mut Frame<'_>) -> Option<String> {
        let event = self.with(|client, now| client.receive(frame, now))?;
        self.desk.set_last(&event);
        Some(line_of(&event))
    }

    /// What ends without a message, one line each.
    pub fn expire(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        while let Some(event) = self.with(|client, now| client.expire(now)) {
            self.desk.set_last(&event);
            lines.push(line_of(&event));
        }
        lines
    }

    /// Makes an output call: first with a buffer of no bytes and then with one byte too few, which
    /// has to fail and to change nothing, then with as much as it says that it needs.
    pub fn write(&mut self, call: &mut Write<'_>) -> Result<Result<Written, Error>, String> {
        let need = match self.with(|client, _| call(client, &mut [])) {
            Err(Error::Short { need }) => need,
            other => return Ok(other),
        };
        if need > self.tx {
            return Ok(Err(Error::Short { need }));
        }
        let mut buffer = vec![0; need];
        let short = self.with(|client, _| call(client, &mut buffer[1..]));
        match short {
            Err(Error::Short { need: again }) if again == need => {}
            Ok(written) => return Ok(Ok(written)),
            Err(Error::Short { need: again }) => {
                return Err(format!("{need} bytes needed, and with one less {again}"));
            }
            Err(error) => return Ok(Err(error)),
        }
        Ok(self.with(|client, _| call(client, &mut buffer)))
    }

    /// Sends what was written, and gives its lines; `None` where nothing was due.
    pub fn send(&mut self, written: Result<Written, Error>) -> Result<Vec<String>, String> {
        let mut written = match written {
            Ok(written) => written,
            Err(error) => return Ok(vec![error_line(error)]),
        };
        if self.host.is_none() {
            self.wire.extend(&written.bytes);
            return match written.bytes.strip_suffix(b"\n") {
                None if written.bytes.is_empty() => Ok(Vec::new()),
                None => Err("a line without an end".into()),
                Some(line) => Ok(vec![format!("< {}", String::from_utf8_lossy(line))]),
            };
        }
        if written.is_some && !(written.bytes.is_empty() && written.out.is_last()) {
            written.head = self.head_of(&written)?;
        }
        let host = self.host.as_mut().ok_or("no host")?;
        if !written.is_some {
            return Ok(Vec::new());
        }
        host.send(&written.out, &written.bytes, &written.head)
    }

    /// The lines of the head that goes with an output.
    fn head_of(&mut self, written: &Written) -> Result<Vec<String>, String> {
        let out = written.out.over(&written.bytes);
        let is_nothing = written.bytes.is_empty() && out.verb() == sansmcp::client::Verb::Post;
        if is_nothing {
            return Ok(Vec::new());
        }
        let schema = self.desk.schema.clone();
        let schema = sansmcp::json::Raw::parse_str(&schema).ok();
        let mut buffer = [0; 1024];
        let lines = self.with(|client, _| client.head(&out, schema, &mut buffer));
        let lines = lines.map_err(|error| format!("no head: {error}"))?;
        Ok(lines.headers().map(|(name, value)| format!("<: {name}: {value}")).collect())
    }
}
