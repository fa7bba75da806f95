//! URI templates, as texts in and out.

use sansmcp::json::Raw;
use sansmcp::uri::{Template, UriError};

use crate::event::decoded;
use crate::object::string;
use crate::read::ReadError;

/// The names of a template's variables, each once: the JSON text of an array.
///
/// # Errors
/// Says where the text is no template that can be matched.
pub fn variables(text: &str) -> Result<String, ReadError> {
    let template = Template::new(text).map_err(|error| {
        let at = text.get(..error.at).map_or(error.at, |before| before.chars().count());
        ReadError::new(&format!("{error}, at character {at} of {}", string(text)))
    })?;
    let mut names: Vec<String> = Vec::new();
    for name in template.variables().map(string) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Ok(format!("[{}]", names.join(",")))
}

/// The values of the variables, decoded, if `uri` is an expansion of the template: the JSON text of
/// an array in which names and values take turns.
#[must_use]
pub fn matches(text: &str, uri: &str) -> Option<String> {
    let found = Template::new(text).ok()?.matches(uri)?;
    let mut pairs = Vec::new();
    for (name, value) in found.iter() {
        // What stands for no text is no value of a text.
        let value = String::from_utf8(value.bytes().collect()).ok()?;
        pairs.extend([string(name), string(&value)]);
    }
    Some(format!("[{}]", pairs.join(",")))
}

/// The URI that comes of these values, given as the JSON text of an object.
///
/// # Errors
/// Says what is wrong with the template or the values.
pub fn expand(text: &str, values: &str) -> Result<String, ReadError> {
    let wrong = |error: &dyn std::fmt::Display| ReadError::new(&error.to_string());
    let template = Template::for_expansion(text).map_err(|error| wrong(&error))?;
    let read = Raw::parse_str(values).map_err(|_| ReadError::new("values must be an object"))?;
    let mut given = Vec::new();
    for (name, value) in read.members() {
        let value = value.text().ok_or_else(|| ReadError::new("each value must be a text"))?;
        given.push((decoded(name), decoded(value)));
    }
    // Of a name that stands twice the last counts, as in JavaScript.
    let value = |name: &str| {
        given.iter().rev().find(|(one, _)| one == name).map(|(_, value)| value.as_str())
    };
    let need = match template.expand(value, &mut []) {
        Err(UriError::Short { need }) => need,
        _ => 0,
    };
    let uri = template.expand(value, &mut vec![0; need]).map(str::to_owned);
    uri.map_err(|error| wrong(&error))
}
