// What stands in a transcript; the format is described in tests/vectors/README.md.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const encoder = new TextEncoder();

/** Inputs longer than this are cut between tokens only. */
const LONG = 4096;

/** The cases of a file: a title, and lines with a mark, the rest and their number. */
export function parse(file) {
  const [head, ...lines] = file.split("\n");
  const count = Number(/^cases (\d+)$/.exec(head)?.[1]);
  const cases = [];
  let current;
  for (const [index, line] of lines.entries()) {
    if (line === "") {
      current = undefined;
      continue;
    }
    const [, mark, rest = ""] = /^(\S+)(?: (.*))?$/s.exec(line) ?? [];
    if (!current) cases.push((current = { title: `line ${index + 2}`, lines: [] }));
    if (mark === "#") {
      if (current.lines.length === 0 && !current.named) {
        Object.assign(current, { title: rest, named: true });
      }
    } else {
      const line = { mark, rest, number: index + 2 };
      const bytes = input(line);
      current.lines.push(bytes ? { ...line, bytes, places: places(bytes) } : line);
    }
  }
  assert.equal(cases.length, count, "the first line says how many cases there are");
  return cases;
}

function input({ mark, rest }) {
  if (mark === ">") return encoder.encode(`${rest}\n`);
  if (mark === ">+") return encoder.encode(rest);
  if (mark === ">x") return new Uint8Array(Buffer.from(rest.replaceAll(" ", ""), "hex"));
  return undefined;
}

/** Where an input may be cut in two. */
function places(bytes) {
  const all = Array.from({ length: Math.max(bytes.length - 1, 0) }, (_, index) => index + 1);
  if (bytes.length <= LONG) return all;
  const isBorder = (byte) => '{}[],:"\n\r '.includes(String.fromCharCode(byte));
  return all.filter((place) => isBorder(bytes[place - 1]) || isBorder(bytes[place]));
}

/** How many runs cut each input of a case at each of its places. */
export function cuts({ lines }) {
  return Math.max(0, ...lines.map((line) => line.places?.length ?? 0));
}

export const WHOLE = ({ bytes }) => [bytes];
export const BYTES = ({ bytes }) => Array.from(bytes, (byte) => Uint8Array.of(byte));
export const CUT = (run) => ({ bytes, places: all }) => {
  const place = all[run];
  return place === undefined ? [bytes] : [bytes.subarray(0, place), bytes.subarray(place)];
};

/** The transcripts of a folder of VECTORS whose names are so. */
export function transcripts(folder, pattern = /\.txt$/) {
  const path = join(process.env.VECTORS, folder);
  return readdirSync(path).filter((name) => pattern.test(name)).sort().map((name) => ({
    name: join(folder, name),
    cases: parse(readFileSync(join(path, name), "utf8")),
  }));
}
