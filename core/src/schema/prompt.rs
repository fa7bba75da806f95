//! Prompts as they stand in `prompts/list`, and their messages (server/prompts).

use super::members::Members;
use super::object::Property;
use super::table::{object, property, view};
use super::{Content, ContentView, Icon, IconSource, Object, Role};
use crate::error::Error;
use crate::json::Writer;
use crate::rules::Revision;

/// A prompt, or a template for prompts, that a person may pick.
#[derive(Clone, Copy, Debug)]
pub struct Prompt<'a> {
    /// The name it is asked for by, required.
    pub name: &'a str,
    /// The name for people. From 2025-06-18 on.
    pub title: Option<&'a str>,
    /// What it is for.
    pub description: Option<&'a str>,
    /// What it can be filled in with.
    pub arguments: &'a [PromptArgument<'a>],
    /// The same if they are not in a slice; then the slice is not looked at.
    pub argument_source: Option<&'a dyn ArgumentSource>,
    /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
    pub meta: &'a str,
    /// Its pictures. From `DRAFT-2025-v3` on.
    pub icons: &'a [Icon<'a>],
    /// Its pictures if they are not in a slice; then the slice is not looked at.
    pub icon_source: Option<&'a dyn IconSource>,
}

/// Arguments of a prompt that live in memory of another shape than [`PromptArgument`], such as a
/// table in C: one at a time is asked for.
pub trait ArgumentSource: Sync {
    /// The argument at `index`, counted from 0; `None` past the last.
    fn argument(&self, index: usize) -> Option<PromptArgument<'_>>;
}

impl core::fmt::Debug for dyn ArgumentSource + '_ {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("ArgumentSource")
    }
}

impl Prompt<'_> {
    /// Nothing set: fill in what there is, and leave the rest to `..Prompt::EMPTY`.
    pub const EMPTY: Prompt<'static> = Prompt {
        name: "",
        title: None,
        description: None,
        arguments: &[],
        argument_source: None,
        meta: "",
        icons: &[],
        icon_source: None,
    };
}

impl Default for Prompt<'_> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Object for Prompt<'_> {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        const NAME: Property = property!("name", NOV24);
        const TITLE: Property = property!("title", JUN25);
        const DESCRIPTION: Property = property!("description", NOV24);
        const ARGUMENTS: Property = property!("arguments", NOV24);
        const META: Property = property!("_meta", JUN25);
        const ICONS: Property = property!("icons", DRAFT);
        let mut members = Members::open(out, revision);
        members.text(&NAME, self.name);
        members.maybe(&TITLE, self.title);
        members.maybe(&DESCRIPTION, self.description);
        match self.argument_source {
            Some(source) => members.objects(&ARGUMENTS, |index| source.argument(index)),
            None => members.list(&ARGUMENTS, self.arguments),
        }
        members.json_object(&META, self.meta);
        members.icons(&ICONS, self.icons, self.icon_source);
        members.close()
    }
}

view! {
    /// How a [`Prompt`] is read.
    PromptView {
        /// The name it is asked for by.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// What it is for.
        "description" description: maybe, NOV24;
        /// What it can be filled in with.
        "arguments" arguments: list(PromptArgument<'a>, PromptArgumentView), NOV24;
        /// `_meta`. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
        icons DRAFT;
    }
}

object! {
    /// An argument of a prompt; its value is a text.
    #[derive(PartialEq, Eq)]
    PromptArgument<'a> PromptArgumentView, NOV24 {
        /// The name for programs, required.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// What it is.
        "description" description: maybe, NOV24;
        /// Whether the prompt cannot do without it.
        "required" required: flag, NOV24;
    }
}

object! {
    /// A message of a prompt.
    PromptMessage<'a> PromptMessageView, NOV24 {
        /// Who says it.
        "role" role: must_word(Role), NOV24;
        /// What is said.
        "content" content: must_object(Content<'a>, ContentView), NOV24;
    }
}
