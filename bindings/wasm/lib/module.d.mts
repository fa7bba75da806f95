/**
 * What a bundler or a runtime makes of the file: a compiled module in Workers, bytes or a URL
 * elsewhere. `load` of `sansmcp-wasm/load` takes all of them.
 */
declare const module: object | string;
export default module;
