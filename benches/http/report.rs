//! The table, and whether the claims hold.

use crate::load::Taken;

/// A client that waits longer than this, in microseconds, waits for a timer and not for work:
/// Linux delays an acknowledgement by 40 ms.
const STALL_US: f64 = 30_000.0;
/// The share of our requests that may stall, over so many connections: the machine has its own.
const STALLS: f64 = 0.001;
const STALLS_AT: usize = 4;

/// Which side a server is on.
#[derive(Clone, Copy, PartialEq)]
pub enum Group {
    /// It has to hold the claims.
    Ours,
    /// Against this one.
    Rival,
    /// It is there to be seen.
    Other,
}

impl Group {
    /// The one that follows on the command line.
    pub fn next(self) -> Option<Group> {
        match self {
            Group::Ours => Some(Group::Rival),
            Group::Rival => Some(Group::Other),
            Group::Other => None,
        }
    }
}

/// A server to measure, and what was measured: for each round, for each load.
pub struct Candidate {
    pub name: String,
    pub group: Group,
    pub command: Vec<String>,
    pub rounds: Vec<Vec<Taken>>,
}

impl Candidate {
    /// What was measured under one load, round by round.
    fn under(&self, load: usize) -> impl Iterator<Item = &Taken> {
        self.rounds.iter().filter_map(move |round| round.get(load))
    }

    /// How many times the CPU time of `other` this one takes: the median of the rounds' ratios.
    fn times(&self, other: &Candidate, load: usize) -> f64 {
        let pairs = self.under(load).zip(other.under(load));
        median(pairs.map(|(own, other)| own.cpu.all / other.cpu.all))
    }

    /// How long the clients waited, all rounds together, in order.
    fn latencies(&self, load: usize) -> Vec<f64> {
        let mut all: Vec<f64> =
            self.under(load).flat_map(|taken| taken.latencies.iter().copied()).collect();
        all.sort_by(f64::total_cmp);
        all
    }
}

/// Prints a table for each number of connections. The ratio is to the first of the candidates.
pub fn print(candidates: &[Candidate], connections: &[usize]) {
    let rounds = candidates.first().map_or(0, |first| first.rounds.len());
    println!("tools/call of 2026-07-28 over kept connections; CPU time and requests per second:");
    println!("median of {rounds} rounds; what clients wait: all rounds. us, stalls: > 30 ms");
    for (load, connections) in connections.iter().enumerate() {
        println!();
        println!(
            "{:22}{:>9}{:>8}{:>8}{:>8}{:>8}{:>9}{:>8}{:>8}{:>8}{:>8}{:>8}",
            format!("{connections} connections"),
            "requests",
            "CPU",
            "ratio",
            "user",
            "system",
            "req/s",
            "min",
            "median",
            "p99",
            "max",
            "stalls"
        );
        for candidate in candidates {
            let of = |what: fn(&Taken) -> f64| median(candidate.under(load).map(what));
            let waited = candidate.latencies(load);
            let ratio = candidates.first().map_or(f64::NAN, |first| candidate.times(first, load));
            println!(
                "{:22}{:>9}{:>8.1}{:>7.2}x{:>8.1}{:>8.1}{:>9.0}{:>8.0}{:>8.0}{:>8.0}{:>8.0}{:>8}",
                candidate.name,
                waited.len(),
                of(|taken| taken.cpu.all),
                ratio,
                of(|taken| taken.cpu.user),
                of(|taken| taken.cpu.system),
                of(|taken| taken.per_second),
                at(&waited, 0.0),
                at(&waited, 0.5),
                at(&waited, 0.99),
                at(&waited, 1.0),
                stalls(&waited),
            );
        }
    }
}

/// Whether each of ours takes at most 1/`at_least` of the CPU time of each rival under each load,
/// and does not stall; says so line by line.
pub fn judge(candidates: &[Candidate], connections: &[usize], at_least: f64) -> bool {
    let of = |group| candidates.iter().filter(move |one| one.group == group);
    println!();
    if of(Group::Ours).next().is_none() {
        println!("NOTHING OF OURS WAS MEASURED: no claim is shown");
        return false;
    }
    let mut held = true;
    for (load, connections) in connections.iter().enumerate() {
        for one in of(Group::Ours) {
            let name = format!("{} over {connections}", one.name);
            for rival in of(Group::Rival) {
                let times = rival.times(one, load);
                // A ratio that is no number is no success either.
                let verdict = say(&mut held, times >= at_least);
                let rival = &rival.name;
                println!("{name}: at most 1/{at_least} of {rival}: {verdict}, 1/{times:.1}");
            }
            if *connections == STALLS_AT {
                let waited = one.latencies(load);
                let (stalled, all) = (stalls(&waited), waited.len());
                let verdict = say(&mut held, stalled as f64 <= STALLS * all as f64);
                println!("{name}: at most {STALLS} stall: {verdict}, {stalled} of {all}");
            }
        }
    }
    held
}

fn say(held: &mut bool, reached: bool) -> &'static str {
    *held &= reached;
    if reached { "reached" } else { "NOT REACHED" }
}

fn stalls(waited: &[f64]) -> usize {
    waited.iter().filter(|us| **us > STALL_US).count()
}

/// The value that a share of all is not above.
fn at(sorted: &[f64], share: f64) -> f64 {
    let last = sorted.len().saturating_sub(1) as f64;
    sorted.get((last * share).round() as usize).copied().unwrap_or(f64::NAN)
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    at(&values, 0.5)
}
