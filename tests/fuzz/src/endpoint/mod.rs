//! The whole endpoint of HTTP: any heads and bodies, in any order, of several clients in both eras,
//! with small tables, disconnects everywhere and any behaviour of the application.

mod app;
mod delivery;
mod finish;
mod heads;
mod known;
mod message;
mod post;
mod stream;
mod world;

use world::World;

/// Runs a script (see the README beside the seeds) and holds all that goes out against a model:
/// every POST gets exactly one response, which ends; statuses are of the table; nothing goes to
/// another exchange, session or principal than its request's; kept events come back in order and to
/// their own session alone; and in the end every place of every table is free again.
pub fn endpoint(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let mut world = World::new(lines.next().unwrap_or_default());
    for line in lines.take(60) {
        step(&mut world, line);
        world.check();
    }
    world.finish();
}

/// The characters behind the letter of a step, as numbers from `0` on.
struct Digits<'s>(&'s [u8]);

impl Digits<'_> {
    fn at(&self, at: usize) -> usize {
        self.0.get(at).map_or(0, |byte| usize::from(byte.wrapping_sub(b'0')))
    }
}

/// One line of the script.
fn step(world: &mut World, line: &[u8]) {
    let Some((letter, rest)) = line.split_first() else { return };
    let digits = Digits(rest);
    let at = |at| digits.at(at);
    match letter {
        b'i' => world.initialize(at(0), at(1), at(2), at(3)),
        b'p' => world.legacy(at(0), at(0), [at(1), at(2), at(3), at(4)]),
        b'f' => world.legacy(at(0), at(1), [at(2), at(3), at(4), at(5)]),
        b'm' => world.modern(at(0), [at(1), at(2), at(3), at(4)]),
        b'b' => world.batch(at(0), at(1), at(2), at(3)),
        b'x' => world.raw(at(0), at(1), rest.get(2..).unwrap_or_default()),
        b'y' => world.any_head(at(0), rest.get(1..).unwrap_or_default()),
        b'j' => world.head_alone(at(0), at(1)),
        b'g' => world.get(at(0), at(0), at(1), at(2)),
        b'G' => world.get(at(0), at(1), at(2), at(3)),
        b'd' => world.delete(at(0), at(0)),
        b'D' => world.delete(at(0), at(1)),
        b'o' => world.disconnect(at(0)),
        b'a' => world.act(at(0), at(1), at(2)),
        b'c' => world.changed(at(0)),
        b'u' => world.updated(at(0)),
        b'n' => world.drain(),
        b'@' => world.now = world.now.saturating_add(at(0) as u64 * 250),
        b'e' => world.expire(),
        _ => {}
    }
}
