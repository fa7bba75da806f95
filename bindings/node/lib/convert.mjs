// JavaScript's values as the texts and bytes of the engine.

/** A value as JSON text. Lone surrogates survive as escapes. */
function json(value, what) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${what} cannot be written as JSON`);
  return text;
}

function text(value, what) {
  if (typeof value !== "string") throw new TypeError(`${what} must be a string`);
  return JSON.stringify(value);
}

/** A string as it is; of anything else the wasm would write past its memory. */
function string(value, what) {
  if (typeof value === "string") return value;
  throw new TypeError(`${what} must be a string`);
}

/** An object as JSON text, which it may be already; nothing for none. */
function object(value, what) {
  return typeof value === "string" ? value : optional(value, what, json) ?? "";
}

/** What is wrong in an argument is a TypeError. */
function given(make) {
  try {
    return make();
  } catch (error) {
    throw new TypeError(error.message);
  }
}

/** Names and values of headers, which take turns. */
function flat(headers) {
  return Array.from(headers, ([name, value]) => [String(name), String(value)]).flat();
}

function optional(value, what, write) {
  return value === undefined || value === null ? undefined : write(value, what);
}

/** A number as JSON text; a bigint keeps all its digits. */
function number(value, what) {
  if (typeof value !== "bigint" && !Number.isFinite(value)) {
    throw new TypeError(`${what} must be a finite number`);
  }
  return String(value);
}

function bytes(value, what) {
  // Of a buffer that was transferred no view can be made: what is wrong is told before the call.
  if (value instanceof Uint8Array) {
    return value.length > 0 ? value : new Uint8Array(value.buffer, value.byteOffset, 0);
  }
  if (ArrayBuffer.isView(value)) {
    return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  }
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  throw new TypeError(`${what} must be bytes: a Uint8Array`);
}

/** A size below `bound`; the native parts would read NaN as 0. */
function size(value, bound, what) {
  if (Number.isInteger(value) && value >= 0 && value < bound) return value;
  throw new RangeError(`${what} must be a whole number from 0 to ${bound - 1}`);
}

/** `call_tool` is `callTool` here. */
function camel(name) {
  return name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
}

export { bytes, camel, flat, given, json, number, object, optional, size, string, text };
