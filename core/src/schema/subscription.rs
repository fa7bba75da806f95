//! What a client wants to be told of (2026-07-28, basic/patterns: subscriptions).

use super::table::object;
use super::{NotificationMeta, NotificationMetaView};

object! {
    /// What a client wants to be told of, and what a server agrees to tell. From 2026-07-28 on.
    #[derive(PartialEq, Eq)]
    SubscriptionFilter<'a> SubscriptionFilterView, JUL26 {
        /// Changes of the list of tools.
        "toolsListChanged" tools_list_changed: flag, JUL26;
        /// Changes of the list of prompts.
        "promptsListChanged" prompts_list_changed: flag, JUL26;
        /// Changes of the list of resources.
        "resourcesListChanged" resources_list_changed: flag, JUL26;
        /// Changes of these resources, by their URIs.
        "resourceSubscriptions" resource_subscriptions: strings, JUL26;
    }
}

object! {
    /// The parameters of `notifications/subscriptions/acknowledged`. From 2026-07-28 on.
    #[derive(PartialEq, Eq)]
    AcknowledgedParams<'a> AcknowledgedParamsView, JUL26 {
        /// What the server agrees to tell.
        "notifications" notifications:
            must_object(SubscriptionFilter<'a>, SubscriptionFilterView), JUL26;
        /// `_meta` of the notification.
        "_meta" meta: object(NotificationMeta<'a>, NotificationMetaView), JUL26;
    }
}
