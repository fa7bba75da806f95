//! Connections, and what comes with time.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use sansmcp::Catalog;
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tokio::sync::Semaphore;
use tokio::task::{LocalSet, spawn_local};
use tokio::time::{Instant, sleep_until};

use crate::app::App;
use crate::body::Lost;
use crate::service::Service;
use crate::state::{Settings, State};

/// How often a stream of events says that it is still there.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// Bytes that a head may have.
const LONGEST_HEAD: usize = 64 << 10;

/// Connections that may wait to be accepted; the system may allow less. The system's queue is where
/// everybody is served in turn: whoever finds it full is told nothing, and comes back after 1, 2,
/// 4, 8 … seconds, so that a crowd which does not wait pushes out those who do.
const QUEUE: u32 = 4096;

/// Listens at an address such as `127.0.0.1:8080` or `[::1]:8080`; port 0 is any that is free.
///
/// # Errors
/// What the system says of the last of the addresses that the name stands for.
pub async fn listen(address: &str) -> io::Result<TcpListener> {
    let mut failure = io::Error::from(io::ErrorKind::AddrNotAvailable);
    for address in lookup_host(address).await? {
        match listen_at(address) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

fn listen_at(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // A server that begins anew need not wait until the last connection of the one before is
    // forgotten. On Windows the same option lets a second server take the port.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(QUEUE)
}

/// Serves all who connect, for ever. Run it on a runtime of one thread.
///
/// # Errors
/// What the listener cannot go on after.
pub async fn serve<A: App>(
    listener: TcpListener,
    catalog: &'static dyn Catalog,
    settings: Settings,
    app: A,
) -> io::Result<()> {
    let lost = Rc::new(Lost::default());
    let state = State::new(app, catalog, settings, Rc::clone(&lost));
    let patience = Duration::from_millis(settings.sizes.patience);
    let bodies = Cell::new(settings.sizes.bodies);
    let state = Rc::new(RefCell::new(state));
    let service = Rc::new(Service { state, lost, patience, path: settings.path, bodies });
    let local = LocalSet::new();
    local.spawn_local(tick(Rc::clone(&service)));
    local.run_until(accept(listener, service, settings.sizes.connections)).await
}

async fn accept<A: App>(
    listener: TcpListener,
    service: Rc<Service<A>>,
    most: usize,
) -> io::Result<()> {
    let places = Arc::new(Semaphore::new(most));
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(service.patience)
        .max_buf_size(LONGEST_HEAD);
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let socket = match listener.accept().await {
            Ok((socket, _)) => socket,
            // Of one who is gone again, or while too many files are open: it goes on.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
        };
        // Answers are small, and go out at once.
        let _ = socket.set_nodelay(true);
        let service = Rc::clone(&service);
        let answers = service_fn(move |request| {
            let service = Rc::clone(&service);
            async move { service.call(request).await }
        });
        let connection = builder.serve_connection(TokioIo::new(socket), answers);
        spawn_local(async move {
            // How a connection ended is of no interest: what was open on it says so itself.
            let _ = connection.await;
            drop(place);
        });
    }
}

/// Goes on with what waits for the time, and with what clients gave up.
async fn tick<A: App>(service: Rc<Service<A>>) {
    let mut alive = Instant::now() + KEEP_ALIVE;
    loop {
        let numbers = std::mem::take(&mut *service.lost.numbers.borrow_mut());
        let next = {
            let mut state = service.state.borrow_mut();
            if !numbers.is_empty() {
                state.lost(numbers);
            }
            state.work();
            if Instant::now() >= alive {
                state.keep_alive();
                alive = Instant::now() + KEEP_ALIVE;
            }
            state.next_work()
        };
        let until = next.map_or(alive, |next| alive.min(Instant::now() + next));
        tokio::select! {
            () = service.lost.notify.notified() => {}
            () = sleep_until(until) => {}
        }
    }
}
