//! A server on the official Rust SDK, in both eras: `servers-rmcp`, or with `--http [PORT]`.
//!
//! Its tools, resources and prompts are those that README.md of the folder above lists; the other
//! servers there have the same. Over HTTP it says `serving URL` on standard error. It ends when its
//! standard input does, or with SIGTERM.

// Sampling, roots, logging and subscriptions are deprecated in 2026-07-28; the SDK says so.
#![allow(deprecated)]

mod ask;
mod catalog;

use std::error::Error;
use std::pin::Pin;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use rmcp::model::*;
use rmcp::service::{NotificationContext, Peer, RequestContext, SubscriptionContext};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, ReadBuf};
use tokio::net::TcpListener;
use tokio::sync::{Notify, broadcast};

const COUNTER: &str = "demo://counter";

/// What listeners may want to hear of.
#[derive(Clone, Copy)]
enum Heard {
    Touched,
    Changed,
}

/// What all connections have in common.
struct Shared {
    count: AtomicI64,
    heard: broadcast::Sender<Heard>,
    /// Those of the older era that have subscribed to the counter.
    subscribed: Mutex<Vec<Peer<RoleServer>>>,
    /// Those of the older era that are ready.
    ready: Mutex<Vec<Peer<RoleServer>>>,
}

/// The server of one connection.
#[derive(Clone)]
struct Official {
    shared: Arc<Shared>,
    level: Arc<Mutex<LoggingLevel>>,
}

type Context = RequestContext<RoleServer>;

/// A value of the SDK, as the protocol writes it; most of its types cannot be built otherwise.
fn made<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ErrorData> {
    serde_json::from_value(value)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn lost(error: impl std::fmt::Display) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}

fn said(text: String) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn is_modern(context: &Context) -> bool {
    context.protocol_version() == Some(ProtocolVersion::V_2026_07_28)
}

impl Official {
    async fn slow(&self, given: &Value, context: &Context) -> Result<CallToolResponse, ErrorData> {
        let steps = given["steps"].as_u64().unwrap_or(3);
        let pause = Duration::from_millis(given["milliseconds"].as_u64().unwrap_or(50));
        let token = context.meta.get_progress_token();
        for step in 1..=steps {
            tokio::select! {
                () = tokio::time::sleep(pause) => {}
                () = context.ct.cancelled() => return Err(lost("cancelled")),
            }
            let Some(token) = &token else { continue };
            let report = json!({ "progressToken": token, "progress": step, "total": steps,
                "message": format!("step {step}") });
            context.peer.notify_progress(made(report)?).await.map_err(lost)?;
        }
        Ok(said(format!("{steps} steps")))
    }

    async fn log(&self, context: &Context) -> Result<CallToolResponse, ErrorData> {
        let wanted = match is_modern(context) {
            true => context.meta.log_level(),
            false => Some(*self.level.lock().unwrap_or_else(|lock| lock.into_inner())),
        };
        let rank = |level| ["debug", "info", "error"].iter().position(|name| json!(level) == *name);
        for level in [LoggingLevel::Debug, LoggingLevel::Info, LoggingLevel::Error] {
            let Some(wanted) = wanted else { continue };
            if rank(level) < rank(wanted) {
                continue;
            }
            let text = format!("a message of level {}", json!(level).as_str().unwrap_or("?"));
            let message = LoggingMessageNotificationParam::new(level, json!(text));
            let message = message.with_logger("official");
            context.peer.notify_logging_message(message).await.map_err(lost)?;
        }
        Ok(said("logged".into()))
    }

    async fn touch(&self) -> Result<CallToolResponse, ErrorData> {
        let count = self.shared.count.fetch_add(1, Ordering::Relaxed) + 1;
        // Nobody listens: that is no error.
        let _ = self.shared.heard.send(Heard::Touched);
        for peer in peers(&self.shared.subscribed) {
            let update = ResourceUpdatedNotificationParam::new(COUNTER);
            let _ = peer.notify_resource_updated(update).await;
        }
        Ok(said(count.to_string()))
    }

    async fn change(&self) -> Result<CallToolResponse, ErrorData> {
        let _ = self.shared.heard.send(Heard::Changed);
        for peer in peers(&self.shared.ready) {
            let _ = peer.notify_tool_list_changed().await;
        }
        Ok(said("changed".into()))
    }
}

fn peers(list: &Mutex<Vec<Peer<RoleServer>>>) -> Vec<Peer<RoleServer>> {
    list.lock().unwrap_or_else(|lock| lock.into_inner()).clone()
}

impl ServerHandler for Official {
    fn get_info(&self) -> ServerConfig {
        let capabilities = json!({ "completions": {}, "logging": {}, "prompts": {},
            "resources": { "subscribe": true }, "tools": { "listChanged": true } });
        // The JSON above is what the SDK's own type says.
        ServerConfig::new(serde_json::from_value(capabilities).unwrap_or_default())
            .with_server_info(Implementation::new("official-rmcp", "1.0.0"))
            .with_instructions("A server to be tried.")
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        self.shared.ready.lock().unwrap_or_else(|lock| lock.into_inner()).push(context.peer);
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListToolsResult, ErrorData> {
        made(catalog::tools())
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        context: Context,
    ) -> Result<CallToolResponse, ErrorData> {
        let given = json!(call.arguments);
        let text = |key: &str| given[key].as_str().unwrap_or_default().to_owned();
        match call.name.as_ref() {
            "echo" => Ok(said(text("text"))),
            "add" => match (given["a"].as_i64(), given["b"].as_i64()) {
                (Some(a), Some(b)) => Ok(said(a.wrapping_add(b).to_string())),
                _ => Err(ErrorData::invalid_params("a and b are whole numbers", None)),
            },
            "slow" => self.slow(&given, &context).await,
            "fail" => {
                let text = ContentBlock::text("it failed, as it does");
                Ok(CallToolResult::error(vec![text]).into())
            }
            "ask" => ask::person(&call, &context).await,
            "sample" => ask::model(&call, &context, &text("prompt")).await,
            "roots" => ask::roots(&call, &context).await,
            "log" => self.log(&context).await,
            "touch" => self.touch().await,
            "change" => self.change().await,
            _ => Err(ErrorData::invalid_params(format!("no tool {}", call.name), None)),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourcesResult, ErrorData> {
        made(catalog::resources())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        made(catalog::templates())
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: Context,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let text = match uri.strip_prefix("demo://") {
            Some("text") => "A text.".to_owned(),
            Some("counter") => self.shared.count.load(Ordering::Relaxed).to_string(),
            Some(rest) if rest.starts_with("item/") => format!("Item {}.", &rest["item/".len()..]),
            _ => return Err(ErrorData::resource_not_found("no such resource", None)),
        };
        let contents = json!({ "uri": uri, "mimeType": "text/plain", "text": text });
        let result: ReadResourceResult = made(json!({ "contents": [contents] }))?;
        Ok(result.into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: Context,
    ) -> Result<ListPromptsResult, ErrorData> {
        made(catalog::prompts())
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: Context,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = json!(request.arguments);
        let (true, Some(name)) = (request.name == "greet", given["name"].as_str()) else {
            return Err(ErrorData::invalid_params("there is greet, with a name", None));
        };
        let content = json!({ "type": "text", "text": format!("Greet {name}.") });
        let message = json!({ "role": "user", "content": content });
        let result: GetPromptResult = made(json!({ "messages": [message] }))?;
        Ok(result.into())
    }

    async fn complete(
        &self,
        request: CompleteRequestParams,
        _: Context,
    ) -> Result<CompleteResult, ErrorData> {
        let request = json!(request);
        made(catalog::completed(&request))
    }

    async fn set_level(&self, request: SetLevelRequestParams, _: Context) -> Result<(), ErrorData> {
        *self.level.lock().unwrap_or_else(|lock| lock.into_inner()) = request.level;
        Ok(())
    }

    async fn subscribe(
        &self,
        _: SubscribeRequestParams,
        context: Context,
    ) -> Result<(), ErrorData> {
        self.shared.subscribed.lock().unwrap_or_else(|lock| lock.into_inner()).push(context.peer);
        Ok(())
    }

    async fn unsubscribe(&self, _: UnsubscribeRequestParams, _: Context) -> Result<(), ErrorData> {
        self.shared.subscribed.lock().unwrap_or_else(|lock| lock.into_inner()).clear();
        Ok(())
    }

    fn accepted_subscription_filter(
        &self,
        requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(requested.supported_by(&self.get_info().capabilities))
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut heard = self.shared.heard.subscribe();
        loop {
            let one = tokio::select! {
                one = heard.recv() => one.map_err(lost)?,
                () = context.cancelled() => return Ok(()),
            };
            // What this listener did not ask for is an error of the SDK's, and nothing goes out.
            let _ = match one {
                Heard::Changed => context.sink().notify_tool_list_changed().await,
                Heard::Touched => context.sink().notify_resource_updated(COUNTER).await,
            };
        }
    }
}

async fn serve_http(port: u16, official: Official) -> Result<(), Box<dyn Error>> {
    let config = StreamableHttpServerConfig::default();
    let service: StreamableHttpService<Official, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(official.clone()), Default::default(), config);
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    eprintln!("serving http://{}/mcp", listener.local_addr()?);
    axum::serve(listener, axum::Router::new().nest_service("/mcp", service)).await?;
    Ok(())
}

/// Standard input that says when it is over: the SDK waits for all calls, also for listens.
struct Input(tokio::io::Stdin, Arc<Notify>);

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        waker: &mut std::task::Context<'_>,
        bytes: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = bytes.filled().len();
        let read = std::task::ready!(Pin::new(&mut self.0).poll_read(waker, bytes));
        if bytes.filled().len() == before {
            self.1.notify_one();
        }
        Poll::Ready(read)
    }
}

async fn serve_stdio(official: Official) -> Result<(), Box<dyn Error>> {
    let over = Arc::new(Notify::new());
    let input = Input(tokio::io::stdin(), over.clone());
    tokio::spawn(async move {
        over.notified().await;
        // What is under way may still end.
        tokio::time::sleep(Duration::from_millis(500)).await;
        std::process::exit(0);
    });
    official.serve((input, tokio::io::stdout())).await?.waiting().await?;
    Ok(())
}

/// Until nobody can ask any more.
async fn end_of_input() {
    let (mut input, mut bytes) = (tokio::io::stdin(), [0; 256]);
    while matches!(input.read(&mut bytes).await, Ok(1..)) {}
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let shared = Shared {
        count: AtomicI64::new(0),
        heard: broadcast::channel(64).0,
        subscribed: Mutex::default(),
        ready: Mutex::default(),
    };
    let level = Arc::new(Mutex::new(LoggingLevel::Debug));
    let official = Official { shared: Arc::new(shared), level };
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => serve_stdio(official).await?,
        ["--http", ref port @ ..] => {
            let port = port.first().map_or(Ok(0), |port| port.parse())?;
            tokio::select! {
                ended = serve_http(port, official) => ended?,
                () = end_of_input() => {}
            }
            // The reader of standard input may still wait.
            std::process::exit(0);
        }
        _ => return Err("usage: servers-rmcp [--http [PORT]]".into()),
    }
    Ok(())
}
