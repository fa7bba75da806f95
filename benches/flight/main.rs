//! CPU time of a server per request, with a thousand calls in flight over its standard input and
//! output. Prints a table; the first server is the one that the others are compared with.
//!
//! `flight ROUNDS AT_LEAST {NAME REQUESTS PROGRAM [ARGUMENT]} ...` where each server is one
//! argument, its words split at spaces. The status is 1 if the second server takes less than
//! AT_LEAST times the CPU time of the first.

mod child;
mod talk;

use std::process::ExitCode;

/// A run of so few requests shows what starting up and shutting down takes.
const FEW: u64 = 10;

/// A server to measure, and what was measured.
struct Server {
    name: String,
    requests: u64,
    command: Vec<String>,
    /// CPU time per request, in microseconds, one for each round.
    cost: Vec<f64>,
    /// CPU time of a run with few requests, in microseconds.
    start: Vec<f64>,
    /// Peak memory, in KiB.
    peak: Vec<f64>,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let rounds: Option<u32> = arguments.next().and_then(|word| word.parse().ok());
    let at_least: Option<f64> = arguments.next().and_then(|word| word.parse().ok());
    let servers: Option<Vec<Server>> = arguments.map(|words| Server::of(&words)).collect();
    let (Some(rounds), Some(at_least), Some(servers)) = (rounds, at_least, servers) else {
        eprintln!("usage: flight ROUNDS AT_LEAST 'NAME REQUESTS PROGRAM [ARGUMENT]'...");
        return ExitCode::from(2);
    };
    match measure(rounds, at_least, servers) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("flight: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Server {
    fn of(words: &str) -> Option<Server> {
        let mut words = words.split_whitespace().map(str::to_owned);
        let (name, requests) = (words.next()?, words.next()?.parse().ok()?);
        let command: Vec<String> = words.collect();
        let [cost, start, peak] = [const { Vec::new() }; 3];
        let usable = requests > FEW && !command.is_empty();
        usable.then_some(Server { name, requests, command, cost, start, peak })
    }

    fn round(&mut self) -> Result<(), String> {
        let few = child::run(&self.command, FEW).map_err(|why| format!("{}: {why}", self.name))?;
        let many = child::run(&self.command, self.requests)
            .map_err(|why| format!("{}: {why}", self.name))?;
        self.cost.push((many.cpu_us - few.cpu_us) / (self.requests - FEW) as f64);
        self.start.push(few.cpu_us);
        self.peak.push(many.peak_kib);
        Ok(())
    }
}

/// Lets the servers take turns and prints medians. True if the second one, if there
/// is one, takes at least `at_least` times the CPU time of the first.
fn measure(rounds: u32, at_least: f64, mut servers: Vec<Server>) -> Result<bool, String> {
    for _ in 0..rounds {
        servers.iter_mut().try_for_each(Server::round)?;
    }
    let window = talk::WINDOW;
    println!("CPU time per request, {window} tools/call in flight over pipes; median of {rounds}");
    println!(
        "{:16}{:>10}{:>14}{:>10}{:>14}{:>12}",
        "", "requests", "us/request", "ratio", "start-up ms", "peak KiB"
    );
    let ours = servers.first().map(|ours| ours.cost.clone()).unwrap_or_default();
    let mut ratios = Vec::new();
    for server in &servers {
        let ratio = median(server.cost.iter().zip(&ours).map(|(rival, ours)| rival / ours));
        ratios.push(ratio);
        println!(
            "{:16}{:>10}{:>14.3}{:>9.1}x{:>14.2}{:>12.0}",
            server.name,
            server.requests,
            median(server.cost.iter().copied()),
            ratio,
            median(server.start.iter().copied()) / 1000.0,
            median(server.peak.iter().copied()),
        );
    }
    let Some(ratio) = ratios.get(1) else { return Ok(true) };
    let reached = *ratio >= at_least;
    let verdict = if reached { "reached" } else { "NOT REACHED" };
    println!("claim: at most 1/{at_least} of the CPU time of the second: {verdict}, 1/{ratio:.1}");
    Ok(reached)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
