//! A server on tokio over any pair of `AsyncRead` and `AsyncWrite`. Tools are futures and run side
//! by side, while the loop goes on reading: a ping is answered while a call works, answers leave in
//! the order in which the calls end, and a cancelled call is dropped where it stands.
//!
//! Nothing grows with what the peer does. There are [`SLOTS`] open calls at most; the engine
//! refuses the next one by itself. A peer that does not read is not read from either: its pipe
//! fills, and tools that report progress wait.
#![forbid(unsafe_code)]

mod ask;
pub mod listen;
mod session;
pub mod tools;

use std::io;
use std::pin::Pin;
use std::time::Duration;

use sansmcp::{Call, Catalog, Limits, Lines, Ticket};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use session::{Report, Session};

/// Calls that may be open at once on one connection.
pub const SLOTS: usize = 64;
/// Bytes of the longest line that is read.
pub const RX: usize = 64 << 10;
/// Bytes of the largest message that is sent. The peer of a larger one gets an error instead.
pub const TX: usize = 64 << 10;
/// Bytes that are gathered before they are written.
pub const CHUNK: usize = 16 << 10;
/// Reports of progress that may wait for the loop.
pub const REPORTS: usize = 16;
/// The key of the answer to a question.
pub const ANSWER: &str = "answer";
/// How long the user may think, where the client does not say.
pub const PATIENCE: Limits = Limits { idle_ms: 0, hard_ms: 600_000 };
/// How long calls may go on after the end of input: whoever pipes a file in wants the answers.
pub const GRACE: Duration = Duration::from_secs(5);

/// How the work of a call ends.
pub enum End {
    /// With a text.
    Text(String),
    /// The tool failed; the model learns why.
    Failed(String),
    /// With a question to the user: a form, the params of `elicitation/create`. Once it is
    /// answered the call is made again, and `call.input(ANSWER)` is there. This is so in every
    /// revision that has forms.
    Ask(String),
}

/// The work of one call. It is dropped at an `await` if the peer cancels the call.
pub type Work = Pin<Box<dyn Future<Output = End> + Send>>;

/// The application: a catalog, and what its tools do.
pub trait Tools: Catalog + Sync {
    /// Takes what it needs of a call and gives the work; `None` if there is no such tool.
    fn call(&self, call: &Call<'_>, progress: Progress) -> Option<Work>;
}

/// Tells the peer how far a call has come.
pub struct Progress {
    ticket: Ticket,
    reports: mpsc::Sender<Report>,
}

impl Progress {
    /// Reports `done` of `total` steps; waits while the peer reads slower than the tool reports.
    pub async fn report(&self, done: i64, total: i64) {
        // Fails only when the connection is gone, and this work with it.
        let _ = self.reports.send(Report { ticket: self.ticket, done, total }).await;
    }
}

/// Serves one peer until its input ends and its calls have.
///
/// # Errors
/// Those of the two streams, such as [`io::ErrorKind::BrokenPipe`] when the peer has gone. All
/// work that is under way is dropped then.
pub async fn serve<T, R, W>(tools: &T, mut input: R, mut output: W) -> io::Result<()>
where
    T: Tools,
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let (sender, mut reports) = mpsc::channel(REPORTS);
    let mut session = Session::new(tools, sender);
    let mut rx = vec![0; RX];
    let mut lines = Lines::new(&mut rx);
    let mut end = None; // once the input has ended: when the last call has to be through
    while end.is_none() || !session.jobs.is_empty() {
        session.send(&mut output).await?;
        output.flush().await?;
        let wake = end.into_iter().chain(session.deadline()).min();
        tokio::select! {
            // Cancel-safe: a read that another branch overtakes has taken nothing.
            n = input.read(lines.space()), if end.is_none() => {
                let n = n?;
                lines.filled(n);
                if n == 0 {
                    end = Some(Instant::now() + GRACE);
                }
                while let Some(mut frame) =
                    if n > 0 { lines.next_frame() } else { lines.finish() }
                {
                    while let Some(event) = session.receive(&mut frame) {
                        session.serve(&event);
                        // Here the peer's slowness becomes ours: nothing is read meanwhile.
                        session.send_if_full(&mut output).await?;
                    }
                }
            }
            Some(report) = reports.recv() => session.report(report),
            Some(ended) = session.jobs.join_next_with_id() => {
                // What the tool reported goes before what it says in the end. It stands in the
                // queue by now; what comes in behind it meanwhile can wait.
                for _ in 0..reports.len() {
                    let Ok(report) = reports.try_recv() else { break };
                    session.report(report);
                    session.send_if_full(&mut output).await?;
                }
                session.end(ended);
            }
            () = sleep_until(wake.unwrap_or_else(Instant::now)), if wake.is_some() => {
                if end.is_some_and(|end| end <= Instant::now()) {
                    break;
                }
                session.expire();
            }
        }
    }
    session.send(&mut output).await?;
    // Standard output loses what is not flushed before it is shut down.
    output.flush().await?;
    output.shutdown().await
}
