// `node pack.mjs FOLDER`: packs into FOLDER the package sansmcp, and for each platform whose addon
// is in dist/ the package that has it. Prints the tarballs.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync }
  from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PLATFORMS } from "./platforms.mjs";

const here = import.meta.dirname;
const [folder = "."] = process.argv.slice(2);
const whole = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

function pack(from) {
  const to = resolve(folder);
  const options = { cwd: from, encoding: "utf8", shell: process.platform === "win32" };
  const name = execFileSync("npm", ["pack", "--silent", "--pack-destination", to], options);
  console.log(join(to, name.trim()));
}

/** What the package of a platform says of itself. */
function manifest({ package: name, fits, target }) {
  const { version, license, repository, engines } = whole;
  const [os, cpu, libc] = [fits.os, fits.cpu, fits.libc].map((value) => value && [value]);
  const description = `The addon of sansmcp for ${target}`;
  const main = "sansmcp.node";
  const files = [main, "LICENSE-*"];
  return {
    name, version, description, license, repository, os, cpu, libc, main, files, engines,
  };
}

for (const platform of PLATFORMS) {
  const addon = join(here, "dist", `sansmcp.${platform.name}.node`);
  if (!existsSync(addon)) continue;
  const made = mkdtempSync(join(tmpdir(), "sansmcp-"));
  copyFileSync(addon, join(made, "sansmcp.node"));
  for (const licence of ["LICENSE-APACHE", "LICENSE-MIT"]) {
    copyFileSync(join(here, licence), join(made, licence));
  }
  writeFileSync(join(made, "README.md"), `# ${platform.package}

The addon of \`sansmcp\` for ${platform.target}. Install
\`sansmcp\`: npm takes the package of your platform by itself.
`);
  writeFileSync(join(made, "package.json"), `${JSON.stringify(manifest(platform), null, 2)}\n`);
  pack(made);
  rmSync(made, { recursive: true });
}
pack(here);
