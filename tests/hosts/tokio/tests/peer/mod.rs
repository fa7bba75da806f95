//! The other side of a conversation in memory, for tests with paused time: what never comes ends
//! in a timeout at once.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing)]

use std::io;
use std::time::Duration;

use on_tokio::{Tools, serve};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf,
    duplex, split,
};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Longer than anything that these tests wait for, in paused time.
pub const LONG: Duration = Duration::from_secs(3600);
pub const MODERN: &str = "2026-07-28";
pub const LEGACY: [&str; 5] =
    ["2024-11-05", "2025-03-26", "2025-06-18", "DRAFT-2025-v3", "2025-11-25"];

pub struct Peer {
    pub input: BufReader<ReadHalf<DuplexStream>>,
    pub output: WriteHalf<DuplexStream>,
    pub server: JoinHandle<io::Result<()>>,
    revision: &'static str,
    can: Value,
}

impl Peer {
    /// A server of `tools` on another task, and its peer, who has said nothing yet. The pipe
    /// between them holds `bytes` each way.
    pub fn new<T: Tools + Send + Sync + 'static>(tools: T, bytes: usize) -> Self {
        let (near, far) = duplex(bytes);
        let (input, output) = split(near);
        let server = tokio::spawn(async move {
            let (input, output) = split(far);
            serve(&tools, input, output).await
        });
        Self { input: BufReader::new(input), output, server, revision: MODERN, can: json!({}) }
    }

    /// As [`Peer::new`], ready for calls in a revision.
    pub async fn ready<T>(tools: T, bytes: usize, revision: &'static str) -> Self
    where
        T: Tools + Send + Sync + 'static,
    {
        Self::with(tools, bytes, revision, json!({})).await
    }

    /// As [`Peer::ready`], with capabilities.
    pub async fn with<T>(tools: T, bytes: usize, revision: &'static str, can: Value) -> Self
    where
        T: Tools + Send + Sync + 'static,
    {
        let mut peer = Self::new(tools, bytes);
        peer.revision = revision;
        peer.can = can;
        if revision == MODERN {
            peer.ask(0, "server/discover", json!({})).await;
            let found = peer.hear().await;
            assert!(found["result"]["supportedVersions"].as_array().unwrap().len() > 1, "{found}");
        } else {
            let who = json!({"name": "t", "version": "1"});
            let params =
                json!({"protocolVersion": revision, "capabilities": peer.can, "clientInfo": who});
            peer.ask(0, "initialize", params).await;
            let agreed = peer.hear().await;
            assert_eq!(agreed["result"]["protocolVersion"], revision, "{agreed}");
            peer.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        }
        peer
    }

    pub async fn write(&mut self, bytes: &[u8]) {
        timeout(LONG, self.output.write_all(bytes)).await.unwrap().unwrap();
    }

    pub async fn say(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    /// A request as this revision has it.
    pub fn request(&self, id: i64, method: &str, mut params: Value) -> Value {
        if self.revision == MODERN {
            let meta = params.as_object_mut().unwrap().entry("_meta").or_insert(json!({}));
            meta["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
            meta["io.modelcontextprotocol/clientCapabilities"] = self.can.clone();
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }

    pub async fn ask(&mut self, id: i64, method: &str, params: Value) {
        let request = self.request(id, method, params);
        self.say(&request).await;
    }

    pub async fn call(&mut self, id: i64, name: &str, arguments: Value) {
        self.ask(id, "tools/call", json!({"name": name, "arguments": arguments})).await;
    }

    /// As `call`, with progress under the id as the token.
    pub async fn watch(&mut self, id: i64, name: &str, arguments: Value) {
        let meta = json!({"progressToken": id});
        let params = json!({"name": name, "arguments": arguments, "_meta": meta});
        self.ask(id, "tools/call", params).await;
    }

    pub async fn cancel(&mut self, id: i64) {
        let params = json!({"requestId": id});
        let method = "notifications/cancelled";
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    /// The next message; fails if none comes.
    pub async fn hear(&mut self) -> Value {
        self.hear_or_end().await.expect("the server has hung up")
    }

    /// The next message, or `None` at the end.
    pub async fn hear_or_end(&mut self) -> Option<Value> {
        let mut line = String::new();
        let read = timeout(LONG, self.input.read_line(&mut line));
        match read.await.expect("the server says nothing").unwrap() {
            0 => None,
            _ => Some(serde_json::from_str(&line).expect(&line)),
        }
    }

    /// The id and the first text of the next message, which has to be a result.
    pub async fn text(&mut self) -> (i64, String) {
        let said = self.hear().await;
        let text = said["result"]["content"][0]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{said}"));
        (said["id"].as_i64().unwrap(), text.to_owned())
    }

    /// The id and the code of the next message, which has to be an error.
    pub async fn error(&mut self) -> (Value, i64) {
        let said = self.hear().await;
        let code = said["error"]["code"].as_i64().unwrap_or_else(|| panic!("{said}"));
        (said["id"].clone(), code)
    }

    /// The server has answered all and says nothing more, though it has time.
    pub async fn silence(&mut self) {
        let mut byte = [0];
        let read = timeout(LONG, self.input.read(&mut byte)).await;
        assert!(read.is_err(), "something was said after all, or the server has hung up");
    }

    /// Ends the input; gives what is said till the end, and how the server ended.
    pub async fn hang_up(mut self) -> (Vec<Value>, io::Result<()>) {
        self.output.shutdown().await.unwrap();
        let mut said = Vec::new();
        while let Some(message) = self.hear_or_end().await {
            said.push(message);
        }
        (said, timeout(LONG, self.server).await.unwrap().unwrap())
    }
}
