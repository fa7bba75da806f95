//! The engine around [`sansmcp_fuzz::json`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sansmcp_fuzz::json(data));
