//! Pages of a list that are filled by hand, in the same way.

use sansmcp::Error;

use super::{Packed, nothing, pack};
use crate::catalog::{Prompt, Resource, ResourceTemplate};
use crate::page::{Entry, Page};
use crate::read::{Place, ReadError, tool};
use crate::record::event_of;

/// A page under way, or why there is none.
pub struct PackedPage(Result<Page, Error>);

impl Packed {
    /// As [`crate::Server::page`], of an event's record. What is wrong the other calls say.
    pub fn page(&mut self, record: &[u8]) -> PackedPage {
        let event = event_of(record).ok_or(Error::Stale);
        PackedPage(event.and_then(|event| self.0.page(&event)))
    }

    /// As [`crate::Server::add`], of the protocol's object; `list` is `tool`, `resource`,
    /// `template` or `prompt`. Nothing if it is in, and an output that is no error if it is not.
    ///
    /// # Errors
    /// Says which member is missing or of the wrong kind.
    pub fn add(
        &mut self,
        page: &mut PackedPage,
        list: &str,
        entry: &str,
    ) -> Result<Vec<u8>, ReadError> {
        let page = match &mut page.0 {
            Ok(page) => page,
            Err(error) => return Ok(pack(Err(*error))),
        };
        let place = Place::root(entry)?.named(list);
        let done = match list {
            "tool" => self.0.add(page, Entry::Tool(&tool(&place)?)),
            "resource" => self.0.add(page, Entry::Resource(&Resource::read(&place)?)),
            "template" => self.0.add(page, Entry::Template(&ResourceTemplate::read(&place)?)),
            "prompt" => self.0.add(page, Entry::Prompt(&Prompt::read(&place)?)),
            _ => Err(Error::NotSupported),
        };
        Ok(match done {
            Ok(true) => nothing(),
            Ok(false) => pack(Ok(crate::output::Output::EMPTY)),
            Err(error) => pack(Err(error)),
        })
    }

    /// As [`crate::Server::end_page`].
    pub fn end_page(&mut self, page: &mut PackedPage, next: Option<&str>) -> Vec<u8> {
        match &mut page.0 {
            Ok(page) => pack(self.0.end_page(page, next)),
            Err(error) => pack(Err(*error)),
        }
    }
}
