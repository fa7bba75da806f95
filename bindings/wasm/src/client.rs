//! The client's calls of `sansmcp_owned::packed::client` as they are.

use sansmcp_owned as owned;
use sansmcp_owned::client::{Listen, Pages as Guard, failure as account};
use sansmcp_owned::packed::client::{self as packed, PackedClient};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{Frame, wrong};

#[wasm_bindgen]
pub fn heard(record: &[u8]) -> Option<String> {
    packed::heard(record)
}

#[wasm_bindgen]
pub fn accept(params: &str, content: &str) -> Result<String, JsError> {
    packed::accept(params, content).map_err(wrong)
}

#[wasm_bindgen]
pub fn failure(name: &str) -> Option<String> {
    account(name)
}

#[wasm_bindgen]
pub struct SseEvents(owned::SseEvents);

#[wasm_bindgen]
impl SseEvents {
    #[wasm_bindgen(constructor)]
    pub fn new(max: f64) -> Self {
        Self(owned::SseEvents::new(max as usize))
    }

    pub fn feed(&mut self, bytes: &[u8]) -> Vec<SseEvent> {
        self.0.feed(bytes).into_iter().map(SseEvent).collect()
    }

    #[wasm_bindgen(js_name = lastId)]
    pub fn last_id(&self) -> Vec<u8> {
        self.0.last_id().to_vec()
    }

    pub fn retry(&self) -> Option<f64> {
        self.0.retry().map(|ms| ms as f64)
    }
}

#[wasm_bindgen]
pub struct SseEvent(owned::SseEvent);

#[wasm_bindgen]
impl SseEvent {
    pub fn frame(&self, route: f64) -> Frame {
        Frame(self.0.frame.on_number(route))
    }

    pub fn id(&self) -> Vec<u8> {
        self.0.id.clone()
    }
}

#[wasm_bindgen(js_name = tooLong)]
pub fn too_long(length: f64) -> Frame {
    Frame(owned::Frame::too_long(length as u64))
}

#[wasm_bindgen]
pub struct Pages(Guard);

#[wasm_bindgen]
impl Pages {
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // for JavaScript
    pub fn new() -> Self {
        Self(Guard::NEW)
    }

    pub fn next(&mut self, result: &str) -> Result<Option<String>, JsError> {
        packed::next_page(&mut self.0, result).map_err(wrong)
    }
}

#[wasm_bindgen]
pub struct Listening(Listen);

#[wasm_bindgen]
impl Listening {
    #[wasm_bindgen(constructor)]
    pub fn new(filter: &str) -> Result<Self, JsError> {
        Listen::from_json(filter).map(Self).map_err(wrong)
    }

    pub fn ticket(&self) -> f64 {
        self.0.ticket().number() as f64
    }
}

#[wasm_bindgen]
pub struct ClientEngine(PackedClient);

#[wasm_bindgen]
impl ClientEngine {
    #[wasm_bindgen(constructor)]
    pub fn new(about: &str, slots: u32, max_message: f64, is_http: bool) -> Result<Self, JsError> {
        let made = PackedClient::new(about, slots as usize, max_message as usize, is_http);
        made.map(Self).map_err(wrong)
    }

    pub fn connect(&mut self, policy: &str, now: f64) -> Result<Vec<u8>, JsError> {
        self.0.connect(policy, now).map_err(wrong)
    }

    pub fn receive(&mut self, frame: &mut Frame, now: f64) -> Option<Vec<u8>> {
        self.0.receive(&mut frame.0, now)
    }

    pub fn expire(&mut self, now: f64) -> Option<Vec<u8>> {
        self.0.expire(now)
    }

    #[wasm_bindgen(js_name = nextDeadline)]
    pub fn next_deadline(&mut self) -> Option<f64> {
        self.0.next_deadline()
    }

    pub fn closed(&mut self, route: f64, now: f64) {
        self.0.closed(route, now);
    }

    pub fn head(&mut self, output: &[u8], schema: Option<String>) -> Vec<u8> {
        self.0.head(output, schema.as_deref())
    }

    pub fn responded(&mut self, route: f64, status: u32, headers: Vec<String>, now: f64) -> String {
        self.0.responded(route, status as u16, &headers, now)
    }

    pub fn seen(&mut self, route: f64, last_id: &[u8], retry_ms: Option<f64>) {
        self.0.seen(route, last_id, retry_ms);
    }

    pub fn leave(&mut self) {
        self.0.leave();
    }

    pub fn session(&mut self) -> Option<String> {
        self.0.session()
    }

    pub fn tools(&mut self, page: &str) -> String {
        self.0.tools(page)
    }

    #[wasm_bindgen(js_name = nextOutput)]
    pub fn next_output(&mut self) -> Vec<u8> {
        self.0.next_output()
    }

    pub fn reply(&mut self, record: &[u8]) -> Vec<u8> {
        self.0.reply(record)
    }

    pub fn call(
        &mut self,
        method: &str,
        params: &str,
        terms: &str,
        now: f64,
    ) -> Result<Vec<u8>, JsError> {
        self.0.call(method, params, terms, now).map_err(wrong)
    }

    pub fn again(
        &mut self,
        ticket: f64,
        method: &str,
        params: &str,
        terms: &str,
        now: f64,
    ) -> Result<Vec<u8>, JsError> {
        self.0.again(ticket, method, params, terms, now).map_err(wrong)
    }

    pub fn provide(
        &mut self,
        record: &[u8],
        given: &str,
        params: &str,
        terms: &str,
        now: f64,
    ) -> Result<Vec<u8>, JsError> {
        self.0.provide(record, given, params, terms, now).map_err(wrong)
    }

    pub fn refuse(&mut self, record: &[u8], code: i32, message: &str) -> Vec<u8> {
        self.0.refuse(record, code, message)
    }

    pub fn cancel(&mut self, ticket: f64) -> Vec<u8> {
        self.0.cancel(ticket)
    }

    pub fn listen(&mut self, listening: &mut Listening, now: f64) -> Vec<u8> {
        self.0.listen(&mut listening.0, now)
    }

    pub fn unlisten(&mut self, listening: &mut Listening, now: f64) -> Vec<u8> {
        self.0.unlisten(&mut listening.0, now)
    }

    #[wasm_bindgen(js_name = setLevel)]
    pub fn set_level(&mut self, level: &str, terms: &str, now: f64) -> Result<Vec<u8>, JsError> {
        self.0.set_level(level, terms, now).map_err(wrong)
    }

    pub fn notify(&mut self, method: &str, params: &str) -> Vec<u8> {
        self.0.notify(method, params)
    }

    pub fn result(&mut self, ticket: f64, result: &str) -> Vec<u8> {
        self.0.result(ticket, result)
    }

    pub fn error(
        &mut self,
        ticket: f64,
        code: i32,
        message: &str,
        data: Option<String>,
    ) -> Vec<u8> {
        self.0.error(ticket, code, message, data.as_deref())
    }

    pub fn revision(&mut self) -> Option<String> {
        self.0.revision()
    }

    #[wasm_bindgen(js_name = isConnected)]
    pub fn is_connected(&mut self) -> bool {
        self.0.is_connected()
    }

    pub fn open(&mut self) -> Vec<f64> {
        self.0.open()
    }
}
