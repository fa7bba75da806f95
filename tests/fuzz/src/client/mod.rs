//! The whole client: any server, any clock, and any behaviour of the application, on a pipe and
//! over HTTP.

mod act;
mod ask;
mod event;
mod finish;
mod http;
mod known;
mod output;
mod script;
mod world;

use script::Setup;
use world::World;

/// Runs a script (see the README beside the seeds) and holds everything that goes in and out
/// against a model: each call ends once, what has ended is named no more, the server's requests
/// are answered at most once, ids are never used again, all output is valid, deadlines lie in the
/// future, and every slot is free again in the end.
pub fn client(data: &[u8]) {
    let mut lines = data.split(|byte| *byte == b'\n');
    let setup = Setup::of(lines.next().unwrap_or_default());
    let mut world = World::new(&setup);
    for line in lines.take(60) {
        step(&mut world, line);
        world.check();
    }
    world.finish();
}

/// One line of the script: a letter, and what it is about.
fn step(world: &mut World, line: &[u8]) {
    let Some((letter, rest)) = line.split_first() else { return };
    let digit = |at: usize| rest.get(at).map_or(0, |byte| usize::from(byte.wrapping_sub(b'0')));
    let from = |at: usize| rest.get(at..).unwrap_or_default();
    match letter {
        // The server.
        b'>' => world.line(from(0), true),
        b'+' => world.line(from(0), false),
        b':' => world.body(digit(0), from(1)),
        b'a' => world.answer(digit(0), digit(1)),
        b'b' => world.says(digit(0), digit(1)),
        b'h' => world.respond(digit(0), digit(1), digit(2)),
        b'i' => world.identify(digit(0), from(2), digit(1)),
        b'x' => world.close_exchange(digit(0)),
        b'X' => world.close_any(digit(0)),
        b'z' => world.close_pipe(),
        b'F' => world.shake_hands(digit(0)),
        // Time.
        b'@' => world.tick(from(0)),
        b'd' => world.drain(),
        b'D' => drop(world.expire_once()),
        b'o' => world.outputs(),
        b'O' => world.output_once(),
        b't' => world.tx = script::SIZES[digit(0) % script::SIZES.len()],
        b'w' => world.grow(digit(0) % 8),
        // The application.
        b'c' => world.connect(digit(0)),
        b'm' => world.call(digit(0), digit(1), digit(2)),
        b'k' => world.cancel(digit(0)),
        b'K' => world.cancel_asked(digit(0)),
        b'H' => world.handshake_again(digit(0)),
        b'g' => world.again(digit(0), digit(1)),
        b'p' => world.provide(digit(0), digit(1), digit(2)),
        b'r' => world.refuse(digit(0)),
        b'l' => world.listen(digit(0), digit(1)),
        b'u' => world.unlisten(digit(0)),
        b'v' => world.set_level(digit(0), digit(1)),
        b'n' => world.notify(digit(0), digit(1)),
        b'y' => world.reply(digit(0)),
        b'R' => world.result(digit(0), digit(1)),
        b'E' => world.error(digit(0), digit(1)),
        b'q' => world.leave(),
        _ => {}
    }
}
