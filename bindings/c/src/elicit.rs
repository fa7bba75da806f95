//! What a person is asked: forms, and pages to be visited.

use core::mem;

use engine::json::Number;
use engine::schema::{
    BooleanSchema, Choice, Elicit, ElicitUrl, Field, Form, Format, LegacyTitledEnum, NumberSchema,
    NumberType, Object, StringSchema, TitledItems, TitledMultiSelect, TitledSingleSelect,
    UntitledItems, UntitledMultiSelect, UntitledSingleSelect,
};
use engine::{Error, Revision};

use crate::edge::{at, optional, slice, text};
use crate::info::hint;
use crate::result::{SANSMCP_NULL_POINTER, SANSMCP_OUT_OF_RANGE, done, sansmcp_result};
use crate::server::sansmcp_number;
use crate::text::sansmcp_str;
use crate::writer::sansmcp_writer;

/// What a field of a form takes; the value of sansmcp_form_field.kind. Beside each stand the
/// members that it has, besides name, title and description.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_form_kind {
    /// A text: minimum, maximum (of its length in characters), format, default_text.
    SANSMCP_FORM_TEXT = 1,
    /// A number: minimum, maximum, default_number.
    SANSMCP_FORM_NUMBER = 2,
    /// An integer: the same.
    SANSMCP_FORM_INTEGER = 3,
    /// Yes or no: default_yes.
    SANSMCP_FORM_BOOLEAN = 4,
    /// One of a few texts: choices, default_text. Titles of choices from 2025-11-25 on.
    SANSMCP_FORM_CHOICE = 5,
    /// Any of a few texts, from 2025-11-25 on: choices, minimum, maximum (of how many are chosen),
    /// default_choices.
    SANSMCP_FORM_CHOICES = 6,
    /// One of a few texts, their titles in a second list: for what is older than 2025-11-25.
    SANSMCP_FORM_LEGACY_CHOICE = 7,
}

/// What a text in a form must look like; the value of sansmcp_form_field.format.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_format {
    /// Anything.
    SANSMCP_FORMAT_NONE = 0,
    /// A mail address.
    SANSMCP_FORMAT_EMAIL = 1,
    /// A URI.
    SANSMCP_FORMAT_URI = 2,
    /// A day, as in `2025-06-18`.
    SANSMCP_FORMAT_DATE = 3,
    /// A moment, as in `2025-06-18T12:00:00Z`.
    SANSMCP_FORMAT_DATE_TIME = 4,
}

/// A text to choose, and its title for people.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_choice {
    /// The text, required.
    pub value: sansmcp_str,
    /// Its title: all of a field have one, or none.
    pub title: sansmcp_str,
}

/// A field of a form. What is left zero is not said.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_form_field {
    /// Under which name the answer comes, required.
    pub name: sansmcp_str,
    /// Its name for people.
    pub title: sansmcp_str,
    /// What belongs there.
    pub description: sansmcp_str,
    /// The least.
    pub minimum: sansmcp_number,
    /// The most.
    pub maximum: sansmcp_number,
    /// The text that stands there at first. From DRAFT-2025-v3 on, as all defaults but that of a
    /// truth value.
    pub default_text: sansmcp_str,
    /// The number that stands there at first.
    pub default_number: sansmcp_number,
    /// The texts that are chosen at first.
    pub default_choices: *const sansmcp_str,
    /// How many.
    pub default_choice_count: usize,
    /// The texts to choose from.
    pub choices: *const sansmcp_choice,
    /// How many.
    pub choice_count: usize,
    /// A sansmcp_form_kind.
    pub kind: u8,
    /// A sansmcp_format.
    pub format: u8,
    /// A sansmcp_hint: what is chosen at first.
    pub default_yes: u8,
    /// Not 0: it must be filled in.
    pub is_required: u8,
}

/// What a person is asked: to fill in a form, or with a url to visit a page.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_elicit {
    /// What the person is told, required.
    pub message: sansmcp_str,
    /// Where the page is. From 2025-11-25 on. NULL: it is a form.
    pub url: sansmcp_str,
    /// Of a page: what `notifications/elicitation/complete` will name it by; required in
    /// 2025-11-25, the only revision that has it.
    pub elicitation_id: sansmcp_str,
    /// The fields of the form.
    pub fields: *const sansmcp_form_field,
    /// How many; at most SANSMCP_MAX_FIELDS.
    pub field_count: usize,
}

/// How many fields a form can have.
pub const SANSMCP_MAX_FIELDS: usize = 16;

/// How many texts to choose from all fields of a form can have together, those that are chosen at
/// first included.
pub const SANSMCP_MAX_CHOICES: usize = 32;

/// Room for the lists of a form.
struct Pool<'p, 'a> {
    texts: &'p mut [&'a str],
    choices: &'p mut [Choice<'a>],
}

fn take<'p, T>(from: &mut &'p mut [T], count: usize) -> Result<&'p mut [T], sansmcp_result> {
    let all = mem::take(from);
    let (taken, rest) = all.split_at_mut_checked(count).ok_or(SANSMCP_OUT_OF_RANGE)?;
    *from = rest;
    Ok(taken)
}

impl<'p, 'a> Pool<'p, 'a> {
    unsafe fn texts(
        &mut self,
        given: &[sansmcp_choice],
        pick: impl Fn(&sansmcp_choice) -> sansmcp_str,
    ) -> Result<&'p [&'a str], sansmcp_result> {
        let texts = take(&mut self.texts, given.len())?;
        for (to, from) in texts.iter_mut().zip(given) {
            // SAFETY: as the crate demands of all pointers.
            *to = unsafe { optional(pick(from))? }.ok_or(SANSMCP_NULL_POINTER)?;
        }
        Ok(texts)
    }

    unsafe fn defaults(&mut self, given: &[sansmcp_str]) -> Result<&'p [&'a str], sansmcp_result> {
        let texts = take(&mut self.texts, given.len())?;
        for (to, from) in texts.iter_mut().zip(given) {
            // SAFETY: as the crate demands of all pointers.
            *to = unsafe { text(*from) }?;
        }
        Ok(texts)
    }

    unsafe fn choices(
        &mut self,
        given: &[sansmcp_choice],
    ) -> Result<&'p [Choice<'a>], sansmcp_result> {
        let choices = take(&mut self.choices, given.len())?;
        for (to, from) in choices.iter_mut().zip(given) {
            // SAFETY: as the crate demands of all pointers.
            let (value, title) = unsafe { (optional(from.value)?, optional(from.title)?) };
            let value = value.ok_or(SANSMCP_NULL_POINTER)?;
            *to = Choice { value, title: title.ok_or(SANSMCP_NULL_POINTER)? };
        }
        Ok(choices)
    }
}

/// How many characters or choices a number stands for.
fn count(number: Option<Number<'_>>) -> Result<Option<u64>, sansmcp_result> {
    let Some(number) = number else { return Ok(None) };
    let count = number.as_i64().and_then(|number| u64::try_from(number).ok());
    count.map(Some).ok_or(SANSMCP_OUT_OF_RANGE)
}

fn format(number: u8) -> Result<Option<Format>, sansmcp_result> {
    Ok(match number {
        0 => None,
        1 => Some(Format::Email),
        2 => Some(Format::Uri),
        3 => Some(Format::Date),
        4 => Some(Format::DateTime),
        _ => return Err(SANSMCP_OUT_OF_RANGE),
    })
}

impl sansmcp_form_field {
    unsafe fn read<'p, 'a: 'p>(
        &self,
        pool: &mut Pool<'p, 'a>,
    ) -> Result<Field<'p>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let (title, description) = (optional(self.title)?, optional(self.description)?);
            let (minimum, maximum) = (self.minimum.checked()?, self.maximum.checked()?);
            let default = optional(self.default_text)?;
            let given = slice(self.choices, self.choice_count)?;
            let has_titles = given.first().is_some_and(|first| !first.title.data.is_null());
            let number = |kind| -> Result<Field<'p>, sansmcp_result> {
                let default = self.default_number.checked()?;
                Ok(Field::Number(NumberSchema {
                    kind,
                    title,
                    description,
                    minimum,
                    maximum,
                    default,
                }))
            };
            Ok(match self.kind {
                1 => Field::String(StringSchema {
                    title,
                    description,
                    min_length: count(minimum)?,
                    max_length: count(maximum)?,
                    format: format(self.format)?,
                    default,
                }),
                2 => number(NumberType::Number)?,
                3 => number(NumberType::Integer)?,
                4 => {
                    if self.default_yes > 2 {
                        return Err(SANSMCP_OUT_OF_RANGE);
                    }
                    let default = hint(self.default_yes);
                    Field::Boolean(BooleanSchema { title, description, default })
                }
                5 if has_titles => {
                    let choices = pool.choices(given)?;
                    Field::TitledSingle(TitledSingleSelect { title, description, choices, default })
                }
                5 => {
                    let choices = pool.texts(given, |choice| choice.value)?;
                    Field::Single(UntitledSingleSelect { title, description, choices, default })
                }
                6 => {
                    let chosen = slice(self.default_choices, self.default_choice_count)?;
                    let (min_items, max_items) = (count(minimum)?, count(maximum)?);
                    let default = pool.defaults(chosen)?;
                    if has_titles {
                        let items = TitledItems { choices: pool.choices(given)? };
                        Field::TitledMulti(TitledMultiSelect {
                            title,
                            description,
                            min_items,
                            max_items,
                            items,
                            default,
                        })
                    } else {
                        let choices = pool.texts(given, |choice| choice.value)?;
                        let items = UntitledItems { choices };
                        Field::Multi(UntitledMultiSelect {
                            title,
                            description,
                            min_items,
                            max_items,
                            items,
                            default,
                        })
                    }
                }
                7 => {
                    let choices = pool.texts(given, |choice| choice.value)?;
                    let names = match has_titles {
                        true => pool.texts(given, |choice| choice.title)?,
                        false => &[],
                    };
                    Field::Legacy(LegacyTitledEnum { title, description, choices, names, default })
                }
                _ => return Err(SANSMCP_OUT_OF_RANGE),
            })
        }
    }
}

/// Adds the params of `elicitation/create` as a revision has them, a sansmcp_revision (0: the
/// newest): for sansmcp_ask_input.params, with sansmcp_event_revision_number of the call. It takes
/// some 5 KB of stack; where that is too much, write the JSON text yourself.
///
/// SANSMCP_NOT_SUPPORTED: the revision has no elicitation, no pages, or no field of this kind.
/// SANSMCP_OUT_OF_RANGE: too many fields or choices, or a number that is none of its enumeration.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_writer_elicit(
    writer: *mut sansmcp_writer,
    elicit: *const sansmcp_elicit,
    revision: u8,
) -> sansmcp_result {
    done((|| {
        let revision = match revision {
            0 => Revision::LATEST,
            number => Revision::from_number(number).ok_or(SANSMCP_OUT_OF_RANGE)?,
        };
        // SAFETY: as the crate demands of all pointers.
        let elicit = unsafe { at(elicit) }?;
        // SAFETY: as above.
        let message = unsafe { optional(elicit.message) }?.ok_or(SANSMCP_NULL_POINTER)?;
        // SAFETY: as above.
        let write = |object: &dyn Object| unsafe {
            sansmcp_writer::add(writer, |writer| {
                object.write(writer, revision).map_err(|error: Error| error.into())
            })
        };
        // SAFETY: as above.
        if let Some(url) = unsafe { optional(elicit.url) }? {
            // SAFETY: as above.
            let elicitation_id = unsafe { text(elicit.elicitation_id) }?;
            let message = message.into();
            return write(&ElicitUrl { message, url, elicitation_id, ..ElicitUrl::EMPTY });
        }
        // SAFETY: as above.
        let given = unsafe { slice(elicit.fields, elicit.field_count) }?;
        let mut texts = [""; SANSMCP_MAX_CHOICES];
        let mut choices = [Choice::EMPTY; SANSMCP_MAX_CHOICES];
        let mut pool = Pool { texts: &mut texts, choices: &mut choices };
        let mut properties = [("", Field::Boolean(BooleanSchema::EMPTY)); SANSMCP_MAX_FIELDS];
        let mut required = [""; SANSMCP_MAX_FIELDS];
        let mut needed: usize = 0;
        let properties = properties.get_mut(..given.len()).ok_or(SANSMCP_OUT_OF_RANGE)?;
        for (property, given) in properties.iter_mut().zip(given) {
            // SAFETY: as above.
            let name = unsafe { optional(given.name) }?.ok_or(SANSMCP_NULL_POINTER)?;
            // SAFETY: as above.
            *property = (name, unsafe { given.read(&mut pool) }?);
            if given.is_required != 0
                && let Some(place) = required.get_mut(needed)
            {
                *place = name;
                needed = needed.saturating_add(1);
            }
        }
        let required = required.get(..needed).unwrap_or_default();
        let requested_schema = Form { properties, required, ..Form::EMPTY };
        write(&Elicit { message: message.into(), requested_schema, ..Elicit::EMPTY })
    })())
}
