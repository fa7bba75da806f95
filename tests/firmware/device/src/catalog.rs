//! What the device offers: four tools of their own kind, forty that follow a rule, two resources
//! and a prompt.

use sansmcp::json::{Text, text_of};
use sansmcp::rules::Capabilities;
use sansmcp::schema::{Catalog, Prompt, PromptArgument, Resource, ResourceTemplate};
use sansmcp::{ServerInfo, Tool};

/// The resource that changes with `set_pin`.
pub const PINS: &str = "device://pins";
/// The resource that says how much stack was used.
pub const MEMORY: &str = "device://memory";
/// The media type of both.
pub const PLAIN: &str = "text/plain";
/// The name of the prompt.
pub const DIAGNOSE: &str = "diagnose";

/// The device's catalog: what stands in [`INFO`], then the channels.
pub struct Offer;

/// The place of each tool in the list; the channels come after them.
pub const MEASURE: u32 = 0;
/// As [`MEASURE`].
pub const DUMP: u32 = 1;
/// As [`MEASURE`].
pub const SET_PIN: u32 = 2;
/// As [`MEASURE`].
pub const RENAME: u32 = 3;
/// The place of the first channel.
pub const FIRST_CHANNEL: u32 = 4;

static INFO: ServerInfo<'static> = ServerInfo {
    name: "device",
    version: "1.0.0",
    title: Some("Device"),
    capabilities: Capabilities::RESOURCES_SUBSCRIBE,
    tools: &[
        Tool {
            name: "measure",
            description: "Measures in steps of 50 ms",
            input_schema: concat!(
                r#"{"type":"object","properties":{"steps":{"type":"integer","#,
                r#""minimum":1,"maximum":100,"default":10}}}"#
            ),
            ..Tool::EMPTY
        },
        Tool { name: "dump", description: "Returns 100 KiB of memory", ..Tool::EMPTY },
        Tool {
            name: "set_pin",
            description: "Sets the level of a pin",
            input_schema: concat!(
                r#"{"type":"object","properties":{"pin":{"type":"integer","minimum":0,"#,
                r#""maximum":15},"level":{"type":"string","enum":["low","high"]},"#,
                r#""duty":{"type":"number","minimum":0,"maximum":1,"default":1},"#,
                r#""label":{"type":"string","maxLength":16}},"required":["pin","level"]}"#
            ),
            output_schema: concat!(
                r#"{"type":"object","properties":{"pin":{"type":"integer"},"#,
                r#""level":{"type":"string"},"duty":{"type":"number"},"#,
                r#""label":{"type":"string"}},"required":["pin","level","duty"]}"#
            ),
            ..Tool::EMPTY
        },
        Tool { name: "rename", description: "Asks for a name", ..Tool::EMPTY },
    ],
    resources: &[
        Resource {
            uri: PINS,
            name: "pins",
            description: Some("The levels of the pins, pin 0 first"),
            mime_type: Some(PLAIN),
            ..Resource::EMPTY
        },
        Resource {
            uri: MEMORY,
            name: "memory",
            description: Some("The stack used at worst, in bytes"),
            mime_type: Some(PLAIN),
            ..Resource::EMPTY
        },
    ],
    prompts: &[Prompt {
        name: DIAGNOSE,
        description: Some("Diagnoses a part of the device"),
        arguments: &[PromptArgument {
            name: "part",
            required: Some(true),
            ..PromptArgument::EMPTY
        }],
        ..Prompt::EMPTY
    }],
    ..ServerInfo::EMPTY
};

impl Catalog for Offer {
    fn info(&self) -> ServerInfo<'_> {
        INFO
    }

    fn tool(&self, index: u32) -> Option<Tool<'_>> {
        match INFO.tool(index) {
            Some(tool) => Some(tool),
            None => {
                let (name, description) = channel(index)?;
                Some(Tool { name, description, ..Tool::EMPTY })
            }
        }
    }

    fn resource(&self, index: u32) -> Option<Resource<'_>> {
        INFO.resource(index)
    }

    fn template(&self, _: u32) -> Option<ResourceTemplate<'_>> {
        None
    }

    fn prompt(&self, index: u32) -> Option<Prompt<'_>> {
        INFO.prompt(index)
    }
}

/// The place in the list of the tool of this name.
#[inline(never)]
pub fn place(called: Text<'_>) -> Option<u32> {
    let mut places = (0..).map_while(|place| Some((place, name(place)?)));
    places.find(|(_, name)| called == **name).map(|(place, _)| place)
}

/// The URI of a resource that the device has.
pub fn resource(uri: Text<'_>) -> Option<&'static str> {
    [PINS, MEMORY].into_iter().find(|known| uri == **known)
}

/// The name of the tool at a place of the list.
fn name(index: u32) -> Option<&'static str> {
    let own = INFO.tools.get(usize::try_from(index).ok()?);
    own.map(|tool| tool.name).or_else(|| channel(index).map(|(name, _)| name))
}

/// Channels to read.
const CHANNELS: usize = 40;
/// The words of the first channel: its name, then its description.
const WORDS: &[u8; 31] = b"read_channel_00Reads channel 00";
/// Where the description begins, which is behind the last digit of the name.
const NAME: usize = 15;

/// The words of all channels. An engine that is asked for one entry at a time needs no table of
/// entries: 31 bytes a channel here, where a `Tool` would take four times as many.
#[allow(clippy::indexing_slicing)] // Done by the compiler: out of bounds would not compile.
static CHANNEL_WORDS: [[u8; WORDS.len()]; CHANNELS] = {
    let mut all = [*WORDS; CHANNELS];
    let mut at = 0;
    while at < CHANNELS {
        let digits = [(at / 10) as u8, (at % 10) as u8];
        let mut place = 0;
        while place < 2 {
            all[at][NAME - 2 + place] += digits[place];
            all[at][WORDS.len() - 2 + place] += digits[place];
            place += 1;
        }
        at += 1;
    }
    all
};

/// The name and the description of the channel at a place in the list of tools.
fn channel(index: u32) -> Option<(&'static str, &'static str)> {
    let place = usize::try_from(index.checked_sub(FIRST_CHANNEL)?).ok()?;
    text_of(CHANNEL_WORDS.get(place)?).ok()?.split_at_checked(NAME)
}
