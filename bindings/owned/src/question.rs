//! What can be asked of a client: the protocol's own object as it was given, of which each revision
//! is sent what it has.

mod shapes;
mod walk;

use sansmcp::json::Writer;
use sansmcp::rules::Method;
use sansmcp::schema::Object;
use sansmcp::{Error, Revision};

use crate::read::{Place, ReadError};
use shapes::Shape;
use walk::{Wrong, walk};

/// The params of a question to the client; see [`sansmcp::schema::InputRequest`].
#[derive(Clone, Debug)]
pub struct Question {
    shape: &'static Shape,
    /// JSON text, which [`walk`] has gone through.
    params: String,
}

impl Question {
    /// Reads the params of [`Method::Elicit`], [`Method::CreateMessage`] or [`Method::ListRoots`],
    /// with the members of all revisions: each is sent those that it has. `mode` may be missing.
    ///
    /// # Errors
    /// Says which member is missing, of the wrong kind, or none of any revision: what cannot be
    /// sent is not lost without a word.
    pub fn from_json(method: Method, text: &str) -> Result<Self, ReadError> {
        let params = place(text)?;
        let shape = match method {
            Method::Elicit if is_page(&params)? => &shapes::PAGE,
            Method::Elicit => &shapes::ELICIT,
            Method::CreateMessage => &shapes::SAMPLING,
            _ => &shapes::ROOTS,
        };
        match walk(&params, shape, None) {
            Err(Wrong::Read(wrong)) => Err(wrong),
            // What a revision has no words for is said when it is written.
            _ => Ok(Self { shape, params: text.to_owned() }),
        }
    }
}

fn place(text: &str) -> Result<Place<'_>, ReadError> {
    Ok(Place::root(text)?.named("params"))
}

/// Whether the user is to visit a page: what has a URL and no mode is meant so.
fn is_page(params: &Place<'_>) -> Result<bool, ReadError> {
    let mode = params.get("mode");
    match mode.text()?.as_deref() {
        None => Ok(!params.get("url").is_none()),
        Some("form") => Ok(false),
        Some("url") => Ok(true),
        Some(_) => Err(mode.wrong("\"form\" or \"url\"")),
    }
}

impl Object for Question {
    /// # Errors
    /// [`Error::NotSupported`] for what the revision has no words for, and for a page without an
    /// `elicitationId` in 2025-11-25, which demands one.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        let params = place(&self.params).map_err(|_| Error::NotJson)?;
        if std::ptr::eq(self.shape, &shapes::PAGE)
            && revision == Revision::V2025_11_25
            && params.get("elicitationId").text().is_ok_and(|id| id.unwrap_or_default().is_empty())
        {
            return Err(Error::NotSupported);
        }
        match walk(&params, self.shape, Some(revision)) {
            Ok(params) if out.json_str(&params) => Ok(()),
            Err(Wrong::Core(error)) => Err(error),
            _ => Err(Error::NotJson), // It was read, so this does not happen.
        }
    }
}
