//! Sampling: what the server wants the client's model to write (client/sampling).

use super::block::{ContentView, SamplingContent};
use super::table::object;
use super::words::words;
use super::{RequestMeta, RequestMetaView, Role, Tool, ToolView};

object! {
    /// The parameters of `sampling/createMessage`.
    CreateMessage<'a> CreateMessageView, NOV24 {
        /// The conversation so far.
        "messages" messages: must_list(SamplingMessage<'a>, SamplingMessageView), NOV24;
        /// Which model would fit.
        "modelPreferences" model_preferences: object(ModelPreferences<'a>, ModelPreferencesView),
            NOV24;
        /// The system prompt that the server would like.
        "systemPrompt" system_prompt: maybe_prose, NOV24;
        /// Whose context should be added. From 2025-11-25 on only for clients that declare
        /// `sampling.context`.
        "includeContext" include_context: word(IncludeContext), NOV24;
        /// How free the model is.
        "temperature" temperature: number, NOV24;
        /// How many tokens it may write at most, required.
        "maxTokens" max_tokens: must_count, NOV24;
        /// Texts at which it stops.
        "stopSequences" stop_sequences: strings, NOV24;
        /// Whatever the model's provider understands: JSON text of an object. Empty: none.
        "metadata" metadata: json_object, NOV24;
        /// Tools that it may call, for clients that declare `sampling.tools`. From 2025-11-25 on.
        "tools" tools: list(Tool<'a>, ToolView), NOV25;
        /// Whether it may, must or must not call them. From 2025-11-25 on.
        "toolChoice" tool_choice: object(ToolChoice, ToolChoiceView), NOV25;
        /// `_meta` of the request. Up to 2025-11-25.
        "_meta" meta: object(RequestMeta<'a>, RequestMetaView), NOV24 to NOV25;
    }
}

object! {
    /// A message of a conversation.
    SamplingMessage<'a> SamplingMessageView, NOV24 {
        /// Who says it.
        "role" role: must_word(Role), NOV24;
        /// What is said: one piece, or from 2025-11-25 on any number.
        "content" content: one_or_list(SamplingContent<'a>, ContentView), NOV24;
        /// `_meta`, a JSON object. Empty: none. From 2025-11-25 on.
        "_meta" meta: json_object, NOV25;
    }
}

object! {
    /// Which model would fit. Priorities go from 0 (not important) to 1 (most important).
    ModelPreferences<'a> ModelPreferencesView, NOV24 {
        /// Names, the best first; the client need not follow them.
        "hints" hints: list(ModelHint<'a>, ModelHintView), NOV24;
        /// How much low cost counts.
        "costPriority" cost_priority: number, NOV24;
        /// How much speed counts.
        "speedPriority" speed_priority: number, NOV24;
        /// How much ability counts.
        "intelligencePriority" intelligence_priority: number, NOV24;
    }
}

object! {
    /// A hint at a model.
    #[derive(PartialEq, Eq)]
    ModelHint<'a> ModelHintView, NOV24 {
        /// A part of its name, such as `sonnet`.
        "name" name: maybe, NOV24;
    }
}

words! {
    /// Whose context a client should add to a conversation.
    IncludeContext {
        /// Nobody's.
        None = "none",
        /// That of the server that asks.
        ThisServer = "thisServer",
        /// That of all servers.
        AllServers = "allServers",
    }
}

words! {
    /// Whether a model calls tools.
    ToolChoiceMode {
        /// As it likes; this is so where nothing is said.
        Auto = "auto",
        /// It must call one at least.
        Required = "required",
        /// It must not.
        None = "none",
    }
}

object! {
    /// Whether a model calls tools. From 2025-11-25 on.
    #[derive(PartialEq, Eq)]
    ToolChoice ToolChoiceView, NOV25 {
        /// Whether it may, must or must not.
        "mode" mode: word(ToolChoiceMode), NOV25;
    }
}

object! {
    /// The result of `sampling/createMessage`.
    CreateMessageResult<'a> CreateMessageResultView, NOV24 {
        /// Who says it: the model.
        "role" role: must_word(Role), NOV24;
        /// What it wrote: one piece, or from 2025-11-25 on any number.
        "content" content: one_or_list(SamplingContent<'a>, ContentView), NOV24;
        /// The model's name, required.
        "model" model: text, NOV24;
        /// Why it stopped: `endTurn`, `stopSequence`, `maxTokens`, from 2025-11-25 on `toolUse`, or
        /// a word of the provider's.
        "stopReason" stop_reason: maybe, NOV24;
        /// `_meta`, a JSON object. Empty: none.
        "_meta" meta: json_object, NOV24;
    }
}
