//! The rival: the echo server as the official Rust SDK's readers write it, tool macro and all.
//!
//! Without an argument it serves over `stdio()`, as the SDK's examples do; with `pipes` over
//! `stdio_pipes()`, which the SDK offers as the faster one on Linux.

use rmcp::handler::server::wrapper::Parameters;
use rmcp::transport::{stdio, stdio_pipes};
use rmcp::{ServiceExt, schemars, tool, tool_router};

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

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        None => Echo.serve(stdio()).await?.waiting().await?,
        Some("pipes") => Echo.serve(stdio_pipes()).await?.waiting().await?,
        Some(other) => return Err(format!("unknown argument: {other}").into()),
    };
    Ok(())
}
