//! JSON objects of the caller's: params of requests, and results.

use engine::json::{Number, Raw, Writer};
use engine::schema::{Json, Object};
use engine::{Error, Revision};

use crate::edge::{at, optional, slice, text};
use crate::info::{items, said, said_or_not};
use crate::json::object;
use crate::result::{SANSMCP_NOT_JSON, SANSMCP_NULL_POINTER, sansmcp_result};
use crate::server::sansmcp_number;
use crate::text::{sansmcp_str, sansmcp_text};

/// One member of a JSON object: its key, and one of the values.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_field {
    /// Its name.
    pub key: sansmcp_str,
    /// Plain text.
    pub text: sansmcp_str,
    /// Text as it came in, which is copied without decoding; looked at if text is NULL.
    pub json_text: sansmcp_text,
    /// The JSON text of any value; looked at if there is no text.
    pub json: sansmcp_str,
    /// A number; looked at if there is nothing else.
    pub number: sansmcp_number,
}

/// A JSON object that goes out: either its JSON text, or members, of which one may be an object of
/// members itself, as the arguments of a call are. All zero bits: an object without members.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct sansmcp_object {
    /// The JSON text of the whole object; then the rest is not looked at.
    pub json: sansmcp_str,
    /// Its members.
    pub fields: *const sansmcp_field,
    /// How many.
    pub field_count: usize,
    /// The key of one more member, which is an object, such as `arguments`. NULL: there is none.
    pub inner_key: sansmcp_str,
    /// The members of that object.
    pub inner: *const sansmcp_field,
    /// How many.
    pub inner_count: usize,
}

/// The value of a field.
enum Value<'a> {
    Plain(&'a str),
    Text(engine::json::Text<'a>),
    Json(Raw<'a>),
    Number(Number<'a>),
}

impl sansmcp_field {
    unsafe fn value<'a>(&self) -> Result<Value<'a>, sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            if let Some(text) = optional(self.text)? {
                return Ok(Value::Plain(text));
            }
            if let Some(text) = self.json_text.read()? {
                return Ok(Value::Text(text));
            }
            if let Some(json) = optional(self.json)? {
                return Raw::parse_str(json).map(Value::Json).map_err(|_| SANSMCP_NOT_JSON);
            }
            self.number.checked()?.map(Value::Number).ok_or(SANSMCP_NULL_POINTER)
        }
    }

    unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            optional(self.key)?.ok_or(SANSMCP_NULL_POINTER)?;
            self.value().map(|_| ())
        }
    }
}

impl sansmcp_object {
    /// Looks at all pointers and texts.
    pub(crate) unsafe fn check(&self) -> Result<(), sansmcp_result> {
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            if optional(self.json)?.is_some() {
                return if object(self.json)?.is_empty() { Err(SANSMCP_NOT_JSON) } else { Ok(()) };
            }
            text(self.inner_key)?;
            let inner = slice(self.inner, self.inner_count)?;
            for field in slice(self.fields, self.field_count)?.iter().chain(inner) {
                field.check()?;
            }
        }
        Ok(())
    }

    /// An object that may be left out.
    pub(crate) unsafe fn of<'a>(of: *const Self) -> Result<&'a dyn Object, sansmcp_result> {
        if of.is_null() {
            return Ok(&Json::EMPTY);
        }
        // SAFETY: as the crate demands of all pointers.
        unsafe {
            let of = at(of)?;
            of.check()?;
            Ok(of)
        }
    }
}

fn write_fields<'b>(out: &mut Writer<'_>, fields: &[sansmcp_field], before: &'b str) -> &'b str {
    let mut before = before;
    for field in fields {
        // SAFETY: as the crate demands of all pointers; it was looked at before.
        let Ok(value) = (unsafe { field.value() }) else { continue };
        out.put_str(before);
        before = ",";
        out.string(said(field.key));
        out.put_str(":");
        match value {
            Value::Plain(text) => out.string(text),
            Value::Text(text) => out.text(text),
            Value::Json(json) => out.json(json),
            Value::Number(number) => out.number(number),
        }
    }
    before
}

impl Object for sansmcp_object {
    fn write(&self, out: &mut Writer<'_>, revision: Revision) -> Result<(), Error> {
        if let Some(json) = said_or_not(self.json) {
            return Json(json).write(out, revision);
        }
        out.put_str("{");
        let before = write_fields(out, items(self.fields, self.field_count), "");
        if let Some(key) = said_or_not(self.inner_key) {
            out.put_str(before);
            out.string(key);
            out.put_str(":{");
            write_fields(out, items(self.inner, self.inner_count), "");
            out.put_str("}");
        }
        out.put_str("}");
        Ok(())
    }
}
