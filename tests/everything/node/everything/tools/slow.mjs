// Tools that take time, and leave it to others meanwhile.

import { setTimeout as sleep } from "node:timers/promises";
import { NAMED, filledIn } from "../forms.mjs";

/** Milliseconds between two steps. */
const STEP = 50;
/** After how many milliseconds the client of `test_reconnection` is asked to come back. */
const RETRY = 100;

/** Declares them. */
export function declare({ service }) {
  service.tool(
    "test_tool_with_progress",
    { description: "Takes a tenth of a second and reports its progress" },
    async (_, ctx) => {
      for (const done of [0, 50, 100]) {
        ctx.progress(done, 100);
        await sleep(STEP);
      }
      return "Progress complete.";
    },
  );

  service.tool(
    "test_tool_with_logging",
    { description: "Takes a tenth of a second and logs what it does" },
    async (_, ctx) => {
      ctx.log("info", "Tool execution started");
      await sleep(STEP);
      ctx.log("info", "Tool processing data");
      await sleep(STEP);
      ctx.log("info", "Tool execution completed");
      return "Logging complete.";
    },
  );

  service.tool("test_logging_tool", { description: "Logs at several levels" }, (_, ctx) => {
    ctx.log("debug", "A detail", "everything");
    ctx.log("info", "What goes on", "everything");
    ctx.log("warning", "Worth a look", "everything");
    ctx.log("error", "An error, were it one", "everything");
    return "Logged.";
  });

  service.tool(
    "test_wait",
    {
      description: "Waits, and reports its progress twenty times a second",
      input: {
        type: "object",
        properties: { milliseconds: { type: "integer", minimum: 0, maximum: 60_000 } },
      },
    },
    async ({ milliseconds = 100 }, ctx) => {
      for (let done = 0; done < milliseconds; done += STEP) {
        ctx.progress(done, milliseconds, "waiting");
        // Throws when the call is given up.
        await sleep(Math.min(STEP, milliseconds - done), undefined, { signal: ctx.signal });
      }
      return `Waited ${milliseconds} ms.`;
    },
  );

  service.tool(
    "test_streaming_elicitation",
    { description: "Sends notifications, then asks for a name" },
    async (_, ctx) => {
      // It runs once more with the answer, and has told all this already.
      if (ctx.event.inputs === undefined) {
        ctx.log("info", "About to ask");
        await sleep(STEP);
        ctx.progress(1, 2);
        await sleep(STEP);
      }
      const answer = await ctx.elicit("user_name", "What is your name?", NAMED);
      if (answer.action !== "accept") return `No name: ${answer.action}`;
      return `Hello, ${filledIn("user_name", answer, NAMED)}!`;
    },
  );

  service.tool(
    "test_reconnection",
    { description: "Answers after a while; over HTTP its event stream ends before" },
    async (_, ctx) => {
      ctx.putOff(RETRY);
      await sleep(4 * STEP);
      return "Answered, whether the stream broke or not.";
    },
  );
}
