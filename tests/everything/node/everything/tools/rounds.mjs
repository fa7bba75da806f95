// Tools that ask in rounds: several things, several times, with a state between the rounds. The
// protocol has such results since 2026-07-28; older clients are asked one thing after the other.

import { COLOUR, CONSENT, NAMED, filledIn, ofUser, saidByModel, told } from "../forms.mjs";

const NAME = "What is your name?";

/** What can be asked at once, by what the client must be able to do. */
const ALL = {
  "elicitation.form": {
    key: "user_name",
    method: "elicitation/create",
    params: { message: NAME, requestedSchema: NAMED },
  },
  sampling: {
    key: "greeting",
    method: "sampling/createMessage",
    params: { messages: ofUser("Greet somebody in a few words."), maxTokens: 50 },
  },
  roots: { key: "client_roots", method: "roots/list" },
};

/** One question, and a state that says that it was asked. */
async function confirmed(ctx) {
  ctx.requestState = "asked";
  const answer = await ctx.elicit("confirm", "Do you agree?", CONSENT);
  if (answer.action !== "accept") return answer.action;
  return `ok=${filledIn("confirm", answer, CONSENT)}`;
}

/** Declares them. */
export function declare({ service }) {
  service.tool(
    "test_input_required_result_elicitation",
    { description: "Asks for a name and greets" },
    async (_, ctx) => {
      const answer = await ctx.elicit("user_name", NAME, NAMED);
      if (answer.action !== "accept") return `No name: ${answer.action}`;
      return `Hello, ${filledIn("user_name", answer, NAMED)}!`;
    },
  );

  service.tool(
    "test_input_required_result_sampling",
    { description: "Asks the client's model for a capital" },
    async (_, ctx) => {
      const key = "capital_question";
      const messages = ofUser("What is the capital of France?");
      return saidByModel(key, await ctx.sample(key, { messages, maxTokens: 100 }));
    },
  );

  service.tool(
    "test_input_required_result_list_roots",
    { description: "Asks for the client's folders" },
    async (_, ctx) => `Roots: ${told(await ctx.roots("client_roots"))}`,
  );

  service.tool(
    "test_input_required_result_request_state",
    { description: "Asks for a confirmation, with a state" },
    async (_, ctx) => `state-ok: ${await confirmed(ctx)}`,
  );

  service.tool(
    "test_input_required_result_tampered_state",
    { description: "Asks for a confirmation, with a state that must not be changed" },
    async (_, ctx) => `The state is as it went out: ${await confirmed(ctx)}`,
  );

  service.tool(
    "test_input_required_result_multiple_inputs",
    { description: "Asks the person, the model and the client at once" },
    async (_, ctx) => {
      ctx.requestState = "asked";
      const answers = await ctx.ask(Object.values(ALL));
      // All are there, so that this does not ask again.
      const name = await ctx.elicit("user_name", NAME, NAMED);
      const isThere = name.action === "accept";
      const who = isThere ? filledIn("user_name", name, NAMED) : name.action;
      const greeting = saidByModel("greeting", answers.greeting);
      return `${who}: ${greeting}; roots: ${told(await ctx.roots("client_roots"))}`;
    },
  );

  service.tool(
    "test_input_required_result_multi_round",
    { description: "Asks for a name, then for a colour" },
    async (_, ctx) => {
      // What was said in the first round is remembered anyway; which one it is, is for the client.
      ctx.requestState ??= 1;
      const first = await ctx.elicit("step1", NAME, NAMED);
      if (first.action !== "accept") return `No name: ${first.action}`;
      const name = filledIn("step1", first, NAMED);
      ctx.requestState = 2;
      const second = await ctx.elicit("step2", "Which colour do you like?", COLOUR);
      if (second.action !== "accept") return `${name} named no colour: ${second.action}`;
      return `${name} likes the colour ${filledIn("step2", second, COLOUR)}.`;
    },
  );

  service.tool(
    "test_input_required_result_capabilities",
    { description: "Asks for all that the client can do" },
    async (_, ctx) => {
      const wanted = Object.entries(ALL)
        .filter(([capability]) => ctx.capabilities.has(capability))
        .map(([, question]) => question);
      if (wanted.length === 0) return "The client can be asked for nothing.";
      return `Answered: ${Object.keys(await ctx.ask(wanted)).join(", ")}`;
    },
  );
}
