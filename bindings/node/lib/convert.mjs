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
  if (value instanceof Uint8Array) return value;
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

export { bytes, camel, json, number, optional, size, text };
