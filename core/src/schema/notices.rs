//! The parameters of notifications.

use super::table::object;
use super::{NotificationMeta, NotificationMetaView};
use crate::rules::Level;

object! {
    /// Parameters that say nothing but `_meta`: of `notifications/initialized` and those that say
    /// that a list has changed.
    #[derive(PartialEq, Eq)]
    NotificationParams<'a> NotificationParamsView, NOV24 {
        /// `_meta` of the notification.
        "_meta" meta: object(NotificationMeta<'a>, NotificationMetaView), NOV24;
    }
}

object! {
    /// The parameters of `notifications/cancelled`.
    #[derive(PartialEq, Eq)]
    CancelledParams<'a> CancelledParamsView, NOV24 {
        /// The id of the request: JSON text of a string or a number. Empty: none, which only
        /// 2025-11-25 allows, for tasks.
        "requestId" request_id: cancelled_id, NOV24;
        /// Why, for people.
        "reason" reason: maybe, NOV24;
        /// `_meta` of the notification.
        "_meta" meta: object(NotificationMeta<'a>, NotificationMetaView), NOV24;
    }
}

object! {
    /// The parameters of `notifications/progress`.
    ProgressParams<'a> ProgressParamsView, NOV24 {
        /// The token that the request gave: JSON text of a string or a number.
        "progressToken" progress_token: must_token, NOV24;
        /// How far it is; grows from one to the next.
        "progress" progress: must_number, NOV24;
        /// How far it will go, if known.
        "total" total: number, NOV24;
        /// What is going on, for people. From 2025-03-26 on.
        "message" message: maybe_prose, MAR25;
        /// `_meta` of the notification.
        "_meta" meta: object(NotificationMeta<'a>, NotificationMetaView), NOV24;
    }
}

object! {
    /// The parameters of `notifications/message`: a log message.
    #[derive(PartialEq, Eq)]
    LogParams<'a> LogParamsView, NOV24 {
        /// How serious it is.
        "level" level: must_word(Level), NOV24;
        /// The part of the server that says it.
        "logger" logger: maybe, NOV24;
        /// What it says: JSON text of any value.
        "data" data: must_json, NOV24;
        /// `_meta` of the notification.
        "_meta" meta: object(NotificationMeta<'a>, NotificationMetaView), NOV24;
    }
}

object! {
    /// The parameters of `notifications/resources/updated`.
    #[derive(PartialEq, Eq)]
    ResourceUpdatedParams<'a> ResourceUpdatedParamsView, NOV24 {
        /// Which resource has changed, required.
        "uri" uri: text, NOV24;
        /// `_meta` of the notification.
        "_meta" meta: object(NotificationMeta<'a>, NotificationMetaView), NOV24;
    }
}
