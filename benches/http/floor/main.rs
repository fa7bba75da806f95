//! What is left when MCP is taken away: a server that reads the request and writes an answer
//! whose only live part is the number, found by its place. It checks nothing. What a server takes
//! above this is its own; what is below is the HTTP library's and the kernel's.
//!
//! Without an argument: hyper, on tokio's runtime of many threads. `one`: on its runtime of one
//! thread. `bare`: no library and no runtime, one thread of the system for each connection.

use std::convert::Infallible;
use std::error::Error;
use std::io::{Read, Write};

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use tokio::runtime::Builder;

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::args().nth(1).as_deref() {
        None => Builder::new_multi_thread().enable_all().build()?.block_on(with_hyper()),
        Some("one") => Builder::new_current_thread().enable_all().build()?.block_on(with_hyper()),
        Some("bare") => bare(),
        Some(other) => Err(format!("unknown argument: {other}").into()),
    }
}

async fn with_hyper() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("serving http://{}/mcp", listener.local_addr()?);
    loop {
        let (socket, _) = listener.accept().await?;
        socket.set_nodelay(true)?;
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .serve_connection(TokioIo::new(socket), service_fn(answer_with_hyper));
            let _ = connection.await;
        });
    }
}

async fn answer_with_hyper(
    request: Request<Incoming>,
) -> Result<Response<Full<Bytes>>, hyper::Error> {
    let body = request.into_body().collect().await?.to_bytes();
    let mut response = Response::new(Full::new(Bytes::from(answer(&body))));
    let json = hyper::header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(hyper::header::CONTENT_TYPE, json);
    Ok(response)
}

fn bare() -> Result<(), Box<dyn Error>> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    eprintln!("serving http://{}/mcp", listener.local_addr()?);
    loop {
        let (socket, _) = listener.accept()?;
        socket.set_nodelay(true)?;
        std::thread::spawn(move || answer_bare(socket));
    }
}

/// Takes what is read at once for one whole request: so the client of this bench writes it.
fn answer_bare(
    mut socket: std::net::TcpStream,
) -> Result<Infallible, Box<dyn Error + Send + Sync>> {
    let mut request = [0; 4096];
    loop {
        let count = socket.read(&mut request)?;
        let request = request.get(..count).filter(|read| !read.is_empty()).ok_or("closed")?;
        let end = request.windows(4).position(|end| end == b"\r\n\r\n").ok_or("no head")? + 4;
        let body = answer(request.get(end..).unwrap_or_default());
        let length = body.len();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length:";
        socket.write_all(format!("{head} {length}\r\n\r\n{body}").as_bytes())?;
    }
}

/// The answer to the bench's request, as long as a real one.
fn answer(body: &[u8]) -> String {
    let number = body.get(22..30).and_then(|digits| str::from_utf8(digits).ok()).unwrap_or("none");
    let (head, tail) = (r#"{"jsonrpc":"2.0","id":"#, r#" over HTTP"}],"isError":false}}"#);
    let middle = r#","result":{"resultType":"complete","content":[{"type":"text","text":"call "#;
    [head, number, middle, number, tail].concat()
}
