//! The example as a program: over its standard input and output, and over TCP.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

/// Long enough on any machine; a program that hangs ends here.
const PATIENCE: Duration = Duration::from_secs(60);

fn modern(id: i64, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    format!("{}\n", json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
}

fn call(id: i64, name: &str, arguments: Value) -> String {
    modern(id, "tools/call", json!({"name": name, "arguments": arguments}))
}

fn hear(from: &mut impl BufRead) -> Value {
    let mut line = String::new();
    from.read_line(&mut line).unwrap();
    serde_json::from_str(&line).expect(&line)
}

/// Ends the program with the test, whatever happens.
struct Program(Child, Arc<AtomicBool>);

impl Program {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_on-tokio"));
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let program = Self(command.stderr(Stdio::piped()).spawn().unwrap(), Arc::default());
        let (id, is_over) = (program.0.id().to_string(), program.1.clone());
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !is_over.load(Ordering::SeqCst) {
                eprintln!("program {id} has taken more than {PATIENCE:?}");
                let _ = Command::new("kill").args(["-9", &id]).status();
            }
        });
        program
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.1.store(true, Ordering::SeqCst);
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn standard_input_and_output() {
    for _ in 0..10 {
        let mut program = Program::start(&[]);
        let mut input = program.0.stdin.take().unwrap();
        let mut output = BufReader::new(program.0.stdout.take().unwrap());
        let slow = json!({"steps": 2, "milliseconds": 50});
        input.write_all(call(1, "count", slow).as_bytes()).unwrap();
        input.write_all(call(2, "echo", json!({"text": "first"})).as_bytes()).unwrap();
        assert_eq!(hear(&mut output)["id"], 2);
        // The end of input: what is open is still answered, and the program ends.
        drop(input);
        assert_eq!(hear(&mut output)["result"]["content"][0]["text"], "counted to 2");
        assert_eq!(output.read(&mut [0]).unwrap(), 0);
        assert!(program.0.wait().unwrap().success());
    }
}

#[test]
fn a_host_that_goes_away_ends_the_program() {
    let mut program = Program::start(&[]);
    let mut input = program.0.stdin.take().unwrap();
    drop(program.0.stdout.take());
    // Its input stays open: only what it writes tells that nobody listens.
    input.write_all(call(1, "echo", json!({"text": "anybody?"})).as_bytes()).unwrap();
    assert!(program.0.wait().unwrap().success());
}

#[test]
fn many_peers_over_tcp() {
    let mut program = Program::start(&["127.0.0.1:0"]);
    let mut said = String::new();
    BufReader::new(program.0.stderr.take().unwrap()).read_line(&mut said).unwrap();
    let address: SocketAddr = said.rsplit(' ').next().unwrap().trim().parse().unwrap();
    let connect = || {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    };
    let mut peers: Vec<_> = (0..20).map(|_| BufReader::new(connect())).collect();
    for peer in &mut peers {
        let hour = json!({"steps": 1, "milliseconds": 3_600_000});
        peer.get_mut().write_all(call(1, "count", hour).as_bytes()).unwrap();
        peer.get_mut().write_all(call(2, "echo", json!({"text": "here"})).as_bytes()).unwrap();
    }
    for peer in &mut peers {
        assert_eq!(hear(peer)["result"]["content"][0]["text"], "here");
    }
    // One that breaks off in the middle does not disturb the others.
    peers.pop().unwrap().get_mut().write_all(b"{\"jsonrpc\"").unwrap();
    for peer in &mut peers {
        peer.get_mut().write_all(call(3, "echo", json!({"text": "still"})).as_bytes()).unwrap();
        assert_eq!(hear(peer)["result"]["content"][0]["text"], "still");
    }
}
