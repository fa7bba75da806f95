//! The script: an object of JSON, which says how to connect and what to do then.

use on_hyper::client::plain;
use sansmcp::json::{Number, Raw};
use sansmcp::rules::Capabilities;
use sansmcp::{Limits, Revision};

use super::Wrong;

/// A part of the script.
#[derive(Clone, Copy)]
pub struct Part<'a>(pub Raw<'a>);

impl<'a> Part<'a> {
    /// A text, empty if it is not there.
    pub fn text(self, key: &str) -> String {
        self.0.get(key).and_then(|value| value.text()).map(plain).unwrap_or_default()
    }

    /// True if it is there and true.
    pub fn is(self, key: &str) -> bool {
        self.0.get(key).and_then(|value| value.bool()) == Some(true)
    }

    /// A number, or what stands for none.
    pub fn number(self, key: &str, or: u32) -> u32 {
        match self.0.get(key).and_then(|value| value.number()) {
            Some(Number::Int(number)) => u32::try_from(number).unwrap_or(or),
            _ => or,
        }
    }

    /// The items of a list; none if it is not there.
    pub fn items(self, key: &str) -> impl Iterator<Item = Part<'a>> {
        self.0.get(key).unwrap_or(Raw::NULL).items().map(Part)
    }

    /// The texts of a list.
    pub fn texts(self, key: &str) -> Vec<String> {
        self.items(key).filter_map(|item| Some(plain(item.0.text()?))).collect()
    }

    /// JSON as it is written; `{}` if it is not there.
    pub fn json(self, key: &str) -> &'a str {
        self.0.get(key).map_or("{}", |value| value.as_str())
    }

    pub fn has(self, key: &str) -> bool {
        self.0.get(key).is_some()
    }

    /// How long calls may take.
    pub fn limits(self, or: Limits) -> Limits {
        Limits {
            idle_ms: self.number("idle_ms", or.idle_ms),
            hard_ms: self.number("hard_ms", or.hard_ms),
        }
    }

    /// The newest revision that may be spoken.
    pub fn newest(self) -> Result<Revision, Wrong> {
        match self.text("newest") {
            none if none.is_empty() => Ok(Revision::LATEST),
            name => Revision::from_name(&name).ok_or_else(|| format!("{name}: no revision").into()),
        }
    }

    /// What the client says that it can do.
    pub fn declares(self) -> Result<Capabilities, Wrong> {
        let mut all = Capabilities::NONE.0;
        for name in self.texts("declares") {
            all |= match name.as_str() {
                "elicitation" => Capabilities::ELICITATION_FORM.0,
                "sampling" => Capabilities::SAMPLING.0,
                "roots" => Capabilities::ROOTS.0 | Capabilities::ROOTS_LIST_CHANGED.0,
                other => return Err(format!("{other}: nothing that can be declared").into()),
            };
        }
        Ok(Capabilities(all))
    }
}
