//! Writing where not every type may stand: the keys of an object, and JSON kept as it is.

use super::ser::{SerError, shown, wide};
use crate::json::Writer;
use ::serde::ser::{Impossible, Serialize, Serializer};
use core::fmt;

/// What may stand there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Only {
    /// What can be told as a string: strings, characters, integers, truth values, names of
    /// variants.
    Key,
    /// The text of one JSON value.
    Raw,
}

/// A serializer that takes only some types, and refuses the others.
pub(super) struct Narrow<'w, 'b> {
    pub(super) writer: &'w mut Writer<'b>,
    pub(super) only: Only,
}

impl Narrow<'_, '_> {
    /// In quotes, if it is a key.
    fn quoted(self, write: impl FnOnce(&mut Writer<'_>)) -> Result<(), SerError> {
        if self.only == Only::Raw {
            return Err(SerError::Custom);
        }
        self.writer.put(b"\"");
        write(self.writer);
        self.writer.put(b"\"");
        Ok(())
    }

    fn refuse<T>(self) -> Result<T, SerError> {
        Err(match self.only {
            Only::Key => SerError::Key,
            Only::Raw => SerError::Custom,
        })
    }
}

macro_rules! keys {
    ($($method:ident $write:ident $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result<(), SerError> {
            self.quoted(|writer| writer.$write(value.into()))
        }
    )*};
}

type None = Impossible<(), SerError>;

impl Serializer for Narrow<'_, '_> {
    type Ok = ();
    type Error = SerError;
    type SerializeSeq = None;
    type SerializeTuple = None;
    type SerializeTupleStruct = None;
    type SerializeTupleVariant = None;
    type SerializeMap = None;
    type SerializeStruct = None;
    type SerializeStructVariant = None;

    keys! {
        serialize_bool bool bool,
        serialize_i8 int i8,
        serialize_i16 int i16,
        serialize_i32 int i32,
        serialize_i64 int i64,
        serialize_u8 uint u8,
        serialize_u16 uint u16,
        serialize_u32 uint u32,
        serialize_u64 uint u64,
    }

    fn serialize_i128(self, value: i128) -> Result<(), SerError> {
        self.quoted(|writer| {
            writer.put(if value < 0 { b"-" } else { b"" });
            wide(writer, value.unsigned_abs());
        })
    }

    fn serialize_u128(self, value: u128) -> Result<(), SerError> {
        self.quoted(|writer| wide(writer, value))
    }

    fn serialize_char(self, value: char) -> Result<(), SerError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), SerError> {
        match self.only {
            Only::Key => {
                self.writer.string(value);
                Ok(())
            }
            // Anybody may use our name for a newtype of theirs, so it is checked.
            Only::Raw if self.writer.json_str(value) => Ok(()),
            Only::Raw => Err(SerError::Custom),
        }
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), SerError> {
        match self.only {
            Only::Key => shown(self.writer, value),
            Only::Raw => self.refuse(),
        }
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerError> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), SerError> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), SerError> {
        self.serialize_str(name)
    }

    fn serialize_f32(self, _: f32) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_f64(self, _: f64) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_none(self) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_unit(self) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), SerError> {
        self.refuse()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<None, SerError> {
        self.refuse()
    }

    fn serialize_tuple(self, _: usize) -> Result<None, SerError> {
        self.refuse()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<None, SerError> {
        self.refuse()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<None, SerError> {
        self.refuse()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<None, SerError> {
        self.refuse()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<None, SerError> {
        self.refuse()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<None, SerError> {
        self.refuse()
    }
}
