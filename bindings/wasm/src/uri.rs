//! The calls of `sansmcp_owned::packed::uri` as they are.

use sansmcp_owned::packed::uri;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

use crate::wrong;

#[wasm_bindgen(js_name = uriVariables)]
pub fn uri_variables(template: &str) -> Result<String, JsError> {
    uri::variables(template).map_err(wrong)
}

#[wasm_bindgen(js_name = uriMatches)]
pub fn uri_matches(template: &str, uri: &str) -> Option<String> {
    uri::matches(template, uri)
}

#[wasm_bindgen(js_name = uriExpand)]
pub fn uri_expand(template: &str, values: &str) -> Result<String, JsError> {
    uri::expand(template, values).map_err(wrong)
}
