//! The calls of `sansmcp_owned::packed::seal` as they are.

use js_sys::Uint8Array;
use sansmcp_owned as owned;
use sansmcp_owned::packed::seal as packed;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::{copied, slices, wrong};

#[wasm_bindgen]
pub struct Seal(owned::Seal);

#[wasm_bindgen]
impl Seal {
    #[wasm_bindgen(constructor)]
    pub fn new(keys: Vec<Uint8Array>) -> Result<Self, JsError> {
        packed::seal(&slices(&copied(Some(keys)))).map(Self).map_err(wrong)
    }

    pub fn seal(&self, record: &[u8], terms: &str, data: &[u8]) -> Result<String, JsError> {
        packed::close(&self.0, record, terms, data).map_err(wrong)
    }

    pub fn open(&self, record: &[u8], terms: &str) -> Result<Option<Vec<u8>>, JsError> {
        packed::open(&self.0, record, terms).map_err(wrong)
    }
}
