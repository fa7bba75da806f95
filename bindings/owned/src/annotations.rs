//! For whom a resource or a piece of content is, and how important, owned.

use sansmcp::json::{Number, Raw};
use sansmcp::schema::{self, Role, Word as _};

use crate::read::{Place, ReadError};

/// Hints on how to use or show a resource or a piece of content; see
/// [`sansmcp::schema::Annotations`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Annotations {
    /// Whom it is for. Empty: not said.
    pub audience: Vec<Role>,
    /// How important it is, from 0 to 1: the text of a JSON number.
    pub priority: Option<String>,
    /// When it was changed last, as in `2025-01-12T15:00:58Z`.
    pub last_modified: Option<String>,
}

impl Annotations {
    /// The core's, over the same memory.
    pub(crate) fn core(&self) -> schema::Annotations<'_> {
        schema::Annotations {
            audience: &self.audience,
            priority: self.priority.as_deref().map(Number::parse),
            last_modified: self.last_modified.as_deref(),
        }
    }

    /// Reads the protocol's object.
    pub(crate) fn read(place: &Place<'_>) -> Result<Option<Self>, ReadError> {
        if place.is_none() {
            return Ok(None);
        }
        let number = |value: Raw<'_>| value.number().map(|_| value.as_str().to_owned());
        Ok(Some(Self {
            audience: place.get("audience").list(role)?,
            priority: place.get("priority").optional("a number", number)?,
            last_modified: place.get("lastModified").text()?,
        }))
    }
}

/// Who speaks, or whom something is for.
pub(crate) fn role(place: &Place<'_>) -> Result<Role, ReadError> {
    let name = place.required()?;
    let role = Role::ALL.iter().copied().find(|role| role.name() == name);
    role.ok_or_else(|| place.wrong("\"user\" or \"assistant\""))
}
