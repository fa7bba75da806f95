//! A server that is a program: its standard input and output.

use std::cell::{Cell, RefCell};
use std::io;
use std::process::Stdio;
use std::rc::Rc;
use std::time::Duration;

use sansmcp::client::Policy;
use sansmcp::{Lines, Route};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::engine::HOUR;
use super::peer::{Shared, Wire};

/// Bytes that wait for a program that does not read. While there are more, nothing that it says is
/// taken in.
const MOST_WAITING: usize = 1 << 20;
/// How long a program may take to end once its input is closed.
const GRACE: Duration = Duration::from_secs(2);
/// How long a program may take to end that has closed its output.
const SOON: Duration = Duration::from_millis(200);

/// The program, and what waits to be written to it.
pub struct Pipe {
    command: RefCell<Command>,
    running: RefCell<Option<Running>>,
    waiting: RefCell<Vec<u8>>,
    is_leaving: Cell<bool>,
    is_over: Cell<bool>,
    over: Notify,
}

struct Running {
    child: Child,
    /// `None` once it is closed.
    input: Option<ChildStdin>,
    output: ChildStdout,
}

impl Pipe {
    /// Starts a program.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(mut command: Command) -> io::Result<Self> {
        let running = start(&mut command)?;
        Ok(Self {
            command: RefCell::new(command),
            running: RefCell::new(Some(running)),
            waiting: RefCell::default(),
            is_leaving: Cell::new(false),
            is_over: Cell::new(false),
            over: Notify::new(),
        })
    }

    pub fn send(&self, line: &[u8]) {
        self.waiting.borrow_mut().extend_from_slice(line);
    }

    /// No more is said: the program's input is closed when all that waits is written.
    pub fn leave(&self) {
        self.is_leaving.set(true);
    }

    /// True if the program has ended, and is not started again.
    pub fn is_over(&self) -> bool {
        self.is_over.get()
    }

    /// Waits until the program has ended.
    pub async fn ended(&self) {
        while !self.is_over.get() {
            self.over.notified().await;
        }
    }

    /// Starts the program anew.
    fn again(&self) -> io::Result<()> {
        self.waiting.borrow_mut().clear();
        let running = start(&mut self.command.borrow_mut())?;
        *self.running.borrow_mut() = Some(running);
        Ok(())
    }
}

fn start(command: &mut Command) -> io::Result<Running> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn()?;
    let input = child.stdin.take();
    let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    Ok(Running { child, input, output })
}

/// Talks with the program until it ends; once more with a new one if the engine says so.
pub async fn run(shared: Rc<Shared>) {
    let Wire::Pipe(pipe) = shared.wire() else { return };
    let mut rx = vec![0; shared.engine().setup.longest_in];
    let mut restarts = 0;
    loop {
        // In a statement of its own: nothing stays borrowed while others wait.
        let running = pipe.running.borrow_mut().take();
        let Some(mut running) = running else { break };
        let restart = talk(&shared, pipe, &mut running, &mut rx).await;
        drop(running.input.take());
        if timeout(GRACE, running.child.wait()).await.is_err() {
            let _ = running.child.kill().await;
        }
        let Some(policy) = restart.filter(|_| restarts == 0) else { break };
        restarts += 1;
        if pipe.again().is_ok() {
            shared.step(|engine| engine.connect_again(&policy));
        }
    }
    shared.step(|engine| engine.gone());
    pipe.is_over.set(true);
    pipe.over.notify_waiters();
}

/// Talks with one program until it ends, or has to be started anew to be connected to with what is
/// given back.
async fn talk(
    shared: &Rc<Shared>,
    pipe: &Pipe,
    running: &mut Running,
    rx: &mut [u8],
) -> Option<Policy> {
    let mut lines = Lines::new(rx);
    let mut pending = Vec::new();
    let mut written = 0;
    loop {
        if let Some(policy) = shared.engine().restart.take() {
            return Some(policy);
        }
        if written == pending.len() {
            pending = std::mem::take(&mut *pipe.waiting.borrow_mut());
            written = 0;
        }
        let rest = pending.get(written..).unwrap_or_default();
        if rest.is_empty() && pipe.is_leaving.get() {
            drop(running.input.take());
        }
        let is_behind = pipe.waiting.borrow().len() > MOST_WAITING;
        let next = shared.engine().next_deadline().unwrap_or(HOUR);
        tokio::select! {
            read = running.output.read(lines.space()), if !is_behind => match read {
                Ok(count @ 1..) => {
                    lines.filled(count);
                    while let Some(frame) = lines.next_frame() {
                        shared.step(|engine| engine.receive(frame));
                    }
                }
                _ => {
                    while let Some(frame) = lines.finish() {
                        shared.step(|engine| engine.receive(frame));
                    }
                    let why = ended(&mut running.child).await;
                    shared.step(|engine| engine.closed(Route::PIPE, why));
                    return shared.engine().restart.take();
                }
            },
            count = write(&mut running.input, rest), if !rest.is_empty() => match count {
                Some(count) => written += count,
                // It reads no more: what it still says is read to its end.
                None => {
                    running.input = None;
                    written = pending.len();
                }
            },
            () = shared.news.notified() => {}
            () = sleep(next) => shared.step(|_| ()),
        }
    }
}

/// How a program ended that says nothing any more, if it has.
async fn ended(child: &mut Child) -> String {
    match timeout(SOON, child.wait()).await {
        Ok(Ok(status)) => format!("the program ended with {status}"),
        _ => "the program closed its output".into(),
    }
}

/// Writes some of `bytes`; `None` if nobody reads them.
async fn write(input: &mut Option<ChildStdin>, bytes: &[u8]) -> Option<usize> {
    input.as_mut()?.write(bytes).await.ok().filter(|count| *count > 0)
}
