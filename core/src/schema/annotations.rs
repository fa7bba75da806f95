//! Annotations of content and resources: for whom, how important, how old.

use super::table::object;
use super::words::words;

words! {
    /// Who speaks, or whom something is for.
    Role {
        /// The person.
        User = "user",
        /// The model.
        Assistant = "assistant",
    }
}

object! {
    /// Hints on how to use or show a resource or a piece of content (server/resources:
    /// annotations).
    #[derive(PartialEq, Eq)]
    Annotations<'a> AnnotationsView, NOV24 {
        /// Whom it is for. Empty: not said.
        "audience" audience: words(Role), NOV24;
        /// How important it is, from 0 (can be left out) to 1 (must be there).
        "priority" priority: number, NOV24;
        /// When it was changed last, as in `2025-01-12T15:00:58Z`. From 2025-06-18 on.
        "lastModified" last_modified: maybe, JUN25;
    }
}
