//! The reserved members of `_meta` (basic: `_meta`), one object for each side that they are on.

use super::table::object;
use super::{ClientCapabilities, ClientCapabilitiesView, Implementation, ImplementationView};
use crate::rules::Level;

object! {
    /// `_meta` of a request.
    RequestMeta<'a> RequestMetaView, NOV24 {
        /// What progress notifications will name the request by: JSON text of a string or a number.
        /// Empty: none are wanted.
        "progressToken" progress_token: token, NOV24;
        /// The revision that this request speaks; the one that is written where nothing is said.
        /// From 2026-07-28 on.
        "io.modelcontextprotocol/protocolVersion" protocol_version: spoken, JUL26;
        /// What the client can do. From 2026-07-28 on.
        "io.modelcontextprotocol/clientCapabilities" client_capabilities:
            must_object(ClientCapabilities<'a>, ClientCapabilitiesView), JUL26;
        /// The client's name and version; should be there from 2026-07-28 on.
        "io.modelcontextprotocol/clientInfo" client_info:
            object(Implementation<'a>, ImplementationView), JUL26;
        /// The lowest level of log messages wanted for this request; none if it is not there. From
        /// 2026-07-28 on.
        "io.modelcontextprotocol/logLevel" log_level: word(Level), JUL26;
        /// Trace context as W3C Trace Context writes it. Named from 2026-07-28 on.
        "traceparent" traceparent: maybe, NOV24;
        /// What vendors add to it.
        "tracestate" tracestate: maybe, NOV24;
        /// W3C Baggage.
        "baggage" baggage: maybe, NOV24;
        extra extra;
    }
}

object! {
    /// `_meta` of a result.
    ResultMeta<'a> ResultMetaView, NOV24 {
        /// The server's name and version; should be there from 2026-07-28 on.
        "io.modelcontextprotocol/serverInfo" server_info:
            object(Implementation<'a>, ImplementationView), JUL26;
        /// In the result of `subscriptions/listen`, where it is required: the id of that request,
        /// JSON text of a string or a number. Empty: none. From 2026-07-28 on.
        "io.modelcontextprotocol/subscriptionId" subscription_id: token, JUL26;
        extra extra;
    }
}

object! {
    /// `_meta` of a notification.
    #[derive(PartialEq, Eq)]
    NotificationMeta<'a> NotificationMetaView, NOV24 {
        /// On what a subscription brings: the id of the `subscriptions/listen` request, JSON text
        /// of a string or a number. Empty: none. From 2026-07-28 on.
        "io.modelcontextprotocol/subscriptionId" subscription_id: token, JUL26;
        extra extra;
    }
}
