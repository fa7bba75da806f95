//! The WebAssembly part of the npm package `sansmcp-wasm`: the calls of `sansmcp_owned::packed` as
//! they are. `../node/lib/api.mjs` makes JavaScript of them; nothing is decided here.
#![allow(missing_docs)] // `../node/lib/native.d.ts` says what each is; they are no API for Rust.

pub mod client;
pub mod seal;
pub mod uri;

use js_sys::Uint8Array;
use sansmcp_owned as owned;
use sansmcp_owned::packed::{self, Packed};
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

fn wrong(error: owned::ReadError) -> JsError {
    JsError::new(&error.to_string())
}

#[wasm_bindgen]
pub fn words() -> String {
    packed::words()
}

#[wasm_bindgen]
pub fn member(json: &str, key: &str) -> Option<String> {
    packed::member(json, key)
}

#[wasm_bindgen]
pub fn needs(input: &str) -> Result<String, JsError> {
    packed::needs(input).map_err(wrong)
}

#[wasm_bindgen]
pub fn told(record: &[u8]) -> Option<String> {
    packed::told(record)
}

/// Bytes that stand beside a text.
fn copied(data: Option<Vec<Uint8Array>>) -> Vec<Vec<u8>> {
    data.iter().flatten().map(Uint8Array::to_vec).collect()
}

fn slices(data: &[Vec<u8>]) -> Vec<&[u8]> {
    data.iter().map(Vec::as_slice).collect()
}

#[wasm_bindgen]
pub struct Frame(owned::Frame);

#[wasm_bindgen]
impl Frame {
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Self {
        Self(owned::Frame::new(bytes))
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes().to_vec()
    }

    pub fn on(&self, route: f64) -> Self {
        Self(self.0.on_number(route))
    }

    pub fn overlong(&self) -> Option<String> {
        packed::overlong(&self.0)
    }
}

#[wasm_bindgen]
pub struct Lines(owned::Lines);

#[wasm_bindgen]
impl Lines {
    #[wasm_bindgen(constructor)]
    pub fn new(max: f64) -> Self {
        Self(owned::Lines::new(max as usize))
    }

    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Frame> {
        self.0.feed(bytes).into_iter().map(Frame).collect()
    }

    pub fn finish(&mut self) -> Vec<Frame> {
        self.0.finish().into_iter().map(Frame).collect()
    }
}

#[wasm_bindgen]
pub struct Verdict(owned::Verdict);

#[wasm_bindgen]
impl Verdict {
    pub fn bytes(&self) -> Vec<u8> {
        packed::http::verdict(&self.0)
    }

    pub fn frame(&self, body: &[u8], random: &[u8]) -> Result<Frame, JsError> {
        packed::http::frame(&self.0, body, random).map(Frame).map_err(wrong)
    }

    #[wasm_bindgen(js_name = tooLong)]
    pub fn too_long(&self) -> Self {
        Self(self.0.too_long())
    }
}

#[wasm_bindgen]
pub struct Telling(owned::Telling);

#[wasm_bindgen]
impl Telling {
    #[wasm_bindgen(constructor)]
    pub fn new(uri: String) -> Self {
        Self(owned::Telling::new(uri))
    }
}

#[wasm_bindgen]
pub struct Page(packed::PackedPage);

#[wasm_bindgen]
pub struct Engine(Packed);

#[wasm_bindgen]
impl Engine {
    #[wasm_bindgen(constructor)]
    pub fn new(
        info: &str,
        slots: u32,
        max_message: f64,
        policy: Option<String>,
    ) -> Result<Self, JsError> {
        let made = match policy {
            None => Packed::new(info, slots as usize, max_message as usize),
            Some(policy) => Packed::over_http(info, &policy, max_message as usize),
        };
        made.map(Self).map_err(wrong)
    }

    pub fn receive(&mut self, frame: &mut Frame, now: f64) -> Option<Vec<u8>> {
        self.0.receive(&mut frame.0, now)
    }

    pub fn reply(&mut self, record: &[u8]) -> Vec<u8> {
        self.0.reply(record)
    }

    #[wasm_bindgen(js_name = beginReply)]
    pub fn begin_reply(&mut self, record: &[u8]) -> Vec<u8> {
        self.0.begin_reply(record)
    }

    pub fn answer(
        &mut self,
        ticket: f64,
        answer: &str,
        data: Option<Vec<Uint8Array>>,
    ) -> Result<Vec<u8>, JsError> {
        self.0.answer(ticket, answer, &slices(&copied(data))).map_err(wrong)
    }

    pub fn rarely(
        &mut self,
        verb: &str,
        arguments: &str,
        data: Option<Vec<Uint8Array>>,
    ) -> Result<Vec<u8>, JsError> {
        self.0.rarely(verb, arguments, &slices(&copied(data))).map_err(wrong)
    }

    pub fn updated(&mut self, telling: &mut Telling) -> Vec<u8> {
        self.0.updated(&mut telling.0)
    }

    pub fn page(&mut self, record: &[u8]) -> Page {
        Page(self.0.page(record))
    }

    pub fn add(&mut self, page: &mut Page, list: &str, entry: &str) -> Result<Vec<u8>, JsError> {
        self.0.add(&mut page.0, list, entry).map_err(wrong)
    }

    #[wasm_bindgen(js_name = endPage)]
    pub fn end_page(&mut self, page: &mut Page, next: Option<String>) -> Vec<u8> {
        self.0.end_page(&mut page.0, next.as_deref())
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

    pub fn result(&mut self, ticket: f64, result: &str) -> Vec<u8> {
        self.0.result(ticket, result)
    }

    pub fn progress(
        &mut self,
        ticket: f64,
        progress: &str,
        total: Option<String>,
        message: Option<String>,
    ) -> Vec<u8> {
        self.0.progress(ticket, progress, total.as_deref(), message.as_deref())
    }

    pub fn begin(&mut self, ticket: f64, shape: &str, mime_type: &str, uri: &str) -> Vec<u8> {
        self.0.begin(ticket, shape, mime_type, uri)
    }

    pub fn piece(&mut self, ticket: f64, data: &[u8]) -> Vec<u8> {
        self.0.piece(ticket, data)
    }

    pub fn end(&mut self, ticket: f64, failure: Option<String>) -> Vec<u8> {
        self.0.end(ticket, failure.as_deref())
    }

    #[wasm_bindgen(js_name = nextOutput)]
    pub fn next_output(&mut self) -> Vec<u8> {
        self.0.next_output()
    }

    pub fn abandon(&mut self, ticket: f64) -> Vec<u8> {
        self.0.abandon(ticket)
    }

    #[wasm_bindgen(js_name = isCancelled)]
    pub fn is_cancelled(&mut self, ticket: f64) -> bool {
        self.0.is_cancelled(ticket)
    }

    #[wasm_bindgen(js_name = nextDeadline)]
    pub fn next_deadline(&mut self) -> Option<f64> {
        self.0.next_deadline()
    }

    pub fn listens(&mut self) -> Vec<f64> {
        self.0.listens()
    }

    pub fn open(&mut self) -> Vec<f64> {
        self.0.open()
    }

    pub fn judge(
        &mut self,
        method: &str,
        headers: Vec<String>,
        number: u32,
        principal: f64,
        now: f64,
    ) -> Option<Verdict> {
        self.0.judge(method, &headers, number, principal, now).map(Verdict)
    }

    pub fn received(&mut self, frame: &mut Frame) {
        self.0.received(&mut frame.0);
    }

    #[wasm_bindgen(js_name = nextDelivery)]
    pub fn next_delivery(&mut self, is_due: bool) -> Vec<u8> {
        self.0.next_delivery(is_due)
    }

    #[wasm_bindgen(js_name = putOff)]
    pub fn put_off(&mut self, ticket: f64, retry_ms: u32) {
        self.0.put_off(ticket, retry_ms);
    }

    pub fn closed(&mut self, number: u32) {
        self.0.closed(number);
    }

    pub fn cancelled(&mut self) -> Vec<f64> {
        self.0.cancelled()
    }
}
