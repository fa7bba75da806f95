//! Hands the linker its script: where flash and RAM are depends on the machine.

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let arch = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    println!("cargo:rerun-if-changed=memory");
    println!("cargo:rustc-link-arg-bins=-L{folder}/memory");
    println!("cargo:rustc-link-arg-bins=-T{arch}.x");
    println!("cargo:rustc-link-arg-bins=-Tsections.x");
    // Functions that turned out the same stand in flash once.
    println!("cargo:rustc-link-arg-bins=--icf=all");
}
