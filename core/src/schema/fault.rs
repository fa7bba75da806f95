//! The error object, and what some errors say in their `data`.

use super::table::object;
use super::{ClientCapabilities, ClientCapabilitiesView, ElicitUrl, ElicitUrlView};

object! {
    /// The `error` of a response (basic: responses).
    #[derive(PartialEq, Eq)]
    ErrorObject<'a> ErrorObjectView, NOV24 {
        /// What kind of error it is; see [`crate::Code`].
        "code" code: must_int, NOV24;
        /// What was wrong, in one sentence.
        "message" message: text, NOV24;
        /// More of it: JSON text of any value. Empty: none.
        "data" data: json, NOV24;
    }
}

object! {
    /// The `data` of the error for a revision that the server does not speak (-32022). From
    /// 2026-07-28 on.
    #[derive(PartialEq, Eq)]
    UnsupportedVersion<'a> UnsupportedVersionView, JUL26 {
        /// The revisions that it speaks.
        "supported" supported: must_strings, JUL26;
        /// The one that was asked for.
        "requested" requested: text, JUL26;
    }
}

object! {
    /// The `data` of the error for something that the client cannot do, and the server needs
    /// (-32021). From 2026-07-28 on.
    MissingCapability<'a> MissingCapabilityView, JUL26 {
        /// What it needs.
        "requiredCapabilities" required_capabilities:
            must_object(ClientCapabilities<'a>, ClientCapabilitiesView), JUL26;
    }
}

object! {
    /// The `data` of the error that wants pages to be visited first (-32042). 2025-11-25 only.
    UrlRequired<'a> UrlRequiredView, NOV25 to NOV25 {
        /// The pages.
        "elicitations" elicitations: must_list(ElicitUrl<'a>, ElicitUrlView), NOV25 to NOV25;
    }
}
