//! What each side can do, as objects. The engine keeps them as bits,
//! [`crate::rules::Capabilities`].

use super::table::object;

object! {
    /// What a client can do.
    ClientCapabilities<'a> ClientCapabilitiesView, NOV24 {
        /// It has folders to show.
        "roots" roots: object(RootsCapability, RootsCapabilityView), NOV24;
        /// It can ask a model.
        "sampling" sampling: object(SamplingCapability<'a>, SamplingCapabilityView), NOV24;
        /// It can ask the person. From 2025-06-18 on.
        "elicitation" elicitation: object(ElicitationCapability<'a>, ElicitationCapabilityView),
            JUN25;
        /// What no revision names yet: JSON text of an object of objects. Empty: none.
        "experimental" experimental: json_object, NOV24;
        /// Extensions by their names: JSON text of an object of objects. Empty: none. From
        /// 2026-07-28 on.
        "extensions" extensions: json_object, JUL26;
    }
}

object! {
    /// What a client can do with its roots.
    #[derive(PartialEq, Eq)]
    RootsCapability RootsCapabilityView, NOV24 {
        /// It says so when they change. Up to 2025-11-25.
        "listChanged" list_changed: flag, NOV24 to NOV25;
    }
}

object! {
    /// What a client can do when it asks a model.
    #[derive(PartialEq, Eq)]
    SamplingCapability<'a> SamplingCapabilityView, NOV24 {
        /// It adds context of servers: JSON text of an object. Empty: it does not. From 2025-11-25
        /// on.
        "context" context: json_object, NOV25;
        /// It lets the model call tools: JSON text of an object. Empty: it does not. From
        /// 2025-11-25 on.
        "tools" tools: json_object, NOV25;
    }
}

object! {
    /// How a client can ask the person. An object without members means `form`.
    #[derive(PartialEq, Eq)]
    ElicitationCapability<'a> ElicitationCapabilityView, JUN25 {
        /// With a form: JSON text of an object. Empty: it does not say. From 2025-11-25 on.
        "form" form: json_object, NOV25;
        /// With a page: JSON text of an object. Empty: it cannot. From 2025-11-25 on.
        "url" url: json_object, NOV25;
    }
}

object! {
    /// What a server can do.
    ServerCapabilities<'a> ServerCapabilitiesView, NOV24 {
        /// It has tools.
        "tools" tools: object(ListCapability, ListCapabilityView), NOV24;
        /// It has resources.
        "resources" resources: object(ResourcesCapability, ResourcesCapabilityView), NOV24;
        /// It has prompts.
        "prompts" prompts: object(ListCapability, ListCapabilityView), NOV24;
        /// It sends log messages: JSON text of an object. Empty: it does not.
        "logging" logging: json_object, NOV24;
        /// It completes arguments: JSON text of an object. Empty: it does not. From 2025-03-26 on.
        "completions" completions: json_object, MAR25;
        /// What no revision names yet: JSON text of an object of objects. Empty: none.
        "experimental" experimental: json_object, NOV24;
        /// Extensions by their names: JSON text of an object of objects. Empty: none. From
        /// 2026-07-28 on.
        "extensions" extensions: json_object, JUL26;
    }
}

object! {
    /// What a server can do with a list of tools or prompts.
    #[derive(PartialEq, Eq)]
    ListCapability ListCapabilityView, NOV24 {
        /// It says so when the list changes.
        "listChanged" list_changed: flag, NOV24;
    }
}

object! {
    /// What a server can do with resources.
    #[derive(PartialEq, Eq)]
    ResourcesCapability ResourcesCapabilityView, NOV24 {
        /// One can be told when a resource changes.
        "subscribe" subscribe: flag, NOV24;
        /// It says so when the list changes.
        "listChanged" list_changed: flag, NOV24;
    }
}
