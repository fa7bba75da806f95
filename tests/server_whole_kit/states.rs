//! An exchange in each state that it can have, and how a world is brought to its end from any.

use super::{Kept, World, answer, cancel, modern, request, text, ticket_of};
use sansmcp::schema::Json;
use sansmcp::{EventKind, Limits, Receivers, Revision, Shape, Ticket};

/// A state: the world, the event that led to it, and the ticket that names it.
pub struct Case {
    pub name: String,
    pub world: World,
    pub event: Kept,
    pub ticket: Ticket,
}

/// One era: how its requests are written, and a world for them.
#[derive(Clone, Copy, PartialEq)]
pub enum Side {
    Old,
    New,
    /// Modern requests on a connection with a handshake.
    Both,
}

impl Side {
    fn world(self, slots: usize) -> World {
        match self {
            Self::New => World::new(slots),
            _ => World::of(Revision::V2025_11_25, slots),
        }
    }

    fn line(self, id: &str, method: &str, params: &str) -> String {
        match self {
            Self::Old => {
                let inside = params.strip_prefix('{').expect("an object");
                let comma = if inside.starts_with('}') { "" } else { "," };
                let params = format!(r#"{{"_meta":{{"progressToken":"tok"}}{comma}{inside}"#);
                request(id, method, &params)
            }
            _ => modern(id, method, params),
        }
    }
}

const CALL: &str = r#"{"name":"t"}"#;
const LISTEN: &str =
    r#"{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["r:1"]}}"#;

fn begin(world: &mut World, event: &Kept) {
    world.out(|s, tx| s.begin(event.ticket(), Shape::Text, tx).map(text)).expect("begun");
}

fn accept(world: &mut World, event: &Kept) {
    let line = world.reply(event).expect("room");
    assert!(line.contains("acknowledged"), "{line}");
}

/// A request of the server's own, in the course of `parent` or of the connection.
fn ask(world: &mut World, parent: Ticket) -> Ticket {
    let line = world
        .out(|s, tx| {
            s.request(parent, "roots/list", &Json::EMPTY, &Limits::DEFAULT, 0, tx)
                .map(|(_, out)| text(out))
        })
        .expect("asked");
    ticket_of(&line)
}

pub fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for side in [Side::Old, Side::New, Side::Both] {
        of(side, &mut |name, world, event, ticket| {
            let side = match side {
                Side::Old => "old",
                Side::New => "new",
                Side::Both => "both",
            };
            cases.push(Case { name: format!("{side}: {name}"), world, event, ticket });
        });
    }
    cases
}

fn of(side: Side, add: &mut dyn FnMut(&str, World, Kept, Ticket)) {
    let read = |world: &mut World, id: &str, method: &str, params: &str| {
        world.read(&side.line(id, method, params))
    };
    let mut add = |name: &str, world: World, event: &Kept, ticket: Ticket| {
        add(name, world, event.clone(), ticket);
    };
    let open = |method: &str, params: &str, kind: EventKind| {
        let mut world = side.world(4);
        let event = world.read(&side.line("1", method, params));
        assert_eq!(event.kind, kind, "{method}");
        (world, event)
    };

    // Requests of each kind, open, cancelled and answered.
    let kinds = [
        ("tools/call", CALL, EventKind::CallTool, true),
        ("x/custom", "{}", EventKind::Request, true),
        ("tools/list", "{}", EventKind::ListTools, true),
        ("prompts/list", "{}", EventKind::ListPrompts, true),
        ("resources/read", r#"{"uri":"r:1"}"#, EventKind::ReadResource, true),
        ("prompts/get", r#"{"name":"p"}"#, EventKind::GetPrompt, true),
        (
            "completion/complete",
            r#"{"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":""}}"#,
            EventKind::Complete,
            true,
        ),
        ("tools/call", "{}", EventKind::Refused, true),
        ("ping", "{}", EventKind::Ping, side == Side::Old),
        ("logging/setLevel", r#"{"level":"error"}"#, EventKind::SetLevel, side == Side::Old),
        ("resources/subscribe", r#"{"uri":"r:1"}"#, EventKind::Subscribe, side == Side::Old),
        ("resources/unsubscribe", r#"{"uri":"r:1"}"#, EventKind::Unsubscribe, side == Side::Old),
        ("server/discover", "{}", EventKind::Discover, side != Side::Old),
        ("subscriptions/listen", LISTEN, EventKind::Listen, side != Side::Old),
    ];
    for (method, params, kind, is_here) in kinds {
        if !is_here {
            continue;
        }
        let (mut world, event) = open(method, params, kind);
        let ticket = event.ticket();
        add(&format!("{} open", kind.name()), world.clone(), &event, ticket);
        if kind != EventKind::Refused {
            let mut world = world.clone();
            assert_eq!(world.read(&cancel("1")).kind, EventKind::Cancelled);
            add(&format!("{} cancelled", kind.name()), world, &event, ticket);
        }
        let mut other = world.clone();
        let call = read(&mut other, "2", "tools/call", CALL);
        begin(&mut other, &call);
        add(&format!("{} while another streams", kind.name()), other, &event, ticket);
        if kind != EventKind::Listen {
            world.reply(&event).expect("room");
            add(&format!("{} answered", kind.name()), world, &event, ticket);
        }
    }
    if side == Side::Old {
        let mut world = World::new(4);
        let params = r#"{"protocolVersion":"2025-11-25","capabilities":{}}"#;
        let event = world.read(&request("1", "initialize", params));
        add("initialize open", world.clone(), &event, event.ticket());
        world.does(|s| s.closed(sansmcp::Route::PIPE));
        add("initialize, closed", world, &event, event.ticket());
    }

    // Streams.
    let (mut world, event) = open("tools/call", CALL, EventKind::CallTool);
    begin(&mut world, &event);
    add("streaming", world.clone(), &event, event.ticket());
    world.read(&cancel("1"));
    add("streaming, cancelled", world, &event, event.ticket());
    let (mut world, event) = open("tools/call", CALL, EventKind::CallTool);
    world.read(&cancel("1"));
    begin(&mut world, &event);
    add("cancelled, begun in silence", world, &event, event.ticket());
    let (mut world, event) = open("resources/read", r#"{"uri":"r:1"}"#, EventKind::ReadResource);
    let shape = Shape::Bytes("u", "m");
    world.out(|s, tx| s.begin(event.ticket(), shape, tx).map(text)).expect("begun");
    add("streaming a resource", world, &event, event.ticket());
    let (mut world, event) = open("tools/list", "{}", EventKind::ListTools);
    let piece = world.out(|s, tx| s.begin_reply(&event.event(), &mut tx[..10]).map(text));
    assert_eq!(piece.map(|piece| piece.len()), Ok(10));
    add("list in pieces", world.clone(), &event, event.ticket());
    world.read(&cancel("1"));
    add("list in pieces, cancelled", world, &event, event.ticket());
    let (mut world, event) = open("tools/call", CALL, EventKind::CallTool);
    begin(&mut world, &event);
    world.does(|s| s.closed(sansmcp::Route::PIPE));
    add("streaming, closed", world, &event, event.ticket());
    let (mut world, event) = open("tools/call", CALL, EventKind::CallTool);
    world.does(|s| s.closed(sansmcp::Route::PIPE));
    add("call, closed", world, &event, event.ticket());

    // Tickets that name nothing.
    let (world, event) = open("tools/call", CALL, EventKind::CallTool);
    for (name, ticket) in [
        ("NONE", Ticket::NONE),
        ("never issued", Ticket { generation: 9, index: event.ticket().index }),
        ("beyond the table", Ticket { generation: 1, index: 700 }),
        ("no spare", Ticket { generation: 1, index: Ticket::SPARE }),
        ("generation 0", Ticket { generation: 0, index: 1 }),
    ] {
        let mut event = event.clone();
        event.parts.ticket = ticket;
        add(name, world.clone(), &event, ticket);
    }

    // The place beside the table.
    let mut world = side.world(1);
    read(&mut world, "1", "tools/call", CALL);
    let event = read(&mut world, "2", "tools/list", "{}");
    assert_eq!(event.ticket().index, Ticket::SPARE);
    add("list in the spare place", world.clone(), &event, event.ticket());
    let piece = world.out(|s, tx| s.begin_reply(&event.event(), &mut tx[..10]).map(text));
    assert_eq!(piece.map(|piece| piece.len()), Ok(10));
    add("list in pieces, spare", world, &event, event.ticket());
    let mut world = side.world(1);
    read(&mut world, "1", "tools/call", CALL);
    let event = read(&mut world, "2", "tools/call", CALL);
    assert_eq!((event.kind, event.ticket().index), (EventKind::Refused, Ticket::SPARE));
    add("refused in the spare place", world.clone(), &event, event.ticket());
    let later = read(&mut world, "3", "tools/call", CALL);
    add("pushed out of the spare place", world, &event, event.ticket());
    assert_eq!(later.ticket().index, Ticket::SPARE);

    if side != Side::Old {
        let (mut world, event) = open("subscriptions/listen", LISTEN, EventKind::Listen);
        let ticket = event.ticket();
        accept(&mut world, &event);
        add("listening", world.clone(), &event, ticket);
        world.does(|s| s.changed(sansmcp::What::Tools));
        add("listening, changed", world.clone(), &event, ticket);
        world.does(|s| s.end_listen(ticket)).expect("ended");
        add("listening, to be ended", world.clone(), &event, ticket);
        world.rest();
        add("listen ended", world, &event, ticket);
        let (mut world, event) = open("subscriptions/listen", LISTEN, EventKind::Listen);
        world.does(|s| s.end_listen(event.ticket())).expect("ended");
        add("listen refused by end_listen", world, &event, event.ticket());
    }
    if side == Side::Old {
        let (mut world, event) = open("tools/call", CALL, EventKind::CallTool);
        let ticket = ask(&mut world, event.ticket());
        add("call with a question open", world.clone(), &event, event.ticket());
        let mut named = event.clone();
        named.parts.ticket = ticket;
        add("question", world.clone(), &named, ticket);
        let mut other = world.clone();
        other.read(&cancel("1"));
        add("question of a cancelled call", other, &named, ticket);
        let mut other = world.clone();
        other.does(|s| s.abandon(ticket)).expect("taken back");
        add("question taken back", other.clone(), &named, ticket);
        other.rest();
        add("question taken back and told", other, &named, ticket);
        let got = world.read(&answer(ticket, r#""result":{"roots":[]}"#));
        assert_eq!(got.kind, EventKind::Answered);
        add("question answered", world, &got, ticket);
        let mut world = side.world(4);
        let ticket = ask(&mut world, Ticket::NONE);
        named.parts.ticket = ticket;
        add("question of the connection", world, &named, ticket);
        // A subscription has a slot too; nobody is told its ticket.
        let (mut world, event) =
            open("resources/subscribe", r#"{"uri":"r:1"}"#, EventKind::Subscribe);
        world.reply(&event).expect("room");
        let ticket = Ticket { generation: 1, index: 1 };
        named.parts.ticket = ticket;
        add("slot of a subscription", world, &named, ticket);
    }
}

/// Ends all that is open and says what came out; then the table serves as many calls as it has
/// slots that hold no subscription, and all is free again.
pub fn finish(world: &mut World) -> String {
    let mut all = String::new();
    for round in 0..2 {
        for ticket in world.open() {
            let ended = world.out(|s, tx| s.end(ticket, None, tx).map(text));
            all += &format!("\n{round} end {ended:?}");
        }
        // What is streamed by the engine, and what is due.
        all += &format!("\n{:?}", world.rest());
        for ticket in world.open() {
            let error =
                world.out(|s, tx| s.error(ticket, sansmcp::Code(-32000), "e", "", tx).map(text));
            all += &format!("\nerror {error:?}");
        }
        for ticket in world.listens() {
            world.does(|s| s.end_listen(ticket)).expect("ended");
        }
        while let Some(event) = world.does(|s| s.expire(u64::MAX - 1).map(|event| event.ticket())) {
            all += &format!("\nexpired {event:?}");
        }
        all += &format!("\n{:?}", world.rest());
    }
    assert_eq!((world.open(), world.listens()), (vec![], vec![]), "{all}");
    assert_eq!(world.does(|s| s.next_deadline()), None);
    // Whatever has no limit and no listen ends with its way.
    world.does(|s| s.closed(sansmcp::Route::PIPE));
    assert_eq!((world.open(), world.rest()), (vec![], vec![]), "{all}");
    let slots = world.slots.len();
    let mut tickets = Vec::new();
    for id in 0..slots {
        let event = world.read(&modern(&format!("\"end{id}\""), "tools/call", CALL));
        assert_eq!(event.kind, EventKind::CallTool, "slot {id} of {slots} is lost");
        tickets.push(event.ticket());
    }
    assert_eq!(world.open(), {
        let mut t = tickets.clone();
        t.sort_by_key(|t| t.index);
        t
    });
    for ticket in tickets {
        let done = world.out(|s, tx| s.answer(ticket, tx).text("y").end().map(text));
        assert!(done.is_ok_and(|line| line.contains("\"y\"")));
    }
    assert_eq!(world.open(), vec![]);
    all
}

/// All that can be seen of a world, and of what becomes of it.
pub fn seen(world: &World) -> String {
    let mut world = world.clone();
    let mut all = format!("{:?} {:?}", world.open(), world.listens());
    for ticket in world.open() {
        all += &format!(" {}", world.does(|server| server.is_cancelled(ticket)));
    }
    all += &format!(" {:?}", world.does(|server| server.next_deadline()));
    all += &format!(" {:?}", world.connection.revision());
    let mut receivers = Receivers::NEW;
    let mut tx = [0; 512];
    loop {
        let told = world.does(|s| s.updated("r:1", &mut receivers, &mut tx).map(|it| it.map(text)));
        all += &format!(" {told:?}");
        if !matches!(told, Ok(Some(_))) {
            break;
        }
    }
    all += &finish(&mut world);
    all
}
