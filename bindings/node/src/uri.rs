//! The calls of `sansmcp_owned::packed::uri` as they are.

use napi::bindgen_prelude::Result;
use napi_derive::napi;
use sansmcp_owned::packed::uri;

use crate::wrong;

#[napi]
pub fn uri_variables(template: String) -> Result<String> {
    uri::variables(&template).map_err(wrong)
}

#[napi]
pub fn uri_matches(template: String, uri: String) -> Option<String> {
    uri::matches(&template, &uri)
}

#[napi]
pub fn uri_expand(template: String, values: String) -> Result<String> {
    uri::expand(&template, &values).map_err(wrong)
}
