//! The client's calls of `sansmcp_owned::packed::client` as they are.

use napi::bindgen_prelude::{Env, Result, Uint8ArraySlice};
use napi_derive::napi;
use sansmcp_owned as owned;
use sansmcp_owned::client::{Listen, Pages as Guard, failure as account};
use sansmcp_owned::packed::client::{self as packed, PackedClient};

use crate::{Frame, copied, wrong};

#[napi]
pub fn heard(record: &[u8]) -> Option<String> {
    packed::heard(record)
}

#[napi]
pub fn accept(params: String, content: String) -> Result<String> {
    packed::accept(&params, &content).map_err(wrong)
}

#[napi]
pub fn failure(name: String) -> Option<String> {
    account(&name)
}

#[napi]
pub struct SseEvents(owned::SseEvents);

#[napi]
impl SseEvents {
    #[napi(constructor)]
    pub fn new(max: f64) -> Self {
        Self(owned::SseEvents::new(max as usize))
    }

    #[napi]
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<SseEvent> {
        self.0.feed(bytes).into_iter().map(SseEvent).collect()
    }

    #[napi]
    pub fn last_id<'e>(&self, env: &'e Env) -> Result<Uint8ArraySlice<'e>> {
        copied(env, self.0.last_id())
    }

    #[napi]
    pub fn retry(&self) -> Option<f64> {
        self.0.retry().map(|ms| ms as f64)
    }

    #[napi]
    pub fn free(&mut self) {
        self.0 = owned::SseEvents::new(1);
    }
}

#[napi]
pub struct SseEvent(owned::SseEvent);

#[napi]
impl SseEvent {
    #[napi]
    pub fn frame(&self, route: f64) -> Frame {
        Frame(self.0.frame.on_number(route))
    }

    #[napi]
    pub fn id<'e>(&self, env: &'e Env) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.id)
    }
}

#[napi]
pub fn too_long(length: f64) -> Frame {
    Frame(owned::Frame::too_long(length as u64))
}

#[napi]
pub struct Pages(Guard);

#[napi]
impl Pages {
    #[napi(constructor)]
    #[allow(clippy::new_without_default)] // for JavaScript
    pub fn new() -> Self {
        Self(Guard::NEW)
    }

    #[napi]
    pub fn next(&mut self, result: String) -> Result<Option<String>> {
        packed::next_page(&mut self.0, &result).map_err(wrong)
    }
}

#[napi]
pub struct Listening(Listen);

#[napi]
impl Listening {
    #[napi(constructor)]
    pub fn new(filter: String) -> Result<Self> {
        Listen::from_json(&filter).map(Self).map_err(wrong)
    }

    #[napi]
    pub fn ticket(&self) -> f64 {
        self.0.ticket().number() as f64
    }
}

#[napi]
pub struct ClientEngine(PackedClient);

#[napi]
impl ClientEngine {
    #[napi(constructor)]
    pub fn new(about: String, slots: u32, max_message: f64, is_http: bool) -> Result<Self> {
        let made = PackedClient::new(&about, slots as usize, max_message as usize, is_http);
        made.map(Self).map_err(wrong)
    }

    #[napi]
    pub fn connect<'e>(
        &mut self,
        env: &'e Env,
        policy: String,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.connect(&policy, now).map_err(wrong)?)
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
    pub fn expire<'e>(&mut self, env: &'e Env, now: f64) -> Result<Option<Uint8ArraySlice<'e>>> {
        self.0.expire(now).map(|record| copied(env, &record)).transpose()
    }

    #[napi]
    pub fn next_deadline(&mut self) -> Option<f64> {
        self.0.next_deadline()
    }

    #[napi]
    pub fn closed(&mut self, route: f64, now: f64) {
        self.0.closed(route, now);
    }

    #[napi]
    pub fn head<'e>(
        &mut self,
        env: &'e Env,
        output: &[u8],
        schema: Option<String>,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.head(output, schema.as_deref()))
    }

    #[napi]
    pub fn responded(&mut self, route: f64, status: u32, headers: Vec<String>, now: f64) -> String {
        self.0.responded(route, status as u16, &headers, now)
    }

    #[napi]
    pub fn seen(&mut self, route: f64, last_id: &[u8], retry_ms: Option<f64>) {
        self.0.seen(route, last_id, retry_ms);
    }

    #[napi]
    pub fn leave(&mut self) {
        self.0.leave();
    }

    #[napi]
    pub fn session(&mut self) -> Option<String> {
        self.0.session()
    }

    #[napi]
    pub fn tools(&mut self, page: String) -> String {
        self.0.tools(&page)
    }

    #[napi]
    pub fn next_output<'e>(&mut self, env: &'e Env) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.next_output())
    }

    #[napi]
    pub fn reply<'e>(&mut self, env: &'e Env, record: &[u8]) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.reply(record))
    }

    #[napi]
    pub fn call<'e>(
        &mut self,
        env: &'e Env,
        method: String,
        params: String,
        terms: String,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.call(&method, &params, &terms, now).map_err(wrong)?)
    }

    #[napi]
    pub fn again<'e>(
        &mut self,
        env: &'e Env,
        ticket: f64,
        method: String,
        params: String,
        terms: String,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.again(ticket, &method, &params, &terms, now).map_err(wrong)?)
    }

    #[napi]
    pub fn provide<'e>(
        &mut self,
        env: &'e Env,
        record: &[u8],
        given: String,
        params: String,
        terms: String,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.provide(record, &given, &params, &terms, now).map_err(wrong)?)
    }

    #[napi]
    pub fn refuse<'e>(
        &mut self,
        env: &'e Env,
        record: &[u8],
        code: i32,
        message: String,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.refuse(record, code, &message))
    }

    #[napi]
    pub fn cancel<'e>(&mut self, env: &'e Env, ticket: f64) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.cancel(ticket))
    }

    #[napi]
    pub fn listen<'e>(
        &mut self,
        env: &'e Env,
        listening: &mut Listening,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.listen(&mut listening.0, now))
    }

    #[napi]
    pub fn unlisten<'e>(
        &mut self,
        env: &'e Env,
        listening: &mut Listening,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.unlisten(&mut listening.0, now))
    }

    #[napi]
    pub fn set_level<'e>(
        &mut self,
        env: &'e Env,
        level: String,
        terms: String,
        now: f64,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.set_level(&level, &terms, now).map_err(wrong)?)
    }

    #[napi]
    pub fn notify<'e>(
        &mut self,
        env: &'e Env,
        method: String,
        params: String,
    ) -> Result<Uint8ArraySlice<'e>> {
        copied(env, &self.0.notify(&method, &params))
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
    pub fn revision(&mut self) -> Option<String> {
        self.0.revision()
    }

    #[napi]
    pub fn is_connected(&mut self) -> bool {
        self.0.is_connected()
    }

    #[napi]
    pub fn open(&mut self) -> Vec<f64> {
        self.0.open()
    }

    #[napi]
    pub fn free(&mut self) {
        self.0.let_go();
    }
}
