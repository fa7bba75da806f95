//! The scenarios of the official conformance suite for clients, but for those of authorization.

use std::env;
use std::time::Duration;

use on_hyper::client::{Answer, How, Peer, Tools, plain, quoted};
use sansmcp::client::Policy;
use sansmcp::json::Raw;
use tokio::time::timeout;

use super::person::Person;
use super::{Wrong, sample};

/// Some servers of the suite announce nothing, and have it all the same.
const ANYWAY: How = How { limits: None, anyway: true };

/// Does what a scenario asks for.
pub async fn run(
    scenario: &str,
    peer: Peer,
    person: &Person,
    policy: &Policy,
) -> Result<(), Wrong> {
    if scenario.starts_with("auth/") {
        return Err(format!("{scenario}: there is no authorization in this client").into());
    }
    let hello = peer.connect(policy).await?;
    println!("connected to {} in {}", hello.name, hello.revision.name());
    match scenario {
        "initialize" | "request-metadata" | "json-schema-ref-no-deref" => {
            tools(&peer).await?;
        }
        "tools_call" => {
            tools(&peer).await?;
            call(&peer, "add_numbers", r#"{"a":2,"b":3}"#).await?;
        }
        "elicitation-sep1034-client-defaults" => {
            tools(&peer).await?;
            call(&peer, "test_client_elicitation_defaults", "{}").await?;
        }
        "sse-retry" => {
            tools(&peer).await?;
            call(&peer, "test_reconnection", "{}").await?;
        }
        "sep-2322-client-request-state" => rounds(&peer, person).await?,
        "http-standard-headers" => everything(&peer).await?,
        "http-custom-headers" => given(&peer).await?,
        "http-invalid-tool-headers" => each(&peer).await?,
        "json-schema-2020-12-preservation" => echo_schema(&peer).await?,
        other => return Err(format!("{other}: no such scenario is known here").into()),
    }
    peer.leave().await;
    Ok(())
}

async fn tools(peer: &Peer) -> Result<Tools, Wrong> {
    let tools = peer.tools(ANYWAY).await?;
    for (name, why) in &tools.dropped {
        println!("left out: {name}, {why}");
    }
    println!("{} tools", tools.kept.len());
    Ok(tools)
}

async fn call(peer: &Peer, name: &str, arguments: &str) -> Result<Answer, Wrong> {
    let params = format!("{{\"name\":{},\"arguments\":{arguments}}}", quoted(name));
    let answer = peer.begin("tools/call", &params, ANYWAY)?.await?;
    println!("{name}: {}", answer.result().as_str());
    Ok(answer)
}

/// Questions within calls. While one waits for the person, another call is made.
async fn rounds(peer: &Peer, person: &Person) -> Result<(), Wrong> {
    tools(peer).await?;
    person.slow_down();
    let between = async {
        // If it never is, the suite says so.
        let _ = timeout(Duration::from_secs(5), person.was_asked()).await;
        let unrelated = call(peer, "test_mrtr_unrelated", "{}").await;
        person.hurry();
        unrelated
    };
    let (state, unrelated) = tokio::join!(call(peer, "test_mrtr_echo_state", "{}"), between);
    state?;
    unrelated?;
    call(peer, "test_mrtr_no_state", "{}").await?;
    call(peer, "test_mrtr_no_result_type", "{}").await?;
    Ok(())
}

/// One call of each kind.
async fn everything(peer: &Peer) -> Result<(), Wrong> {
    for tool in tools(peer).await?.kept {
        call(peer, &name_of(&tool)?, "{}").await?;
    }
    for resource in peer.list("resources/list", "resources").await? {
        let uri = Raw::parse_str(&resource)?.get("uri").ok_or("a resource without a URI")?;
        let params = format!("{{\"uri\":{}}}", uri.as_str());
        peer.call("resources/read", &params).await?;
    }
    for prompt in peer.list("prompts/list", "prompts").await? {
        let params = format!("{{\"name\":{}}}", quoted(&name_of(&prompt)?));
        peer.call("prompts/get", &params).await?;
    }
    Ok(())
}

/// The calls that the suite names.
async fn given(peer: &Peer) -> Result<(), Wrong> {
    tools(peer).await?;
    let context = env::var("MCP_CONFORMANCE_CONTEXT")?;
    let context = Raw::parse_str(&context)?;
    for wanted in context.get("toolCalls").ok_or("no toolCalls in the context")?.items() {
        let name =
            wanted.get("name").and_then(|name| name.text()).ok_or("a call without a name")?;
        let arguments = wanted.get("arguments").map_or("{}", |arguments| arguments.as_str());
        call(peer, &plain(name), arguments).await?;
    }
    Ok(())
}

/// Every tool that is kept.
async fn each(peer: &Peer) -> Result<(), Wrong> {
    for tool in tools(peer).await?.kept {
        let schema = Raw::parse_str(&tool)?.get("inputSchema").unwrap_or(Raw::NULL);
        call(peer, &name_of(&tool)?, &sample::object(schema, false)).await?;
    }
    Ok(())
}

/// A schema goes back as it came.
async fn echo_schema(peer: &Peer) -> Result<(), Wrong> {
    for tool in tools(peer).await?.kept {
        if name_of(&tool)? == "json_schema_2020_12_tool" {
            let schema = Raw::parse_str(&tool)?.get("inputSchema").unwrap_or(Raw::NULL);
            let arguments = format!("{{\"schema\":{}}}", schema.as_str());
            call(peer, "json_schema_echo", &arguments).await?;
        }
    }
    Ok(())
}

/// The name of a tool or a prompt.
fn name_of(entry: &str) -> Result<String, Wrong> {
    let name = Raw::parse_str(entry)?.get("name").and_then(|name| name.text());
    Ok(plain(name.ok_or("an entry without a name")?))
}
