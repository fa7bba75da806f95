//! A client on hyper and tokio: of servers over Streamable HTTP, and of servers that are programs.
//!
//! The rules are the core's ([`sansmcp::client`]). What is here belongs to a host: sockets, child
//! processes, time, and bounds on how much of each there is. There is no TLS; an application that
//! needs it changes `sockets`.
//!
//! ```no_run
//! use on_hyper::client::{Application, How, Peer, Setup};
//! use sansmcp::client::Policy;
//!
//! struct Nobody;
//! impl Application for Nobody {}
//!
//! # async fn f() -> Result<(), Box<dyn std::error::Error>> {
//! // On a runtime of one thread, in a `tokio::task::LocalSet`.
//! let server = Peer::at("http://127.0.0.1:8080/mcp", Setup::DEFAULT, Nobody)?;
//! println!("{}", server.connect(&Policy::ANY).await?.name);
//! server.tools(How::default()).await?;
//! let params = r#"{"name":"echo","arguments":{"text":"hi"}}"#;
//! println!("{}", server.call("tools/call", params).await?.result().as_str());
//! server.leave().await;
//! # Ok(())
//! # }
//! ```
//!
//! | file | what |
//! |---|---|
//! | `app` | what an application is to this host |
//! | `peer` | a server as an application sees it; what is begun when the engine says something |
//! | `answers` | what becomes of a call |
//! | `engine` | the engine's memory, and the steps that messages take |
//! | `calls` | calls: begin, questions of the server's, end |
//! | `lists` | lists page after page, and tools |
//! | `news` | changes, log messages, notifications |
//! | `http`, `sockets`, `url` | an HTTP exchange; sockets that serve several |
//! | `stdio` | a program's standard input and output |

mod answers;
mod app;
mod calls;
mod engine;
mod http;
mod lists;
mod news;
mod peer;
mod sockets;
mod stdio;
mod url;

pub use answers::{Answer, Ended, Hello, Pending, Trouble, plain};
pub use app::{Application, Question, Reply, Setup, Soon};
pub use calls::How;
pub use lists::{Tools, quoted};
pub use news::Watching;
pub use peer::Peer;
