//! The user's own types, read from [`Raw`] and written into a [`Writer`] with `serde`, without a
//! heap.
//!
//! - [`from_raw`] reads any type that `serde` can read. `&str` borrows from the message; text
//!   with escapes is decoded into the caller's scratch, and borrows from there. [`scratch_for`]
//!   says how much of it is always enough.
//! - [`to_writer`] writes any type that `serde` can write.
//! - [`Raw`] itself can be a field: any JSON, kept as it is.
//!
//! Numbers are exact. An integer type takes any number that is integral and fits (`42`, `42.0`,
//! `1e3`), and a float is parsed only for a type that asks for one. Floats are written with the
//! feature `float`; without it only integral ones up to 2^53 are, as integers.

mod de;
#[cfg(feature = "serde-json-core")]
mod json_core;
mod key;
mod narrow;
mod ser;

pub use de::{DeError, from_raw, scratch_for};
#[cfg(feature = "serde-json-core")]
pub use json_core::{CoreError, core_from_raw, core_to_writer};
pub use ser::{SerError, to_writer};

use crate::json::Raw;
#[cfg(doc)]
use crate::json::Writer;

/// The newtype under which a [`Raw`] passes through serde: our own two ends know it.
const RAW: &str = "$sansmcp::Raw";

impl ::serde::Serialize for Raw<'_> {
    fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(RAW, self.as_str())
    }
}

impl<'de: 'a, 'a> ::serde::Deserialize<'de> for Raw<'a> {
    fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> ::serde::de::Visitor<'de> for Visitor {
            type Value = Raw<'de>;

            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("a value kept as JSON")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Raw<'de>, E>
            where
                E: ::serde::de::Error,
            {
                // Another deserializer may come here with anything.
                Raw::parse_str(text).map_err(E::custom)
            }
        }
        deserializer.deserialize_newtype_struct(RAW, Visitor)
    }
}
