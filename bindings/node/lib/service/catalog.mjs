// What was declared: descriptions for the engine, functions for the responders.

const LISTS = {
  tools: "tools",
  resources: "resources",
  templates: "resources",
  prompts: "prompts",
};

function bindCatalog({ Server }) {
  class Catalog {
    tools = new Map();
    resources = new Map();
    templates = new Map();
    prompts = new Map();
    completions = new Map();
    requests = new Map();
    notifications = new Map();
    hooks = [];
    #entries = { tools: new Map(), resources: new Map(), templates: new Map(), prompts: new Map() };
    /** Of those who are connected. */
    responders = new Set();

    /** Adds a description and its function, and tells those who are connected. */
    offer(table, key, entry, declared) {
      const entries = this.#entries[table];
      if (entries.has(key)) throw new TypeError(`${key} is among the ${table} already`);
      // The engine reads it now, so that what is wrong is told where it stands.
      new Server({ name: "check", version: "0", [table]: [entry] }, { slots: 1 }).close();
      entries.set(key, entry);
      this[table].set(key, declared);
      this.#changed(table);
    }

    withdraw(table, key) {
      if (!this.#entries[table]?.delete(key)) {
        throw new TypeError(`${key} is not among the ${table}`);
      }
      this[table].delete(key);
      this.#changed(table);
    }

    /** Notes a function that has no description. */
    note(table, key, declared) {
      if (this[table].has(key)) throw new TypeError(`${key} is declared already`);
      this[table].set(key, declared);
    }

    /** What `Server` takes. */
    offered() {
      const lists = Object.entries(this.#entries).map(([table, all]) => [table, [...all.values()]]);
      return Object.fromEntries(lists);
    }

    #changed(table) {
      if (this.responders.size === 0) return;
      const list = [...this.#entries[table].values()];
      for (const responder of [...this.responders]) responder.offer({ [table]: list });
      this.tell(LISTS[table]);
    }

    /** Tells those who are connected that a list has changed. */
    tell(what) {
      for (const responder of [...this.responders]) responder.changed(what);
    }

    /** The function of a resource. */
    findResource(uri) {
      const found = this.resources.get(uri);
      if (found) return found;
      for (const declared of this.templates.values()) {
        if (declared.template.matches(uri)) return declared;
      }
      return undefined;
    }

    /** What completes an argument, if something does. */
    findCompletion({ prompt, uri, argument }) {
      return this.completions.get(JSON.stringify([prompt ?? uri, argument]));
    }

    addCompletion(of, argument, declared) {
      this.note("completions", JSON.stringify([of, argument]), declared);
    }
  }

  return { Catalog };
}

export { bindCatalog };
