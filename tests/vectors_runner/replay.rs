//! One case, replayed in one way.

use sansmcp::{Frame, Lines};

use super::cursor::{Cursor, Fault, NOTHING};
use super::transcript::{Case, Step};
use super::world::World;

/// How each input arrives.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    Whole,
    Bytes,
    /// In two pieces, the first of so many bytes.
    At(usize),
}

impl Cut {
    /// It in words.
    pub fn how(self) -> String {
        match self {
            Self::Whole => "whole".to_owned(),
            Self::Bytes => "byte by byte".to_owned(),
            Self::At(at) => format!("cut at {at}"),
        }
    }
}

/// Inputs longer than this are cut at the borders of tokens only.
const LONG: usize = 4096;

/// Every way in which a case is replayed.
pub fn cuts(case: &Case) -> Vec<Cut> {
    let mut places = vec![false; 0];
    for (_, step) in &case.steps {
        let Step::Input(input) = step else { continue };
        places.resize(places.len().max(input.len()), false);
        for (at, place) in places.iter_mut().enumerate().take(input.len()).skip(1) {
            *place |= input.len() <= LONG || is_border(input[at - 1]) || is_border(input[at]);
        }
    }
    let places = places.iter().enumerate().filter(|(_, is)| **is).map(|(at, _)| Cut::At(at));
    [Cut::Whole, Cut::Bytes].into_iter().chain(places).collect()
}

fn is_border(byte: u8) -> bool {
    matches!(byte, b'{' | b'}' | b'[' | b']' | b',' | b':' | b'"' | b'\n')
}

/// Reads bytes into the lines, as many as there is room for, and takes what is whole.
pub fn feed(
    lines: &mut Lines<'_>,
    bytes: &[u8],
    mut take: impl FnMut(Frame<'_>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut rest = bytes;
    while !rest.is_empty() {
        let space = lines.space();
        let count = space.len().min(rest.len());
        assert!(count > 0, "a receive buffer of no bytes");
        space[..count].copy_from_slice(&rest[..count]);
        rest = &rest[count..];
        lines.filled(count);
        while let Some(frame) = lines.next_frame() {
            take(frame)?;
        }
    }
    Ok(())
}

/// An input in the pieces in which it arrives.
pub fn pieces(input: &[u8], cut: Cut) -> Vec<&[u8]> {
    match cut {
        Cut::At(at) if at < input.len() => vec![&input[..at], &input[at..]],
        Cut::Bytes => input.chunks(1).collect(),
        _ => vec![input],
    }
}

struct Replay<'c> {
    cursor: Cursor<'c>,
    world: World,
}

/// Replays a case in one way.
pub fn replay(case: &Case, cut: Cut) -> Result<(), Fault> {
    let mut replay = Replay { cursor: Cursor::new(case, cut.how()), world: World::new() };
    replay.cursor.set_up(|action| replay.world.set_up(action))?;
    let mut rx = vec![0; replay.world.rx];
    let mut lines = Lines::new(&mut rx);
    loop {
        replay.go_on()?;
        match replay.cursor.step() {
            None => break,
            Some(Step::Input(input)) => {
                replay.cursor.at += 1;
                for piece in pieces(input, cut) {
                    feed(&mut lines, piece, |frame| replay.frame(frame))?;
                }
            }
            Some(Step::EndOfInput) => {
                replay.cursor.at += 1;
                while let Some(frame) = lines.finish() {
                    replay.frame(frame)?;
                }
            }
            Some(Step::Expect(expected)) => {
                return Err(replay.cursor.fault(replay.cursor.at, expected, NOTHING));
            }
            Some(step) => {
                let step = format!("{step:?}");
                return Err(replay.cursor.fault(replay.cursor.at, "a step of a pipe", &step));
            }
        }
    }
    replay.check_wire()
}

impl Replay<'_> {
    /// Does all that comes before the next input or event.
    fn go_on(&mut self) -> Result<(), Fault> {
        self.cursor.go_on(|step| match step {
            Step::Act(action) => self.world.act(action),
            Step::Time(now) => {
                self.world.desk.now = *now;
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        })
    }

    fn frame(&mut self, mut frame: Frame<'_>) -> Result<(), Fault> {
        while let Some(line) = self.world.receive(&mut frame) {
            self.cursor.expect(&[line])?;
            self.go_on()?;
        }
        Ok(())
    }

    /// Every line that was sent is one JSON object; only the last may still be under way.
    fn check_wire(&self) -> Result<(), Fault> {
        let mut lines: Vec<_> = self.world.wire.split(|byte| *byte == b'\n').collect();
        lines.pop();
        for line in lines {
            let is_object = line.first() == Some(&b'{');
            if !is_object || serde_json::from_slice::<serde::de::IgnoredAny>(line).is_err() {
                let got = String::from_utf8_lossy(line);
                return Err(self.cursor.fault(
                    self.cursor.case.steps.len(),
                    "one JSON object a line",
                    &got,
                ));
            }
        }
        Ok(())
    }
}
