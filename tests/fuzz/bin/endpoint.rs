//! The engine around [`sansmcp_fuzz::endpoint`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sansmcp_fuzz::endpoint(data));
