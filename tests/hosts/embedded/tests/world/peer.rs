//! The client's side of a conversation.
#![allow(dead_code, clippy::unwrap_used, clippy::indexing_slicing)]

use std::future::poll_fn;
use std::task::Poll;

use embedded_io_async::{Read, Write};
use serde_json::{Value, json};

use super::{End, World};

pub const MODERN: &str = "2026-07-28";
pub const REVISIONS: [&str; 6] =
    ["2024-11-05", "2025-03-26", "2025-06-18", "DRAFT-2025-v3", "2025-11-25", MODERN];

pub struct Peer<'w> {
    pub world: &'w World,
    revision: &'static str,
}

impl<'w> Peer<'w> {
    /// A peer who has said nothing.
    pub fn new(world: &'w World, revision: &'static str) -> Self {
        Self { world, revision }
    }

    /// A peer who is ready for calls.
    pub async fn ready(world: &'w World, revision: &'static str) -> Self {
        let peer = Self::new(world, revision);
        if revision == MODERN {
            peer.ask(0, "server/discover", json!({})).await;
            let found = peer.hear().await;
            assert_eq!(found["result"]["capabilities"]["tools"], json!({}), "{found}");
        } else {
            let who = json!({"name": "t", "version": "1"});
            let params =
                json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": who});
            peer.ask(0, "initialize", params).await;
            let agreed = peer.hear().await;
            assert_eq!(agreed["result"]["protocolVersion"], revision, "{agreed}");
            peer.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
        }
        peer
    }

    pub async fn write(&self, bytes: &[u8]) {
        End(self.world, &self.world.to_server).write_all(bytes).await.unwrap();
    }

    pub async fn say(&self, message: &Value) {
        self.write(format!("{message}\n").as_bytes()).await;
    }

    /// A request as this revision has it.
    pub fn request(&self, id: i64, method: &str, mut params: Value) -> Value {
        if self.revision == MODERN {
            let meta = params.as_object_mut().unwrap().entry("_meta").or_insert(json!({}));
            meta["io.modelcontextprotocol/protocolVersion"] = json!(MODERN);
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    }

    pub async fn ask(&self, id: i64, method: &str, params: Value) {
        self.say(&self.request(id, method, params)).await;
    }

    pub async fn call(&self, id: i64, name: &str, arguments: Value) {
        let meta = json!({"progressToken": id});
        let params = json!({"name": name, "arguments": arguments, "_meta": meta});
        self.ask(id, "tools/call", params).await;
    }

    pub async fn cancel(&self, id: i64) {
        let params = json!({"requestId": id});
        let method = "notifications/cancelled";
        self.say(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    /// The next message; `None` once the server has hung up.
    pub async fn hear_or_end(&self) -> Option<Value> {
        let mut line = Vec::new();
        loop {
            let mut byte = [0];
            let mut end = End(self.world, &self.world.to_client);
            match end.read(&mut byte).await.unwrap() {
                0 => return None,
                _ if byte == *b"\n" => break,
                _ => line.extend(byte),
            }
        }
        let line = String::from_utf8(line).unwrap();
        Some(serde_json::from_str(&line).expect(&line))
    }

    pub async fn hear(&self) -> Value {
        self.hear_or_end().await.expect("the server has hung up")
    }

    /// The id and the first text of the next message, which has to be a result.
    pub async fn text(&self) -> (i64, String) {
        let said = self.hear().await;
        let text = said["result"]["content"][0]["text"].as_str();
        (said["id"].as_i64().unwrap(), text.unwrap_or_else(|| panic!("{said}")).to_owned())
    }

    /// The id and the code of the next message, which has to be an error.
    pub async fn error(&self) -> (Value, i64) {
        let said = self.hear().await;
        let code = said["error"]["code"].as_i64().unwrap_or_else(|| panic!("{said}"));
        (said["id"].clone(), code)
    }

    /// An hour in which nothing is said.
    pub async fn silence(&self) {
        self.world.until(self.world.clock.get() + 3_600_000).await;
        assert!(self.world.to_client.is_empty(), "something was said after all");
    }

    /// Lets the other side go on for a while.
    pub async fn rest(&self, polls: usize) {
        let mut left = polls;
        poll_fn(|_| {
            left = left.saturating_sub(1);
            self.world.moved();
            if left == 0 { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}
