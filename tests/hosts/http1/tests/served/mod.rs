//! A host in a thread of the test.
#![allow(dead_code)] // not every test uses all of it

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use on_http1::Limits;
use on_http1::host::Host;

/// A server, until this goes.
pub struct Served {
    /// Where.
    pub address: SocketAddr,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Served {
    /// On any free port.
    pub fn start(limits: Limits) -> Served {
        let mut host = Host::new("127.0.0.1:0", limits).unwrap();
        let address = host.address().unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let stop = is_over.clone();
        let thread = thread::spawn(move || {
            while !stop.load(Ordering::Relaxed) {
                if !host.turn().unwrap() {
                    thread::sleep(Duration::from_micros(200));
                }
            }
        });
        Served { address, is_over, thread: Some(thread) }
    }

    /// A client's socket.
    pub fn connect(&self) -> TcpStream {
        let socket = TcpStream::connect(self.address).unwrap();
        // What never comes fails the test.
        socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        socket
    }

    /// What comes in answer to these bytes, until the server ends.
    pub fn say(&self, bytes: &[u8]) -> String {
        let mut socket = self.connect();
        socket.write_all(bytes).unwrap();
        hear(&mut socket)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        let result = self.thread.take().unwrap().join();
        assert!(result.is_ok() || thread::panicking(), "the host panicked");
    }
}

/// All that comes until the server ends.
pub fn hear(socket: &mut TcpStream) -> String {
    let mut all = Vec::new();
    socket.read_to_end(&mut all).unwrap();
    String::from_utf8(all).unwrap()
}

/// What comes until it ends with this.
pub fn hear_until(socket: &mut TcpStream, end: &str) -> String {
    let mut all = Vec::new();
    let mut byte = [0];
    while !all.ends_with(end.as_bytes()) {
        assert_eq!(socket.read(&mut byte).unwrap(), 1, "{}", all.escape_ascii());
        all.extend(byte);
    }
    String::from_utf8(all).unwrap()
}

/// The context that each request carries from 2026-07-28 on.
const META: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}"#
);

/// A request of 2026-07-28.
pub fn request(id: u32, method: &str, params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{params},{META}}}}}"#)
}

/// A call of the tool.
pub fn call(id: u32, text: &str) -> String {
    request(id, "tools/call", &format!(r#""name":"echo","arguments":{{"text":"{text}"}}"#))
}
