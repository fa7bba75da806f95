//! How objects are read: one accessor a property, nothing before it is asked for.

use core::marker::PhantomData;

use super::Property;
use crate::json::{Items, Kind, Members, Number, Raw, Text};

/// Something that one JSON value is read as.
pub trait Read<'a>: Sized {
    /// The value; `None` if it is of another kind.
    fn read(raw: Raw<'a>) -> Option<Self>;
}

/// An object of the protocol, looked at where it lies.
///
/// Reading is lenient: a property that is missing or of another kind is `None`, and whatever the
/// view does not know stays reachable in [`View::raw`].
pub trait View<'a>: Read<'a> + Copy {
    /// The properties it knows, with the revisions that have them. Reading does not ask for the
    /// revision; this is for those who want to.
    const PROPERTIES: &'static [Property];

    /// The object itself.
    fn raw(&self) -> Raw<'a>;

    /// Whether the property `name` is there and of its kind, so that its accessor gives a value.
    fn reads(&self, name: &str) -> bool;
}

impl<'a> Read<'a> for Raw<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        Some(raw)
    }
}

impl<'a> Read<'a> for Text<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        raw.text()
    }
}

impl<'a> Read<'a> for Number<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        raw.number()
    }
}

impl Read<'_> for bool {
    fn read(raw: Raw<'_>) -> Option<Self> {
        raw.bool()
    }
}

impl Read<'_> for i64 {
    fn read(raw: Raw<'_>) -> Option<Self> {
        raw.number()?.as_i64()
    }
}

impl Read<'_> for u64 {
    fn read(raw: Raw<'_>) -> Option<Self> {
        let number = raw.number()?;
        // Written plainly it may be larger than an `i64`.
        match number {
            Number::Text(digits) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
                digits.parse().ok()
            }
            _ => u64::try_from(number.as_i64()?).ok(),
        }
    }
}

/// The value, if it is an object.
pub(super) fn object(raw: Raw<'_>) -> Option<Raw<'_>> {
    (raw.kind() == Kind::Object).then_some(raw)
}

/// The value, if it is a string or a number, as ids and progress tokens are.
pub(super) fn token(raw: Raw<'_>) -> Option<Raw<'_>> {
    matches!(raw.kind(), Kind::String | Kind::Number).then_some(raw)
}

/// The items of an array, read as `V`; those of another kind are passed over. Nothing if the
/// property is missing or no array.
#[derive(Clone, Debug)]
pub struct List<'a, V> {
    items: Items<'a>,
    one: Option<Raw<'a>>,
    raw: Option<Raw<'a>>,
    read: PhantomData<fn() -> V>,
}

impl<'a, V: Read<'a>> List<'a, V> {
    pub(super) fn of(raw: Option<Raw<'a>>) -> Self {
        let raw = raw.filter(|raw| raw.kind() == Kind::Array);
        Self { items: raw.unwrap_or(Raw::NULL).items(), one: None, raw, read: PhantomData }
    }

    /// An object counts as a list of one.
    pub(super) fn of_one(raw: Option<Raw<'a>>) -> Self {
        match raw.and_then(object) {
            None => Self::of(raw),
            one => Self { one, raw: one, ..Self::of(None) },
        }
    }

    /// The value that it is read from, if that is there and of the right kind.
    #[must_use]
    pub fn raw(&self) -> Option<Raw<'a>> {
        self.raw
    }
}

impl<'a, V: Read<'a>> Iterator for List<'a, V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        if let Some(one) = self.one.take() {
            return V::read(one);
        }
        self.items.find_map(V::read)
    }
}

/// The members of an object whose keys are of the sender's choosing, their values read as `V`;
/// those of another kind are passed over.
#[derive(Clone, Debug)]
pub struct Entries<'a, V> {
    members: Members<'a>,
    raw: Option<Raw<'a>>,
    read: PhantomData<fn() -> V>,
}

impl<'a, V: Read<'a>> Entries<'a, V> {
    pub(super) fn of(raw: Option<Raw<'a>>) -> Self {
        let raw = raw.and_then(object);
        Self { members: raw.unwrap_or(Raw::NULL).members(), raw, read: PhantomData }
    }

    /// The object that it is read from, if there is one.
    #[must_use]
    pub fn raw(&self) -> Option<Raw<'a>> {
        self.raw
    }

    /// The value at `key`.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<V> {
        V::read(self.raw?.get(key)?)
    }
}

impl<'a, V: Read<'a>> Iterator for Entries<'a, V> {
    type Item = (Text<'a>, V);

    fn next(&mut self) -> Option<Self::Item> {
        self.members.find_map(|(name, value)| Some((name, V::read(value)?)))
    }
}

/// Whether an accessor found something of the right kind.
pub(super) trait Found {
    fn is_found(&self) -> bool;
}

impl<T> Found for Option<T> {
    fn is_found(&self) -> bool {
        self.is_some()
    }
}

impl<V> Found for List<'_, V> {
    fn is_found(&self) -> bool {
        self.raw.is_some()
    }
}

impl<V> Found for Entries<'_, V> {
    fn is_found(&self) -> bool {
        self.raw.is_some()
    }
}
