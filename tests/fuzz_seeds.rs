//! The fuzz targets without their engine: every seed, and random inputs made from the seeds and
//! from whole steps, the same ones on every machine. `tests/fuzz/README.md` says more.

#[path = "fuzz/src/lib.rs"]
mod fuzz;

use std::path::Path;

/// A small seeded generator.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    #[cfg(all(feature = "server", feature = "full"))]
    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// Every seed of a target, with its name, in order.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/seeds").join(target);
    let mut all: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of seeds")
        .map(|entry| entry.expect("an entry").path())
        .map(|path| (path.display().to_string(), std::fs::read(&path).expect("a file")))
        .collect();
    all.sort();
    assert!(all.len() >= 10, "{} seeds in {}", all.len(), folder.display());
    all
}

/// The tokens of a target's dictionary.
fn tokens(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/dict");
    let text = std::fs::read_to_string(folder.join(format!("{target}.dict"))).expect("a file");
    let lines = text.lines().filter(|line| line.starts_with('"'));
    let all: Vec<_> = lines.map(|line| unescaped(line.trim_matches('"'))).collect();
    assert!(all.len() >= 10);
    all
}

/// What a token of a dictionary stands for: `\xAB`, `\\` and `\"` are escapes.
fn unescaped(token: &str) -> Vec<u8> {
    let mut all = Vec::new();
    let mut bytes = token.bytes();
    while let Some(byte) = bytes.next() {
        let byte = match (byte, if byte == b'\\' { bytes.next() } else { None }) {
            (_, Some(b'x')) => {
                let digits: String = bytes.by_ref().take(2).map(char::from).collect();
                u8::from_str_radix(&digits, 16).expect("two digits")
            }
            (_, Some(other)) => other,
            (byte, None) => byte,
        };
        all.push(byte);
    }
    all
}

/// An input changed in a few places.
fn changed(dice: &mut Dice, seeds: &[(String, Vec<u8>)], tokens: &[Vec<u8>]) -> Vec<u8> {
    let mut input = seeds[dice.below(seeds.len())].1.clone();
    for _ in 0..1 + dice.below(4) {
        let at = dice.below(input.len() + 1);
        let end = input.len().min(at + 1 + dice.below(12));
        match dice.below(6) {
            0 if at < input.len() => input[at] = dice.next() as u8,
            1 => input.insert(at, dice.next() as u8),
            2 => drop(input.drain(at..end)),
            3 => drop(input.splice(at..at, tokens[dice.below(tokens.len())].clone())),
            4 => drop(input.splice(at..end, tokens[dice.below(tokens.len())].clone())),
            _ => {
                let other = &seeds[dice.below(seeds.len())].1;
                let from = dice.below(other.len() + 1);
                let piece = other[from..other.len().min(from + dice.below(80))].to_vec();
                input.splice(at..at, piece);
            }
        }
    }
    input
}

/// Prints an input if the target panics on it.
struct Shown<'a>(&'a [u8]);

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("input: {}", self.0.escape_ascii());
        }
    }
}

fn run(target: &str, check: fn(&[u8]), rounds: usize) {
    let seeds = seeds(target);
    for (name, input) in &seeds {
        println!("{name}");
        check(input);
    }
    let tokens = tokens(target);
    let mut dice = Dice(0x5eed_0001);
    for _ in 0..rounds {
        let input = changed(&mut dice, &seeds, &tokens);
        let shown = Shown(&input);
        check(shown.0);
    }
}

#[test]
fn json_as_serde_reads_it() {
    run("json", fuzz::json, 20_000);
}

#[test]
fn lines_as_a_plain_split_gives_them() {
    run("lines", fuzz::lines, 20_000);
}

#[cfg(feature = "http1")]
#[test]
fn http1_as_httparse_reads_it() {
    run("http1", fuzz::http1, 20_000);
}

#[cfg(all(feature = "client", feature = "legacy", feature = "http"))]
#[test]
fn a_client_under_any_script() {
    run("client", fuzz::client, 3_000);
}

#[cfg(all(feature = "server", feature = "full", feature = "legacy", feature = "http"))]
#[test]
fn an_endpoint_under_any_script() {
    run("endpoint", fuzz::endpoint, 3_000);
}

#[cfg(all(feature = "server", feature = "full"))]
#[test]
fn a_server_under_any_script() {
    run("server", fuzz::server, 1_500);
}

/// Scripts of steps that make sense each, in an order that need not.
#[cfg(all(feature = "server", feature = "full"))]
#[test]
fn a_server_under_random_scripts() {
    let mut dice = Dice(0x5eed_0002);
    for _ in 0..1_500 {
        let script = script(&mut dice);
        let shown = Shown(script.as_bytes());
        fuzz::server(shown.0);
    }
}

#[cfg(all(feature = "server", feature = "full"))]
fn script(dice: &mut Dice) -> String {
    let mut script = String::new();
    for digit in [10, 2, 2, 5] {
        // Often large buffers.
        let digit = if dice.below(2) == 0 { 0 } else { dice.below(digit * 2) };
        script.push(char::from(b'0' + digit as u8));
    }
    if dice.below(2) == 0 {
        script.push_str("\nh4");
    }
    for _ in 0..2 + dice.below(18) {
        script.push('\n');
        step(dice, &mut script);
    }
    script
}

#[cfg(all(feature = "server", feature = "full"))]
fn step(dice: &mut Dice, script: &mut String) {
    const IDS: &[&str] =
        &["1", "2", "\"1\"", "1.0", "\"a\\u0062\"", "\"ab\"", "18446744073709551616"];
    // Methods, and params that fit.
    const METHODS: &[(&str, &str)] = &[
        ("$c", "\"name\":\"t\""),
        ("$c", "\"name\":\"\\u0074\",\"arguments\":{\"text\":\"$L\"}"),
        ("$c", "\"name\":\"t\",\"inputResponses\":{\"a\":{}},\"requestState\":\"s\""),
        ("$c", "\"name\":1"),
        ("$l", "\"cursor\":\"t1\""),
        ("$E", "\"cursor\":\"r1\""),
        ("$T", ""),
        ("$Q", ""),
        ("$d", ""),
        ("$g", ""),
        ("$i", "\"protocolVersion\":\"2025-03-26\""),
        ("$r", "\"uri\":\"test://one\""),
        ("$s", "\"uri\":\"test://one\""),
        ("$s", "\"uri\":\"test:\\/\\/two\""),
        ("$u", "\"uri\":\"test://one\""),
        ("$P", "\"name\":\"greet\",\"arguments\":{\"name\":\"x\"}"),
        (
            "$C",
            concat!(
                "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"greet\"},",
                "\"argument\":{\"name\":\"name\",\"value\":\"\"}"
            ),
        ),
        ("$V", "\"level\":\"warning\""),
        (
            "$S",
            concat!(
                "\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true,",
                "\"resourceSubscriptions\":[\"test://one\",\"test://two\"]}"
            ),
        ),
        ("\"method\":\"my/own\"", ""),
        ("\"method\":1", ""),
    ];
    const METAS: &[&str] =
        &["$m,$t7", "$m,$o\"info\"", "$M", "$M,$t\"\\n\"", "", "$t1.5", "$v\"2030-01-01\",$k{}"];
    const ACTS: &[u8] = b"rrrRafeubpzxglcmvLAEUNqqqQQ";
    const TEXTS: &[&str] = &["", "text", "{}", "{\"a\":1}", "[", "7", "-1.5e1", "$L", "\u{e9}\"\\"];
    const WHOLE: &[&str] = &[
        "n",
        "n",
        "d",
        ">{",
        "+{",
        ">7",
        "![]",
        ">{\"id\":1}",
        "C0",
        "C1",
        "C2",
        "Ktest://one",
        "Ktest://two",
        "@1005",
        "@1012",
        "@9000000000",
        "O0",
        "O2",
        "X0",
        "j00",
        "j01",
        "k04text",
        "J00",
        "Y0",
        "y0,\"result\":{\"roots\":[]}",
        "y1,\"error\":{}",
        "y0,\"result\":{}",
        "s00",
        "s01{}",
        "h1",
        "h3",
        "h4",
        "w1",
    ];
    match dice.below(10) {
        0..4 => {
            script.push_str(dice.pick(&[">", ">", "!", ":0", ":2", ":3"]));
            let (id, meta) = (dice.pick(IDS), dice.pick(METAS));
            let (method, params) = METHODS[dice.below(METHODS.len())];
            let comma = if params.is_empty() { "" } else { "," };
            let params = format!("{{{params}{comma}\"_meta\":{{{meta}}}}}");
            let message = format!("{{$j,\"id\":{id},{method},\"params\":{params}}}");
            match dice.below(8) {
                0 => script.push_str(&format!("[{message},{{$j,$n}},{message}]")),
                _ => script.push_str(&message),
            }
        }
        4 => {
            let (way, id) = (dice.pick(&[">", ":2", ":3"]), dice.pick(IDS));
            script.push_str(&format!("{way}{{$j,$x,\"params\":{{$I{id}}}}}"));
        }
        5 => script.push_str(&format!("t{}", dice.below(10))),
        6 => script.push_str(dice.pick(WHOLE)),
        _ => {
            script.push(char::from(ACTS[dice.below(ACTS.len())]));
            script.push(char::from(b'0' + dice.below(3) as u8));
            script.push(char::from(b'0' + dice.below(72) as u8));
            script.push_str(dice.pick(TEXTS));
        }
    }
}
