//! Tools whose calls need headers that cannot be.

use engine::client::{Listed, tools};
use engine::http::params::{Invalid, validate};

use crate::edge::Place;
use crate::json::parse;
use crate::result::{SANSMCP_NONE, done, sansmcp_result};
use crate::text::{sansmcp_str, sansmcp_text};

/// What is wrong with the headers that an input schema asks for (`x-mcp-header`, 2026-07-28); the
/// value of sansmcp_listed.why.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum sansmcp_invalid {
    /// Nothing.
    SANSMCP_INVALID_NONE = 0,
    /// It is no string, empty, or has what no header's name has.
    SANSMCP_INVALID_NAME = 1,
    /// Two are the same header, whatever their case.
    SANSMCP_INVALID_REPEATED = 2,
    /// The declared type is not `string`, `integer` or `boolean`.
    SANSMCP_INVALID_KIND = 3,
    /// It stands where `properties` alone does not lead, or too deep.
    SANSMCP_INVALID_PLACE = 4,
    /// There are more than 32.
    SANSMCP_INVALID_TOO_MANY = 5,
}

const fn number_of(why: Invalid) -> u8 {
    let why = match why {
        Invalid::Name => sansmcp_invalid::SANSMCP_INVALID_NAME,
        Invalid::Repeated => sansmcp_invalid::SANSMCP_INVALID_REPEATED,
        Invalid::Kind => sansmcp_invalid::SANSMCP_INVALID_KIND,
        Invalid::Place => sansmcp_invalid::SANSMCP_INVALID_PLACE,
        Invalid::TooMany => sansmcp_invalid::SANSMCP_INVALID_TOO_MANY,
    };
    why as u8
}

/// What a sansmcp_invalid means, for a log; NULL for SANSMCP_INVALID_NONE and other numbers. The
/// text lasts for ever.
#[unsafe(no_mangle)]
pub extern "C" fn sansmcp_invalid_message(number: u8) -> sansmcp_str {
    let why = match number {
        1 => Invalid::Name,
        2 => Invalid::Repeated,
        3 => Invalid::Kind,
        4 => Invalid::Place,
        5 => Invalid::TooMany,
        _ => return sansmcp_str::NONE,
    };
    sansmcp_str::of(why.message())
}

/// An entry of a list of tools.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_listed {
    /// Its name. NULL: it has none.
    pub name: sansmcp_text,
    /// The tool as JSON text, an object; its `inputSchema` is what sansmcp_client_head wants. NULL
    /// if it is to be left out.
    pub tool: sansmcp_str,
    /// A sansmcp_invalid. Not 0: it is to be left out of what the model is offered, since no call
    /// of it could be right; better write a warning.
    pub why: u8,
}

/// The entry at `index`, counted from 0, of a page of `tools/list` (`result` is its result, JSON
/// text), as a client takes them over HTTP from 2026-07-28 on: each input schema is checked for the
/// headers that it asks for. Entries that are no objects are passed over. SANSMCP_NONE: there are
/// not so many.
///
/// On a pipe, and before 2026-07-28, such headers are of no interest: then read `tools` by
/// sansmcp_json_get and sansmcp_json_at. Takes 1.5 KB of stack where a schema has such headers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_tools_at(
    result: sansmcp_str,
    index: usize,
    listed: *mut sansmcp_listed,
) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (result, place) = unsafe { (parse(result)?, Place::new(listed)?) };
        let listed = tools(result).nth(index).ok_or(SANSMCP_NONE)?;
        place.put(match listed {
            Listed::Tool(tool) => sansmcp_listed {
                name: sansmcp_text::of(tool.name()),
                tool: sansmcp_str::of(tool.raw().as_str()),
                why: 0,
            },
            Listed::Dropped { name, why } => sansmcp_listed {
                name: sansmcp_text::of(name),
                tool: sansmcp_str::NONE,
                why: number_of(why),
            },
            _ => return Err(SANSMCP_NONE),
        });
        Ok(())
    })())
}

/// Whether the headers that an input schema asks for, JSON text, can be: `why` is a
/// sansmcp_invalid. Servers had better ask it of their own tools. Takes 1.5 KB of stack.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sansmcp_schema_check(schema: sansmcp_str, why: *mut u8) -> sansmcp_result {
    done((|| {
        // SAFETY: as the crate demands of all pointers.
        let (schema, place) = unsafe { (parse(schema)?, Place::new(why)?) };
        place.put(validate(schema).map_or_else(number_of, |()| 0));
        Ok(())
    })())
}
