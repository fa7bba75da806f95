//! The load: connections that are kept, each with one request under way at a time.

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::request::{FIRST, Request};
use crate::response::Responses;
use crate::server::{Cpu, Server};

/// Requests of each connection before anything is measured.
const WARM_UP: u64 = 100;
/// A server that is silent for so long has failed.
const SILENCE: Duration = Duration::from_secs(10);
/// What a server still does after its last answer belongs to the load before.
const SETTLE: Duration = Duration::from_millis(20);

/// How much load.
#[derive(Clone, Copy)]
pub struct Load {
    pub connections: usize,
    /// It ends with so many requests, or after this time if that comes first.
    pub requests: u64,
    pub time: Duration,
}

/// What one load took.
pub struct Taken {
    /// From the writing of each request to the end of its response, in microseconds.
    pub latencies: Vec<f64>,
    pub per_second: f64,
    /// CPU time of the server per request, in microseconds.
    pub cpu: Cpu,
}

struct Connection {
    responses: Responses<TcpStream>,
    request: Request,
}

impl Load {
    /// Puts the load on a server. An answer that is wrong, or none, is an error.
    pub fn put(&self, server: &Server) -> Result<Taken, String> {
        let warm = AtomicU64::new(0);
        let warm_up = Load { requests: WARM_UP * self.connections as u64, ..*self };
        let mut connections = (0..self.connections)
            .map(|_| Connection::open(server))
            .collect::<Result<Vec<_>, _>>()?;
        warm_up.run(&mut connections, &warm)?;

        thread::sleep(SETTLE);
        let numbers = AtomicU64::new(0);
        let (before, start) = (server.cpu()?, Instant::now());
        let latencies = self.run(&mut connections, &numbers)?;
        let seconds = start.elapsed().as_secs_f64();
        thread::sleep(SETTLE);
        let after = server.cpu()?;

        let count = latencies.len() as f64;
        let cpu = Cpu {
            all: (after.all - before.all) / count,
            user: (after.user - before.user) / count,
            system: (after.system - before.system) / count,
        };
        Ok(Taken { latencies, per_second: count / seconds, cpu })
    }

    /// Each connection has a thread of its own and takes the next number until there is none.
    fn run(&self, connections: &mut [Connection], next: &AtomicU64) -> Result<Vec<f64>, String> {
        let until = Instant::now() + self.time;
        thread::scope(|scope| {
            let threads: Vec<_> = connections
                .iter_mut()
                .map(|connection| scope.spawn(|| self.keep_asking(connection, next, until)))
                .collect();
            let mut all = Vec::new();
            for thread in threads {
                let latencies = thread.join().map_err(|_| "a client's thread failed")??;
                all.extend_from_slice(&latencies);
            }
            Ok(all)
        })
    }

    fn keep_asking(
        &self,
        connection: &mut Connection,
        next: &AtomicU64,
        until: Instant,
    ) -> Result<Vec<f64>, String> {
        let mut latencies = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let start = Instant::now();
            // The first request is always made, however late it is.
            if number >= self.requests || (start > until && !latencies.is_empty()) {
                return Ok(latencies);
            }
            connection.ask(FIRST + number)?;
            latencies.push(start.elapsed().as_secs_f64() * 1e6);
        }
    }
}

impl Connection {
    fn open(server: &Server) -> Result<Connection, String> {
        let open = || -> std::io::Result<TcpStream> {
            let socket = TcpStream::connect(&server.host)?;
            // Each request is one write; with this, nothing on the client's side holds it back.
            socket.set_nodelay(true)?;
            socket.set_read_timeout(Some(SILENCE))?;
            socket.set_write_timeout(Some(SILENCE))?;
            Ok(socket)
        };
        let socket = open().map_err(|error| format!("{}: {error}", server.host))?;
        let request = Request::new(&server.host, &server.path);
        Ok(Connection { responses: Responses::new(socket), request })
    }

    fn ask(&mut self, number: u64) -> Result<(), String> {
        let request = self.request.numbered(number)?;
        let written = self.responses.socket().write_all(request);
        written.map_err(|error| format!("writing: {error}"))?;
        self.responses.read(number)
    }
}
