//! What a server needs before it can go on with a request (2026-07-28, basic/patterns: multi
//! round-trip requests).

use super::table::object;
use super::{CreateMessage, CreateMessageResultView, Elicit, ElicitResultView, ElicitUrl};
use super::{ListRoots, ListRootsResultView, Object, Read, ResultMeta, ResultMetaView};
use crate::error::Error;
use crate::json::{Raw, Text, Writer};
use crate::rules::Revision;

object! {
    /// A result that asks for more: the client sends the request again, with answers.
    /// From 2026-07-28 on.
    InputRequiredResult<'a> InputRequiredResultView, JUL26 {
        fixed "resultType" result_type = "input_required", JUL26;
        /// What is needed, by names of the server's choosing.
        "inputRequests" input_requests: map(InputRequest<'a>, InputRequestView), JUL26;
        /// What the client sends back as it is.
        "requestState" request_state: maybe, JUL26;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), JUL26;
    }
}

/// One thing that a server needs. From 2026-07-28 on it stands in a result; before, it is a
/// request, of which this writes the method and the parameters.
#[derive(Clone, Copy, Debug)]
pub enum InputRequest<'a> {
    /// A form to be filled in.
    Elicit(Elicit<'a>),
    /// A page to be visited.
    ElicitUrl(ElicitUrl<'a>),
    /// A text of the client's model.
    CreateMessage(CreateMessage<'a>),
    /// The client's folders.
    ListRoots(ListRoots<'a>),
}

impl InputRequest<'_> {
    /// The method that asks for it.
    #[must_use]
    pub const fn method(&self) -> &'static str {
        match self {
            Self::Elicit(_) | Self::ElicitUrl(_) => "elicitation/create",
            Self::CreateMessage(_) => "sampling/createMessage",
            Self::ListRoots(_) => "roots/list",
        }
    }

    /// Writes the parameters alone.
    ///
    /// # Errors
    /// As [`Object::write`].
    pub fn write_params(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::Elicit(params) => params.write(out, revision),
            Self::ElicitUrl(params) => params.write(out, revision),
            Self::CreateMessage(params) => params.write(out, revision),
            Self::ListRoots(params) => params.write(out, revision),
        }
    }
}

impl Object for InputRequest<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        out.put_str("{\"method\":");
        out.string(self.method());
        out.put_str(",\"params\":");
        self.write_params(out, revision)?;
        out.put_str("}");
        Ok(())
    }
}

/// One thing that a server needs, as it is read.
#[derive(Clone, Copy, Debug)]
pub struct InputRequestView<'a>(Raw<'a>);

impl<'a> InputRequestView<'a> {
    /// The object itself.
    #[must_use]
    pub const fn raw(&self) -> Raw<'a> {
        self.0
    }

    /// The method that asks for it.
    #[must_use]
    pub fn method(&self) -> Option<Text<'a>> {
        self.0.get("method")?.text()
    }

    /// The parameters, for the view that belongs to the method: [`super::ElicitView`],
    /// [`super::ElicitUrlView`], [`super::CreateMessageView`], [`super::ListRootsView`].
    #[must_use]
    pub fn params(&self) -> Option<Raw<'a>> {
        self.0.get("params").and_then(super::view::object)
    }
}

impl<'a> Read<'a> for InputRequestView<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        super::view::object(raw).map(Self)
    }
}

/// An answer to an [`InputRequest`], as it is read: the result object of its method. Nothing in
/// it says which method that is; whoever asked knows it by the name.
#[derive(Clone, Copy, Debug)]
pub struct InputResponseView<'a>(Raw<'a>);

impl<'a> InputResponseView<'a> {
    /// The object itself.
    #[must_use]
    pub const fn raw(&self) -> Raw<'a> {
        self.0
    }

    /// As the answer to a form or a page.
    #[must_use]
    pub fn elicit(&self) -> Option<ElicitResultView<'a>> {
        ElicitResultView::of(self.0)
    }

    /// As the answer to a request for a text of the client's model.
    #[must_use]
    pub fn create_message(&self) -> Option<CreateMessageResultView<'a>> {
        CreateMessageResultView::of(self.0)
    }

    /// As the answer to a request for the client's folders.
    #[must_use]
    pub fn list_roots(&self) -> Option<ListRootsResultView<'a>> {
        ListRootsResultView::of(self.0)
    }
}

impl<'a> Read<'a> for InputResponseView<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        super::view::object(raw).map(Self)
    }
}

/// An answer to an [`InputRequest`]: the result object of its method.
#[derive(Clone, Copy, Debug)]
pub enum InputResponse<'a> {
    /// The answer to a form or a page.
    Elicit(super::ElicitResult<'a>),
    /// A text of the client's model.
    CreateMessage(super::CreateMessageResult<'a>),
    /// The client's folders.
    ListRoots(super::ListRootsResult<'a>),
}

impl Object for InputResponse<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::Elicit(result) => result.write(out, revision),
            Self::CreateMessage(result) => result.write(out, revision),
            Self::ListRoots(result) => result.write(out, revision),
        }
    }
}
