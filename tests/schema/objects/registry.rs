//! Every object with its definitions in the schemas, and samples in which everything is set.
//!
//! In the samples a text is its property's own name, see `values.rs`. Structs are written out
//! whole, so that a property that is added does not compile without a sample.

#[path = "client.rs"]
mod client;
#[path = "content.rs"]
mod content;
#[path = "forms.rs"]
mod forms;
#[path = "messages.rs"]
mod messages;
#[path = "server.rs"]
mod server;

use sansmcp::schema::{Object, Property};

pub struct Entry {
    pub name: &'static str,
    /// The definitions that this object is.
    pub definitions: &'static [&'static str],
    /// Definitions whose properties it has among others.
    pub bases: &'static [&'static str],
    pub properties: &'static [Property],
    /// Whether the view of the text has a value for a property.
    pub reads: fn(&str, &str) -> bool,
    pub samples: Vec<&'static dyn Object>,
    /// With nothing set, if that can be said.
    pub empty: Option<&'static dyn Object>,
    /// Properties that are read whatever their kind is.
    pub any: &'static [&'static str],
}

impl Entry {
    /// Whether a property is read whatever its kind is, more than its schema allows.
    pub fn takes_any(&self, name: &str) -> bool {
        self.any.contains(&name)
    }
}

/// An entry: the struct, its view, its definitions, what it is the base of, its samples.
macro_rules! entry {
    (
        $object:ident, $view:ident, [$($definition:literal),*], [$($base:literal),*],
        $sample:expr $(, $more:expr)*
    ) => {
        $crate::registry::Entry {
            name: stringify!($object),
            definitions: &[$($definition),*],
            bases: &[$($base),*],
            properties: <$view<'static> as sansmcp::schema::View<'static>>::PROPERTIES,
            reads: |text, name| {
                let raw = sansmcp::json::Raw::parse_str(text).expect("JSON");
                sansmcp::schema::View::reads(&$view::of(raw).expect("an object"), name)
            },
            samples: vec![
                { static SAMPLE: $object = $sample; &SAMPLE },
                $({ static SAMPLE: $object = $more; &SAMPLE },)*
            ],
            empty: Some({ static EMPTY: $object = $object::EMPTY; &EMPTY }),
            any: &[],
        }
    };
}
pub(crate) use entry;

pub fn registry() -> Vec<Entry> {
    let mut all = server::entries();
    all.extend(content::entries());
    all.extend(client::entries());
    all.extend(forms::entries());
    all.extend(messages::requests());
    all.extend(messages::notifications());
    all.extend(messages::results());
    all
}
