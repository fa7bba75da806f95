//! Writing: a `Serializer` over the counting [`Writer`].

use super::RAW;
use super::narrow::{Narrow, Only};
use crate::json::Writer;
use ::serde::ser::{
    Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};
use core::fmt::{self, Write as _};

/// Why a value could not be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SerError {
    /// A float that is not an integer up to 2^53, and the feature `float` is off.
    Float,
    /// A map's key is no string, character, integer or truth value.
    Key,
    /// The type refused in words of its own, which cannot be kept without a heap.
    Custom,
}

impl SerError {
    /// The error in a few words.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Float => "floats need the feature `float`",
            Self::Key => "no key for an object",
            Self::Custom => "refused",
        }
    }
}

impl fmt::Display for SerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for SerError {}

impl ::serde::ser::Error for SerError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Custom
    }
}

/// Writes `value` as JSON, compact, as `serde_json` would. As all of [`Writer`] it counts on past
/// the end of the buffer. Floats that are not finite are `null`.
///
/// # Errors
/// [`SerError`]; nothing has been written then.
pub fn to_writer<T: Serialize + ?Sized>(
    value: &T,
    writer: &mut Writer<'_>,
) -> Result<(), SerError> {
    let mark = writer.mark();
    let result = value.serialize(Ser(writer));
    if result.is_err() {
        writer.rewind(mark);
    }
    result
}

struct Ser<'w, 'b>(&'w mut Writer<'b>);

impl<'w, 'b> Ser<'w, 'b> {
    fn open(self, bracket: &[u8], close: &'static [u8]) -> List<'w, 'b> {
        self.0.put(bracket);
        List { writer: self.0, first: true, close }
    }

    /// `{"name":` before the content of a variant.
    fn variant(&mut self, name: &str) {
        self.0.put(b"{");
        self.0.string(name);
        self.0.put(b":");
    }
}

macro_rules! plain {
    ($($method:ident $write:ident $type:ty,)*) => {$(
        fn $method(self, value: $type) -> Result<(), SerError> {
            self.0.$write(value.into());
            Ok(())
        }
    )*};
}

impl<'w, 'b> Serializer for Ser<'w, 'b> {
    type Ok = ();
    type Error = SerError;
    type SerializeSeq = List<'w, 'b>;
    type SerializeTuple = List<'w, 'b>;
    type SerializeTupleStruct = List<'w, 'b>;
    type SerializeTupleVariant = List<'w, 'b>;
    type SerializeMap = List<'w, 'b>;
    type SerializeStruct = List<'w, 'b>;
    type SerializeStructVariant = List<'w, 'b>;

    plain! {
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
        if value < 0 {
            self.0.put(b"-");
        }
        wide(self.0, value.unsigned_abs());
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result<(), SerError> {
        wide(self.0, value);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), SerError> {
        #[cfg(feature = "float")]
        {
            self.0.float32(value);
            Ok(())
        }
        #[cfg(not(feature = "float"))]
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<(), SerError> {
        #[cfg(feature = "float")]
        self.0.float(value);
        #[cfg(not(feature = "float"))]
        {
            if !value.is_finite() {
                self.0.null();
                return Ok(());
            }
            let whole = value as i64;
            if whole.unsigned_abs() > 1 << 53 || whole as f64 != value {
                return Err(SerError::Float);
            }
            self.0.int(whole);
        }
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), SerError> {
        self.0.string(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), SerError> {
        self.0.string(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), SerError> {
        let mut list = self.open(b"[", b"]");
        value.iter().try_for_each(|byte| list.item(byte))?;
        list.close()
    }

    fn serialize_none(self) -> Result<(), SerError> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), SerError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), SerError> {
        self.0.null();
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), SerError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), SerError> {
        self.serialize_str(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerError> {
        if name == RAW {
            return value.serialize(Narrow { writer: self.0, only: Only::Raw });
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), SerError> {
        self.variant(name);
        value.serialize(Ser(self.0))?;
        self.0.put(b"}");
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'w, 'b>, SerError> {
        Ok(self.open(b"[", b"]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<List<'w, 'b>, SerError> {
        Ok(self.open(b"[", b"]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<List<'w, 'b>, SerError> {
        Ok(self.open(b"[", b"]"))
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<List<'w, 'b>, SerError> {
        self.variant(name);
        Ok(self.open(b"[", b"]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<List<'w, 'b>, SerError> {
        Ok(self.open(b"{", b"}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<List<'w, 'b>, SerError> {
        Ok(self.open(b"{", b"}"))
    }

    fn serialize_struct_variant(
        mut self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<List<'w, 'b>, SerError> {
        self.variant(name);
        Ok(self.open(b"{", b"}}"))
    }

    fn collect_str<T: fmt::Display + ?Sized>(self, value: &T) -> Result<(), SerError> {
        shown(self.0, value)
    }
}

/// The text that `value` shows itself as, in quotes.
pub(super) fn shown<T: fmt::Display + ?Sized>(
    writer: &mut Writer<'_>,
    value: &T,
) -> Result<(), SerError> {
    struct Escaped<'w, 'b>(&'w mut Writer<'b>);
    impl fmt::Write for Escaped<'_, '_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.escaped(text);
            Ok(())
        }
    }
    writer.put(b"\"");
    let done = write!(Escaped(writer), "{value}");
    writer.put(b"\"");
    done.map_err(|_| SerError::Custom)
}

/// An integer of more than 64 bits.
pub(super) fn wide(writer: &mut Writer<'_>, value: u128) {
    let mut digits = [0; 39];
    let mut rest = value;
    let mut len: usize = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' | (rest % 10) as u8;
        rest /= 10;
        len = len.wrapping_add(1);
        if rest == 0 {
            break;
        }
    }
    writer.put(digits.get(digits.len().wrapping_sub(len)..).unwrap_or_default());
}

/// An array or object that is being written.
pub(super) struct List<'w, 'b> {
    writer: &'w mut Writer<'b>,
    first: bool,
    close: &'static [u8],
}

impl List<'_, '_> {
    fn comma(&mut self) {
        if !core::mem::take(&mut self.first) {
            self.writer.put(b",");
        }
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerError> {
        self.comma();
        value.serialize(Ser(self.writer))
    }

    fn member<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), SerError> {
        self.comma();
        self.writer.string(name);
        self.writer.put(b":");
        value.serialize(Ser(self.writer))
    }

    fn close(self) -> Result<(), SerError> {
        self.writer.put(self.close);
        Ok(())
    }
}

macro_rules! items {
    ($($trait:ident $method:ident,)*) => {$(
        impl $trait for List<'_, '_> {
            type Ok = ();
            type Error = SerError;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerError> {
                self.item(value)
            }

            fn end(self) -> Result<(), SerError> {
                self.close()
            }
        }
    )*};
}

items! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

macro_rules! members {
    ($($trait:ident)*) => {$(
        impl $trait for List<'_, '_> {
            type Ok = ();
            type Error = SerError;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), SerError> {
                self.member(name, value)
            }

            fn end(self) -> Result<(), SerError> {
                self.close()
            }
        }
    )*};
}

members! { SerializeStruct SerializeStructVariant }

impl SerializeMap for List<'_, '_> {
    type Ok = ();
    type Error = SerError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), SerError> {
        self.comma();
        key.serialize(Narrow { writer: self.writer, only: Only::Key })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), SerError> {
        self.writer.put(b":");
        value.serialize(Ser(self.writer))
    }

    fn end(self) -> Result<(), SerError> {
        self.close()
    }
}
