//! How the properties of an object are written, one method a kind of property.

use super::implementation::write_icons;
use super::object::{Object, Property, checked};
use super::words::Word;
use super::{Icon, IconSource, Prose, RequestMeta};
use crate::error::Error;
use crate::json::{Kind, Number, Writer};
use crate::rules::Revision;

/// The properties of one object on their way out: `must_…` is always written, the others where
/// there is something.
pub(super) struct Members<'w, 'b> {
    out: &'w mut Writer<'b>,
    revision: Revision,
    empty: bool,
}

impl<'w, 'b> Members<'w, 'b> {
    /// Opens the object.
    pub(super) fn open(out: &'w mut Writer<'b>, revision: Revision) -> Self {
        out.put_str("{");
        Self { out, revision, empty: true }
    }

    /// Closes the object.
    pub(super) fn close(self) {
        self.out.put_str("}");
    }

    /// Writes `"name":` if the revision has the property, and says so.
    #[inline(never)]
    pub(super) fn key(&mut self, property: &Property) -> bool {
        if !property.is_in(self.revision) {
            return false;
        }
        self.name(property.name);
        true
    }

    fn name(&mut self, name: &str) {
        self.out.put_str(if self.empty { "\"" } else { ",\"" });
        self.empty = false;
        self.out.escaped(name);
        self.out.put_str("\":");
    }

    pub(super) fn text(&mut self, property: &Property, value: &str) -> Result<(), Error> {
        if self.key(property) {
            self.out.string(value);
        }
        Ok(())
    }

    pub(super) fn maybe(&mut self, property: &Property, value: Option<&str>) -> Result<(), Error> {
        match value {
            Some(value) => self.text(property, value),
            None => Ok(()),
        }
    }

    pub(super) fn prose(&mut self, property: &Property, value: Prose<'_>) -> Result<(), Error> {
        if self.key(property) {
            value.write(self.out);
        }
        Ok(())
    }

    pub(super) fn maybe_prose(
        &mut self,
        property: &Property,
        value: Option<Prose<'_>>,
    ) -> Result<(), Error> {
        match value {
            Some(value) => self.prose(property, value),
            None => Ok(()),
        }
    }

    pub(super) fn base64(&mut self, property: &Property, value: &[u8]) -> Result<(), Error> {
        if self.key(property) {
            self.out.put_str("\"");
            self.out.base64(value);
            self.out.put_str("\"");
        }
        Ok(())
    }

    pub(super) fn flag(&mut self, property: &Property, value: Option<bool>) -> Result<(), Error> {
        if let Some(value) = value
            && self.key(property)
        {
            self.out.bool(value);
        }
        Ok(())
    }

    pub(super) fn must_count(&mut self, property: &Property, value: u64) -> Result<(), Error> {
        if self.key(property) {
            self.out.uint(value);
        }
        Ok(())
    }

    pub(super) fn count(&mut self, property: &Property, value: Option<u64>) -> Result<(), Error> {
        match value {
            Some(value) => self.must_count(property, value),
            None => Ok(()),
        }
    }

    pub(super) fn must_int(&mut self, property: &Property, value: i64) -> Result<(), Error> {
        if self.key(property) {
            self.out.int(value);
        }
        Ok(())
    }

    pub(super) fn must_number(
        &mut self,
        property: &Property,
        value: Number<'_>,
    ) -> Result<(), Error> {
        // Text that is no number must not become `null` here.
        if let Number::Text(text) = value {
            checked(text, &[Kind::Number])?;
        }
        if self.key(property) {
            self.out.number(value);
        }
        Ok(())
    }

    pub(super) fn number(
        &mut self,
        property: &Property,
        value: Option<Number<'_>>,
    ) -> Result<(), Error> {
        match value {
            Some(value) => self.must_number(property, value),
            None => Ok(()),
        }
    }

    fn value(&mut self, property: &Property, text: &str, kinds: &[Kind]) -> Result<(), Error> {
        let value = checked(text, kinds)?;
        if self.key(property) {
            self.out.json(value);
        }
        Ok(())
    }

    pub(super) fn must_json(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        self.value(property, text, &[])
    }

    pub(super) fn json(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        if text.is_empty() { Ok(()) } else { self.must_json(property, text) }
    }

    pub(super) fn must_json_object(
        &mut self,
        property: &Property,
        text: &str,
    ) -> Result<(), Error> {
        self.value(property, if text.is_empty() { "{}" } else { text }, &[Kind::Object])
    }

    pub(super) fn json_object(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        if text.is_empty() { Ok(()) } else { self.must_json_object(property, text) }
    }

    /// Of any kind from 2026-07-28 on, an object before.
    pub(super) fn structured(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        if self.revision.is_modern() {
            self.json(property, text)
        } else {
            self.json_object(property, text)
        }
    }

    pub(super) fn must_token(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        self.value(property, text, &[Kind::Number, Kind::String])
    }

    pub(super) fn token(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        if text.is_empty() { Ok(()) } else { self.must_token(property, text) }
    }

    /// The id of the request that is cancelled. In 2025-11-25 it may be missing, for tasks.
    pub(super) fn cancelled_id(&mut self, property: &Property, text: &str) -> Result<(), Error> {
        if text.is_empty() && self.revision == Revision::V2025_11_25 {
            return Ok(());
        }
        self.must_token(property, text)
    }

    /// The revision that is spoken: the one that is written, unless another is given.
    pub(super) fn spoken(&mut self, property: &Property, value: Option<&str>) -> Result<(), Error> {
        let revision = self.revision;
        self.text(property, value.unwrap_or_else(|| revision.name()))
    }

    pub(super) fn must_word(&mut self, property: &Property, value: impl Word) -> Result<(), Error> {
        self.text(property, value.name())
    }

    pub(super) fn word(
        &mut self,
        property: &Property,
        value: Option<impl Word>,
    ) -> Result<(), Error> {
        self.maybe(property, value.map(Word::name))
    }

    pub(super) fn must_object(
        &mut self,
        property: &Property,
        value: impl Object,
    ) -> Result<(), Error> {
        if self.key(property) { value.write(self.out, self.revision) } else { Ok(()) }
    }

    pub(super) fn object(
        &mut self,
        property: &Property,
        value: Option<impl Object>,
    ) -> Result<(), Error> {
        match value {
            Some(value) => self.must_object(property, value),
            None => Ok(()),
        }
    }

    /// `_meta` of a request, without which there is none from 2026-07-28 on.
    pub(super) fn context(
        &mut self,
        property: &Property,
        value: Option<RequestMeta<'_>>,
    ) -> Result<(), Error> {
        match value {
            None if self.revision.is_modern() => self.must_object(property, RequestMeta::EMPTY),
            value => self.object(property, value),
        }
    }

    /// `[…]` of what `write` writes for each item.
    fn items<T>(
        &mut self,
        property: &Property,
        items: &[T],
        mut write: impl FnMut(&mut Writer<'_>, &T) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if !self.key(property) {
            return Ok(());
        }
        let mut before = "[";
        for item in items {
            self.out.put_str(before);
            before = ",";
            write(self.out, item)?;
        }
        self.out.put_str(if items.is_empty() { "[]" } else { "]" });
        Ok(())
    }

    pub(super) fn must_list(
        &mut self,
        property: &Property,
        items: &[impl Object],
    ) -> Result<(), Error> {
        let revision = self.revision;
        self.items(property, items, |out, item| item.write(out, revision))
    }

    pub(super) fn list(&mut self, property: &Property, items: &[impl Object]) -> Result<(), Error> {
        if items.is_empty() { Ok(()) } else { self.must_list(property, items) }
    }

    /// One object as it is, several as a list, which there is from 2025-11-25 on.
    pub(super) fn one_or_list(
        &mut self,
        property: &Property,
        items: &[impl Object],
    ) -> Result<(), Error> {
        match items {
            [one] if self.key(property) => one.write(self.out, self.revision),
            [_] => Ok(()),
            _ if self.revision < Revision::V2025_11_25 => Err(Error::NotSupported),
            _ => self.must_list(property, items),
        }
    }

    pub(super) fn must_strings(
        &mut self,
        property: &Property,
        items: &[&str],
    ) -> Result<(), Error> {
        self.items(property, items, |out, item| {
            out.string(item);
            Ok(())
        })
    }

    pub(super) fn strings(&mut self, property: &Property, items: &[&str]) -> Result<(), Error> {
        if items.is_empty() { Ok(()) } else { self.must_strings(property, items) }
    }

    pub(super) fn words<T: Word>(&mut self, property: &Property, items: &[T]) -> Result<(), Error> {
        if items.is_empty() {
            return Ok(());
        }
        self.items(property, items, |out, item| {
            out.string(item.name());
            Ok(())
        })
    }

    /// An object whose keys are of the caller's choosing.
    pub(super) fn must_map(
        &mut self,
        property: &Property,
        entries: &[(&str, impl Object)],
    ) -> Result<(), Error> {
        if !self.key(property) {
            return Ok(());
        }
        let revision = self.revision;
        let mut inner = Members::open(self.out, revision);
        for (name, value) in entries {
            inner.name(name);
            value.write(inner.out, revision)?;
        }
        inner.close();
        Ok(())
    }

    pub(super) fn map(
        &mut self,
        property: &Property,
        entries: &[(&str, impl Object)],
    ) -> Result<(), Error> {
        if entries.is_empty() { Ok(()) } else { self.must_map(property, entries) }
    }

    pub(super) fn string_map(
        &mut self,
        property: &Property,
        entries: &[(&str, &str)],
    ) -> Result<(), Error> {
        if entries.is_empty() || !self.key(property) {
            return Ok(());
        }
        let mut inner = Members::open(self.out, self.revision);
        for (name, value) in entries {
            inner.name(name);
            inner.out.string(value);
        }
        inner.close();
        Ok(())
    }

    /// The pictures. They come behind the others, of which at least one is always there.
    pub(super) fn icons(
        &mut self,
        property: &Property,
        icons: &[Icon<'_>],
        source: Option<&dyn IconSource>,
    ) {
        if property.is_in(self.revision) {
            write_icons(self.out, icons, source, self.revision);
        }
    }

    /// The members of the JSON object `text`, if it is not empty, behind those already there.
    pub(super) fn extra(&mut self, text: &str) -> Result<(), Error> {
        if text.is_empty() {
            return Ok(());
        }
        for (name, value) in checked(text, &[Kind::Object])?.members() {
            self.out.put_str(if self.empty { "" } else { "," });
            self.empty = false;
            self.out.text(name);
            self.out.put_str(":");
            self.out.json(value);
        }
        Ok(())
    }
}
