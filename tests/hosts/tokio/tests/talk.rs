//! Conversations with the server on tokio, in both eras and in paused time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod peer;

use std::collections::HashSet;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use on_tokio::tools::Example;
use on_tokio::{End, GRACE, Progress, RX, SLOTS, TX, Tools, Work};
use peer::{LEGACY, LONG, MODERN, Peer};
use sansmcp::{Call, Catalog, ServerInfo, Tool};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, sleep, timeout};

fn revisions() -> impl Iterator<Item = &'static str> {
    LEGACY.into_iter().chain([MODERN])
}

/// Small enough that messages go through in pieces.
const SMALL: usize = 16;

#[tokio::test(start_paused = true)]
async fn every_revision_lists_and_calls() {
    for revision in revisions() {
        let mut peer = Peer::ready(Example, SMALL, revision).await;
        peer.ask(1, "tools/list", json!({})).await;
        let listed = peer.hear().await;
        let tools = listed["result"]["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["echo", "count", "greet"]);
        peer.call(2, "echo", json!({"text": "a\n\"é😀"})).await;
        assert_eq!(peer.text().await, (2, "a\n\"é😀".into()));
        peer.call(3, "echo", json!({})).await;
        let failed = peer.hear().await;
        assert_eq!((&failed["id"], &failed["result"]["isError"]), (&json!(3), &json!(true)));
        peer.call(4, "nothing", json!({})).await;
        assert_eq!(peer.error().await, (json!(4), -32602));
        peer.ask(5, "nothing/at/all", json!({})).await;
        assert_eq!(peer.error().await, (json!(5), -32601));
        let (said, ended) = peer.hang_up().await;
        assert!(said.is_empty() && ended.is_ok(), "{said:?} {ended:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn calls_run_side_by_side_and_end_in_their_own_order() {
    for revision in revisions() {
        let mut peer = Peer::ready(Example, SMALL, revision).await;
        let start = Instant::now();
        peer.watch(1, "count", json!({"steps": 3, "milliseconds": 1000})).await;
        peer.watch(2, "count", json!({"steps": 1, "milliseconds": 1500})).await;
        peer.call(3, "echo", json!({"text": "at once"})).await;
        let mut heard = Vec::new();
        for _ in 0..7 {
            let said = peer.hear().await;
            heard.push(match said["method"].as_str() {
                Some("notifications/progress") => {
                    let params = &said["params"];
                    (params["progressToken"].as_i64().unwrap(), params["progress"].as_i64())
                }
                _ => (said["id"].as_i64().unwrap(), None),
            });
        }
        let wanted = [
            (3, None),
            (1, Some(1)),
            (2, Some(1)),
            (2, None),
            (1, Some(2)),
            (1, Some(3)),
            (1, None),
        ];
        assert_eq!(heard, wanted, "{revision}");
        // Side by side: as long as the longest of them, not as long as both.
        assert_eq!(start.elapsed().as_millis() / 100, 30, "{revision}");
        peer.silence().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_ping_is_answered_while_a_call_works() {
    // From 2026-07-28 on there is no ping: a list does the same.
    for (revision, method) in
        LEGACY.map(|revision| (revision, "ping")).into_iter().chain([(MODERN, "tools/list")])
    {
        let mut peer = Peer::ready(Example, SMALL, revision).await;
        peer.call(1, "count", json!({"steps": 1, "milliseconds": 60_000})).await;
        sleep(Duration::from_secs(1)).await;
        let asked = Instant::now();
        peer.ask(2, method, json!({})).await;
        let answer = peer.hear().await;
        assert_eq!(answer["id"], 2, "{answer}");
        assert!(asked.elapsed() < Duration::from_secs(1), "it waited for the call");
        assert_eq!(peer.text().await, (1, "counted to 1".into()));
    }
}

/// Tools that tell how many of their calls are alive, and how many reports were taken.
#[derive(Default, Clone)]
struct Watched {
    alive: Arc<AtomicUsize>,
    reports: Arc<AtomicUsize>,
}

struct Alive(Arc<AtomicUsize>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Watched {
    fn alive(&self) -> usize {
        self.alive.load(Ordering::SeqCst)
    }

    fn reports(&self) -> usize {
        self.reports.load(Ordering::SeqCst)
    }
}

impl Catalog for Watched {
    fn info(&self) -> ServerInfo<'_> {
        ServerInfo { name: "watched", version: "1", ..ServerInfo::EMPTY }
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        let names = ["wait", "report", "panic", "size"];
        let name = names.get(usize::try_from(index).ok()?)?;
        Some(Tool { name, input_schema: r#"{"type":"object"}"#, ..Tool::EMPTY })
    }
}

impl Tools for Watched {
    fn call(&self, call: &Call<'_>, progress: Progress) -> Option<Work> {
        let name: String = call.name().chars().map(Result::unwrap).collect();
        let size = || call.arguments()?.get("bytes")?.number()?.as_i64();
        let size = size().unwrap_or(0).try_into().unwrap();
        self.alive.fetch_add(1, Ordering::SeqCst);
        Some(Box::pin(work(name, size, progress, Alive(self.alive.clone()), self.reports.clone())))
    }
}

async fn work(
    name: String,
    size: usize,
    progress: Progress,
    _alive: Alive,
    reports: Arc<AtomicUsize>,
) -> End {
    match name.as_str() {
        "wait" => sleep(LONG * 24).await,
        "report" => {
            for done in 1.. {
                progress.report(done, i64::MAX).await;
                reports.fetch_add(1, Ordering::SeqCst);
            }
        }
        "panic" => panic!("on purpose"),
        _ => return End::Text("x".repeat(size)),
    }
    End::Text(String::new())
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_call_stops_and_is_not_answered() {
    for revision in revisions() {
        let tools = Watched::default();
        let mut peer = Peer::ready(tools.clone(), SMALL, revision).await;
        // More often than there are slots: each is free again.
        for id in 1..2 * i64::try_from(SLOTS).unwrap() {
            peer.call(id, "wait", json!({})).await;
            peer.cancel(id).await;
        }
        peer.call(1000, "wait", json!({})).await;
        peer.cancel(7777).await; // never asked
        peer.call(1001, "size", json!({"bytes": 2})).await;
        assert_eq!(peer.text().await, (1001, "xx".into()), "{revision}");
        assert_eq!(tools.alive(), 1, "{revision}");
        peer.cancel(1000).await;
        peer.cancel(1001).await; // too late
        peer.silence().await;
        assert_eq!(tools.alive(), 0, "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_full_table_refuses_calls_and_answers_the_rest() {
    for revision in revisions() {
        let tools = Watched::default();
        let mut peer = Peer::ready(tools.clone(), SMALL, revision).await;
        for id in 1..=SLOTS {
            peer.call(id.try_into().unwrap(), "wait", json!({})).await;
        }
        peer.call(1000, "wait", json!({})).await;
        assert_eq!(peer.error().await, (json!(1000), -32603), "{revision}");
        peer.ask(1001, "tools/list", json!({})).await;
        assert_eq!(peer.hear().await["id"], 1001);
        assert_eq!(tools.alive(), SLOTS);
        peer.cancel(1).await;
        peer.call(1002, "size", json!({"bytes": 1})).await;
        assert_eq!(peer.text().await, (1002, "x".into()), "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn garbage_is_answered_and_the_next_line_works() {
    for revision in revisions() {
        let mut peer = Peer::ready(Example, 1 << 10, revision).await;
        peer.write(b"garbage\n\n \r\n\xff\xfe\n{\"jsonrpc\":\"2.0\"\n[]\n").await;
        let codes = [-32700, -32700, -32700, -32600];
        for code in codes {
            let (id, found) = peer.error().await;
            assert!(id.is_null() && found == code, "{revision} {code} {found}");
        }
        let long = "x".repeat(RX);
        peer.call(8, "echo", json!({"text": long})).await;
        assert_eq!(peer.error().await, (json!(8), -32600), "{revision}");
        peer.call(9, "echo", json!({"text": "still here"})).await;
        assert_eq!(peer.text().await, (9, "still here".into()), "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_or_an_answer_too_large_is_told_of_one_call() {
    for revision in revisions() {
        let mut peer = Peer::ready(Watched::default(), SMALL, revision).await;
        peer.call(1, "panic", json!({})).await;
        let failed = peer.hear().await;
        assert_eq!((&failed["id"], &failed["result"]["isError"]), (&json!(1), &json!(true)));
        peer.call(2, "size", json!({"bytes": TX})).await;
        assert_eq!(peer.error().await, (json!(2), -32603), "{revision}");
        peer.call(3, "size", json!({"bytes": TX / 2})).await;
        assert_eq!(peer.text().await.1.len(), TX / 2, "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_end_of_input_leaves_calls_their_grace() {
    for revision in revisions() {
        let mut peer = Peer::ready(Example, SMALL, revision).await;
        let seconds = |grace: Duration| u64::try_from(grace.as_millis()).unwrap();
        peer.call(1, "count", json!({"steps": 1, "milliseconds": seconds(GRACE) - 1})).await;
        peer.call(2, "count", json!({"steps": 1, "milliseconds": seconds(GRACE) + 1000})).await;
        // The last line has no newline.
        let last = peer.request(3, "tools/call", json!({"name": "echo", "arguments": {}}));
        peer.write(last.to_string().as_bytes()).await;
        let start = Instant::now();
        let (said, ended) = peer.hang_up().await;
        let ids: Vec<_> = said.iter().map(|said| said["id"].as_i64().unwrap()).collect();
        assert_eq!(ids, [3, 1], "{revision} {said:?}");
        assert!(ended.is_ok());
        assert_eq!(start.elapsed().as_secs(), GRACE.as_secs(), "{revision}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_end_in_the_middle_of_a_message_is_answered() {
    let mut peer = Peer::ready(Example, SMALL, MODERN).await;
    peer.write(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"meth").await;
    let (said, ended) = peer.hang_up().await;
    assert_eq!(said.len(), 1);
    assert_eq!(said[0]["error"]["code"], -32700);
    assert!(ended.is_ok());
}

#[tokio::test(start_paused = true)]
async fn work_is_dropped_when_the_peer_has_gone() {
    let tools = Watched::default();
    let mut peer = Peer::ready(tools.clone(), 1 << 20, MODERN).await;
    peer.call(1, "wait", json!({})).await;
    peer.watch(2, "report", json!({})).await;
    peer.hear().await;
    assert_eq!(tools.alive(), 2);
    drop((peer.input, peer.output));
    let ended = timeout(LONG, peer.server).await.unwrap().unwrap();
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(tools.alive(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_peer_that_does_not_read_is_not_read_from() {
    const PIPE: usize = 1000;
    for revision in revisions() {
        let mut peer = Peer::ready(Watched::default(), PIPE, revision).await;
        let call = |id| {
            let arguments = json!({"bytes": 1000, "filler": "x".repeat(1000)});
            let params = json!({"name": "size", "arguments": arguments});
            format!("{}\n", peer.request(id, "tools/call", params))
        };
        const CALLS: i64 = 300;
        let all: Vec<String> = (1..=CALLS).map(call).collect();
        let all = all.concat();
        let mut rest = all.as_bytes();
        // Nobody reads: the server takes some, and then no more.
        while let Ok(n) = timeout(LONG, peer.output.write(rest)).await {
            rest = rest.split_at(n.unwrap()).1;
            assert!(!rest.is_empty(), "all was read though nothing could be sent");
        }
        let taken = all.len() - rest.len();
        assert!(taken <= PIPE + 2 * RX, "{revision}: {taken} bytes were read");
        // All is answered, once or with a refusal, as soon as it reads again.
        let mut open: HashSet<i64> = (1..=CALLS).collect();
        let writing = peer.output.write_all(rest);
        let reading = async {
            let mut input = peer.input;
            while !open.is_empty() {
                let mut line = String::new();
                timeout(LONG, input.read_line(&mut line)).await.unwrap().unwrap();
                let said: Value = serde_json::from_str(&line).unwrap();
                assert!(open.remove(&said["id"].as_i64().unwrap()), "{said}");
            }
        };
        let (written, ()) = tokio::join!(writing, reading);
        written.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn tools_wait_for_a_slow_reader() {
    const PIPE: usize = 1000;
    for revision in revisions() {
        let tools = Watched::default();
        let mut peer = Peer::ready(tools.clone(), PIPE, revision).await;
        peer.watch(1, "report", json!({})).await;
        sleep(LONG).await;
        let stalled = tools.reports();
        assert!(0 < stalled && stalled < 100, "{stalled} reports went somewhere");
        sleep(LONG).await;
        assert_eq!(tools.reports(), stalled);
        // What comes is in order and without a gap.
        for done in 1..1000 {
            assert_eq!(peer.hear().await["params"]["progress"], done);
        }
        // A cancel is heard in spite of the flood.
        peer.cancel(1).await;
        let mut line = String::new();
        while let Ok(n) = timeout(LONG, peer.input.read_line(&mut line)).await {
            assert_ne!(n.unwrap(), 0, "the server has hung up");
        }
        assert_eq!(tools.alive(), 0);
    }
}

#[tokio::test(start_paused = true)]
async fn short_questions_with_long_answers_are_answered_bit_by_bit() {
    for revision in revisions() {
        let mut peer = Peer::ready(Example, RX, revision).await;
        let count = 300;
        let ask = |id| format!("{}\n", peer.request(id, "tools/list", json!({})));
        let all: String = (1..=count).map(ask).collect();
        // In one piece, and nobody reads till it is through: the server holds a part of it only,
        // which it checks by itself.
        let writing = peer.output.write_all(all.as_bytes());
        let reading = async {
            let mut input = peer.input;
            sleep(LONG).await;
            for id in 1..=count {
                let mut line = String::new();
                timeout(LONG, input.read_line(&mut line)).await.unwrap().unwrap();
                let said: Value = serde_json::from_str(&line).unwrap();
                assert_eq!(said["id"], id);
            }
        };
        let (written, ()) = tokio::join!(writing, reading);
        written.unwrap();
    }
}

/// A sink that loses at its end what was not flushed, as standard output does.
#[derive(Default, Clone)]
struct Careless(Arc<Mutex<(Vec<u8>, Vec<u8>)>>);

impl AsyncWrite for Careless {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.0.lock().unwrap().0.extend_from_slice(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        let (held, sent) = &mut *self.0.lock().unwrap();
        sent.append(held);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.0.lock().unwrap().0.clear();
        Poll::Ready(Ok(()))
    }
}

#[tokio::test(start_paused = true)]
async fn nothing_is_left_behind_in_a_buffer() {
    let output = Careless::default();
    on_tokio::serve(&Example, &b"garbage"[..], output.clone()).await.unwrap();
    let said = output.0.lock().unwrap().1.clone();
    let said: Value = serde_json::from_slice(&said).unwrap();
    assert_eq!(said["error"]["code"], -32700);
}
