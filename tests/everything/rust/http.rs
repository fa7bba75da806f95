//! Streamable HTTP: the same application behind hyper, both eras on one endpoint.

use std::io;

use on_hyper::{Settings, serve};
use sansmcp::http::Policy;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

use crate::app::App;
use crate::catalog::Everything;
use crate::options::Options;

/// Serves at an address such as `127.0.0.1:8080`; port 0 is any that is free.
pub fn run(address: &str, options: Options) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let policy = Policy { replay: true, ..Policy::LOCAL };
    let settings = Settings { policy, ..Settings::default() };
    runtime.block_on(async {
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
        eprintln!("serving http://{}/mcp", listener.local_addr()?);
        serve(listener, &Everything, settings, App::new(options)).await
    })
}
