//! The native part of the npm package `sansmcp`: the calls of `sansmcp_owned::packed` as they are.
//! `lib/api.mjs` makes JavaScript of them; nothing is decided here.
#![allow(missing_docs)] // `lib/native.d.ts` says what each is; they are no API for Rust.

pub mod client;
pub mod seal;
pub mod uri;

use napi::bindgen_prelude::{Env, Error, Result, Status, Uint8ArraySlice};
use napi_derive::napi;
use sansmcp_owned as owned;
use sansmcp_owned::packed::{self, Packed};

/// A copy in JavaScript's memory, which costs less than memory that it has to give back.
fn copied<'e>(env: &'e Env, bytes: &[u8]) -> Result<Uint8ArraySlice<'e>> {
    Uint8ArraySlice::copy_from(env, bytes)
}

fn wrong(error: owned::ReadError) -> Error {
    Error::new(Status::InvalidArg, error.to_string())
}

#[napi]
pub fn words() -> String {
    packed::words()
}

#[napi]
pub fn member(json: String, key: String) -> Option<String> {
    packed::member(&json, &key)
}

#[napi]
pub fn needs(input: String) -> Result<String> {
    packed::needs(&input).map_err(wrong)
}

#[napi]
pub fn told(record: &[u8]) -> Option<String> {
    packed::told(record)
}

#[napi]
pub struct Frame(owned::Frame);

#[napi]
impl Frame {
    #[napi(constructor)]
    pub fn new(bytes: &[u8]) -> Self {
        Self(owned::Frame::new(bytes))
    }

    #[napi]
    pub fn bytes<'e>(&self, env: &'e Env) -> Result<Uint8ArraySlice<'e>> {
        copied(env, self.0.bytes())
    }

    #[napi]
    pub fn on(&self, route: f64) -> Self {
        Self(self.0.on_number(route))
    }

    #[napi]
    pub fn overlong(&self) -> Option<String> {
        packed::overlong(&self.0)
    }
}

#[napi]
pub struct Lines(owned::Lines);

#[napi]
impl Lines {
    #[napi(constructor)]
    pub fn new(max: f64) -> Self {
        Self(owned::Lines::new(max as usize))
    }

    #[napi]
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Frame> {
        self.0.feed(bytes).into_iter().map(Frame).collect()
    }

    #[napi]
    pub fn finish(&mut self) -> Vec<Frame> {
        self.0.finish().into_iter().map(Frame).collect()
    }

    #[napi]
    pub fn free(&mut self) {
        self.0 = owned::Lines::new(1);
    }
}

#[napi]
pub struct Verdict(owned::Verdict);

#[napi]
impl Verdict {
    #[napi]
    pub fn bytes<'e>(&self, env: &'e Env) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &packed::http::verdict(&self.0))
    }

    #[napi]
    pub fn frame(&self, body: &[u8], random: &[u8]) -> Result<Frame> {
        packed::http::frame(&self.0, body, random).map(Frame).map_err(wrong)
    }

    #[napi]
    pub fn too_long(&self) -> Self {
        Self(self.0.too_long())
    }
}

#[napi]
pub struct Telling(owned::Telling);

#[napi]
impl Telling {
    #[napi(constructor)]
    pub fn new(uri: String) -> Self {
        Self(owned::Telling::new(uri))
    }
}

#[napi]
pub struct Page(packed::PackedPage);

#[napi]
pub struct Engine(Packed);

#[napi]
impl Engine {
    #[napi(constructor)]
    pub fn new(info: String, slots: u32, max_message: f64, policy: Option<String>) -> Result<Self> {
        let made = match policy {
            None => Packed::new(&info, slots as usize, max_message as usize),
            Some(policy) => Packed::over_http(&info, &policy, max_message as usize),
        };
        made.map(Self).map_err(wrong)
    }

    #[napi]
    pub fn receive<'e>(
        &mut self,
        env: &'e Env,
        frame: &mut Frame,
        now: f64,
    ) -> Result<Option<Uint8ArraySlice<'e>>> {
        self.0.receive(&mut frame.0, now).map(|record| copied(env, &record)).transpose()
    }

    #[napi]
    pub fn reply<'e>(&mut self, env: &'e Env, record: &[u8]) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.reply(record))
    }

    #[napi]
    pub fn begin_reply<'e>(&mut self, env: &'e Env, record: &[u8]) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.begin_reply(record))
    }

    #[napi]
    pub fn answer<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        answer: String,
        data: Option<Vec<&[u8]>>,
    ) -> Result<Uint8ArraySlice<'e>> {
        let data = data.unwrap_or_default();
        copied(env, &self.0.answer(ticket, &answer, &data).map_err(wrong)?)
    }

    #[napi]
    pub fn error<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        code: i32,
        message: String,
        data: Option<String>,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.error(ticket, code, &message, data.as_deref()))
    }

    #[napi]
    pub fn result<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        result: String,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.result(ticket, &result))
    }

    #[napi]
    pub fn progress<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        progress: String,
        total: Option<String>,
        message: Option<String>,
    ) -> Result<Uint8ArraySlice<'e>> {
        let done = self.0.progress(ticket, &progress, total.as_deref(), message.as_deref());
        copied(env, &done)
    }

    #[napi]
    pub fn begin<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        shape: String,
        mime_type: String,
        uri: String,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.begin(ticket, &shape, &mime_type, &uri))
    }

    #[napi]
    pub fn piece<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        data: &[u8],
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.piece(ticket, data))
    }

    #[napi]
    pub fn end<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        failure: Option<String>,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.end(ticket, failure.as_deref()))
    }

    #[napi]
    pub fn rarely<'e>(
        &mut self,
        env: &'e Env,
        verb: String,
        arguments: String,
        data: Option<Vec<&[u8]>>,
    ) -> Result<Uint8ArraySlice<'e>> {
        let data = data.unwrap_or_default();
        copied(env, &self.0.rarely(&verb, &arguments, &data).map_err(wrong)?)
    }

    #[napi]
    pub fn updated<'e>(
        &mut self,
        env: &'e Env,
        telling: &mut Telling,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.updated(&mut telling.0))
    }

    #[napi]
    pub fn page(&mut self, record: &[u8]) -> Page {
        Page(self.0.page(record))
    }

    #[napi]
    pub fn add<'e>(
        &mut self,
        env: &'e Env,
        page: &mut Page,
        list: String,
        entry: String,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.add(&mut page.0, &list, &entry).map_err(wrong)?)
    }

    #[napi]
    pub fn end_page<'e>(
        &mut self,
        env: &'e Env,
        page: &mut Page,
        next: Option<String>,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.end_page(&mut page.0, next.as_deref()))
    }

    #[napi]
    pub fn next_output<'e>(&mut self, env: &'e Env) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.next_output())
    }

    #[napi]
    pub fn abandon<'e>(&mut self, env: &'e Env, ticket: f64) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.abandon(ticket))
    }

    #[napi]
    pub fn is_cancelled(&mut self, ticket: f64) -> bool {
        self.0.is_cancelled(ticket)
    }

    #[napi]
    pub fn next_deadline(&mut self) -> Option<f64> {
        self.0.next_deadline()
    }

    #[napi]
    pub fn listens(&mut self) -> Vec<f64> {
        self.0.listens()
    }

    #[napi]
    pub fn open(&mut self) -> Vec<f64> {
        self.0.open()
    }

    #[napi]
    pub fn judge(
        &mut self,
        method: String,
        headers: Vec<String>,
        number: u32,
        principal: f64,
        now: f64,
    ) -> Option<Verdict> {
        self.0.judge(&method, &headers, number, principal, now).map(Verdict)
    }

    #[napi]
    pub fn received(&mut self, frame: &mut Frame) {
        self.0.received(&mut frame.0);
    }

    #[napi]
    pub fn next_delivery<'e>(&mut self, env: &'e Env, is_due: bool) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.next_delivery(is_due))
    }

    #[napi]
    pub fn put_off(&mut self, ticket: f64, retry_ms: u32) {
        self.0.put_off(ticket, retry_ms);
    }

    #[napi]
    pub fn closed(&mut self, number: u32) {
        self.0.closed(number);
    }

    #[napi]
    pub fn cancelled(&mut self) -> Vec<f64> {
        self.0.cancelled()
    }

    #[napi]
    pub fn free(&mut self) {
        self.0.let_go();
    }
}
