//! The engine around [`sansmcp_fuzz::server`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sansmcp_fuzz::server(data));
