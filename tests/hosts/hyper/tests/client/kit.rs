//! A client under test.

use std::cell::RefCell;
use std::future::Future;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use on_hyper::client::{Application, Peer, Question, Reply, Setup, Soon};
use sansmcp::Limits;
use sansmcp::client::{ClientInfo, Event};
use sansmcp::rules::Capabilities;
use tokio::runtime::Builder;
use tokio::task::LocalSet;
use tokio::time::timeout;

/// Somebody who writes down what happens, and answers yes.
#[derive(Clone, Default)]
pub struct Witness {
    pub heard: Rc<RefCell<Vec<String>>>,
    /// What is said to a server that asks who is there.
    pub word: Option<&'static str>,
}

impl Application for Witness {
    fn heard(&self, event: &Event<'_>) {
        self.heard.borrow_mut().push(event.kind().name().into());
    }

    fn asked(&self, question: Question) -> Soon<Reply> {
        self.heard.borrow_mut().push(question.method);
        Box::pin(async { Reply::Accept("{\"name\":\"Ada\"}".into()) })
    }

    fn credentials(&self, challenge: &str) -> Option<String> {
        self.heard.borrow_mut().push(challenge.into());
        self.word.map(Into::into)
    }
}

pub const SETUP: Setup = Setup {
    info: ClientInfo { capabilities: Capabilities::ELICITATION_FORM, ..ClientInfo::EMPTY },
    slots: 8,
    longest_in: 4096,
    limits: Limits { idle_ms: 5000, hard_ms: 5000 },
    ..Setup::DEFAULT
};

pub fn at(address: SocketAddr, setup: Setup, witness: &Witness) -> Peer {
    Peer::at(&format!("http://{address}/mcp"), setup, witness.clone()).unwrap()
}

/// Runs a test, which may take twenty seconds.
pub fn run(test: impl Future<Output = ()>) {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let done = LocalSet::new()
        .block_on(&runtime, async { timeout(Duration::from_secs(20), test).await.is_ok() });
    runtime.shutdown_background();
    assert!(done, "the test takes too long");
}
