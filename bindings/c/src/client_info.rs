//! What a client says of itself.

use engine::client::ClientInfo;
use engine::rules::Capabilities;
use engine::schema::{IconSource, Implementation};

use crate::info::{check_icons, check_texts, said, said_or_not, sansmcp_icon};
use crate::json::object;
use crate::result::sansmcp_result;
use crate::text::sansmcp_str;

/// What a client says of itself. What is left zero is not said. It has to stay as it is while a
/// client uses it.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_client_info {
    /// The name for programs, required.
    pub name: sansmcp_str,
    /// The version, required.
    pub version: sansmcp_str,
    /// The name for people. From 2025-06-18 on.
    pub title: sansmcp_str,
    /// What it is. From 2025-11-25 on.
    pub description: sansmcp_str,
    /// Where to read about it. From DRAFT-2025-v3 on.
    pub website_url: sansmcp_str,
    /// Its pictures. From DRAFT-2025-v3 on.
    pub icons: *const sansmcp_icon,
    /// How many icons.
    pub icon_count: usize,
    /// Extensions and their settings: the JSON text of an object of objects. From 2026-07-28 on.
    pub extensions: sansmcp_str,
    /// Capabilities that the protocol does not know: the JSON text of an object of objects.
    pub experimental: sansmcp_str,
    /// What it can do for servers: bits of sansmcp_capability. Those that a revision lacks are not
    /// declared in it.
    pub capabilities: u32,
}

// SAFETY: it does not change while the engine reads it, whoever does.
unsafe impl Sync for sansmcp_client_info {}

impl sansmcp_client_info {
    /// As the engine has it, over the same memory.
    pub(crate) fn read(&self) -> ClientInfo<'_> {
        ClientInfo {
            implementation: Implementation {
                name: said(self.name),
                version: said(self.version),
                title: said_or_not(self.title),
                description: said_or_not(self.description),
                website_url: said_or_not(self.website_url),
                icon_source: (self.icon_count > 0).then_some(self as &dyn IconSource),
                ..Implementation::EMPTY
            },
            capabilities: Capabilities(self.capabilities),
            extensions: said(self.extensions),
            experimental: said(self.experimental),
        }
    }

    /// Looks through it once, so that what is wrong in it is told at the start.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        let texts = [self.name, self.version, self.title, self.description, self.website_url];
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            check_texts(&texts)?;
            check_icons(self.icons, self.icon_count)?;
            object(self.extensions)?;
            object(self.experimental)?;
        }
        Ok(())
    }
}
