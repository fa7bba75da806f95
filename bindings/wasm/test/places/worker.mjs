// A Worker: what it serves is a service; at /prove it is what print.mjs prints.
import * as api from "sansmcp-wasm";
import { echo, prove } from "./anywhere.mjs";

const service = echo(api);

export default {
  async fetch(request) {
    const isAsked = new URL(request.url).pathname === "/prove";
    return isAsked ? new Response(await prove(api)) : service.fetch(request);
  },
};
