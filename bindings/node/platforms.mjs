// The platforms that have a package with the addon. load.cjs knows them by the same names.

/** What npm calls each of them, and Rust. */
export const PLATFORMS = [
  ["darwin-arm64", { os: "darwin", cpu: "arm64" }, "aarch64-apple-darwin"],
  ["darwin-x64", { os: "darwin", cpu: "x64" }, "x86_64-apple-darwin"],
  ["linux-arm64-gnu", { os: "linux", cpu: "arm64", libc: "glibc" }, "aarch64-unknown-linux-gnu"],
  ["linux-arm64-musl", { os: "linux", cpu: "arm64", libc: "musl" }, "aarch64-unknown-linux-musl"],
  ["linux-x64-gnu", { os: "linux", cpu: "x64", libc: "glibc" }, "x86_64-unknown-linux-gnu"],
  ["linux-x64-musl", { os: "linux", cpu: "x64", libc: "musl" }, "x86_64-unknown-linux-musl"],
  ["win32-arm64-msvc", { os: "win32", cpu: "arm64" }, "aarch64-pc-windows-msvc"],
  ["win32-x64-msvc", { os: "win32", cpu: "x64" }, "x86_64-pc-windows-msvc"],
].map(([name, fits, target]) => ({ name, fits, target, package: `sansmcp-${name}` }));

/** The file in which cargo leaves an addon for `os`. */
export function built(os) {
  return { darwin: "libsansmcp_node.dylib", win32: "sansmcp_node.dll" }[os]
    ?? "libsansmcp_node.so";
}
