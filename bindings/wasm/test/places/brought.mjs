// For a bundler that gives the module's bytes or its URL.
import module from "sansmcp-wasm/module.wasm";
import { load } from "sansmcp-wasm/load";
import { prove } from "./anywhere.mjs";

console.log(await prove(await load(module)));
