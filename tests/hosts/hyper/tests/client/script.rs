//! A server by script: it answers each request as a test says, right or wrong.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

/// A request as it came.
pub struct Request {
    pub verb: String,
    /// The lines of its head, in lower case up to the colon.
    pub head: String,
    pub body: String,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// The id of its message, as it was written.
    pub fn id(&self) -> &str {
        let start = self.body.split_once("\"id\":").map_or("null", |(_, rest)| rest);
        start.split([',', '}']).next().unwrap_or_default()
    }

    pub fn is(&self, method: &str) -> bool {
        self.body.contains(&format!("\"method\":\"{method}\""))
    }
}

/// What is answered.
pub enum Reply {
    /// A status, further lines of the head, a body that is JSON.
    Json(u16, &'static str, String),
    /// An event stream, with a pause after each piece, and its end.
    Events(Vec<String>),
    /// The same, but cut off without an end.
    Cut(Vec<String>),
    /// Nothing at all, until the client closes the socket: that is said to whoever waits.
    Silence,
    /// The answer of 200, and the socket is closed without a word of it.
    Close(String),
}

impl Reply {
    /// A result to a request.
    pub fn result(request: &Request, result: &str) -> Self {
        Self::Json(200, "", message(request, result))
    }

    /// 202.
    pub fn accepted() -> Self {
        Self::Json(202, "", String::new())
    }
}

/// The message of a result.
pub fn message(request: &Request, result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":{result}}}", request.id())
}

/// What `server/discover` is answered with.
pub const DISCOVERED: &str = r#"{"resultType":"complete","supportedVersions":["2026-07-28"],
    "capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private"}"#;

/// What `initialize` is answered with.
pub const INITIALIZED: &str = r#"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},
    "serverInfo":{"name":"old","version":"1"}}"#;

/// What has happened.
pub enum News {
    Request(Request),
    /// A socket that was kept waiting was closed by the client, or another by the server.
    Closed,
    /// A socket was opened.
    Opened,
}

/// Serves until the tests end.
pub fn serve(
    script: impl Fn(&Request) -> Reply + Send + Clone + 'static,
) -> (SocketAddr, Receiver<News>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for socket in listener.incoming() {
            let (script, sender) = (script.clone(), sender.clone());
            let _ = sender.send(News::Opened);
            thread::spawn(move || talk(socket.unwrap(), script, &sender));
        }
    });
    (address, receiver)
}

fn talk(socket: TcpStream, script: impl Fn(&Request) -> Reply, news: &Sender<News>) {
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut reader = BufReader::new(socket.try_clone().unwrap());
    let mut socket = socket;
    while let Some(request) = read(&mut reader) {
        let reply = script(&request);
        let _ = news.send(News::Request(request));
        let is_open = match reply {
            Reply::Json(status, lines, body) => {
                say(&mut socket, &whole(status, lines, &body));
                true
            }
            Reply::Events(pieces) => {
                stream(&mut socket, &pieces);
                say(&mut socket, "0\r\n\r\n");
                true
            }
            Reply::Cut(pieces) => {
                stream(&mut socket, &pieces);
                false
            }
            Reply::Silence => {
                // Nothing comes but its end.
                let end = reader.read(&mut [0; 1]);
                let _ = news.send(News::Closed);
                assert!(!matches!(end, Ok(1..)), "the client says more");
                false
            }
            Reply::Close(body) => {
                say(&mut socket, &whole(200, "", &body));
                let _ = socket.shutdown(Shutdown::Both);
                let _ = news.send(News::Closed);
                false
            }
        };
        if !is_open {
            return;
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let (mut verb, mut head, mut length) = (String::new(), String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if verb.is_empty() {
            verb = line.split(' ').next()?.into();
            continue;
        }
        let (name, value) = line.split_once(':')?;
        let (name, value) = (name.to_ascii_lowercase(), value.trim());
        if name == "content-length" {
            length = value.parse().ok()?;
        }
        head.push_str(&format!("{name}: {value}\n"));
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some(Request { verb, head, body: String::from_utf8(body).ok()? })
}

fn whole(status: u16, lines: &str, body: &str) -> String {
    let kind = if body.is_empty() { "" } else { "content-type: application/json\r\n" };
    let length = body.len();
    format!("HTTP/1.1 {status} -\r\n{kind}{lines}content-length: {length}\r\n\r\n{body}")
}

fn stream(socket: &mut TcpStream, pieces: &[String]) {
    let head = "content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n";
    say(socket, &format!("HTTP/1.1 200 OK\r\n{head}\r\n"));
    for piece in pieces {
        say(socket, &format!("{:x}\r\n{piece}\r\n", piece.len()));
        thread::sleep(Duration::from_millis(5));
    }
}

/// The client may be gone.
fn say(socket: &mut TcpStream, text: &str) {
    let _ = socket.write_all(text.as_bytes());
}
