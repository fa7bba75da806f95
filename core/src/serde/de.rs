//! Reading: a `Deserializer` over [`Raw`], which is known to be valid and at most
//! [`DEPTH`](crate::json::DEPTH) deep, so that recursion by the user's type is bounded by it.

use super::RAW;
use super::key::{KeyDe, UnitOnly};
use crate::json::find::find_byte;
use crate::json::{Items, Kind, Members, Number, Raw, Scanner, Text, TextError};
use ::serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use core::fmt;

/// Why a value could not be read as the type that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeError {
    /// The scratch is too small for the texts that have to be decoded.
    Short {
        /// How many bytes are always enough for this value.
        need: usize,
    },
    /// A text has a lone surrogate, which stands for no character.
    Surrogate,
    /// A value is of another kind than the type, or a number does not fit it.
    Type,
    /// A value is of the right kind, and yet none that the type has.
    Value,
    /// An array or object has more or fewer items than the type.
    Length,
    /// A member is missing.
    Missing(&'static str),
    /// A member is there twice.
    Duplicate(&'static str),
    /// A member that the type does not have, and does not want to ignore.
    UnknownField,
    /// No variant of the enum has that name.
    UnknownVariant,
    /// The type refused the value in words of its own, which cannot be kept without a heap.
    Custom,
}

impl DeError {
    /// The error in a few words, without the name of the member.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Short { .. } => "scratch too small",
            Self::Surrogate => "lone surrogate",
            Self::Type => "wrong type",
            Self::Value => "wrong value",
            Self::Length => "wrong number of items",
            Self::Missing(_) => "missing member",
            Self::Duplicate(_) => "duplicate member",
            Self::UnknownField => "unknown member",
            Self::UnknownVariant => "unknown variant",
            Self::Custom => "refused",
        }
    }
}

impl fmt::Display for DeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())?;
        if let Self::Missing(name) | Self::Duplicate(name) = self {
            f.write_str(" ")?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

impl core::error::Error for DeError {}

impl ::serde::de::Error for DeError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Custom
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Type
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Value
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::Length
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::UnknownVariant
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::UnknownField
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::Duplicate(field)
    }
}

/// Reads `raw` as a `T`. Text without escapes is borrowed from the message, other text is decoded
/// into `scratch` and borrowed from there; owned text needs only as much of it as the longest.
///
/// Members that `T` does not have are ignored, unless it says otherwise. Of an optional member
/// `null` and absence are the same. Enums are as `serde_json` has them, in all their forms.
///
/// # Errors
/// [`DeError::Short`] says how much scratch is always enough; the others say what is wrong.
pub fn from_raw<'de, T>(raw: Raw<'de>, scratch: &'de mut [u8]) -> Result<T, DeError>
where
    T: Deserialize<'de>,
{
    let mut scratch = scratch;
    match T::deserialize(De { raw, scratch: &mut scratch }) {
        Err(DeError::Short { .. }) => Err(DeError::Short { need: scratch_for(raw) }),
        result => result,
    }
}

/// How many bytes of scratch are always enough to read `raw` as any type: the decoded length of
/// all its texts that have escapes.
pub fn scratch_for(raw: Raw<'_>) -> usize {
    let mut rest = raw.as_str();
    let mut need: usize = 0;
    // From quote to quote: no structure is needed to find all the strings of a valid text.
    while let Some(strings) = rest.get(find_byte(rest.as_bytes(), 0, b'"')..) {
        let mut scanner = Scanner::new(strings);
        let Ok(string) = scanner.value(0) else { break };
        let text = string.of(strings).and_then(|string| Raw::trusted(string).text());
        if let Some(text) = text.filter(|text| text.as_str().is_none()) {
            need = need.saturating_add(text.len().unwrap_or_default());
        }
        rest = strings.get(scanner.at()..).unwrap_or_default();
    }
    need
}

/// What is left of the scratch; decoded texts are split off its start and live as long as it.
pub(super) type Scratch<'de> = &'de mut [u8];

/// Hands a text to a visitor that may keep it.
pub(super) fn visit_kept<'de, V: Visitor<'de>>(
    text: Text<'de>,
    scratch: &mut Scratch<'de>,
    visitor: V,
) -> Result<V::Value, DeError> {
    visitor.visit_borrowed_str(keep(text, scratch)?)
}

fn keep<'de>(text: Text<'de>, scratch: &mut Scratch<'de>) -> Result<&'de str, DeError> {
    if let Some(plain) = text.as_str() {
        return Ok(plain);
    }
    let need = text.len().map_err(|_| DeError::Surrogate)?;
    let Some((room, rest)) = core::mem::take(scratch).split_at_mut_checked(need) else {
        return Err(DeError::Short { need });
    };
    *scratch = rest;
    Ok(text.decode(room)?)
}

/// Hands a text to a visitor that copies what it wants: the scratch is free again afterwards.
pub(super) fn visit_brief<'de, V: Visitor<'de>>(
    text: Text<'de>,
    scratch: &mut Scratch<'de>,
    visitor: V,
) -> Result<V::Value, DeError> {
    match text.as_str() {
        Some(plain) => visitor.visit_borrowed_str(plain),
        None => visitor.visit_str(text.decode(scratch)?),
    }
}

impl From<TextError> for DeError {
    fn from(error: TextError) -> Self {
        match error {
            TextError::Short { need } => Self::Short { need },
            TextError::Surrogate => Self::Surrogate,
        }
    }
}

/// One value.
pub(super) struct De<'s, 'de> {
    pub(super) raw: Raw<'de>,
    pub(super) scratch: &'s mut Scratch<'de>,
}

impl<'de> De<'_, 'de> {
    fn text(&self) -> Result<Text<'de>, DeError> {
        self.raw.text().ok_or(DeError::Type)
    }

    fn kind(&self, kind: Kind) -> Result<(), DeError> {
        if self.raw.kind() == kind { Ok(()) } else { Err(DeError::Type) }
    }

    fn seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.kind(Kind::Array)?;
        let mut seq = Seq { items: self.raw.items(), scratch: self.scratch };
        let value = visitor.visit_seq(&mut seq)?;
        // A type that stopped early has fewer items than the array.
        if seq.items.next().is_some() { Err(DeError::Length) } else { Ok(value) }
    }

    fn map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.kind(Kind::Object)?;
        let mut map = Map { members: self.raw.members(), value: None, scratch: self.scratch };
        let value = visitor.visit_map(&mut map)?;
        if map.members.next().is_some() { Err(DeError::Length) } else { Ok(value) }
    }
}

/// The integer types. Most values are 64 bits wide and come that way; wider ones only as plain
/// digits.
macro_rules! integers {
    ($($method:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            let number = self.raw.number().ok_or(DeError::Type)?;
            if let Some(value) = number.as_i64() {
                return visitor.$visit(<$type>::try_from(value).map_err(|_| DeError::Type)?);
            }
            match number {
                Number::Text(digits) => visitor.$visit(digits.parse().map_err(|_| DeError::Type)?),
                Number::Int(_) => Err(DeError::Type),
            }
        }
    )*};
}

/// The float types: the nearest value, if there is a finite one.
macro_rules! floats {
    ($($method:ident $visit:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            self.kind(Kind::Number)?;
            let value = self.raw.as_str().parse::<$type>().map_err(|_| DeError::Type)?;
            // `1e999` is a number, but none that the type has.
            if value.is_finite() { visitor.$visit(value) } else { Err(DeError::Type) }
        }
    )*};
}

impl<'de> Deserializer<'de> for De<'_, 'de> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.raw.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::Bool => self.deserialize_bool(visitor),
            Kind::String => self.deserialize_str(visitor),
            Kind::Array => self.seq(visitor),
            Kind::Object => self.map(visitor),
            Kind::Number => match self.raw.number() {
                Some(Number::Int(value)) => match u64::try_from(value) {
                    Ok(value) => visitor.visit_u64(value),
                    Err(_) => visitor.visit_i64(value),
                },
                _ => match self.raw.as_str().parse() {
                    Ok(value) => visitor.visit_u64(value),
                    Err(_) => self.deserialize_f64(visitor),
                },
            },
        }
    }

    integers! {
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_i128 visit_i128 i128,
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
        deserialize_u128 visit_u128 u128,
    }

    floats! {
        deserialize_f32 visit_f32 f32,
        deserialize_f64 visit_f64 f64,
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_bool(self.raw.bool().ok_or(DeError::Type)?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let mut chars = self.text()?.chars();
        match (chars.next(), chars.next()) {
            (Some(Ok(c)), None) => visitor.visit_char(c),
            (Some(Err(_)), None) => Err(DeError::Surrogate),
            _ => Err(DeError::Value),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visit_kept(self.text()?, self.scratch, visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visit_brief(self.text()?, self.scratch, visitor)
    }

    /// A string gives the bytes of its text, an array the numbers in it.
    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        match self.raw.text() {
            Some(text) => visitor.visit_borrowed_bytes(keep(text, self.scratch)?.as_bytes()),
            None => self.seq(visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        if self.raw.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.kind(Kind::Null)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        if name == RAW {
            return visitor.visit_borrowed_str(self.raw.as_str());
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.seq(visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DeError> {
        self.seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.map(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        if self.raw.kind() == Kind::Array { self.seq(visitor) } else { self.map(visitor) }
    }

    /// `"name"` for a variant without content, `{"name": content}` for one with.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        if let Some(name) = self.raw.text() {
            return visitor.visit_enum(UnitOnly { name, scratch: self.scratch });
        }
        self.kind(Kind::Object)?;
        let mut members = self.raw.members();
        match (members.next(), members.next()) {
            (Some((name, raw)), None) => {
                visitor.visit_enum(Variant { name, raw, scratch: self.scratch })
            }
            _ => Err(DeError::Length),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        self.deserialize_string(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_unit()
    }
}

struct Seq<'s, 'de> {
    items: Items<'de>,
    scratch: &'s mut Scratch<'de>,
}

impl<'de> SeqAccess<'de> for &mut Seq<'_, 'de> {
    type Error = DeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, DeError> {
        let Some(raw) = self.items.next() else { return Ok(None) };
        seed.deserialize(De { raw, scratch: self.scratch }).map(Some)
    }
}

struct Map<'s, 'de> {
    members: Members<'de>,
    value: Option<Raw<'de>>,
    scratch: &'s mut Scratch<'de>,
}

impl<'de> MapAccess<'de> for &mut Map<'_, 'de> {
    type Error = DeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, DeError> {
        let Some((name, value)) = self.members.next() else { return Ok(None) };
        self.value = Some(value);
        seed.deserialize(KeyDe { name, scratch: self.scratch }).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, DeError> {
        let raw = self.value.take().ok_or(DeError::Custom)?;
        seed.deserialize(De { raw, scratch: self.scratch })
    }
}

/// An enum's variant with content.
struct Variant<'s, 'de> {
    name: Text<'de>,
    raw: Raw<'de>,
    scratch: &'s mut Scratch<'de>,
}

impl<'s, 'de> EnumAccess<'de> for Variant<'s, 'de> {
    type Error = DeError;
    type Variant = De<'s, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Self::Variant), DeError> {
        let name = seed.deserialize(KeyDe { name: self.name, scratch: self.scratch })?;
        Ok((name, De { raw: self.raw, scratch: self.scratch }))
    }
}

impl<'de> VariantAccess<'de> for De<'_, 'de> {
    type Error = DeError;

    fn unit_variant(self) -> Result<(), DeError> {
        self.kind(Kind::Null)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DeError> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DeError> {
        self.seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        self.deserialize_struct("", fields, visitor)
    }
}
