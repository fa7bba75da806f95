//! The format of the transcripts; `tests/vectors/README.md` describes it.

/// One case: its title, and its steps with the lines they stand on.
#[derive(Clone, Debug)]
pub struct Case {
    pub title: String,
    pub line: usize,
    pub steps: Vec<(usize, Step)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Time(u64),
    Input(Vec<u8>),
    EndOfInput,
    /// Over HTTP: the first line of a request, and a line of its head.
    Request(String),
    Header(String),
    Act(String),
    /// An event, an output or an error, as the whole line.
    Expect(String),
}

/// Reads a file. An error begins with the number of its line.
pub fn read(text: &str) -> Result<Vec<Case>, String> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let count: usize = lines
        .next()
        .and_then(|(_, line)| line.strip_prefix("cases ")?.parse().ok())
        .ok_or("1: the first line has to say `cases N`")?;
    let mut cases: Vec<Case> = Vec::new();
    let mut is_open = false;
    for (number, line) in lines {
        if line.is_empty() {
            is_open = false;
            continue;
        }
        if !is_open {
            let title =
                line.strip_prefix("# ").ok_or(format!("{number}: a case without a title"))?;
            cases.push(Case { title: title.to_owned(), line: number, steps: Vec::new() });
            is_open = true;
            continue;
        }
        let step = step(line).map_err(|error| format!("{number}: {error}: {line}"))?;
        if let (Some(case), Some(step)) = (cases.last_mut(), step) {
            case.steps.push((number, step));
        }
    }
    if cases.len() != count {
        return Err(format!("1: says {count} cases and has {}", cases.len()));
    }
    Ok(cases)
}

fn step(line: &str) -> Result<Option<Step>, &'static str> {
    let (mark, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(Some(match mark {
        "#" => return Ok(None),
        "@" => Step::Time(rest.parse().map_err(|_| "not a time")?),
        ">" => Step::Input([rest.as_bytes(), b"\n"].concat()),
        ">+" => Step::Input(rest.as_bytes().to_vec()),
        ">x" => Step::Input(bytes_of(rest).ok_or("not hexadecimal")?),
        ">." => Step::EndOfInput,
        ">>" => Step::Request(rest.to_owned()),
        ">:" => Step::Header(rest.to_owned()),
        "!" => Step::Act(rest.to_owned()),
        "=" | "<" | "<+" | "?" | "<<" | "<:" | "<id" | "<k" | "<." | "<x" => {
            Step::Expect(line.to_owned())
        }
        _ => return Err("no such mark"),
    }))
}

/// The bytes of a text of hexadecimal digits and spaces.
pub fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text
        .chars()
        .filter(|digit| *digit != ' ')
        .map(|digit| digit.to_digit(16).map(|digit| digit as u8))
        .collect();
    let (pairs, rest) = digits.as_ref()?.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}
