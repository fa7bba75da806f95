//! The fields of forms (client/elicitation: `PrimitiveSchemaDefinition`).

use super::table::object;
use super::words::words;
use super::{Object, Read};
use crate::error::Error;
use crate::json::{Raw, Writer};
use crate::rules::Revision;

words! {
    /// What a text in a form must look like.
    Format {
        /// A mail address.
        Email = "email",
        /// A URI.
        Uri = "uri",
        /// A day, as in `2025-06-18`.
        Date = "date",
        /// A moment, as in `2025-06-18T12:00:00Z`.
        DateTime = "date-time",
    }
}

words! {
    /// What numbers a field takes.
    NumberType {
        /// Any.
        Number = "number",
        /// Integers.
        Integer = "integer",
    }
}

object! {
    /// A field for a text.
    #[derive(PartialEq, Eq)]
    StringSchema<'a> StringSchemaView, JUN25 {
        fixed "type" kind = "string", JUN25;
        /// The field's name for people.
        "title" title: maybe, JUN25;
        /// What belongs there.
        "description" description: maybe, JUN25;
        /// The fewest characters.
        "minLength" min_length: count, JUN25;
        /// The most characters.
        "maxLength" max_length: count, JUN25;
        /// What it must look like.
        "format" format: word(Format), JUN25;
        /// What stands there at first. From `DRAFT-2025-v3` on.
        "default" default: maybe, DRAFT;
    }
}

object! {
    /// A field for a number.
    #[derive(PartialEq, Eq)]
    NumberSchema<'a> NumberSchemaView, JUN25 {
        /// Any number, or integers only.
        "type" kind: must_word(NumberType), JUN25;
        /// The field's name for people.
        "title" title: maybe, JUN25;
        /// What belongs there.
        "description" description: maybe, JUN25;
        /// The least.
        "minimum" minimum: number, JUN25;
        /// The greatest.
        "maximum" maximum: number, JUN25;
        /// What stands there at first. From `DRAFT-2025-v3` on.
        "default" default: number, DRAFT;
    }
}

object! {
    /// A field for yes or no.
    #[derive(PartialEq, Eq)]
    BooleanSchema<'a> BooleanSchemaView, JUN25 {
        fixed "type" kind = "boolean", JUN25;
        /// The field's name for people.
        "title" title: maybe, JUN25;
        /// What it says.
        "description" description: maybe, JUN25;
        /// What stands there at first.
        "default" default: flag, JUN25;
    }
}

object! {
    /// One of a few texts.
    #[derive(PartialEq, Eq)]
    UntitledSingleSelect<'a> UntitledSingleSelectView, JUN25 {
        fixed "type" kind = "string", JUN25;
        /// The field's name for people.
        "title" title: maybe, JUN25;
        /// What belongs there.
        "description" description: maybe, JUN25;
        /// The texts, required.
        "enum" choices: must_strings, JUN25;
        /// The one chosen at first. From `DRAFT-2025-v3` on.
        "default" default: maybe, DRAFT;
    }
}

object! {
    /// One of a few texts that have names for people. Before 2025-11-25, and for peers that know
    /// no other: [`LegacyTitledEnum`].
    TitledSingleSelect<'a> TitledSingleSelectView, NOV25 {
        fixed "type" kind = "string", NOV25;
        /// The field's name for people.
        "title" title: maybe, NOV25;
        /// What belongs there.
        "description" description: maybe, NOV25;
        /// The texts, required.
        "oneOf" choices: must_list(Choice<'a>, ChoiceView), NOV25;
        /// The one chosen at first.
        "default" default: maybe, NOV25;
    }
}

object! {
    /// Any of a few texts. From 2025-11-25 on.
    #[derive(PartialEq, Eq)]
    UntitledMultiSelect<'a> UntitledMultiSelectView, NOV25 {
        fixed "type" kind = "array", NOV25;
        /// The field's name for people.
        "title" title: maybe, NOV25;
        /// What belongs there.
        "description" description: maybe, NOV25;
        /// The fewest that may be chosen.
        "minItems" min_items: count, NOV25;
        /// The most that may be chosen.
        "maxItems" max_items: count, NOV25;
        /// The texts.
        "items" items: must_object(UntitledItems<'a>, UntitledItemsView), NOV25;
        /// Those chosen at first.
        "default" default: strings, NOV25;
    }
}

object! {
    /// The texts of an [`UntitledMultiSelect`].
    #[derive(PartialEq, Eq)]
    UntitledItems<'a> UntitledItemsView, NOV25 {
        fixed "type" kind = "string", NOV25;
        /// The texts, required.
        "enum" choices: must_strings, NOV25;
    }
}

object! {
    /// Any of a few texts that have names for people. From 2025-11-25 on.
    #[derive(PartialEq, Eq)]
    TitledMultiSelect<'a> TitledMultiSelectView, NOV25 {
        fixed "type" kind = "array", NOV25;
        /// The field's name for people.
        "title" title: maybe, NOV25;
        /// What belongs there.
        "description" description: maybe, NOV25;
        /// The fewest that may be chosen.
        "minItems" min_items: count, NOV25;
        /// The most that may be chosen.
        "maxItems" max_items: count, NOV25;
        /// The texts.
        "items" items: must_object(TitledItems<'a>, TitledItemsView), NOV25;
        /// Those chosen at first.
        "default" default: strings, NOV25;
    }
}

object! {
    /// The texts of a [`TitledMultiSelect`].
    #[derive(PartialEq, Eq)]
    TitledItems<'a> TitledItemsView, NOV25 {
        /// The texts, required.
        "anyOf" choices: must_list(Choice<'a>, ChoiceView), NOV25;
    }
}

object! {
    /// A text to choose, and its name for people.
    #[derive(PartialEq, Eq)]
    Choice<'a> ChoiceView, NOV25 {
        /// The text, required.
        "const" value: text, NOV25;
        /// Its name for people, required.
        "title" title: text, NOV25;
    }
}

object! {
    /// One of a few texts, with names for people in a list of the same order.
    #[derive(PartialEq, Eq)]
    LegacyTitledEnum<'a> LegacyTitledEnumView, JUN25 {
        fixed "type" kind = "string", JUN25;
        /// The field's name for people.
        "title" title: maybe, JUN25;
        /// What belongs there.
        "description" description: maybe, JUN25;
        /// The texts, required.
        "enum" choices: must_strings, JUN25;
        /// Their names for people.
        "enumNames" names: strings, JUN25;
        /// The one chosen at first. From `DRAFT-2025-v3` on.
        "default" default: maybe, DRAFT;
    }
}

/// A field of a form.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Field<'a> {
    /// A text.
    String(StringSchema<'a>),
    /// A number.
    Number(NumberSchema<'a>),
    /// Yes or no.
    Boolean(BooleanSchema<'a>),
    /// One of a few texts.
    Single(UntitledSingleSelect<'a>),
    /// One of a few texts that have names for people. From 2025-11-25 on.
    TitledSingle(TitledSingleSelect<'a>),
    /// Any of a few texts. From 2025-11-25 on.
    Multi(UntitledMultiSelect<'a>),
    /// Any of a few texts that have names for people. From 2025-11-25 on.
    TitledMulti(TitledMultiSelect<'a>),
    /// One of a few texts, with names for people in a second list.
    Legacy(LegacyTitledEnum<'a>),
}

impl Object for Field<'_> {
    /// # Errors
    /// [`Error::NotSupported`] where the revision has no field of this kind.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::String(field) => field.write(out, revision),
            Self::Number(field) => field.write(out, revision),
            Self::Boolean(field) => field.write(out, revision),
            Self::Single(field) => field.write(out, revision),
            Self::TitledSingle(field) => field.write(out, revision),
            Self::Multi(field) => field.write(out, revision),
            Self::TitledMulti(field) => field.write(out, revision),
            Self::Legacy(field) => field.write(out, revision),
        }
    }
}

/// A field of a form as it is read: by its shape, of whatever revision.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum FieldView<'a> {
    /// A text.
    String(StringSchemaView<'a>),
    /// A number.
    Number(NumberSchemaView<'a>),
    /// Yes or no.
    Boolean(BooleanSchemaView<'a>),
    /// One of a few texts.
    Single(UntitledSingleSelectView<'a>),
    /// One of a few texts that have names for people.
    TitledSingle(TitledSingleSelectView<'a>),
    /// Any of a few texts.
    Multi(UntitledMultiSelectView<'a>),
    /// Any of a few texts that have names for people.
    TitledMulti(TitledMultiSelectView<'a>),
    /// One of a few texts, with names for people in a second list.
    Legacy(LegacyTitledEnumView<'a>),
    /// An object of a type that is not known here, or of none.
    Other(Raw<'a>),
}

impl<'a> FieldView<'a> {
    /// The view of `raw`; `None` if that is no object.
    #[must_use]
    pub fn of(raw: Raw<'a>) -> Option<Self> {
        let string = StringSchemaView::of(raw)?;
        let kind = string.kind();
        let is = |word: &str| kind.is_some_and(|kind| kind == word);
        let known = if is("string") {
            if raw.get("oneOf").is_some() {
                TitledSingleSelectView::of(raw).map(Self::TitledSingle)
            } else if raw.get("enumNames").is_some() {
                LegacyTitledEnumView::of(raw).map(Self::Legacy)
            } else if raw.get("enum").is_some() {
                UntitledSingleSelectView::of(raw).map(Self::Single)
            } else {
                Some(Self::String(string))
            }
        } else if is("number") || is("integer") {
            NumberSchemaView::of(raw).map(Self::Number)
        } else if is("boolean") {
            BooleanSchemaView::of(raw).map(Self::Boolean)
        } else if is("array") {
            if raw.get("items").is_some_and(|items| items.get("anyOf").is_some()) {
                TitledMultiSelectView::of(raw).map(Self::TitledMulti)
            } else {
                UntitledMultiSelectView::of(raw).map(Self::Multi)
            }
        } else {
            None
        };
        Some(known.unwrap_or(Self::Other(raw)))
    }
}

impl<'a> Read<'a> for FieldView<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        Self::of(raw)
    }
}
