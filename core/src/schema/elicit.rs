//! Elicitation: what the server wants to know from the person (client/elicitation).

use super::field::{Field, FieldView};
use super::table::object;
use super::words::words;
use super::{RequestMeta, RequestMetaView};

object! {
    /// The parameters of `elicitation/create`: a form to be filled in. From 2025-06-18 on.
    Elicit<'a> ElicitView, JUN25 {
        fixed "mode" mode = "form", NOV25;
        /// What the person is told.
        "message" message: prose, JUN25;
        /// The form.
        "requestedSchema" requested_schema: must_object(Form<'a>, FormView), JUN25;
        /// `_meta` of the request. Up to 2025-11-25.
        "_meta" meta: object(RequestMeta<'a>, RequestMetaView), JUN25 to NOV25;
    }
}

object! {
    /// A form: fields by name, on one level.
    Form<'a> FormView, JUN25 {
        fixed "type" kind = "object", JUN25;
        /// The dialect of JSON Schema, a URI. From 2025-11-25 on.
        "$schema" dialect: maybe, NOV25;
        /// The fields, by name.
        "properties" properties: must_map(Field<'a>, FieldView), JUN25;
        /// The names of those that must be filled in.
        "required" required: strings, JUN25;
    }
}

object! {
    /// The parameters of `elicitation/create`: a page to be visited. From 2025-11-25 on.
    ElicitUrl<'a> ElicitUrlView, NOV25 {
        fixed "mode" mode = "url", NOV25;
        /// What the person is told.
        "message" message: prose, NOV25;
        /// Where the page is, required.
        "url" url: text, NOV25;
        /// What `notifications/elicitation/complete` will name it by; required there.
        /// 2025-11-25 only.
        "elicitationId" elicitation_id: text, NOV25 to NOV25;
        /// `_meta` of the request. Up to 2025-11-25.
        "_meta" meta: object(RequestMeta<'a>, RequestMetaView), NOV25 to NOV25;
    }
}

words! {
    /// What the person did.
    ElicitAction {
        /// Filled it in, or agreed to visit the page.
        Accept = "accept",
        /// Said no.
        Decline = "decline",
        /// Closed it without a decision.
        Cancel = "cancel",
    }
}

object! {
    /// The result of `elicitation/create`. From 2025-06-18 on.
    ElicitResult<'a> ElicitResultView, JUN25 {
        /// What the person did.
        "action" action: must_word(ElicitAction), JUN25;
        /// The form as it was filled in: JSON text of an object whose values are texts, numbers,
        /// truth values and from 2025-11-25 on lists of texts. Empty: none.
        "content" content: json_object, JUN25;
        /// `_meta`, a JSON object. Empty: none. Up to 2025-11-25.
        "_meta" meta: json_object, JUN25 to NOV25;
    }
}

object! {
    /// The parameters of `notifications/elicitation/complete`. 2025-11-25 only.
    ElicitationComplete<'a> ElicitationCompleteView, NOV25 to NOV25 {
        /// Which one is complete, required.
        "elicitationId" elicitation_id: text, NOV25 to NOV25;
    }
}
