// What a server is asked for, over `call` of a connection. connection.d.ts documents it.

function bindCalls({ Pages }) {
  class Calls {
    callTool(name, args = {}, options) {
      return this.call("tools/call", { name, arguments: args }, options);
    }

    listTools(options) {
      return this.listAll("tools/list", "tools", options);
    }

    listResources(options) {
      return this.listAll("resources/list", "resources", options);
    }

    listTemplates(options) {
      return this.listAll("resources/templates/list", "resourceTemplates", options);
    }

    listPrompts(options) {
      return this.listAll("prompts/list", "prompts", options);
    }

    async *listAll(method, key, options) {
      const pages = new Pages();
      let cursor;
      do {
        const params = cursor === undefined ? undefined : { cursor };
        const page = await this.call(method, params, options);
        yield* this.entries(key, page);
        cursor = pages.next(page);
      } while (cursor !== undefined);
    }

    entries(key, page) {
      const found = Array.isArray(page[key]) ? page[key] : [];
      const isObject = (entry) =>
        typeof entry === "object" && entry !== null && !Array.isArray(entry);
      return found.filter(isObject);
    }

    readResource(uri, options) {
      return this.call("resources/read", { uri }, options);
    }

    getPrompt(name, args = {}, options) {
      return this.call("prompts/get", { name, arguments: args }, options);
    }

    complete({ prompt, template }, name, value, options = {}) {
      if ((prompt === undefined) === (template === undefined)) {
        throw new TypeError("complete needs either { prompt } or { template }");
      }
      const ref = prompt === undefined
        ? { type: "ref/resource", uri: template }
        : { type: "ref/prompt", name: prompt };
      const { context, ...more } = options;
      const params = { ref, argument: { name, value } };
      if (context !== undefined) params.context = { arguments: context };
      return this.call("completion/complete", params, more);
    }

    async ping(options) {
      await this.call("ping", undefined, options);
    }
  }

  return { Calls };
}

export { bindCalls };
