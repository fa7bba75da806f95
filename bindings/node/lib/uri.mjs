// URI templates, over the engine's. uri.d.ts documents it.

import { given, json } from "./convert.mjs";

function bindUri(native) {
  class UriTemplate {
    #text;
    variables;

    constructor(text) {
      this.#text = String(text);
      this.variables = Object.freeze(JSON.parse(given(() => native.uriVariables(this.#text))));
    }

    matches(uri) {
      const pairs = JSON.parse(native.uriMatches(this.#text, String(uri)) ?? "null");
      if (pairs === null) return undefined;
      const values = [];
      for (let at = 0; at < pairs.length; at += 2) values.push([pairs[at], pairs[at + 1]]);
      return Object.fromEntries(values);
    }

    expand(values) {
      const written = json(values, "values");
      return given(() => native.uriExpand(this.#text, written));
    }

    toString() {
      return this.#text;
    }
  }

  return { UriTemplate };
}

export { bindUri };
