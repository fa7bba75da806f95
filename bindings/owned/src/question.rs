//! What can be asked of a client, read from the protocol's objects and owned. It is written with
//! the core's own writers, so that each revision gets what it knows.

mod form;
mod sampling;

use sansmcp::json::{Raw, Writer};
use sansmcp::rules::Method;
use sansmcp::schema::{ElicitUrl, ElicitUrlView, ListRoots, ListRootsView, Object, RequestMeta};
use sansmcp::{Error, Revision};

use crate::block::Words;
use crate::read::{Place, ReadError};
use form::Form;
use sampling::Sampling;

/// The params of a question to the client; see [`sansmcp::schema::InputRequest`].
#[derive(Clone, Debug)]
pub struct Question(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Form(Form),
    Page(Page),
    Sampling(Box<Sampling>),
    /// `_meta`.
    Roots(String),
}

/// A page to be visited; see [`ElicitUrl`].
#[derive(Clone, Debug)]
struct Page {
    message: Words,
    url: String,
    /// Empty: none.
    elicitation_id: String,
    meta: String,
}

impl Question {
    /// Reads the params of [`Method::Elicit`], [`Method::CreateMessage`] or [`Method::ListRoots`],
    /// with the members of all revisions: each is sent those that it has. `mode` may be missing.
    ///
    /// # Errors
    /// Says which member is missing, of the wrong kind, or none of any revision: what cannot be
    /// sent is not lost without a word.
    pub fn from_json(method: Method, text: &str) -> Result<Self, ReadError> {
        let params = Place::root(text)?.named("params");
        Ok(Self(match method {
            Method::Elicit if is_page(&params)? => Kind::Page(Page::read(&params)?),
            Method::Elicit => Kind::Form(Form::read(&params)?),
            Method::CreateMessage => Kind::Sampling(Box::new(Sampling::read(&params)?)),
            _ => {
                params.only::<ListRootsView<'_>>()?;
                Kind::Roots(params.get("_meta").object()?)
            }
        }))
    }
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

impl Page {
    fn read(params: &Place<'_>) -> Result<Self, ReadError> {
        params.only::<ElicitUrlView<'_>>()?;
        Ok(Self {
            message: Words::read(&params.get("message"))?,
            url: params.get("url").required()?,
            elicitation_id: params.get("elicitationId").text()?.unwrap_or_default(),
            meta: params.get("_meta").object()?,
        })
    }
}

impl Object for Question {
    /// # Errors
    /// [`Error::NotSupported`] for what the revision has no words for, and for a page without an
    /// `elicitationId` in 2025-11-25, which demands one.
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match &self.0 {
            Kind::Form(form) => form.write(out, revision),
            Kind::Page(page) => {
                if page.elicitation_id.is_empty() && revision == Revision::V2025_11_25 {
                    return Err(Error::NotSupported);
                }
                let params = ElicitUrl {
                    message: page.message.prose()?,
                    url: &page.url,
                    elicitation_id: &page.elicitation_id,
                    meta: request_meta(&page.meta),
                };
                params.write(out, revision)
            }
            Kind::Sampling(params) => params.write(out, revision),
            Kind::Roots(meta) => ListRoots { meta }.write(out, revision),
        }
    }
}

/// `_meta` as it was given. Empty: none.
fn request_meta(meta: &str) -> Option<RequestMeta<'_>> {
    (!meta.is_empty()).then_some(RequestMeta { extra: meta, ..RequestMeta::EMPTY })
}

/// The text of a number.
fn number(place: &Place<'_>) -> Result<Option<String>, ReadError> {
    let read = |value: Raw<'_>| value.number().map(|_| value.as_str().to_owned());
    place.optional("a number", read)
}

/// The texts, as the core takes them.
fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}
