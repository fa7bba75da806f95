//! The echo server over HTTP, on hyper.

use std::process::ExitCode;

use on_hyper::{App, Settings, listen, serve};
use sansmcp::{Code, Error, Event, Out, Server, ServerInfo, Tool};

const SCHEMA: &str =
    r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;

static ECHO: ServerInfo = ServerInfo {
    name: "echo",
    version: "1.0.0",
    tools: &[Tool {
        name: "echo",
        description: "Returns its text",
        input_schema: SCHEMA,
        ..Tool::EMPTY
    }],
    ..ServerInfo::EMPTY
};

struct Echo {
    tx: Vec<u8>,
}

impl App for Echo {
    fn handle(
        &mut self,
        server: &mut Server<'_>,
        event: &Event<'_>,
        _now: u64,
        send: &mut dyn FnMut(Out<'_>),
    ) {
        match answer(server, event, &mut self.tx) {
            Ok(out) => send(out),
            // Any error but `Stale` leaves the request open: its client is told.
            Err(error) => {
                let (ticket, code) = (event.ticket(), Code::INTERNAL_ERROR);
                if let Ok(out) = server.error(ticket, code, error.message(), "", &mut self.tx) {
                    send(out);
                }
            }
        }
    }
}

fn answer<'t>(
    server: &mut Server<'_>,
    event: &Event<'_>,
    tx: &'t mut [u8],
) -> Result<Out<'t>, Error> {
    match event {
        Event::CallTool(call) if call.name() == "echo" => match call.arg("text") {
            Some(text) => server.answer(call.ticket(), tx).text(text).end(),
            None => server.answer(call.ticket(), tx).fail("text is missing").end(),
        },
        other => server.reply(other, tx),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".into());
    let done = async {
        let listener = listen(&address).await?;
        eprintln!("serving http://{}/mcp", listener.local_addr()?);
        serve(listener, &ECHO, Settings::default(), Echo { tx: vec![0; 1 << 20] }).await
    };
    match done.await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hosts-hyper: {address}: {error}");
            ExitCode::FAILURE
        }
    }
}
