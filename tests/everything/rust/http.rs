//! Streamable HTTP: the same application behind hyper, both eras on one endpoint.

use std::io;

use everything_fixtures::{App, Everything, News, Options};
use on_hyper::{Settings, listen, serve};
use sansmcp::http::Policy;
use sansmcp::{Event, Out, Server, Ticket};
use tokio::runtime::Builder;

use crate::memory;

/// Serves at an address such as `127.0.0.1:8080`; port 0 is any that is free.
pub fn run(address: &str, options: Options) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let policy = Policy { replay: true, ..Policy::LOCAL };
    let settings = Settings { policy, ..Settings::default() };
    runtime.block_on(async {
        let listener = listen(address)
            .await
            .map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
        eprintln!("serving http://{}/mcp", listener.local_addr()?);
        serve(listener, &Everything, settings, Hosted(memory::app(options))).await
    })
}

/// The application as this host calls it.
struct Hosted(App<'static>);

impl on_hyper::App for Hosted {
    fn handle(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        self.0.handle(server, event, now, send);
    }

    fn next_due(&self) -> Option<u64> {
        self.0.next_due()
    }

    fn due(&self, now: u64) -> Option<Ticket> {
        self.0.due(now)
    }

    fn go_on(
        &mut self,
        server: &mut Server<'_>,
        ticket: Ticket,
        now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        self.0.go_on(server, ticket, now, send);
    }

    fn cancelled(&mut self, ticket: Ticket) {
        self.0.cancelled(ticket);
    }

    fn news(&mut self) -> on_hyper::News {
        let mut all = on_hyper::News::default();
        while let Some(news) = self.0.news() {
            match news {
                News::Changed(what) => all.changed.push(what),
                News::Updated(uri) => all.updated.push(uri.into()),
                News::PutOff(ticket, retry_ms) => all.put_off.push((ticket, retry_ms)),
            }
        }
        all
    }
}
