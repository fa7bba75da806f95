//! What every object has in common: how it is written, and how it is looked at.

use crate::error::Error;
use crate::json::{Kind, Raw, Writer};
use crate::rules::Revision;

/// Something that is written as one JSON object, with the properties that the revision has.
pub trait Object {
    /// Writes the whole object; properties that the revision lacks are left out.
    ///
    /// # Errors
    /// [`Error::NotSupported`] if the revision has no such object, or no such kind of content in
    /// it; [`Error::NotJson`] if a JSON text in it is not one value of the kind asked for. What
    /// was written before the error stays: go back to a mark.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error>;
}

/// The JSON text of an object, of the caller's own making. It is checked when it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<'a>(pub &'a str);

impl Json<'_> {
    /// An object without properties.
    pub const EMPTY: Json<'static> = Json("{}");
}

impl Object for Json<'_> {
    /// # Errors
    /// [`Error::NotJson`] if the text is not a JSON object.
    fn write(&self, out: &mut Writer<'_>, _: Revision) -> Result<(), Error> {
        out.json(checked(self.0, &[Kind::Object])?);
        Ok(())
    }
}

/// The revisions in which a property of an object exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name on the wire.
    pub name: &'static str,
    /// The first revision that has it.
    pub since: Revision,
    /// The last revision that has it.
    pub until: Revision,
}

impl Property {
    /// Whether `revision` has it.
    #[must_use]
    pub const fn is_in(&self, revision: Revision) -> bool {
        is_within(revision, self.since, self.until)
    }
}

/// Whether `revision` lies between the two, both included.
pub(super) const fn is_within(revision: Revision, since: Revision, until: Revision) -> bool {
    // Where one revision is spoken this is a constant, and what others need falls away.
    if !cfg!(feature = "legacy") {
        return until as u8 == Revision::LATEST as u8;
    }
    since as u8 <= revision as u8 && revision as u8 <= until as u8
}

/// `text` as a JSON value of one of these kinds.
pub(super) fn checked<'a>(text: &'a str, kinds: &[Kind]) -> Result<Raw<'a>, Error> {
    match Raw::parse_str(text) {
        Ok(value) if kinds.is_empty() || kinds.contains(&value.kind()) => Ok(value),
        _ => Err(Error::NotJson),
    }
}
