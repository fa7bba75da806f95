//! The server as an application sees it: a peer that can be called.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io;
use std::rc::{Rc, Weak};
use std::time::Duration;

use sansmcp::Route;
use sansmcp::client::Policy;
use tokio::process::Command;
use tokio::sync::Notify;
use tokio::task::{AbortHandle, spawn_local};
use tokio::time::{sleep, timeout};

use super::answers::{Answer, Hello, Pending, Trouble};
use super::app::{Application, Setup};
use super::calls::{Asked, How};
use super::engine::{Engine, HOUR, Sent};
use super::http::exchange;
use super::sockets::Sockets;
use super::stdio::{Pipe, run};
use super::url::Url;

/// How long what begins with a connection may take before calls are made: that the server knows of
/// it, and its event stream.
const OPENING: Duration = Duration::from_secs(2);

/// Requests at once that nobody waits for: notifications, and answers to the server.
const MOST_ASIDES: usize = 16;

/// A server, over HTTP or over the standard input and output of a program. All calls run on one
/// thread, in a [`tokio::task::LocalSet`]. Dropped, with all its copies, it ends all that is open.
#[derive(Clone)]
pub struct Peer {
    shared: Rc<Shared>,
    _owner: Rc<Owner>,
}

/// Ends all that runs when the last peer is dropped.
struct Owner(Rc<Shared>);

impl Drop for Owner {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What the tasks of a host share.
pub struct Shared {
    engine: RefCell<Engine>,
    wire: Wire,
    /// There is something new for the task that waits for the time, or for the program.
    pub news: Notify,
    task: RefCell<Option<AbortHandle>>,
    is_over: Cell<bool>,
    owner: RefCell<Weak<Owner>>,
}

/// What messages go over.
pub enum Wire {
    Http(Exchanges),
    Pipe(Box<Pipe>),
}

/// The HTTP exchanges that are open.
pub struct Exchanges {
    pub sockets: Rc<Sockets>,
    open: RefCell<HashMap<Route, AbortHandle>>,
    /// Requests without a head of their response.
    unanswered: Cell<usize>,
    /// Those of them that nobody waits for.
    asides: Cell<usize>,
    answered: Notify,
}

/// A request without a head of its response: dropped, it has one, or never will.
pub struct Unanswered {
    shared: Rc<Shared>,
    is_aside: bool,
}

impl Unanswered {
    fn new(shared: &Rc<Shared>, exchanges: &Exchanges, is_aside: bool) -> Self {
        exchanges.unanswered.set(exchanges.unanswered.get() + 1);
        exchanges.asides.set(exchanges.asides.get() + usize::from(is_aside));
        Self { shared: Rc::clone(shared), is_aside }
    }
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        if let Wire::Http(exchanges) = &self.shared.wire {
            let fewer = |count: &Cell<usize>, by| count.set(count.get().saturating_sub(by));
            fewer(&exchanges.unanswered, 1);
            fewer(&exchanges.asides, usize::from(self.is_aside));
            exchanges.answered.notify_waiters();
        }
    }
}

impl Peer {
    /// A server at a URL such as `http://127.0.0.1:8080/mcp`. Nothing is sent yet.
    ///
    /// # Errors
    /// What is wrong with the URL.
    pub fn at(url: &str, setup: Setup, app: impl Application) -> Result<Self, String> {
        let url: Url = url.parse()?;
        let wire = Wire::Http(Exchanges {
            sockets: Sockets::new(url),
            open: RefCell::default(),
            unanswered: Cell::new(0),
            asides: Cell::new(0),
            answered: Notify::new(),
        });
        let peer = Self::new(Engine::new(Rc::new(app), setup, true), wire);
        let shared = Rc::clone(&peer.shared);
        peer.begin_task(async move { tick(shared).await });
        Ok(peer)
    }

    /// A server that is a program. What it says on standard error is passed on.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn program(command: Command, setup: Setup, app: impl Application) -> io::Result<Self> {
        let pipe = Pipe::start(command)?;
        let peer = Self::new(Engine::new(Rc::new(app), setup, false), Wire::Pipe(Box::new(pipe)));
        let shared = Rc::clone(&peer.shared);
        peer.begin_task(async move { run(shared).await });
        Ok(peer)
    }

    fn new(engine: Engine, wire: Wire) -> Self {
        let shared = Rc::new(Shared {
            engine: RefCell::new(engine),
            wire,
            news: Notify::new(),
            task: RefCell::default(),
            is_over: Cell::new(false),
            owner: RefCell::default(),
        });
        let owner = Rc::new(Owner(Rc::clone(&shared)));
        *shared.owner.borrow_mut() = Rc::downgrade(&owner);
        Self { shared, _owner: owner }
    }

    fn begin_task(&self, task: impl Future<Output = ()> + 'static) {
        *self.shared.task.borrow_mut() = Some(spawn_local(task).abort_handle());
    }

    /// Connects: finds out which revision is spoken, and what the server can do.
    ///
    /// # Errors
    /// Why it came to nothing.
    pub async fn connect(&self, policy: &Policy) -> Result<Hello, Trouble> {
        if matches!(&self.shared.wire, Wire::Pipe(pipe) if pipe.is_over()) {
            return Err(Trouble::Gone);
        }
        let hello = self.shared.step(|engine| engine.connect(policy))?;
        let hello = hello.await.unwrap_or(Err(Trouble::Gone))?;
        if let Wire::Http(exchanges) = &self.shared.wire {
            // A server that is slow with it is called all the same.
            let _ = timeout(OPENING, exchanges.begun()).await;
        }
        Ok(hello)
    }

    /// Calls a method with params, a JSON object, and waits for the end.
    ///
    /// # Errors
    /// Why it came to nothing.
    pub async fn call(&self, method: &str, params: &str) -> Result<Answer, Trouble> {
        self.begin(method, params, How::default())?.await
    }

    /// The same without waiting: what is given back is to be awaited, or dropped to cancel.
    ///
    /// # Errors
    /// What the engine has against it: nothing was sent.
    pub fn begin(&self, method: &str, params: &str, how: How) -> Result<Pending, Trouble> {
        let (number, end) = self.shared.step(|engine| engine.call(method, params, how))?;
        Ok(Pending { peer: self.clone(), number, end })
    }

    /// Ends the session, or closes the program's input and waits until it has ended.
    pub async fn leave(self) {
        match &self.shared.wire {
            Wire::Http(exchanges) => {
                self.shared.step(Engine::leave);
                let _ = timeout(OPENING, exchanges.begun()).await;
            }
            Wire::Pipe(pipe) => {
                pipe.leave();
                self.shared.news.notify_one();
                let _ = timeout(OPENING, pipe.ended()).await;
            }
        }
    }

    /// True if calls of tools repeat arguments in their heads.
    pub(super) fn has_headers(&self) -> bool {
        self.shared.engine().has_headers()
    }

    /// Pages that are read of one list.
    pub(super) fn most_pages(&self) -> usize {
        self.shared.engine().setup.pages
    }

    /// Remembers the input schemas of tools.
    pub(super) fn learn(&self, schemas: Vec<(String, Rc<str>)>) {
        self.shared.engine().schemas.extend(schemas);
    }

    pub(super) fn step<R>(&self, step: impl FnOnce(&mut Engine) -> R) -> R {
        self.shared.step(step)
    }
}

impl Shared {
    /// Does a step of the engine, and begins what comes of it.
    pub fn step<R>(self: &Rc<Self>, step: impl FnOnce(&mut Engine) -> R) -> R {
        let mut engine = self.engine.borrow_mut();
        let value = step(&mut engine);
        engine.settle();
        let out = std::mem::take(&mut engine.out);
        let asked = std::mem::take(&mut engine.asked);
        let outdated = std::mem::take(&mut engine.outdated);
        drop(engine);
        for sent in out {
            self.send(sent);
        }
        for asked in asked {
            spawn_local(Rc::clone(self).ask(asked));
        }
        for number in outdated {
            spawn_local(Rc::clone(self).look_up(number));
        }
        self.news.notify_one();
        value
    }

    /// Asks the application what the server wants to know.
    async fn ask(self: Rc<Self>, asked: Asked) {
        sleep(asked.pause()).await;
        let app = Rc::clone(&self.engine().app);
        let mut replies = Vec::new();
        for question in asked.questions() {
            replies.push(app.asked(question).await);
        }
        self.step(|engine| engine.provide(&asked, &replies));
    }

    /// Makes a call again when its tool was looked up.
    async fn look_up(self: Rc<Self>, number: u64) {
        let Some(owner) = self.owner.borrow().upgrade() else { return };
        let peer = Peer { shared: Rc::clone(&self), _owner: owner };
        // If it cannot be looked up, the call says so itself when it is made again.
        let _ = peer.tools(How::default()).await;
        self.step(|engine| engine.again(number));
    }

    /// The engine, for a look that changes nothing that goes out.
    pub fn engine(&self) -> std::cell::RefMut<'_, Engine> {
        self.engine.borrow_mut()
    }

    pub fn wire(&self) -> &Wire {
        &self.wire
    }

    fn send(self: &Rc<Self>, sent: Sent) {
        match &self.wire {
            _ if self.is_over.get() => {}
            Wire::Pipe(pipe) => pipe.send(&sent.bytes),
            Wire::Http(exchanges) if sent.is_end => exchanges.abort(sent.route),
            Wire::Http(exchanges) => {
                let route = sent.route;
                let unanswered = Unanswered::new(self, exchanges, route.number == 0);
                let task = spawn_local(exchange(Rc::clone(self), unanswered, sent));
                exchanges.open.borrow_mut().insert(route, task.abort_handle());
            }
        }
    }

    /// Ends all that runs.
    fn end(&self) {
        self.is_over.set(true);
        if let Some(task) = self.task.borrow_mut().take() {
            task.abort();
        }
        if let Wire::Http(exchanges) = &self.wire {
            for (_, task) in exchanges.open.borrow_mut().drain() {
                task.abort();
            }
        }
    }
}

impl Exchanges {
    /// Waits until every request has the head of its response.
    async fn begun(&self) {
        while self.unanswered.get() > 0 {
            self.answered.notified().await;
        }
    }

    /// Waits until there are fewer requests that nobody waits for. A server that sends pings
    /// without end is read no faster than it takes the answers.
    pub async fn room(&self) {
        while self.asides.get() > MOST_ASIDES {
            self.answered.notified().await;
        }
    }

    fn abort(&self, route: Route) {
        if let Some(task) = self.forget(route) {
            task.abort();
        }
    }

    /// An exchange is over.
    pub fn forget(&self, route: Route) -> Option<AbortHandle> {
        self.open.borrow_mut().remove(&route)
    }
}

/// Goes on with what waits for the time.
async fn tick(shared: Rc<Shared>) {
    loop {
        let next = shared.engine().next_deadline();
        tokio::select! {
            () = shared.news.notified() => {}
            () = sleep(next.unwrap_or(HOUR)) => shared.step(|_| ()),
        }
    }
}
