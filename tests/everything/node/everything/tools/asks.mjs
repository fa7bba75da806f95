// Tools that ask the client once: a form, a page, the model. The functions are the same for all
// revisions: before 2026-07-28 a question is a request within the call, from then on a result that
// the client answers with the call again.

import { AskFailed, MissingCapability, RequestError, ToolError } from "sansmcp";
import { CHOICES, DEFAULTS, USER, ofUser, saidByModel, wishedByModel } from "../forms.mjs";

const PAGE = {
  mode: "url",
  elicitationId: "confirmation-1",
  message: "Please confirm on the page.",
  url: "https://example.com/confirm",
};
const URL_ELICITATION_REQUIRED = -32042;

const WEATHER_TOOL = {
  name: "get_weather",
  description: "The weather in a city",
  inputSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};

/** The schema of one text that has to be there. */
const wants = (name) => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
});

async function form(ctx, message, schema) {
  const { action, content = {} } = await ctx.elicit("form", message, schema);
  return `action=${action}, content=${JSON.stringify(content)}`;
}

async function page(ctx) {
  const { message, url, elicitationId } = PAGE;
  const { action } = await ctx.elicitUrl("page", message, url, { elicitationId });
  return `URL elicitation: ${action}`;
}

/** Declares them. */
export function declare({ service }) {
  service.tool(
    "test_sampling",
    { description: "Passes a prompt to the client's model", input: wants("prompt") },
    async ({ prompt }, ctx) => {
      const reply = await ctx.sample("reply", { messages: ofUser(prompt), maxTokens: 100 });
      return `LLM response: ${saidByModel("reply", reply)}`;
    },
  );

  service.tool(
    "test_sampling_with_tools",
    { description: "Lets the client's model call a tool" },
    async (_, ctx) => {
      const reply = await ctx.sample("reply", {
        messages: ofUser("What is the weather in Paris?"),
        maxTokens: 100,
        tools: [WEATHER_TOOL],
        toolChoice: { mode: "auto" },
      });
      const wish = wishedByModel(reply);
      if (wish) return `Tool use: ${wish.name} ${JSON.stringify(wish.input)}`;
      return `LLM response: ${saidByModel("reply", reply)}`;
    },
  );

  service.tool(
    "test_elicitation",
    { description: "Asks the person for a name and a mail address", input: wants("message") },
    async ({ message }, ctx) => `User response: ${await form(ctx, message, USER)}`,
  );

  service.tool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks with a form whose fields are filled in already" },
    async (_, ctx) =>
      `Elicitation completed: ${await form(ctx, "Please check what is filled in.", DEFAULTS)}`,
  );

  service.tool(
    "test_elicitation_sep1330_enums",
    { description: "Asks with a form that has every kind of choice" },
    async (_, ctx) => `Elicitation completed: ${await form(ctx, "Please choose.", CHOICES)}`,
  );

  service.tool(
    "test_elicitation_url",
    { description: "Asks the person to visit a page" },
    (_, ctx) => page(ctx),
  );

  service.tool(
    "test_elicitation_url_required",
    { description: "Fails until the person has visited a page" },
    (_, ctx) => {
      // The one revision with an error that says so; others are asked.
      const can = ctx.capabilities.has("elicitation.url");
      if (!can || ctx.revision !== "2025-11-25") return page(ctx);
      const why = "Visit the page first";
      throw new RequestError(URL_ELICITATION_REQUIRED, why, { elicitations: [PAGE] });
    },
  );

  service.tool(
    "test_ping_client",
    { description: "Answers when the client has answered a ping" },
    async (_, ctx) => {
      if (ctx.revision === "2026-07-28") {
        throw new ToolError("Servers send no requests since 2026-07-28.");
      }
      try {
        await ctx.request("ping");
      } catch (error) {
        if (error instanceof AskFailed) throw new ToolError("The client did not answer the ping.");
        throw error;
      }
      return "The client is there.";
    },
  );

  service.tool(
    "test_missing_capability",
    { description: "Needs a client that has a model" },
    (_, ctx) => {
      if (!ctx.capabilities.has("sampling")) throw new MissingCapability("sampling");
      return "The client has a model.";
    },
  );
}
