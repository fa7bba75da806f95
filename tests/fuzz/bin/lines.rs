//! The engine around [`sansmcp_fuzz::lines`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sansmcp_fuzz::lines(data));
