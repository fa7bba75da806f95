//! How fast a whole message is checked, beside the usual parsers. Prints a table.
//!
//! Not a criterion bench: that measures one candidate for seconds and then the next, so that on a
//! machine that is also used for other things they see different weather. Here all take turns
//! within milliseconds, a few hundred times, and the ratios are of the same turn.

mod clock;
mod inputs;
mod parsers;

use inputs::Input;
use parsers::{BAD, PADDING, Parser};

/// How often each input has its go; between two of them the others have theirs.
const GOES: usize = 31;
/// How often each parser has its turn in one go, after two to warm up.
const TURNS: usize = 10;
/// Bytes scanned in one turn, at least: small messages are put one behind the other.
const TURN_BYTES: usize = 64 << 10;

fn main() {
    let mut parsers = parsers::all();
    strictness(&mut parsers);
    let mut races: Vec<Race> = inputs::all().into_iter().map(Race::new).collect();
    for _ in 0..GOES {
        races.iter_mut().for_each(|race| race.go(&mut parsers));
    }
    let turns = GOES * TURNS;
    println!("\nGB/s, median of {turns} turns; in brackets how many times as fast sansmcp is");
    let names: Vec<String> = parsers.iter().map(|parser| format!("{:>23}", parser.name)).collect();
    println!("{:27}{}", "", names.concat());
    races.iter().for_each(Race::print);
}

/// Lets each parser check what is no JSON and says what it lets through. Ours must not.
fn strictness(parsers: &mut [Parser]) {
    for parser in parsers.iter_mut() {
        let mut taken = Vec::new();
        for (what, json) in BAD {
            let mut bytes = json.to_vec();
            bytes.resize(json.len() + PADDING, 0);
            if (parser.check)(&mut bytes, json.len()) {
                taken.push(*what);
            }
        }
        let verdict = if taken.is_empty() { "nothing".to_owned() } else { taken.join(", ") };
        println!("{:22} lets through: {verdict}", parser.name);
        assert!(parser.name != "sansmcp" || taken.is_empty(), "our scanner is not strict");
    }
}

/// All parsers over one input.
struct Race {
    input: Input,
    /// The message as often as it takes to fill a turn, each with its padding.
    pristine: Vec<u8>,
    /// Where the parsers work.
    bytes: Vec<u8>,
    /// CPU time of each turn in nanoseconds, a list for each parser.
    times: Vec<Vec<f64>>,
}

impl Race {
    fn new(input: Input) -> Self {
        let copies = TURN_BYTES.div_ceil(input.json.len());
        let mut pristine = Vec::new();
        for _ in 0..copies {
            pristine.extend_from_slice(&input.json);
            pristine.resize(pristine.len() + PADDING, 0);
        }
        Self { input, bytes: pristine.clone(), pristine, times: Vec::new() }
    }

    fn go(&mut self, parsers: &mut [Parser]) {
        self.times.resize(parsers.len(), Vec::new());
        for turn in 0..TURNS + 2 {
            for n in 0..parsers.len() {
                // Who is first changes, so that nobody always finds the caches as another left
                // them.
                let n = (n + turn) % parsers.len();
                let time = self.turn(&mut parsers[n]);
                if turn >= 2 {
                    self.times[n].push(time);
                }
            }
        }
    }

    fn turn(&mut self, parser: &mut Parser) -> f64 {
        let len = self.input.json.len();
        // Some change their input. All get it fresh, and just as near in the caches.
        self.bytes.copy_from_slice(&self.pristine);
        let mut messages = self.bytes.chunks_exact_mut(len + PADDING);
        let start = clock::thread_ns();
        let valid = messages.all(|message| (parser.check)(message, len));
        let time = clock::thread_ns() - start;
        assert!(valid, "{} refuses: {}", parser.name, self.input.name);
        time as f64
    }

    fn print(&self) {
        let len = self.input.json.len();
        let total = (self.pristine.len() / (len + PADDING) * len) as f64;
        let mut cells = String::new();
        for (n, times) in self.times.iter().enumerate() {
            let speed = total / median(times.iter().copied());
            let ratio = median(times.iter().zip(&self.times[0]).map(|(rival, ours)| rival / ours));
            let cell = match n {
                0 => format!("{speed:.2}"),
                _ => format!("{speed:.2} [{ratio:.2}x]"),
            };
            cells += &format!("{cell:>23}");
        }
        println!("{:17}{len:>8} B{cells}", self.input.name);
    }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
