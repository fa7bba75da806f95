//! The engine around [`sansmcp_fuzz::client`].
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| sansmcp_fuzz::client(data));
