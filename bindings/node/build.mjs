// Puts the package together in dist/: the sources of lib/, and the addon that cargo builds for this
// machine, or for the platform of platforms.mjs that is named: `node build.mjs linux-arm64-gnu`.
// Addons of other platforms that were built before stay: pack.mjs makes a package of each.
//
// CARGO_TARGET_DIR says where cargo builds, as always.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { assemble, root } from "./assemble.mjs";
import { PLATFORMS, built } from "./platforms.mjs";

const { platform } = createRequire(import.meta.url)("./lib/load.cjs");
const [name = platform()] = process.argv.slice(2);
const wanted = PLATFORMS.find((each) => each.name === name);
const dist = join(import.meta.dirname, "dist");

mkdirSync(dist, { recursive: true });
for (const old of readdirSync(dist)) {
  if (!old.endsWith(".node")) rmSync(join(dist, old), { recursive: true });
}
if (wanted === undefined && name !== platform()) throw new Error(`${name} is not in platforms.mjs`);
// For this machine without a target: what was built for other parts is used again.
const target = name === platform() ? [] : ["--target", wanted.target];
// That of the Python package: what only converts is small, what reads and checks is fast.
const profile = ["--profile", "wheel"];
execFileSync("cargo", ["build", ...profile, "--locked", "-p", "sansmcp-node", ...target], {
  cwd: root,
  stdio: "inherit",
  env: { CARGO_PROFILE_WHEEL_STRIP: "symbols", ...process.env },
});
const out = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const library = built(wanted?.fits.os ?? process.platform);
copyFileSync(join(out, target[1] ?? "", "wheel", library), join(dist, `sansmcp.${name}.node`));
assemble(dist, ["index.cjs", "load.cjs"], join(import.meta.dirname, "lib"));
