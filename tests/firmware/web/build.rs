//! Hands the linker its script.

fn main() {
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    println!("cargo:rerun-if-changed=link.x");
    println!("cargo:rustc-link-arg-bins=-T{folder}/link.x");
}
