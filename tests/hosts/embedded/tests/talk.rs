//! Conversations with the server on embedded-io-async, in both eras, over pipes that take and give
//! a few bytes at a time.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod world;

use embedded_io_async::ErrorKind;
use on_embedded::{Memory, serve};
use serde_json::json;
use world::peer::{MODERN, Peer, REVISIONS};
use world::{End, Simulated, World};

const RX: usize = 1024;
const TX: usize = 512;
const CALLS: usize = 3;

/// Runs a client against a server with memory as it comes; gives how the server ended.
macro_rules! talk {
    ($world:expr, $client:expr) => {
        talk!($world, Memory::<RX, TX, CALLS>::NEW, $client)
    };
    ($world:expr, $memory:expr, $client:expr) => {{
        let (world, mut memory, mut board) = (&$world, $memory, Simulated(&$world));
        let (input, output) = (End(world, &world.to_server), End(world, &world.to_client));
        world.run(serve(&mut memory, input, output, &mut board), $client)
    }};
}

/// Waits until the light is on.
async fn lit(world: &World) {
    while world.lights.borrow().last().is_none_or(|light| !light.1) {
        world.until(world.clock.get() + 10).await;
    }
}

#[test]
fn every_revision_lists_and_calls_however_bytes_arrive() {
    for revision in REVISIONS {
        for piece in [1, 2, 3, 7, 64, 4096] {
            let world = World::new(piece.max(8), piece);
            talk!(world, async {
                let peer = Peer::ready(&world, revision).await;
                peer.ask(1, "tools/list", json!({})).await;
                let mut page = peer.hear().await;
                let mut names = Vec::new();
                loop {
                    for tool in page["result"]["tools"].as_array().unwrap() {
                        names.push(tool["name"].as_str().unwrap().to_owned());
                    }
                    let Some(cursor) = page["result"]["nextCursor"].as_str() else { break };
                    peer.ask(2, "tools/list", json!({"cursor": cursor})).await;
                    page = peer.hear().await;
                }
                assert_eq!(names, ["echo", "blink"]);
                peer.call(3, "echo", json!({"text": "a\n\"é😀"})).await;
                assert_eq!(peer.text().await, (3, "a\n\"é😀".into()));
                peer.call(4, "echo", json!({})).await;
                assert_eq!(peer.hear().await["result"]["isError"], true);
                peer.call(5, "blink", json!({"times": 0})).await;
                assert_eq!(peer.hear().await["result"]["isError"], true);
                peer.call(6, "nothing", json!({})).await;
                assert_eq!(peer.error().await, (json!(6), -32602));
            });
            assert_eq!(world.to_server.dropped.get(), 1, "only the last read was given up");
        }
    }
}

#[test]
fn slow_calls_run_side_by_side() {
    for revision in REVISIONS {
        let world = World::new(64, 16);
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            peer.call(1, "blink", json!({"times": 3})).await;
            peer.call(2, "blink", json!({"times": 1})).await;
            let mut heard = Vec::new();
            for _ in 0..6 {
                let said = peer.hear().await;
                let params = &said["params"];
                let is_progress = said["method"] == "notifications/progress";
                let id = if is_progress { &params["progressToken"] } else { &said["id"] };
                heard.push((id.as_i64().unwrap(), params["progress"].as_i64()));
            }
            let wanted =
                [(1, Some(1)), (2, Some(1)), (2, None), (1, Some(2)), (1, Some(3)), (1, None)];
            assert_eq!(heard, wanted, "{revision}");
            // 3 times on and off: 5 halves of a period after the first was switched on.
            assert_eq!(world.clock.get(), 5 * 250);
            peer.silence().await;
        });
        assert_eq!(world.lights.borrow().iter().filter(|light| light.1).count(), 4);
        assert_eq!(world.to_server.dropped.get(), 1, "only the last read was given up");
    }
}

#[test]
fn a_ping_is_answered_while_a_call_works() {
    for revision in REVISIONS {
        // From 2026-07-28 on there is no ping: a list does the same.
        let method = if revision == MODERN { "tools/list" } else { "ping" };
        let world = World::new(64, 16);
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            peer.call(1, "blink", json!({"times": 1000})).await;
            assert_eq!(peer.hear().await["params"]["progress"], 1);
            let asked = world.clock.get();
            peer.ask(2, method, json!({})).await;
            assert_eq!(peer.hear().await["id"], 2);
            assert_eq!(world.clock.get(), asked);
        });
    }
}

#[test]
fn a_cancelled_call_stops_and_is_not_answered() {
    for revision in REVISIONS {
        let world = World::new(64, 16);
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            // More often than there are slots: each is free again.
            for id in 1..3 * i64::try_from(CALLS).unwrap() {
                peer.call(id, "blink", json!({"times": 5})).await;
                assert_eq!(peer.hear().await["params"]["progress"], 1);
                lit(&world).await;
                peer.cancel(id).await;
                peer.cancel(id).await; // and once too often
            }
            peer.call(100, "echo", json!({"text": "on"})).await;
            assert_eq!(peer.text().await, (100, "on".into()), "{revision}");
            peer.silence().await;
            assert!(!world.lights.borrow().last().unwrap().1, "the light was left on");
        });
    }
}

#[test]
fn a_full_table_refuses_calls_and_answers_the_rest() {
    for revision in REVISIONS {
        let world = World::new(4096, 4096);
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            for id in 1..=CALLS {
                peer.call(id.try_into().unwrap(), "blink", json!({"times": 1})).await;
            }
            peer.call(10, "blink", json!({"times": 1})).await;
            assert_eq!(peer.error().await, (json!(10), -32603), "{revision}");
            peer.ask(11, "tools/list", json!({})).await;
            assert_eq!(peer.hear().await["id"], 11);
            for id in 1..=CALLS {
                assert_eq!(peer.hear().await["params"]["progressToken"], id);
                assert_eq!(peer.text().await.0, i64::try_from(id).unwrap());
            }
            peer.call(12, "echo", json!({"text": "free"})).await;
            assert_eq!(peer.text().await, (12, "free".into()));
        });
    }
}

#[test]
fn garbage_is_answered_and_the_next_line_works() {
    for revision in REVISIONS {
        let world = World::new(4096, 5);
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            peer.write(b"garbage\n\n \r\n\xff\xfe\n{\"jsonrpc\":\"2.0\"\n[]\n").await;
            for code in [-32700, -32700, -32700, -32600] {
                let (id, found) = peer.error().await;
                assert!(id.is_null() && found == code, "{revision} {code} {found}");
            }
            // Longer than the receive buffer, then an answer longer than the transmit buffer.
            peer.call(8, "echo", json!({"text": "x".repeat(RX)})).await;
            assert_eq!(peer.error().await, (json!(8), -32600), "{revision}");
            peer.call(9, "echo", json!({"text": "x".repeat(TX)})).await;
            assert_eq!(peer.error().await, (json!(9), -32603), "{revision}");
            peer.call(10, "echo", json!({"text": "still here"})).await;
            assert_eq!(peer.text().await, (10, "still here".into()), "{revision}");
        });
    }
}

#[test]
fn what_the_engine_says_leaves_in_pieces_through_a_tiny_buffer() {
    for revision in REVISIONS {
        let world = World::new(64, 16);
        talk!(world, Memory::<RX, 32, CALLS>::NEW, async {
            let peer = Peer::ready(&world, revision).await;
            peer.ask(1, "tools/list", json!({})).await;
            let listed = peer.hear().await;
            assert_eq!(listed["result"]["tools"][0]["name"], "echo", "{revision}");
        });
    }
}

#[test]
fn a_peer_that_hangs_up_leaves_the_memory_to_the_next() {
    let world = World::new(64, 16);
    let mut memory = Memory::<RX, TX, CALLS>::NEW;
    for revision in REVISIONS.iter().chain(&REVISIONS) {
        let world = World::new(4096, 16);
        let mut board = Simulated(&world);
        let (input, output) = (End(&world, &world.to_server), End(&world, &world.to_client));
        let server = serve(&mut memory, input, output, &mut board);
        let ended = world.run(server, async {
            if *revision != MODERN {
                // What another peer agreed upon does not count.
                let early = Peer::new(&world, revision);
                early.call(1, "echo", json!({"text": "early"})).await;
                assert_eq!(early.error().await.0, 1);
            }
            let peer = Peer::ready(&world, revision).await;
            for id in 1..=CALLS {
                peer.call(id.try_into().unwrap(), "blink", json!({"times": 1000})).await;
            }
            assert_eq!(peer.hear().await["params"]["progress"], 1);
            lit(&world).await;
            // The last message has no newline, and one is not whole.
            peer.write(b"{\"jsonrpc\":\"2.0\",\"id\":9,\"meth").await;
            world.to_server.close();
            loop {
                let said = peer.hear().await;
                if said["method"].is_null() {
                    assert_eq!(said["error"]["code"], -32700, "{said}");
                    break;
                }
            }
            assert!(peer.hear_or_end().await.is_none());
        });
        assert_eq!(ended, Some(Ok(())));
        assert!(!world.lights.borrow().last().unwrap().1, "the light was left on");
    }
    assert!(world.lights.borrow().is_empty());
}

#[test]
fn a_peer_that_does_not_read_is_not_read_from() {
    for revision in REVISIONS {
        let world = World::new(64, 16);
        let count = 100;
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            let before = world.to_server.taken.get();
            let all: String = (1..=count)
                .map(|id| {
                    let arguments = json!({"text": "x".repeat(100)});
                    let params = json!({"name": "echo", "arguments": arguments});
                    format!("{}\n", peer.request(id, "tools/call", params))
                })
                .collect();
            let writing = async { peer.write(all.as_bytes()).await };
            let reading = async {
                world.until(1_000_000).await; // all has come to a stop
                let taken = world.to_server.taken.get() - before;
                assert!(taken <= RX, "{revision}: {taken} of {} bytes were read", all.len());
                for id in 1..=count {
                    assert_eq!(peer.text().await, (id, "x".repeat(100)));
                }
            };
            embassy_futures::join::join(writing, reading).await;
        });
    }
}

#[test]
fn a_flood_of_messages_does_not_hold_a_call_up() {
    for revision in REVISIONS {
        let world = World::new(64, 64);
        talk!(world, async {
            let peer = Peer::ready(&world, revision).await;
            peer.call(1, "blink", json!({"times": 2})).await;
            let writing = async {
                for id in 10.. {
                    world.clock.set(world.clock.get() + 10);
                    peer.call(id, "echo", json!({"text": "x"})).await;
                }
            };
            let reading = async {
                loop {
                    if peer.hear().await["id"] == 1 {
                        return world.clock.get();
                    }
                }
            };
            match embassy_futures::select::select(writing, reading).await {
                embassy_futures::select::Either::First(()) => unreachable!(),
                embassy_futures::select::Either::Second(time) => assert!(time < 2000, "{time}"),
            }
        });
    }
}

#[test]
fn what_the_drivers_say_comes_out() {
    for (on_read, fault) in [(true, ErrorKind::ConnectionReset), (false, ErrorKind::BrokenPipe)] {
        let world = World::new(64, 16);
        let ended = talk!(world, async {
            let peer = Peer::ready(&world, MODERN).await;
            let pipe = if on_read { &world.to_server } else { &world.to_client };
            peer.call(1, "blink", json!({"times": 1000})).await;
            assert_eq!(peer.hear().await["params"]["progress"], 1);
            lit(&world).await;
            pipe.fault.set(Some(fault));
            world.until(world.clock.get() + 10_000).await;
            world.to_server.close();
        });
        assert_eq!(ended, Some(Err(fault)));
        assert!(!world.lights.borrow().last().unwrap().1, "the light was left on");
    }
}
