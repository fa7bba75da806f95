//! The protocol's objects: what a server says of itself and its tools, and the content of results.
//! One file a feature; each knows in which revision which of its members exist.

//!
//! An object is written from a plain struct (`Resource { uri, name, ..Resource::EMPTY }`, through
//! [`Object`]) and read through its view ([`ResourceView`], over the bytes where they lie). Both
//! come from one declaration, see `table`; a few that the engine writes most have their writer by
//! hand.

mod annotations;
mod block;
mod cache;
mod capabilities;
mod catalog;
mod completion;
pub(crate) mod content;
mod contents;
mod elicit;
mod fault;
mod field;
mod implementation;
mod input;
mod level;
mod members;
mod meta;
mod notices;
mod object;
mod params;
mod prompt;
mod prose;
mod resource;
mod results;
mod roots;
mod sampling;
mod since;
mod subscription;
mod table;
mod tool;
mod view;
mod words;

pub use annotations::{Annotations, AnnotationsView, Role};

pub use block::{AudioContent, AudioContentView, Content, ContentView, EmbeddedResource};
pub use block::{EmbeddedResourceView, ImageContent, ImageContentView, ResourceLink};
pub use block::{ResourceLinkView, SamplingContent, TextContent, TextContentView};
pub use block::{ToolResultContent, ToolResultContentView, ToolUseContent, ToolUseContentView};
pub use cache::{CacheHint, CacheScope};
pub use capabilities::{ClientCapabilities, ClientCapabilitiesView, ElicitationCapability};
pub use capabilities::{ElicitationCapabilityView, ListCapability, ListCapabilityView};
pub use capabilities::{ResourcesCapability, ResourcesCapabilityView, RootsCapability};
pub use capabilities::{RootsCapabilityView, SamplingCapability, SamplingCapabilityView};
pub use capabilities::{ServerCapabilities, ServerCapabilitiesView};
pub use catalog::{Catalog, ServerInfo};
pub use completion::{CompleteParams, CompleteParamsView, CompleteResult, CompleteResultView};
pub use completion::{CompletedArgument, CompletedArgumentView, Completion, CompletionContext};
pub use completion::{CompletionContextView, CompletionView, PromptReference, PromptReferenceView};
pub use completion::{Reference, ReferenceView, ResourceReference, ResourceReferenceView};
pub use contents::{Body, ResourceContents, ResourceContentsView};
pub use elicit::{Elicit, ElicitAction, ElicitResult, ElicitResultView, ElicitUrl, ElicitUrlView};
pub use elicit::{ElicitView, ElicitationComplete, ElicitationCompleteView, Form, FormView};
pub use fault::{ErrorObject, ErrorObjectView, MissingCapability, MissingCapabilityView};
pub use fault::{UnsupportedVersion, UnsupportedVersionView, UrlRequired, UrlRequiredView};
pub use field::{BooleanSchema, BooleanSchemaView, Choice, ChoiceView, Field, FieldView, Format};
pub use field::{LegacyTitledEnum, LegacyTitledEnumView, NumberSchema, NumberSchemaView};
pub use field::{NumberType, StringSchema, StringSchemaView, TitledItems, TitledItemsView};
pub use field::{TitledMultiSelect, TitledMultiSelectView, TitledSingleSelect};
pub use field::{TitledSingleSelectView, UntitledItems, UntitledItemsView, UntitledMultiSelect};
pub use field::{UntitledMultiSelectView, UntitledSingleSelect, UntitledSingleSelectView};
pub(crate) use implementation::write_implementation;
pub use implementation::{Icon, IconSource, IconView, Implementation, ImplementationView};
pub use input::{InputRequest, InputRequestView, InputRequiredResult, InputRequiredResultView};
pub use input::{InputResponse, InputResponseView};
pub use meta::{NotificationMeta, NotificationMetaView, RequestMeta, RequestMetaView};
pub use meta::{ResultMeta, ResultMetaView};
pub use notices::{CancelledParams, CancelledParamsView, LogParams, LogParamsView};
pub use notices::{NotificationParams, NotificationParamsView, ProgressParams};
pub use notices::{ProgressParamsView, ResourceUpdatedParams, ResourceUpdatedParamsView};
pub use object::{Json, Object, Property};
pub use params::{CallToolParams, CallToolParamsView, GetPromptParams, GetPromptParamsView};
pub use params::{InitializeParams, InitializeParamsView, ListenParams, ListenParamsView};
pub use params::{PageParams, PageParamsView, ReadResourceParams, ReadResourceParamsView};
pub use params::{RequestParams, RequestParamsView, SetLevelParams, SetLevelParamsView};
pub use params::{SubscribeParams, SubscribeParamsView};
pub use prompt::{ArgumentSource, PromptView};
pub use prompt::{Prompt, PromptArgument, PromptArgumentView, PromptMessage, PromptMessageView};
pub use prose::Prose;
pub use resource::{Resource, ResourceTemplate, ResourceTemplateView, ResourceView};
pub use results::{CallToolResult, CallToolResultView, DiscoverResult, DiscoverResultView};
pub use results::{EmptyResult, EmptyResultView, GetPromptResult, GetPromptResultView};
pub use results::{InitializeResult, InitializeResultView, ListPromptsResult};
pub use results::{ListPromptsResultView, ListResourcesResult, ListResourcesResultView};
pub use results::{ListTemplatesResult, ListTemplatesResultView, ListToolsResult};
pub use results::{ListToolsResultView, ReadResourceResult, ReadResourceResultView};
pub use roots::{ListRoots, ListRootsResult, ListRootsResultView, ListRootsView, Root, RootView};
pub use sampling::{CreateMessage, CreateMessageResult, CreateMessageResultView};
pub use sampling::{CreateMessageView, IncludeContext, ModelHint, ModelHintView};
pub use sampling::{ModelPreferences, ModelPreferencesView, SamplingMessage};
pub use sampling::{SamplingMessageView, ToolChoice, ToolChoiceMode, ToolChoiceView};
pub use subscription::SubscriptionFilterView;
pub use subscription::{AcknowledgedParams, AcknowledgedParamsView, SubscriptionFilter};
pub(crate) use tool::write_tool;
pub use tool::{TaskSupport, Tool, ToolAnnotations, ToolAnnotationsView, ToolExecution};
pub use tool::{ToolExecutionView, ToolSchema, ToolSchemaView, ToolView};
pub use view::{Entries, List, Read, View};
pub use words::Word;
