//! JSON objects under construction, for host languages that read them.

use sansmcp::json::{Number, Raw, Text, Writer};

/// The members of an object under construction.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self(String::from("{"))
    }

    /// A member whose value is JSON text.
    #[inline(never)]
    pub(crate) fn put(&mut self, key: &str, json: &str) {
        let lead = if self.0.len() > 1 { ",\"" } else { "\"" };
        for part in [lead, key, "\":", json] {
            self.0.push_str(part);
        }
    }

    pub(crate) fn raw(&mut self, key: &str, value: Option<Raw<'_>>) {
        if let Some(value) = value {
            self.put(key, value.as_str());
        }
    }

    /// A text of the message's, with its escapes.
    #[inline(never)]
    pub(crate) fn text(&mut self, key: &str, value: Option<Text<'_>>) {
        if let Some(value) = value {
            self.put(key, &format!("\"{}\"", value.raw()));
        }
    }

    #[inline(never)]
    pub(crate) fn string(&mut self, key: &str, value: &str) {
        self.put(key, &string(value));
    }

    pub(crate) fn number(&mut self, key: &str, value: Option<Number<'_>>) {
        match value {
            None => {}
            Some(Number::Int(value)) => self.put(key, &value.to_string()),
            Some(Number::Text(text)) => self.put(key, text),
            #[allow(unreachable_patterns)] // another form, where a feature adds one
            Some(_) => {}
        }
    }

    pub(crate) fn end(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// A text as a JSON string.
#[inline(never)]
pub(crate) fn string(text: &str) -> String {
    let mut room = vec![0; 2 + 6 * text.len()];
    let mut writer = Writer::new(&mut room);
    writer.string(text);
    String::from_utf8_lossy(writer.finish()).into_owned()
}
