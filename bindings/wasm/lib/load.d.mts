/**
 * The API over a module that you bring, for bundlers and runtimes in which a package cannot find
 * its own files:
 *
 * ```js
 * import module from "sansmcp-wasm/module.wasm"; // however your bundler gives a .wasm file
 * import { load } from "sansmcp-wasm/load";
 *
 * const { Service } = await load(module);
 * ```
 *
 * @param module The compiled module (`WebAssembly.Module`), its bytes, a `Response` with them, or
 * the URL to fetch them from; or a promise of one of these. Only the first call counts: later ones
 * give the same API. If it fails, the next one may try again.
 */
export function load(
  module: object | string,
): Promise<Omit<typeof import("./index.mjs"), "connectStdio">>;
