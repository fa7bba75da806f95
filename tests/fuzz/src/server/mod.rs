//! The whole server: any bytes, and any behaviour of the application.

mod act;
mod asked;
mod catalog;
mod expect;
mod finish;
mod known;
mod listen;
mod outgoing;
mod receive;
mod script;
mod wire;
mod world;

use act::Act;
use script::Setup;
use world::World;

/// Runs a script (see the README beside the seeds) and holds everything that goes in and out
/// against a model: exactly one response for each request, none for one that was cancelled or for
/// a notification, ids and tokens as they were written, whole valid lines, tickets that are good
/// once, listeners that are told once, deadlines to the millisecond, and a table that is free
/// again at the end.
pub fn server(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let setup = Setup::of(lines.next().unwrap_or_default());
    let mut world = World::new(&setup);
    for line in lines.take(60) {
        step(&mut world, line);
        if world.is_over {
            return;
        }
        world.check_open();
    }
    world.finish();
}

/// One line of the script: a letter, and what it is about.
fn step(world: &mut World, line: &[u8]) {
    let Some((letter, rest)) = line.split_first() else { return };
    let digit = |at: usize| rest.get(at).map_or(0, |byte| byte.wrapping_sub(b'0'));
    let text = |from: usize| script::expand(rest.get(from..).unwrap_or_default());
    match letter {
        b'>' | b'!' => {
            let mut bytes = text(0);
            bytes.push(b'\n');
            world.feed(&bytes, *letter == b'!');
        }
        b'+' => world.feed(&text(0), false),
        b':' => world.post(&text(1), digit(0)),
        b'h' => world.handshake(usize::from(digit(0))),
        b't' => world.tx = script::SIZES[usize::from(digit(0)) % script::SIZES.len()],
        b'w' => world.grow(usize::from(digit(0)) % 8),
        b'n' => world.next_output(),
        b'@' => {
            let now = String::from_utf8_lossy(rest);
            world.now = now.parse().unwrap_or(world.now.wrapping_add(9));
        }
        b'd' => world.expire(),
        b'C' => world.changed(digit(0)),
        b'K' => world.updated(&String::from_utf8_lossy(&text(0))),
        b'O' => world.closed(listen::way(digit(0))),
        b'y' => world.answer(usize::from(digit(0)), &text(1), false),
        b'Y' => world.answer(usize::from(digit(0)), &text(1), true),
        b's' => world.resume(usize::from(digit(0)), digit(1), &text(2)),
        b'X' => world.take_back(usize::from(digit(0))),
        b'k' | b'j' | b'J' => {
            world.connection_act(&Act { letter: *letter, variant: digit(1), text: &text(2) });
        }
        letter if b"rRafeubpzxglcmvLAEUNqQ".contains(letter) => {
            let act = Act { letter: *letter, variant: digit(1), text: &text(2) };
            world.act(&act, usize::from(digit(0)));
        }
        _ => {}
    }
}
