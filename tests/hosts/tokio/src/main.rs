//! The example as a program: `on-tokio` over standard input and output, `on-tokio ADDRESS` over
//! TCP.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use on_tokio::listen::listen;
use on_tokio::serve;
use on_tokio::tools::Example;
use tokio::io::{stdin, stdout};
use tokio::net::TcpListener;
use tokio::runtime::Builder;

fn main() -> ExitCode {
    let done = run(std::env::args().nth(1));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever listened has gone.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("on-tokio: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(address: Option<String>) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        match address {
            None => serve(&Example, stdin(), stdout()).await,
            Some(address) => {
                let listener = TcpListener::bind(address).await?;
                eprintln!("on-tokio: listens on {}", listener.local_addr()?);
                listen(Arc::new(Example), listener).await
            }
        }
    });
    // A thread may still wait for standard input; nothing can wake it, so it is left behind.
    runtime.shutdown_background();
    done
}
