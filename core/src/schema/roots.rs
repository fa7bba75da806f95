//! Roots: the folders that the client opens to the server (client/roots).

use super::table::object;

object! {
    /// The parameters of `roots/list`.
    #[derive(PartialEq, Eq)]
    ListRoots<'a> ListRootsView, NOV24 {
        /// `_meta` of the request, a JSON object. Empty: none.
        "_meta" meta: json_object, NOV24;
    }
}

object! {
    /// The result of `roots/list`.
    ListRootsResult<'a> ListRootsResultView, NOV24 {
        /// The folders.
        "roots" roots: must_list(Root<'a>, RootView), NOV24;
        /// `_meta`, a JSON object. Empty: none. Up to 2025-11-25.
        "_meta" meta: json_object, NOV24 to NOV25;
    }
}

object! {
    /// A folder or a file that the server may look at.
    #[derive(PartialEq, Eq)]
    Root<'a> RootView, NOV24 {
        /// Where it is, required: a `file://` URI.
        "uri" uri: text, NOV24;
        /// The name for people.
        "name" name: maybe, NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-06-18 on.
        "_meta" meta: json_object, JUN25;
    }
}
