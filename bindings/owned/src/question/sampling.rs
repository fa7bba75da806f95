//! What the client's model is asked to write.

use sansmcp::json::{Kind, Number, Raw, Writer};
use sansmcp::schema::{
    self, AnnotationsView, CreateMessage, CreateMessageView, IncludeContext, ModelHint,
    ModelHintView, ModelPreferences, ModelPreferencesView, Object as _, Role, SamplingContent,
    SamplingMessage, SamplingMessageView, ToolChoice, ToolChoiceMode, ToolChoiceView,
    ToolResultContent, ToolResultContentView, ToolUseContent, ToolUseContentView, ToolView,
    Word as _,
};
use sansmcp::schema::{
    AudioContentView, EmbeddedResourceView, ImageContentView, ResourceContentsView,
    ResourceLinkView, TextContentView,
};
use sansmcp::{Error, Revision};

use super::{borrowed, number, request_meta};
use crate::annotations::role;
use crate::block::{Block, Content, Words};
use crate::info::Tool;
use crate::read::{Place, ReadError, tool};

/// The params of `sampling/createMessage`; see [`CreateMessage`].
#[derive(Clone, Debug)]
pub(super) struct Sampling {
    messages: Vec<Message>,
    preferences: Option<Preferences>,
    system_prompt: Option<Words>,
    include_context: Option<IncludeContext>,
    temperature: Option<String>,
    max_tokens: u64,
    stop_sequences: Vec<String>,
    metadata: String,
    tools: Vec<Tool>,
    tool_choice: Option<ToolChoice>,
    meta: String,
}

#[derive(Clone, Debug)]
struct Preferences {
    hints: Vec<Option<String>>,
    cost: Option<String>,
    speed: Option<String>,
    intelligence: Option<String>,
}

#[derive(Clone, Debug)]
struct Message {
    role: Role,
    content: Vec<Piece>,
    meta: String,
}

/// A piece of a message.
#[derive(Clone, Debug)]
enum Piece {
    /// Text, a picture or sound.
    Block(Block),
    Use {
        id: String,
        name: String,
        input: String,
        meta: String,
    },
    Outcome(Outcome),
}

/// What came of a tool.
#[derive(Clone, Debug)]
struct Outcome {
    tool_use_id: String,
    content: Vec<Block>,
    structured: String,
    is_error: Option<bool>,
    meta: String,
}

impl Sampling {
    pub(super) fn read(params: &Place<'_>) -> Result<Self, ReadError> {
        params.only::<CreateMessageView<'_>>()?;
        let (messages, max_tokens) = (params.get("messages"), params.get("maxTokens"));
        if messages.is_none() {
            return Err(messages.wrong("an array"));
        }
        let include = params.get("includeContext");
        let included = |value: Raw<'_>| IncludeContext::of(value.text()?);
        Ok(Self {
            messages: messages.list(Message::read)?,
            preferences: Preferences::read(&params.get("modelPreferences"))?,
            system_prompt: match params.get("systemPrompt") {
                prompt if prompt.is_none() => None,
                prompt => Some(Words::read(&prompt)?),
            },
            include_context: include
                .optional("\"none\", \"thisServer\" or \"allServers\"", included)?,
            temperature: number(&params.get("temperature"))?,
            max_tokens: max_tokens
                .whole(1 << 53)?
                .ok_or_else(|| max_tokens.wrong("a whole number"))?,
            stop_sequences: params.get("stopSequences").list(Place::required)?,
            metadata: params.get("metadata").object()?,
            tools: params.get("tools").list(|place| {
                place.only::<ToolView<'_>>()?;
                tool(place)
            })?,
            tool_choice: tool_choice(&params.get("toolChoice"))?,
            meta: params.get("_meta").object()?,
        })
    }

    pub(super) fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        let pieces = self.messages.iter().flat_map(|message| &message.content);
        let blocks = pieces.map(Piece::blocks).collect::<Result<Vec<_>, Error>>()?;
        let mut lent = blocks.iter();
        let mut contents = Vec::new();
        for message in &self.messages {
            let pieces = message.content.iter().zip(lent.by_ref());
            let pieces = pieces.map(|(piece, blocks)| piece.core(blocks));
            contents.push(pieces.collect::<Result<Vec<_>, Error>>()?);
        }
        let messages: Vec<SamplingMessage<'_>> = self
            .messages
            .iter()
            .zip(&contents)
            .map(|(message, content)| SamplingMessage {
                role: message.role,
                content,
                meta: &message.meta,
            })
            .collect();
        let preferences = self.preferences.as_ref();
        let hints: Vec<ModelHint<'_>> = preferences
            .into_iter()
            .flat_map(|preferences| &preferences.hints)
            .map(|name| ModelHint { name: name.as_deref() })
            .collect();
        let tools: Vec<schema::Tool<'_>> = self.tools.iter().map(Tool::core).collect();
        let params = CreateMessage {
            messages: &messages,
            model_preferences: preferences.map(|preferences| preferences.core(&hints)),
            system_prompt: self.system_prompt.as_ref().map(Words::prose).transpose()?,
            include_context: self.include_context,
            temperature: self.temperature.as_deref().map(Number::parse),
            max_tokens: self.max_tokens,
            stop_sequences: &borrowed(&self.stop_sequences),
            metadata: &self.metadata,
            tools: &tools,
            tool_choice: self.tool_choice,
            meta: request_meta(&self.meta),
        };
        params.write(out, revision)
    }
}

fn tool_choice(place: &Place<'_>) -> Result<Option<ToolChoice>, ReadError> {
    if place.is_none() {
        return Ok(None);
    }
    place.only::<ToolChoiceView<'_>>()?;
    let read = |value: Raw<'_>| ToolChoiceMode::of(value.text()?);
    let mode = place.get("mode").optional("\"auto\", \"required\" or \"none\"", read)?;
    Ok(Some(ToolChoice { mode }))
}

impl Preferences {
    fn read(place: &Place<'_>) -> Result<Option<Self>, ReadError> {
        if place.is_none() {
            return Ok(None);
        }
        place.only::<ModelPreferencesView<'_>>()?;
        Ok(Some(Self {
            hints: place.get("hints").list(|hint| {
                hint.only::<ModelHintView<'_>>()?;
                hint.get("name").text()
            })?,
            cost: number(&place.get("costPriority"))?,
            speed: number(&place.get("speedPriority"))?,
            intelligence: number(&place.get("intelligencePriority"))?,
        }))
    }

    fn core<'a>(&'a self, hints: &'a [ModelHint<'a>]) -> ModelPreferences<'a> {
        ModelPreferences {
            hints,
            cost_priority: self.cost.as_deref().map(Number::parse),
            speed_priority: self.speed.as_deref().map(Number::parse),
            intelligence_priority: self.intelligence.as_deref().map(Number::parse),
        }
    }
}

impl Message {
    fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        place.only::<SamplingMessageView<'_>>()?;
        let content = place.get("content");
        Ok(Self {
            role: role(&place.get("role"))?,
            content: match content.value().map(|value| value.kind()) {
                Some(Kind::Array) => content.list(Piece::read)?,
                _ => vec![Piece::read(&content)?],
            },
            meta: place.get("_meta").object()?,
        })
    }
}

impl Piece {
    fn read(place: &Place<'_>) -> Result<Self, ReadError> {
        let kind = place.get("type");
        Ok(match kind.required()?.as_str() {
            "tool_use" => {
                place.only::<ToolUseContentView<'_>>()?;
                Self::Use {
                    id: place.get("id").required()?,
                    name: place.get("name").required()?,
                    input: place.get("input").object()?,
                    meta: place.get("_meta").object()?,
                }
            }
            "tool_result" => {
                place.only::<ToolResultContentView<'_>>()?;
                let structured = place.get("structuredContent");
                Self::Outcome(Outcome {
                    tool_use_id: place.get("toolUseId").required()?,
                    content: place.get("content").list(block)?,
                    structured: structured
                        .value()
                        .map_or_else(String::new, |value| value.as_str().to_owned()),
                    is_error: place.get("isError").bool()?,
                    meta: place.get("_meta").object()?,
                })
            }
            "text" | "image" | "audio" => Self::Block(block(place)?),
            _ => {
                let kinds = "\"text\", \"image\", \"audio\", \"tool_use\" or \"tool_result\"";
                return Err(kind.wrong(kinds));
            }
        })
    }

    /// The blocks that the core borrows.
    fn blocks(&self) -> Result<Vec<schema::Content<'_>>, Error> {
        match self {
            Self::Outcome(outcome) => outcome.content.iter().map(Block::core).collect(),
            _ => Ok(Vec::new()),
        }
    }

    fn core<'a>(&'a self, blocks: &'a [schema::Content<'a>]) -> Result<SamplingContent<'a>, Error> {
        Ok(match self {
            Self::Block(block) => match block.core()? {
                schema::Content::Text(content) => SamplingContent::Text(content),
                schema::Content::Image(content) => SamplingContent::Image(content),
                schema::Content::Audio(content) => SamplingContent::Audio(content),
                // Not read.
                _ => return Err(Error::NotSupported),
            },
            Self::Use { id, name, input, meta } => {
                SamplingContent::ToolUse(ToolUseContent { id, name, input, meta })
            }
            Self::Outcome(outcome) => SamplingContent::ToolResult(ToolResultContent {
                tool_use_id: &outcome.tool_use_id,
                content: blocks,
                structured_content: &outcome.structured,
                is_error: outcome.is_error,
                meta: &outcome.meta,
            }),
        })
    }
}

/// A block that has no member which would be lost.
fn block(place: &Place<'_>) -> Result<Block, ReadError> {
    let block = Block::read_json(place)?;
    match &block.content {
        Content::Text(_) => place.only::<TextContentView<'_>>()?,
        Content::Image { .. } => place.only::<ImageContentView<'_>>()?,
        Content::Audio { .. } => place.only::<AudioContentView<'_>>()?,
        Content::Resource(_) => {
            place.only::<EmbeddedResourceView<'_>>()?;
            place.get("resource").only::<ResourceContentsView<'_>>()?;
        }
        Content::Link(_) => place.only::<ResourceLinkView<'_>>()?,
    }
    if block.annotations.is_some() {
        place.get("annotations").only::<AnnotationsView<'_>>()?;
    }
    Ok(block)
}
