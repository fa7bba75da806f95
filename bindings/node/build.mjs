// Puts the package together in dist/: the sources of lib/, and the addon that cargo builds.
//
// CARGO_TARGET_DIR says where cargo builds, as always.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assemble, root } from "./assemble.mjs";

const library = { darwin: "libsansmcp_node.dylib", win32: "sansmcp_node.dll" }[process.platform]
  ?? "libsansmcp_node.so";
const dist = join(import.meta.dirname, "dist");

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
execFileSync("cargo", ["build", "--release", "--locked", "-p", "sansmcp-node"], {
  cwd: root,
  stdio: "inherit",
  env: { CARGO_PROFILE_RELEASE_STRIP: "symbols", ...process.env },
});
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const addon = `sansmcp.${process.platform}-${process.arch}.node`;
copyFileSync(join(target, "release", library), join(dist, addon));
assemble(dist, ["index.cjs", "index.mjs"], join(import.meta.dirname, "lib"));
