//! The steps of a script.

use std::time::Duration;

use on_hyper::client::{Ended, How, Peer, Pending, Trouble, Watching};
use sansmcp::Error;
use sansmcp::json::{Raw, Text};
use sansmcp::rules::Level;
use sansmcp::schema::SubscriptionFilter;
use tokio::time::sleep;

use super::app::App;
use super::script::Part;
use super::{Wrong, say};

/// Does what the steps say, one after the other.
pub async fn run(script: Part<'_>, peer: &Peer, app: &App) -> Result<(), Wrong> {
    let mut watching = Vec::new();
    for step in script.items("steps") {
        if step.has("listen") {
            watching.push(listen(Part(step.0.get("listen").unwrap_or(Raw::NULL)), peer)?);
        } else if step.has("unlisten") {
            watching.clear();
        } else if step.has("wait") {
            sleep(ms(step, "wait")).await;
        } else if step.has("level") {
            let level = step.0.get("level").and_then(|level| Level::from_text(level.text()?));
            let set = peer.set_level(level.ok_or("no such level")?).await;
            end(step, set.err().map(|trouble| how(&trouble)), &[], "null");
        } else if step.has("notify") {
            peer.notify(&step.text("notify"), step.json("params"))?;
        } else if step.has("cancel") {
            let pending = begin(step, &step.text("cancel"), peer, app);
            sleep(ms(step, "after")).await;
            // What has ended by now was not cancelled.
            let is_cancelled = pending.is_ok();
            drop(pending);
            end(step, Some(if is_cancelled { "cancelled" } else { "failed" }.into()), &[], "null");
        } else if step.has("together") {
            let calls: Vec<_> = step.items("together").collect();
            let begun = calls.iter().map(|call| begin(*call, &call.text("call"), peer, app));
            let begun: Vec<_> = begun.collect();
            let waiting = calls.iter().zip(begun).map(|(call, pending)| {
                let (call, app) = (*call, app.clone());
                async move { told(call, ended(pending).await, &app) }
            });
            join(waiting).await;
        } else if step.has("call") {
            let pending = begin(step, &step.text("call"), peer, app);
            told(step, ended(pending).await, app);
        } else if step.has("tools") {
            tools(step, peer, app).await;
        } else if step.has("list") {
            list(step, peer, app).await;
        } else {
            return Err(format!("no step is {}", step.0.as_str()).into());
        }
    }
    Ok(())
}

/// Waits for all of them at once.
async fn join<F: Future<Output = ()>>(futures: impl Iterator<Item = F>) {
    let mut open: Vec<_> = futures.map(Box::pin).collect();
    std::future::poll_fn(|context| {
        open.retain_mut(|future| future.as_mut().poll(context).is_pending());
        if open.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
}

fn begin(step: Part<'_>, method: &str, peer: &Peer, app: &App) -> Result<Pending, Trouble> {
    let params = step.json("params");
    app.may_pause(params, step.number("again", 0));
    let limits = step.has("idle_ms").then(|| step.limits(sansmcp::Limits::DEFAULT));
    peer.begin(method, params, How { limits, anyway: step.is("anyway") })
}

async fn ended(pending: Result<Pending, Trouble>) -> Ended {
    pending?.await
}

/// All tools, which tells the host of their headers.
async fn tools(step: Part<'_>, peer: &Peer, app: &App) {
    app.may_pause("{}", step.number("again", 0));
    let (how, result) = match peer.tools(How::default()).await {
        Ok(tools) => {
            let dropped = tools.dropped.iter().map(|(name, _)| say::text(name));
            let dropped = dropped.collect::<Vec<_>>().join(",");
            let kept = tools.kept.join(",");
            (None, format!("{{\"tools\":[{kept}],\"dropped\":[{dropped}]}}"))
        }
        Err(trouble) => (Some(how(&trouble)), "null".into()),
    };
    end(step, how, &app.pauses("{}"), &result);
}

/// All pages of a list; `of` is its member.
async fn list(step: Part<'_>, peer: &Peer, app: &App) {
    app.may_pause("{}", step.number("again", 0));
    let (how, result) = match peer.list(&step.text("list"), &step.text("of")).await {
        Ok(entries) => (None, format!("[{}]", entries.join(","))),
        Err(trouble) => (Some(how(&trouble)), "null".into()),
    };
    end(step, how, &app.pauses("{}"), &result);
}

/// Says how a call ended.
fn told(step: Part<'_>, ended: Ended, app: &App) {
    let pauses = app.pauses(step.json("params"));
    match ended {
        Ok(answer) => end(step, None, &pauses, answer.result().as_str()),
        Err(trouble) => end(step, Some(how(&trouble)), &pauses, "null"),
    }
}

/// Says how a step ended: `how` if it was not with a result, after these pauses.
fn end(step: Part<'_>, how: Option<String>, pauses: &[sansmcp::client::Pause], result: &str) {
    let mut ends: Vec<_> = pauses.iter().map(|why| format!("suspended {}", why.name())).collect();
    match how {
        // It was the last of the pauses.
        Some(how) if how == "suspended" => {}
        Some(how) => ends.push(how),
        None => ends.push("result".into()),
    }
    say::line(&[
        ("end", say::text(step.text("name"))),
        ("how", say::text(ends.join(" then "))),
        ("result", result.into()),
    ]);
}

/// How something came to nothing, in the words of the table.
pub fn how(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Refused { code, .. } => format!("error {code}"),
        Trouble::Failed(failure, _) => {
            format!("failed {} {}", failure.whose().name(), failure.name())
        }
        Trouble::Suspended(_) => "suspended".into(),
        Trouble::Unanswered(_) => "unanswered".into(),
        Trouble::Stuck(_) => "stuck".into(),
        // There is no connection any more.
        Trouble::NotSent(Error::NotReady) | Trouble::Gone => "failed network gone".into(),
        Trouble::NotSent(error) => format!("not sent: {error}"),
    }
}

fn listen<'s>(wanted: Part<'s>, peer: &Peer) -> Result<Watching<'s>, Wrong> {
    // They live as long as the program, which does little else.
    let uris: Vec<Text<'s>> = wanted.items("resources").filter_map(|uri| uri.0.text()).collect();
    let names: Vec<&'static str> =
        uris.into_iter().map(|uri| &*Box::leak(on_hyper::client::plain(uri).into())).collect();
    let filter = SubscriptionFilter {
        tools_list_changed: wanted.is("tools").then_some(true),
        prompts_list_changed: wanted.is("prompts").then_some(true),
        resources_list_changed: wanted.is("lists").then_some(true),
        resource_subscriptions: Box::leak(names.into()),
    };
    Ok(peer.listen(filter)?)
}

fn ms(step: Part<'_>, key: &str) -> Duration {
    Duration::from_millis(step.number(key, 0).into())
}
