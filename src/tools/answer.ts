import { PagehoundError } from "../core/errors.js";
import { objectSchema, passageIdSchema, textSchema } from "./parameters.js";
import type { Tool } from "./tool.js";

/** Ends a run. Its arguments are a `DraftAnswer`; the loop takes them, and never runs it. */
export const answer: Tool = {
  name: "answer",
  description: "Ends with the answer. Each quote is copied exactly from its passage.",
  parameters: objectSchema({
    enough: { type: "boolean", description: "whether you have seen enough to answer" },
    missing: textSchema(200, "what is missing; empty when nothing is"),
    sentences: {
      type: "array",
      maxItems: 8,
      items: objectSchema({
        text: textSchema(400),
        citations: {
          type: "array",
          maxItems: 3,
          items: objectSchema({
            id: passageIdSchema,
            quote: { type: "string", minLength: 4, maxLength: 160 },
          }),
        },
      }),
    },
  }),
  readOnly: true,
  describe: () => "Wrote the answer",
  async run() {
    throw new PagehoundError("internal", "The answer is taken by the loop and never run.");
  },
};
