//! What is said on standard output: an object of JSON a line.

use on_hyper::client::quoted;

/// An object of names and values, which are JSON.
pub fn line(members: &[(&str, String)]) {
    let members = members.iter().map(|(name, value)| format!("{}:{value}", quoted(name)));
    // A value may have line ends of the server's in it, which mean nothing in JSON.
    let text = members.collect::<Vec<_>>().join(",").replace(['\n', '\r'], " ");
    println!("{{{text}}}");
}

/// A text as JSON.
pub fn text(text: impl AsRef<str>) -> String {
    quoted(text.as_ref())
}
