//! What the linker has to know of the shared library, and whether the sizes of the structs shall be
//! asserted.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Not always: whoever changes a struct could not build what draws the sizes anew.
    println!("cargo:rerun-if-env-changed=SANSMCP_SIZES");
    println!("cargo:rustc-check-cfg=cfg(sansmcp_sizes)");
    if std::env::var_os("SANSMCP_SIZES").is_some() {
        println!("cargo:rustc-cfg=sansmcp_sizes");
    }
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if os == "linux" || os == "android" || os.ends_with("bsd") {
        // No release before 1.0 promises that programs need no rebuild, so the name has both.
        let major = std::env::var("CARGO_PKG_VERSION_MAJOR").unwrap_or_default();
        let minor = std::env::var("CARGO_PKG_VERSION_MINOR").unwrap_or_default();
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libsansmcp.so.{major}.{minor}");
        // For memcpy and its like, which compilers call by themselves.
        println!("cargo:rustc-cdylib-link-arg=-lc");
    }
}
