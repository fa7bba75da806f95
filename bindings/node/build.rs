//! Tells the linker that Node brings its own symbols.

fn main() {
    napi_build::setup();
}
