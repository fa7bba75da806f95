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
///
/// The first error is kept until the end: to ask after each property takes more flash than to write
/// the rest in vain.
pub(super) struct Members<'w, 'b> {
    out: &'w mut Writer<'b>,
    revision: Revision,
    empty: bool,
    done: Result<(), Error>,
}

impl<'w, 'b> Members<'w, 'b> {
    /// Opens the object.
    pub(super) fn open(out: &'w mut Writer<'b>, revision: Revision) -> Self {
        out.put_str("{");
        Self { out, revision, empty: true, done: Ok(()) }
    }

    /// Closes the object.
    ///
    /// # Errors
    /// Those of its properties.
    pub(super) fn close(self) -> Result<(), Error> {
        self.out.put_str("}");
        self.done
    }

    fn note(&mut self, done: Result<(), Error>) {
        self.done = self.done.and(done);
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

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn name(&mut self, name: &str) {
        self.out.put_str(if self.empty { "\"" } else { ",\"" });
        self.empty = false;
        self.out.escaped(name);
        self.out.put_str("\":");
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn text(&mut self, property: &Property, value: &str) {
        if self.key(property) {
            self.out.string(value);
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn maybe(&mut self, property: &Property, value: Option<&str>) {
        if let Some(value) = value {
            self.text(property, value);
        }
    }

    pub(super) fn prose(&mut self, property: &Property, value: Prose<'_>) {
        if self.key(property) {
            value.write(self.out);
        }
    }

    pub(super) fn maybe_prose(&mut self, property: &Property, value: Option<Prose<'_>>) {
        if let Some(value) = value {
            self.prose(property, value);
        }
    }

    pub(super) fn base64(&mut self, property: &Property, value: &[u8]) {
        if self.key(property) {
            self.out.put_str("\"");
            self.out.base64(value);
            self.out.put_str("\"");
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn flag(&mut self, property: &Property, value: Option<bool>) {
        if let Some(value) = value
            && self.key(property)
        {
            self.out.bool(value);
        }
    }

    pub(super) fn must_count(&mut self, property: &Property, value: u64) {
        if self.key(property) {
            self.out.uint(value);
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn count(&mut self, property: &Property, value: Option<u64>) {
        if let Some(value) = value {
            self.must_count(property, value);
        }
    }

    pub(super) fn must_int(&mut self, property: &Property, value: i64) {
        if self.key(property) {
            self.out.int(value);
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn must_number(&mut self, property: &Property, value: Number<'_>) {
        // Text that is no number must not become `null` here.
        if let Number::Text(text) = value
            && let Err(error) = checked(text, &[Kind::Number])
        {
            return self.note(Err(error));
        }
        if self.key(property) {
            self.out.number(value);
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn number(&mut self, property: &Property, value: Option<Number<'_>>) {
        if let Some(value) = value {
            self.must_number(property, value);
        }
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn value(&mut self, property: &Property, text: &str, kinds: &[Kind]) {
        match checked(text, kinds) {
            Ok(value) if self.key(property) => self.out.json(value),
            Ok(_) => {}
            Err(error) => self.note(Err(error)),
        }
    }

    pub(super) fn must_json(&mut self, property: &Property, text: &str) {
        self.value(property, text, &[]);
    }

    pub(super) fn json(&mut self, property: &Property, text: &str) {
        if !text.is_empty() {
            self.must_json(property, text);
        }
    }

    pub(super) fn must_json_object(&mut self, property: &Property, text: &str) {
        self.value(property, if text.is_empty() { "{}" } else { text }, &[Kind::Object]);
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn json_object(&mut self, property: &Property, text: &str) {
        if !text.is_empty() {
            self.must_json_object(property, text);
        }
    }

    /// Of any kind from 2026-07-28 on, an object before.
    pub(super) fn structured(&mut self, property: &Property, text: &str) {
        if self.revision.is_modern() {
            self.json(property, text);
        } else {
            self.json_object(property, text);
        }
    }

    pub(super) fn must_token(&mut self, property: &Property, text: &str) {
        self.value(property, text, &[Kind::Number, Kind::String]);
    }

    pub(super) fn token(&mut self, property: &Property, text: &str) {
        if !text.is_empty() {
            self.must_token(property, text);
        }
    }

    /// The id of the request that is cancelled. In 2025-11-25 it may be missing, for tasks.
    pub(super) fn cancelled_id(&mut self, property: &Property, text: &str) {
        if !text.is_empty() || self.revision != Revision::V2025_11_25 {
            self.must_token(property, text);
        }
    }

    /// The revision that is spoken: the one that is written, unless another is given.
    pub(super) fn spoken(&mut self, property: &Property, value: Option<&str>) {
        let revision = self.revision;
        self.text(property, value.unwrap_or_else(|| revision.name()));
    }

    pub(super) fn must_word(&mut self, property: &Property, value: impl Word) {
        self.text(property, value.name());
    }

    pub(super) fn word(&mut self, property: &Property, value: Option<impl Word>) {
        self.maybe(property, value.map(Word::name));
    }

    pub(super) fn must_object(&mut self, property: &Property, value: &impl Object) {
        self.of(property, value);
    }

    /// An object of any kind.
    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    fn of(&mut self, property: &Property, value: &dyn Object) {
        if self.key(property) {
            let done = value.write(self.out, self.revision);
            self.note(done);
        }
    }

    pub(super) fn object(&mut self, property: &Property, value: &Option<impl Object>) {
        if let Some(value) = value {
            self.must_object(property, value);
        }
    }

    /// `_meta` of a request, without which there is none from 2026-07-28 on.
    pub(super) fn context(&mut self, property: &Property, value: &Option<RequestMeta<'_>>) {
        match value {
            None if self.revision.is_modern() => self.must_object(property, &RequestMeta::EMPTY),
            value => self.object(property, value),
        }
    }

    /// `[…]` of what `write` writes for each item.
    fn items<T>(
        &mut self,
        property: &Property,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Writer<'_>, T) -> Result<(), Error>,
    ) {
        if !self.key(property) {
            return;
        }
        self.out.put_str("[");
        let mut before = "";
        for item in items {
            self.out.put_str(before);
            before = ",";
            let done = write(self.out, item);
            self.note(done);
        }
        self.out.put_str("]");
    }

    pub(super) fn must_list(&mut self, property: &Property, items: &[impl Object]) {
        let revision = self.revision;
        self.items(property, items, |out, item| item.write(out, revision));
    }

    pub(super) fn list(&mut self, property: &Property, items: &[impl Object]) {
        if !items.is_empty() {
            self.must_list(property, items);
        }
    }

    /// A list of objects that are asked for one by one; none if there is none.
    pub(super) fn objects<T: Object>(
        &mut self,
        property: &Property,
        item: impl Fn(usize) -> Option<T>,
    ) {
        if item(0).is_some() {
            let revision = self.revision;
            let items = (0..usize::MAX).map_while(item);
            self.items(property, items, |out, item| item.write(out, revision));
        }
    }

    /// One object as it is, several as a list, which there is from 2025-11-25 on.
    pub(super) fn one_or_list(&mut self, property: &Property, items: &[impl Object]) {
        match items {
            [one] => self.must_object(property, one),
            _ if self.revision < Revision::V2025_11_25 => self.note(Err(Error::NotSupported)),
            _ => self.must_list(property, items),
        }
    }

    pub(super) fn must_strings(&mut self, property: &Property, items: &[&str]) {
        self.items(property, items, |out, item| {
            out.string(item);
            Ok(())
        });
    }

    #[cfg_attr(not(target_pointer_width = "64"), inline(never))]
    pub(super) fn strings(&mut self, property: &Property, items: &[&str]) {
        if !items.is_empty() {
            self.must_strings(property, items);
        }
    }

    pub(super) fn words<T: Word>(&mut self, property: &Property, items: &[T]) {
        if items.is_empty() {
            return;
        }
        self.items(property, items, |out, item| {
            out.string(item.name());
            Ok(())
        });
    }

    /// An object whose keys are of the caller's choosing.
    pub(super) fn must_map(&mut self, property: &Property, entries: &[(&str, impl Object)]) {
        if !self.key(property) {
            return;
        }
        let revision = self.revision;
        let mut inner = Members::open(self.out, revision);
        for (name, value) in entries {
            inner.name(name);
            let done = value.write(inner.out, revision);
            inner.note(done);
        }
        let done = inner.close();
        self.note(done);
    }

    pub(super) fn map(&mut self, property: &Property, entries: &[(&str, impl Object)]) {
        if !entries.is_empty() {
            self.must_map(property, entries);
        }
    }

    pub(super) fn string_map(&mut self, property: &Property, entries: &[(&str, &str)]) {
        if entries.is_empty() || !self.key(property) {
            return;
        }
        let mut inner = Members::open(self.out, self.revision);
        for (name, value) in entries {
            inner.name(name);
            inner.out.string(value);
        }
        let done = inner.close();
        self.note(done);
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
    pub(super) fn extra(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let object = match checked(text, &[Kind::Object]) {
            Ok(object) => object,
            Err(error) => return self.note(Err(error)),
        };
        for (name, value) in object.members() {
            self.out.put_str(if self.empty { "" } else { "," });
            self.empty = false;
            self.out.text(name);
            self.out.put_str(":");
            self.out.json(value);
        }
    }
}
