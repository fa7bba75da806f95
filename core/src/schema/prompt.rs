//! Prompts as they stand in `prompts/list`, and their messages (server/prompts).

use super::table::object;
use super::{Content, ContentView, Role};

object! {
    /// A prompt, or a template for prompts, that a person may pick.
    Prompt<'a> PromptView, NOV24 {
        /// The name it is asked for by, required.
        "name" name: text, NOV24;
        /// The name for people. From 2025-06-18 on.
        "title" title: maybe, JUN25;
        /// What it is for.
        "description" description: maybe, NOV24;
        /// What it can be filled in with.
        "arguments" arguments: list(PromptArgument<'a>, PromptArgumentView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
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
