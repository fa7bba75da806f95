//! Reading names: the keys of objects and the variants of enums, which are always strings.

use super::de::{De, DeError, Scratch, visit_brief, visit_kept};
use crate::json::{Raw, Text};
use ::serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};
use ::serde::forward_to_deserialize_any;

/// A name.
pub(super) struct KeyDe<'s, 'de> {
    pub(super) name: Text<'de>,
    pub(super) scratch: &'s mut Scratch<'de>,
}

/// Keys that are numbers or truth values, with quotes around them.
macro_rules! quoted {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
            let token = self.name.as_str().ok_or(DeError::Type)?;
            let raw = Raw::parse_str(token).map_err(|_| DeError::Type)?;
            // `" 1"` is no number, whatever JSON allows around one.
            if raw.as_str().len() != token.len() {
                return Err(DeError::Type);
            }
            De { raw, scratch: self.scratch }.$method(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDe<'_, 'de> {
    type Error = DeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visit_kept(self.name, self.scratch, visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visit_brief(self.name, self.scratch, visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visit_brief(self.name, self.scratch, visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        let mut chars = self.name.chars();
        match (chars.next(), chars.next()) {
            (Some(Ok(c)), None) => visitor.visit_char(c),
            (Some(Err(_)), None) => Err(DeError::Surrogate),
            _ => Err(DeError::Value),
        }
    }

    quoted! {
        deserialize_bool
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DeError> {
        visitor.visit_enum(UnitOnly { name: self.name, scratch: self.scratch })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeError> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        str bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
    }
}

/// A variant that is only a name.
pub(super) struct UnitOnly<'s, 'de> {
    pub(super) name: Text<'de>,
    pub(super) scratch: &'s mut Scratch<'de>,
}

impl<'de> EnumAccess<'de> for UnitOnly<'_, 'de> {
    type Error = DeError;
    type Variant = NoContent;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, NoContent), DeError> {
        let name = seed.deserialize(KeyDe { name: self.name, scratch: self.scratch })?;
        Ok((name, NoContent))
    }
}

/// What a variant that is only a name has to offer.
pub(super) struct NoContent;

impl<'de> VariantAccess<'de> for NoContent {
    type Error = DeError;

    fn unit_variant(self) -> Result<(), DeError> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value, DeError> {
        Err(DeError::Type)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, DeError> {
        Err(DeError::Type)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, DeError> {
        Err(DeError::Type)
    }
}
