//! The rival: the echo server over the official Rust SDK's own Streamable HTTP service.
//!
//! Without an argument it is what the SDK's examples and its conformance server are: axum on
//! tokio's runtime of many threads, `LocalSessionManager`, the options as they are. Each word
//! takes one thing away that costs time:
//!
//! - `json`: `json_response` on, legacy sessions and the keep-alive of event streams off; the
//!   answer is one JSON body and no event stream.
//! - `nodelay`: `TCP_NODELAY` on the sockets it accepts, which neither axum nor the SDK sets.
//! - `hyper`: hyper without axum's router, as another of the SDK's examples has it.
//! - `one`: tokio's runtime of one thread.

use std::error::Error;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{schemars, tool, tool_router};
use tokio::net::TcpListener;

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct EchoRequest {
    text: String,
}

struct Echo;

#[tool_router(server_handler)]
impl Echo {
    #[tool(description = "Returns its text")]
    fn echo(&self, Parameters(EchoRequest { text }): Parameters<EchoRequest>) -> String {
        text
    }
}

type Service = StreamableHttpService<Echo, LocalSessionManager>;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(word) = words.iter().find(|word| !is_known(word)) {
        return Err(format!("unknown argument: {word}").into());
    }
    let has = |word: &str| words.iter().any(|given| given == word);
    let mut config = StreamableHttpServerConfig::default();
    if has("json") {
        config = config
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_sse_keep_alive(None);
    }
    let service: Service =
        StreamableHttpService::new(|| Ok(Echo), LocalSessionManager::default().into(), config);
    let runtime = match has("one") {
        true => tokio::runtime::Builder::new_current_thread().enable_all().build()?,
        false => tokio::runtime::Builder::new_multi_thread().enable_all().build()?,
    };
    runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        eprintln!("serving http://{}/mcp", listener.local_addr()?);
        match has("hyper") {
            true => serve_hyper(listener, service, has("nodelay")).await,
            false => serve_axum(listener, service, has("nodelay")).await,
        }
    })
}

fn is_known(word: &str) -> bool {
    ["json", "nodelay", "hyper", "one"].contains(&word)
}

async fn serve_axum(
    listener: TcpListener,
    service: Service,
    nodelay: bool,
) -> Result<(), Box<dyn Error>> {
    use axum::serve::ListenerExt;
    let router = axum::Router::new().nest_service("/mcp", service);
    if nodelay {
        let listener = listener.tap_io(|socket| {
            if let Err(error) = socket.set_nodelay(true) {
                eprintln!("TCP_NODELAY: {error}");
            }
        });
        axum::serve(listener, router).await?;
    } else {
        axum::serve(listener, router).await?;
    }
    Ok(())
}

async fn serve_hyper(
    listener: TcpListener,
    service: Service,
    nodelay: bool,
) -> Result<(), Box<dyn Error>> {
    let service = TowerToHyperService::new(service);
    loop {
        let (socket, _) = listener.accept().await?;
        if nodelay {
            socket.set_nodelay(true)?;
        }
        let service = service.clone();
        tokio::spawn(async move {
            let builder = Builder::new(TokioExecutor::default());
            let _ = builder.serve_connection(TokioIo::new(socket), service).await;
        });
    }
}
