//! Completion of the arguments of prompts and templates (server/utilities/completion).

use super::table::object;
use super::{Object, Read, RequestMeta, RequestMetaView, ResultMeta, ResultMetaView};
use crate::error::Error;
use crate::json::{Raw, Writer};
use crate::rules::Revision;

object! {
    /// The parameters of `completion/complete`.
    CompleteParams<'a> CompleteParamsView, NOV24 {
        /// Of what an argument is to be completed.
        "ref" reference: must_object(Reference<'a>, ReferenceView), NOV24;
        /// The argument.
        "argument" argument: must_object(CompletedArgument<'a>, CompletedArgumentView), NOV24;
        /// What is known already. From 2025-06-18 on.
        "context" context: object(CompletionContext<'a>, CompletionContextView), JUN25;
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), NOV24;
    }
}

object! {
    /// The argument that is to be completed.
    #[derive(PartialEq, Eq)]
    CompletedArgument<'a> CompletedArgumentView, NOV24 {
        /// Its name, required.
        "name" name: text, NOV24;
        /// What stands there so far, required.
        "value" value: text, NOV24;
    }
}

object! {
    /// What is known when an argument is to be completed. From 2025-06-18 on.
    #[derive(PartialEq, Eq)]
    CompletionContext<'a> CompletionContextView, JUN25 {
        /// The arguments that are filled in already, by name.
        "arguments" arguments: string_map, JUN25;
    }
}

object! {
    /// A prompt, by its name.
    #[derive(PartialEq, Eq)]
    PromptReference<'a> PromptReferenceView, NOV24 {
        fixed "type" kind = "ref/prompt", NOV24;
        /// The name for programs, required.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
    }
}

object! {
    /// A resource or a template, by its URI.
    #[derive(PartialEq, Eq)]
    ResourceReference<'a> ResourceReferenceView, NOV24 {
        fixed "type" kind = "ref/resource", NOV24;
        /// The URI, or the template of one, required.
        "uri" uri: text, NOV24;
    }
}

/// Of what an argument is to be completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// Of a prompt.
    Prompt(PromptReference<'a>),
    /// Of a template.
    Resource(ResourceReference<'a>),
}

impl Reference<'_> {
    /// A prompt without a name.
    pub const EMPTY: Self = Self::Prompt(PromptReference::EMPTY);
}

impl Object for Reference<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        match self {
            Self::Prompt(reference) => reference.write(out, revision),
            Self::Resource(reference) => reference.write(out, revision),
        }
    }
}

/// Of what an argument is to be completed, as it is read.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ReferenceView<'a> {
    /// Of a prompt.
    Prompt(PromptReferenceView<'a>),
    /// Of a template.
    Resource(ResourceReferenceView<'a>),
    /// An object of a type that is not known here, or of none.
    Other(Raw<'a>),
}

impl<'a> Read<'a> for ReferenceView<'a> {
    fn read(raw: Raw<'a>) -> Option<Self> {
        let prompt = PromptReferenceView::of(raw)?;
        Some(match prompt.kind() {
            Some(kind) if kind == "ref/prompt" => Self::Prompt(prompt),
            Some(kind) if kind == "ref/resource" => {
                ResourceReferenceView::of(raw).map_or(Self::Other(raw), Self::Resource)
            }
            _ => Self::Other(raw),
        })
    }
}

object! {
    /// The result of `completion/complete`.
    CompleteResult<'a> CompleteResultView, NOV24 {
        fixed "resultType" result_type = "complete", JUL26;
        /// The values.
        "completion" completion: must_object(Completion<'a>, CompletionView), NOV24;
        /// `_meta` of the result.
        "_meta" meta: object(ResultMeta<'a>, ResultMetaView), NOV24;
    }
}

object! {
    /// Values that an argument may be completed to.
    #[derive(PartialEq, Eq)]
    Completion<'a> CompletionView, NOV24 {
        /// The values, the best first; 100 at most.
        "values" values: must_strings, NOV24;
        /// How many there are, those that are not sent included.
        "total" total: count, NOV24;
        /// Whether there are more than are sent.
        "hasMore" has_more: flag, NOV24;
    }
}
