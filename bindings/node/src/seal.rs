//! The calls of `sansmcp_owned::packed::seal` as they are.

use napi::bindgen_prelude::{Env, Result, Uint8ArraySlice};
use napi_derive::napi;
use sansmcp_owned as owned;
use sansmcp_owned::packed::seal as packed;

use crate::{copied, wrong};

#[napi]
pub struct Seal(owned::Seal);

#[napi]
impl Seal {
    #[napi(constructor)]
    pub fn new(keys: Vec<&[u8]>) -> Result<Self> {
        packed::seal(&keys).map(Self).map_err(wrong)
    }

    #[napi]
    pub fn seal(&self, record: &[u8], terms: String, data: &[u8]) -> Result<String> {
        packed::close(&self.0, record, &terms, data).map_err(wrong)
    }

    #[napi]
    pub fn open<'e>(
        &self,
        env: &'e Env,
        record: &[u8],
        terms: String,
    ) -> Result<Option<Uint8ArraySlice<'e>>> {
        let data = packed::open(&self.0, record, &terms).map_err(wrong)?;
        data.map(|data| copied(env, &data)).transpose()
    }
}
