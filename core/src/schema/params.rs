//! The parameters of the client's requests.

use super::input::{InputResponse, InputResponseView};
use super::subscription::{SubscriptionFilter, SubscriptionFilterView};
use super::table::object;
use super::{ClientCapabilities, ClientCapabilitiesView, Implementation, ImplementationView};
use super::{RequestMeta, RequestMetaView};
use crate::rules::Level;

object! {
    /// Parameters that say nothing but `_meta`: of `ping` and `server/discover`.
    RequestParams<'a> RequestParamsView, NOV24 {
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), NOV24;
    }
}

object! {
    /// The parameters of `initialize`. Up to 2025-11-25.
    InitializeParams<'a> InitializeParamsView, NOV24 to NOV25 {
        /// The revision that the client would like, required.
        "protocolVersion" protocol_version: text, NOV24 to NOV25;
        /// What the client can do.
        "capabilities" capabilities:
            must_object(ClientCapabilities<'a>, ClientCapabilitiesView), NOV24 to NOV25;
        /// The client's name and version.
        "clientInfo" client_info:
            must_object(Implementation<'a>, ImplementationView), NOV24 to NOV25;
        /// `_meta` of the request.
        "_meta" meta: object(RequestMeta<'a>, RequestMetaView), NOV24 to NOV25;
    }
}

object! {
    /// The parameters of the requests for lists.
    PageParams<'a> PageParamsView, NOV24 {
        /// Where to go on: the `nextCursor` of the page before.
        "cursor" cursor: maybe, NOV24;
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), NOV24;
    }
}

object! {
    /// The parameters of `tools/call`.
    CallToolParams<'a> CallToolParamsView, NOV24 {
        /// The tool's name, required.
        "name" name: text, NOV24;
        /// The arguments: JSON text of an object. Empty: none.
        "arguments" arguments: json_object, NOV24;
        /// The answers to what the server needed. From 2026-07-28 on.
        "inputResponses" input_responses: map(InputResponse<'a>, InputResponseView), JUL26;
        /// The `requestState` that came with what the server needed. From 2026-07-28 on.
        "requestState" request_state: maybe, JUL26;
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), NOV24;
    }
}

object! {
    /// The parameters of `prompts/get`.
    GetPromptParams<'a> GetPromptParamsView, NOV24 {
        /// The prompt's name, required.
        "name" name: text, NOV24;
        /// The arguments, by name.
        "arguments" arguments: string_map, NOV24;
        /// The answers to what the server needed. From 2026-07-28 on.
        "inputResponses" input_responses: map(InputResponse<'a>, InputResponseView), JUL26;
        /// The `requestState` that came with what the server needed. From 2026-07-28 on.
        "requestState" request_state: maybe, JUL26;
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), NOV24;
    }
}

object! {
    /// The parameters of `resources/read`.
    ReadResourceParams<'a> ReadResourceParamsView, NOV24 {
        /// Where the resource is, required.
        "uri" uri: text, NOV24;
        /// The answers to what the server needed. From 2026-07-28 on.
        "inputResponses" input_responses: map(InputResponse<'a>, InputResponseView), JUL26;
        /// The `requestState` that came with what the server needed. From 2026-07-28 on.
        "requestState" request_state: maybe, JUL26;
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), NOV24;
    }
}

object! {
    /// The parameters of `resources/subscribe` and `resources/unsubscribe`. Up to 2025-11-25.
    SubscribeParams<'a> SubscribeParamsView, NOV24 to NOV25 {
        /// Where the resource is, required.
        "uri" uri: text, NOV24 to NOV25;
        /// `_meta` of the request.
        "_meta" meta: object(RequestMeta<'a>, RequestMetaView), NOV24 to NOV25;
    }
}

object! {
    /// The parameters of `logging/setLevel`. Up to 2025-11-25.
    SetLevelParams<'a> SetLevelParamsView, NOV24 to NOV25 {
        /// The lowest level of log messages wanted.
        "level" level: must_word(Level), NOV24 to NOV25;
        /// `_meta` of the request.
        "_meta" meta: object(RequestMeta<'a>, RequestMetaView), NOV24 to NOV25;
    }
}

object! {
    /// The parameters of `subscriptions/listen`. From 2026-07-28 on.
    ListenParams<'a> ListenParamsView, JUL26 {
        /// What the client wants to be told of.
        "notifications" notifications:
            must_object(SubscriptionFilter<'a>, SubscriptionFilterView), JUL26;
        /// `_meta` of the request.
        "_meta" meta: context(RequestMeta<'a>, RequestMetaView), JUL26;
    }
}
