//! A client on a plain socket, and the host in a thread.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::time::Duration;

use on_hyper::{App, Settings};
use sansmcp::rules::Capabilities;
use sansmcp::{Event, Out, Server, ServerInfo, Tool};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

pub const MODERN: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}"#
);

static INFO: ServerInfo = ServerInfo {
    name: "echo",
    tools: &[Tool { name: "echo", ..Tool::EMPTY }],
    capabilities: Capabilities::TOOLS_LIST_CHANGED,
    ..ServerInfo::EMPTY
};

struct Echo {
    tx: Vec<u8>,
}

impl App for Echo {
    fn handle(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        _now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        let tx = &mut self.tx;
        send(match event {
            Event::CallTool(call) => {
                server.answer(call.ticket(), tx).text(call.arg("text").unwrap()).end().unwrap()
            }
            other => server.reply(other, tx).unwrap(),
        });
    }
}

/// Serves in a thread of its own until the tests end.
pub fn serve(mut settings: Settings) -> SocketAddr {
    // Few of everything: what is not given back shows soon.
    (settings.sizes.streams, settings.sizes.slots) = (4, 4);
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            sender.send(listener.local_addr().unwrap()).unwrap();
            on_hyper::serve(listener, &INFO, settings, Echo { tx: vec![0; 65536] }).await.unwrap();
        });
    });
    receiver.recv().unwrap()
}

/// A POST with these headers beside those that every POST has.
pub fn post(headers: &str, body: &str) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
         accept: application/json, text/event-stream\r\n{headers}\r\n{body}"
    )
}

/// A call of the echo tool, in 2026-07-28.
pub fn call(text: &str) -> String {
    let params = format!(r#""name":"echo","arguments":{{"text":"{text}"}},{MODERN}"#);
    let body = format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{{{params}}}}}"#);
    let headers = format!(
        "mcp-method: tools/call\r\nmcp-name: echo\r\nmcp-protocol-version: 2026-07-28\r\n\
         content-length: {}\r\n",
        body.len()
    );
    post(&headers, &body)
}

pub struct Peer {
    socket: BufReader<TcpStream>,
}

impl Peer {
    pub fn connect(address: SocketAddr) -> Self {
        let socket = TcpStream::connect(address).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        Self { socket: BufReader::new(socket) }
    }

    /// Sends what the peer still takes.
    pub fn send(&mut self, text: &str) {
        let _ = self.socket.get_mut().write_all(text.as_bytes());
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.socket.read_line(&mut line).unwrap();
        line
    }

    /// The head of a response, with the empty line.
    pub fn head(&mut self) -> String {
        let mut head = String::new();
        loop {
            let line = self.line();
            head.push_str(&line);
            if line.len() <= 2 {
                return head;
            }
        }
    }

    /// One request, and its response with a length.
    pub fn ask(&mut self, request: &str) -> (String, String) {
        self.send(request);
        let head = self.head();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.unwrap().parse().unwrap()];
        self.socket.read_exact(&mut body).unwrap();
        (head, String::from_utf8(body).unwrap())
    }

    /// The next chunk of a body; empty at its end.
    pub fn chunk(&mut self) -> String {
        let length = usize::from_str_radix(self.line().trim(), 16).unwrap();
        let mut chunk = vec![0; length + 2];
        self.socket.read_exact(&mut chunk).unwrap();
        chunk.truncate(length);
        String::from_utf8(chunk).unwrap()
    }

    /// All chunks of a body.
    pub fn chunks(&mut self) -> String {
        let mut all = String::new();
        loop {
            let chunk = self.chunk();
            if chunk.is_empty() {
                return all;
            }
            all.push_str(&chunk);
        }
    }

    /// What comes until the socket is closed.
    pub fn rest(&mut self) -> String {
        let mut rest = String::new();
        self.socket.read_to_string(&mut rest).unwrap();
        rest
    }

    /// Begins a session; gives its id.
    pub fn initialize(&mut self, revision: &str) -> String {
        let info = r#""clientInfo":{"name":"c","version":"1"}"#;
        let params = format!(r#""protocolVersion":"{revision}","capabilities":{{}},{info}"#);
        let body =
            format!(r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{{params}}}}}"#);
        let (head, _) = self.ask(&post(&format!("content-length: {}\r\n", body.len()), &body));
        let id = head.lines().find_map(|line| line.strip_prefix("mcp-session-id: ")).unwrap();
        let body = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        let headers = format!("mcp-session-id: {id}\r\ncontent-length: {}\r\n", body.len());
        let (head, _) = self.ask(&post(&headers, body));
        assert!(head.starts_with("HTTP/1.1 202 "), "{head}");
        id.to_owned()
    }
}
