//! A look at any server: who it is, all that it has, and what its tools, resources and prompts
//! give.

use std::time::{Duration, Instant};

use on_hyper::client::{Hello, How, Peer, Trouble, quoted};
use sansmcp::client::Policy;
use sansmcp::json::Raw;
use sansmcp::rules::{Capabilities, Level};
use sansmcp::schema::SubscriptionFilter;

use super::person::Person;
use super::words::{self, short, text};
use super::{Wrong, sample};

/// Resources and prompts that are tried out; tools are all.
const MOST: usize = 20;
/// How long to wait at the end for what the server still says.
const LAST: Duration = Duration::from_millis(50);

/// Looks around, and prints what it sees.
pub async fn run(peer: Peer, person: &Person, policy: &Policy) -> Result<(), Wrong> {
    let start = Instant::now();
    let hello = peer.connect(policy).await?;
    show(&hello, start.elapsed());
    person.speak();
    let has = |capability| hello.capabilities.contains(capability);
    if has(Capabilities::LOGGING) {
        peer.set_level(Level::Debug).await?;
    }
    let changes = SubscriptionFilter {
        tools_list_changed: Some(true),
        prompts_list_changed: Some(true),
        resources_list_changed: Some(true),
        ..SubscriptionFilter::EMPTY
    };
    // Not every server has any.
    let watching = peer.listen(changes).ok();
    if has(Capabilities::TOOLS) {
        tools(&peer).await?;
    }
    if has(Capabilities::RESOURCES) {
        resources(&peer).await?;
    }
    if has(Capabilities::PROMPTS) {
        prompts(&peer, has(Capabilities::COMPLETIONS)).await?;
    }
    tokio::time::sleep(LAST).await;
    drop(watching);
    peer.leave().await;
    Ok(())
}

fn show(hello: &Hello, took: Duration) {
    let name = if hello.name.is_empty() { "a server without a name" } else { &hello.name };
    println!("{name} {}", hello.version);
    println!("  speaks {}, found out in {} ms", hello.revision.name(), took.as_millis());
    let words = [
        (Capabilities::TOOLS, "tools"),
        (Capabilities::TOOLS_LIST_CHANGED, "changes of tools"),
        (Capabilities::RESOURCES, "resources"),
        (Capabilities::RESOURCES_SUBSCRIBE, "changes of a resource"),
        (Capabilities::RESOURCES_LIST_CHANGED, "changes of resources"),
        (Capabilities::PROMPTS, "prompts"),
        (Capabilities::PROMPTS_LIST_CHANGED, "changes of prompts"),
        (Capabilities::LOGGING, "log messages"),
        (Capabilities::COMPLETIONS, "completion"),
    ];
    let known = words.iter().filter(|(capability, _)| hello.capabilities.contains(*capability));
    let known: Vec<_> = known.map(|(_, word)| *word).collect();
    println!("  has {}", if known.is_empty() { "nothing".into() } else { known.join(", ") });
    if !hello.instructions.is_empty() {
        println!("  says {}", short(&hello.instructions));
    }
}

async fn tools(peer: &Peer) -> Result<(), Wrong> {
    let tools = peer.tools(How::default()).await?;
    println!("\n{} tools", tools.kept.len());
    for (name, why) in &tools.dropped {
        println!("  {name} is left out: {why}");
    }
    for tool in &tools.kept {
        let tool = Raw::parse_str(tool)?;
        let name = text(tool, "name");
        println!("  {name}: {}", short(&text(tool, "description")));
        let hints = tool.get("annotations").unwrap_or(Raw::NULL);
        if hints.get("destructiveHint").and_then(|hint| hint.bool()) == Some(true) {
            println!("    not called, it says that it destroys something");
            continue;
        }
        let schema = tool.get("inputSchema").unwrap_or(Raw::NULL);
        let arguments = sample::object(schema, false);
        let params = format!("{{\"name\":{},\"arguments\":{arguments}}}", quoted(&name));
        try_out(peer, "tools/call", &params, &arguments).await;
    }
    Ok(())
}

async fn resources(peer: &Peer) -> Result<(), Wrong> {
    let resources = peer.list("resources/list", "resources").await?;
    println!("\n{} resources", resources.len());
    for resource in resources.iter().take(MOST) {
        let resource = Raw::parse_str(resource)?;
        let uri = text(resource, "uri");
        println!("  {uri}: {}", short(&text(resource, "name")));
        let params = format!("{{\"uri\":{}}}", quoted(&uri));
        try_out(peer, "resources/read", &params, "").await;
    }
    let templates = peer.list("resources/templates/list", "resourceTemplates").await?;
    println!("\n{} templates of resources", templates.len());
    for template in &templates {
        let template = Raw::parse_str(template)?;
        println!("  {}: {}", text(template, "uriTemplate"), short(&text(template, "name")));
    }
    Ok(())
}

async fn prompts(peer: &Peer, has_completion: bool) -> Result<(), Wrong> {
    let prompts = peer.list("prompts/list", "prompts").await?;
    println!("\n{} prompts", prompts.len());
    for prompt in prompts.iter().take(MOST) {
        let prompt = Raw::parse_str(prompt)?;
        let name = text(prompt, "name");
        println!("  {name}: {}", short(&text(prompt, "description")));
        let arguments = prompt.get("arguments").unwrap_or(Raw::NULL).items();
        let names: Vec<String> = arguments.map(|argument| text(argument, "name")).collect();
        let given = names.iter().map(|name| (name.as_str(), quoted("Ada")));
        let arguments = sample::members(given);
        let params = format!("{{\"name\":{},\"arguments\":{arguments}}}", quoted(&name));
        try_out(peer, "prompts/get", &params, &arguments).await;
        if let Some(first) = names.first().filter(|_| has_completion) {
            let of = format!("{{\"type\":\"ref/prompt\",\"name\":{}}}", quoted(&name));
            let argument = format!("{{\"name\":{},\"value\":\"\"}}", quoted(first));
            let params = format!("{{\"ref\":{of},\"argument\":{argument}}}");
            try_out(peer, "completion/complete", &params, &argument).await;
        }
    }
    Ok(())
}

/// Calls, and prints what comes back. That a call fails is no reason to stop.
async fn try_out(peer: &Peer, method: &str, params: &str, shown: &str) {
    let shown = if shown.is_empty() { String::new() } else { format!("{shown} ") };
    match peer.call(method, params).await {
        Ok(answer) => println!("    {shown}→ {}", words::result(method, answer.result())),
        Err(Trouble::Refused { code, message, .. }) => {
            println!("    {shown}→ error {code}: {}", short(&message));
        }
        Err(trouble) => println!("    {shown}→ failed: {trouble}"),
    }
}
