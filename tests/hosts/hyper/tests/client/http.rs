//! Over HTTP.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use on_hyper::client::{How, Setup, Trouble};
use sansmcp::client::Policy;
use sansmcp::rules::Failure;
use sansmcp::{Limits, Revision};

use crate::kit::{SETUP, Witness, at, run};
use crate::script::{DISCOVERED, INITIALIZED, News, Reply, Request, message, serve};

const CALL: &str = r#"{"name":"echo","arguments":{"text":"hi"}}"#;
const DONE: &str = r#"{"resultType":"complete","content":[]}"#;

/// What a server of 2026-07-28 answers to all but calls.
fn modern(request: &Request, call: impl Fn(&Request) -> Reply) -> Reply {
    match request.is("tools/call") {
        true => call(request),
        false => Reply::result(request, DISCOVERED),
    }
}

/// What an older server answers to all but calls.
fn legacy(request: &Request, call: impl Fn(&Request) -> Reply) -> Reply {
    match &*request.verb {
        "POST" if request.is("server/discover") => Reply::Json(400, "", String::new()),
        "POST" if request.is("initialize") => {
            let lines = "mcp-session-id: one\r\n";
            Reply::Json(200, lines, message(request, INITIALIZED))
        }
        "POST" if request.is("tools/call") => call(request),
        "POST" => Reply::accepted(),
        _ => Reply::Json(405, "", String::new()),
    }
}

/// Waits until a socket was closed; the test ends if none is.
async fn closed(news: &Receiver<News>) {
    while !news.try_iter().any(|news| matches!(news, News::Closed)) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn requests(news: &Receiver<News>) -> Vec<Request> {
    let of = |news| if let News::Request(request) = news { Some(request) } else { None };
    news.try_iter().filter_map(of).collect()
}

#[test]
fn one_socket_serves_many_calls() {
    let (address, news) = serve(|request| modern(request, |call| Reply::result(call, DONE)));
    run(async {
        let server = at(address, SETUP, &Witness::default());
        let hello = server.connect(&Policy::ANY).await.unwrap();
        assert_eq!(hello.revision, Revision::V2026_07_28);
        for _ in 0..5 {
            let answer = server.call("tools/call", CALL).await.unwrap();
            assert!(answer.result().get("content").is_some());
        }
    });
    let opened = news.try_iter().filter(|news| matches!(news, News::Opened)).count();
    assert_eq!(opened, 1);
}

#[test]
fn a_socket_that_the_server_closed_is_not_missed() {
    let (address, news) =
        serve(|request| modern(request, |call| Reply::Close(message(call, DONE))));
    run(async {
        let server = at(address, SETUP, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        for _ in 0..10 {
            server.call("tools/call", CALL).await.unwrap();
            // Where both meet on the way, nobody can know whether the call was served.
            closed(&news).await;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

#[test]
fn a_call_that_is_dropped_closes_its_socket() {
    let (address, news) = serve(|request| modern(request, |_| Reply::Silence));
    run(async {
        let server = at(address, SETUP, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        let pending = server.begin("tools/call", CALL, How::default()).unwrap();
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert!(!news.try_iter().any(|news| matches!(news, News::Closed)));
        drop(pending);
        closed(&news).await;
        // Its place is free again.
        for _ in 0..2 * SETUP.slots {
            drop(server.begin("tools/call", CALL, How::default()).unwrap());
            tokio::task::yield_now().await;
        }
    });
}

#[test]
fn silence_ends_when_the_limit_says_so() {
    let (address, news) = serve(|request| modern(request, |_| Reply::Silence));
    run(async {
        let limits = Limits { idle_ms: 200, hard_ms: 0 };
        let server = at(address, Setup { limits, ..SETUP }, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        let start = Instant::now();
        let trouble = server.call("tools/call", CALL).await.unwrap_err();
        assert!(matches!(trouble, Trouble::Failed(Failure::Silent, _)), "{trouble}");
        assert!((200..5000).contains(&start.elapsed().as_millis()));
        closed(&news).await;
    });
}

#[test]
fn what_is_too_long_is_said_to_be() {
    let long = "x".repeat(5000);
    let json =
        format!(r#"{{"resultType":"complete","content":[{{"type":"text","text":"{long}"}}]}}"#);
    for is_stream in [false, true] {
        let json = json.clone();
        let (address, _news) = serve(move |request| {
            modern(request, |call| match is_stream {
                false => Reply::result(call, &json),
                true => Reply::Events(vec![format!("data: {}\n\n", message(call, &json))]),
            })
        });
        run(async {
            let server = at(address, SETUP, &Witness::default());
            server.connect(&Policy::ANY).await.unwrap();
            let trouble = server.call("tools/call", CALL).await.unwrap_err();
            assert!(matches!(trouble, Trouble::Failed(Failure::TooLong, _)), "{trouble}");
        });
    }
}

#[test]
fn events_come_in_any_pieces() {
    let (address, _news) = serve(|request| {
        modern(request, |call| {
            let id = call.id();
            let params = format!(r#"{{"progressToken":{id},"progress":1}}"#);
            let method = "notifications/progress";
            let progress = format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#);
            let text = format!(": hello\n\ndata: {progress}\n\ndata: {}\n\n", message(call, DONE));
            let pieces = text.as_bytes().chunks(7);
            Reply::Events(pieces.map(|piece| String::from_utf8_lossy(piece).into()).collect())
        })
    });
    run(async {
        let witness = Witness::default();
        let server = at(address, SETUP, &witness);
        server.connect(&Policy::ANY).await.unwrap();
        server.call("tools/call", CALL).await.unwrap();
        assert_eq!(*witness.heard.borrow(), ["connected", "progress", "answered"]);
    });
}

#[test]
fn a_stream_that_breaks_off_is_gone_on_with() {
    let (address, news) = serve(|request| match request.header("last-event-id") {
        Some("7") => {
            let result = r#"{"content":[{"type":"text","text":"late"}]}"#;
            // The id of the call: the first that is asked after the handshake.
            let message = format!(r#"{{"jsonrpc":"2.0","id":65536,"result":{result}}}"#);
            Reply::Events(vec![format!("id: 8\ndata: {message}\n\n")])
        }
        _ => legacy(request, |_| Reply::Cut(vec!["id: 7\nretry: 120\ndata:\n\n".into()])),
    });
    run(async {
        let server = at(address, SETUP, &Witness::default());
        server.connect(&Policy::ANY).await.unwrap();
        let start = Instant::now();
        let answer = server.call("tools/call", CALL).await.unwrap();
        assert!(answer.result().as_str().contains("late"));
        assert!(start.elapsed().as_millis() >= 120);
    });
    let gets = requests(&news).into_iter().filter(|request| request.verb == "GET");
    assert_eq!(gets.filter(|get| get.header("last-event-id") == Some("7")).count(), 1);
}

#[test]
fn whoever_is_asked_for_says_who_it_is() {
    let (address, news) = serve(|request| match request.header("authorization") {
        Some("Bearer open") => modern(request, |call| Reply::result(call, DONE)),
        _ => Reply::Json(401, "www-authenticate: Bearer realm=\"x\"\r\n", String::new()),
    });
    run(async {
        let witness = Witness { word: Some("Bearer open"), ..Witness::default() };
        let server = at(address, SETUP, &witness);
        server.connect(&Policy::ANY).await.unwrap();
        server.call("tools/call", CALL).await.unwrap();
        assert_eq!(witness.heard.borrow()[0], "Bearer realm=\"x\"");

        // Whoever has nothing to say is told so, at once.
        let server = at(address, SETUP, &Witness::default());
        let trouble = server.connect(&Policy::ANY).await.unwrap_err();
        assert!(matches!(trouble, Trouble::Failed(Failure::Denied, _)), "{trouble}");

        // What is said is not believed: that ends as well.
        let witness = Witness { word: Some("Bearer wrong"), ..Witness::default() };
        let server = at(address, SETUP, &witness);
        assert!(server.connect(&Policy::ANY).await.is_err());
        assert!(witness.heard.borrow().len() < 10);
    });
    assert!(requests(&news).len() < 15);
}

#[test]
fn a_session_that_is_lost_is_begun_anew() {
    let sessions = Arc::new(AtomicUsize::new(0));
    let (address, news) = serve(move |request| match request.header("mcp-session-id") {
        Some("one") if request.is("tools/call") => Reply::Json(404, "", String::new()),
        Some(_) => legacy(request, |call| Reply::result(call, r#"{"content":[]}"#)),
        None => {
            let lines = match sessions.fetch_add(1, Relaxed) {
                0 => "mcp-session-id: one\r\n",
                _ => "mcp-session-id: two\r\n",
            };
            Reply::Json(200, lines, message(request, INITIALIZED))
        }
    });
    run(async {
        let server = at(address, SETUP, &Witness::default());
        server.connect(&Policy::LEGACY).await.unwrap();
        server.call("tools/call", CALL).await.unwrap();
        server.leave().await;
    });
    let all = requests(&news);
    let count = |method: &str| all.iter().filter(|request| request.is(method)).count();
    assert_eq!((count("initialize"), count("tools/call")), (2, 2));
    let last = all.iter().find(|request| request.verb == "DELETE").unwrap();
    assert_eq!(last.header("mcp-session-id"), Some("two"));
}

#[test]
fn pings_without_end_are_answered_as_fast_as_the_server_takes_the_answers() {
    const PINGS: usize = 2000;
    let (address, news) = serve(|request| {
        legacy(request, |call| {
            let ping =
                |id| format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n\n");
            let pings: String = (0..PINGS).map(ping).collect();
            Reply::Events(vec![pings, format!("data: {}\n\n", message(call, DONE))])
        })
    });
    run(async {
        let server = at(address, SETUP, &Witness::default());
        server.connect(&Policy::LEGACY).await.unwrap();
        server.call("tools/call", CALL).await.unwrap();
        server.leave().await;
    });
    let (mut sockets, mut answers) = (0, 0);
    for news in news.try_iter() {
        match news {
            News::Opened => sockets += 1,
            News::Request(request) if request.body.ends_with("\"result\":{}}\n") => answers += 1,
            _ => {}
        }
    }
    assert!(answers > PINGS - 20 && sockets < 200, "{answers} answers on {sockets} sockets");
}

#[test]
fn nobody_there() {
    run(async {
        // A port that was free a moment ago.
        let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let server = at(address, SETUP, &Witness::default());
        let trouble = server.connect(&Policy::ANY).await.unwrap_err();
        assert!(matches!(trouble, Trouble::Failed(Failure::Closed, _)), "{trouble}");
        assert!(trouble.to_string().contains("refused"), "{trouble}");
    });
}
