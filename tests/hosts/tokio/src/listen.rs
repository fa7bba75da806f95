//! One server on a TCP port for many peers.

use std::io;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::{Tools, serve};

/// Connections at once; others wait to be accepted.
pub const CONNECTIONS: usize = 64;

/// Serves each connection of `listener`. There is no authentication: listen on loopback.
///
/// # Errors
/// If the listener fails; connections that fail end by themselves.
pub async fn listen<T>(tools: Arc<T>, listener: TcpListener) -> io::Result<()>
where
    T: Tools + Send + 'static,
{
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let permit = free.clone().acquire_owned().await.map_err(io::Error::other)?;
        let (stream, _) = listener.accept().await?;
        let tools = tools.clone();
        tokio::spawn(async move {
            let _permit = permit;
            let (input, output) = stream.into_split();
            let _ = serve(&*tools, input, output).await;
        });
    }
}
