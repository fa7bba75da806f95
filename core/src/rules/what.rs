//! The lists whose changes can be told.

use super::Capabilities;

/// A kind of list whose changes can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum What {
    /// The tools.
    Tools = 0,
    /// The prompts.
    Prompts = 1,
    /// The resources and their templates.
    Resources = 2,
}

impl What {
    /// Every kind, in the order of the numbers.
    pub const ALL: [Self; 3] = [Self::Tools, Self::Prompts, Self::Resources];

    pub(crate) const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The member of a filter that asks for it.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Tools => "toolsListChanged",
            Self::Prompts => "promptsListChanged",
            Self::Resources => "resourcesListChanged",
        }
    }

    /// The capability that offers it.
    pub(crate) const fn capability(self) -> Capabilities {
        match self {
            Self::Tools => Capabilities::TOOLS_LIST_CHANGED,
            Self::Prompts => Capabilities::PROMPTS_LIST_CHANGED,
            Self::Resources => Capabilities::RESOURCES_LIST_CHANGED,
        }
    }
}
