//! CPU time of a server per request and what its clients wait, over HTTP connections that are
//! kept: `tools/call` of revision 2026-07-28, 1, 4 and 64 connections.
//!
//! `http ROUNDS AT_LEAST REQUESTS SECONDS {OURS}... -- {RIVAL}... -- {OTHER}...` where each server
//! is one argument, `NAME PROGRAM [ARGUMENT]...`, its words split at spaces. The program prints
//! `serving http://HOST:PORT/PATH` on standard error once it listens. The status is 1 if a server
//! gives a wrong answer, if a rival takes less than AT_LEAST times the CPU time of one of ours, if
//! one of ours stalls, or if there is none of ours. The others are only measured.

mod load;
mod report;
mod request;
mod response;
mod server;

use std::process::ExitCode;
use std::time::Duration;

use load::{Load, Taken};
use report::{Candidate, Group};
use server::Server;

/// So many connections at once, one load after the other.
const CONNECTIONS: [usize; 3] = [1, 4, 64];

/// What the command line says.
struct Options {
    rounds: u32,
    at_least: f64,
    requests: u64,
    time: Duration,
    candidates: Vec<Candidate>,
}

fn main() -> ExitCode {
    let Some(mut options) = options() else {
        eprintln!(
            "usage: http ROUNDS AT_LEAST REQUESTS SECONDS [OURS]... -- [RIVAL]... -- [OTHER]..."
        );
        eprintln!("each a word of its own: 'NAME PROGRAM [ARGUMENT]...'");
        return ExitCode::from(2);
    };
    let measured = (0..options.rounds).try_for_each(|_| {
        options.candidates.iter_mut().try_for_each(|candidate| {
            round(&candidate.command, options.requests, options.time)
                .map(|taken| candidate.rounds.push(taken))
                .map_err(|why| format!("{}: {why}", candidate.name))
        })
    });
    if let Err(why) = measured {
        eprintln!("http: {why}");
        return ExitCode::FAILURE;
    }
    report::print(&options.candidates, &CONNECTIONS);
    match report::judge(&options.candidates, &CONNECTIONS, options.at_least) {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn options() -> Option<Options> {
    let mut arguments = std::env::args().skip(1);
    let rounds = arguments.next()?.parse().ok().filter(|rounds| *rounds > 0)?;
    let at_least = arguments.next()?.parse().ok()?;
    let requests = arguments.next()?.parse().ok().filter(|requests| *requests > 0)?;
    let time = Duration::from_secs(arguments.next()?.parse().ok()?);
    let (mut candidates, mut group) = (Vec::new(), Group::Ours);
    for words in arguments {
        if words == "--" {
            group = group.next()?;
            continue;
        }
        let mut words = words.split_whitespace().map(str::to_owned);
        let (name, command) = (words.next()?, words.collect::<Vec<_>>());
        if command.is_empty() {
            return None;
        }
        candidates.push(Candidate { name, group, command, rounds: Vec::new() });
    }
    (!candidates.is_empty()).then_some(Options { rounds, at_least, requests, time, candidates })
}

/// One server from its start to its end, under every load; a new process each round.
fn round(command: &[String], requests: u64, time: Duration) -> Result<Vec<Taken>, String> {
    let server = Server::start(command)?;
    CONNECTIONS
        .iter()
        .map(|&connections| {
            Load { connections, requests, time }
                .put(&server)
                .map_err(|why| format!("{connections} connections: {why}"))
        })
        .collect()
}
