//! The engine around [`sansmcp_fuzz::http1`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sansmcp_fuzz::http1(data));
