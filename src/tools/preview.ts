import { preview as previewReading } from "../reading/read.js";
import { objectSchema, textSchema } from "./parameters.js";
import { readTarget, targetWords } from "./read-target.js";
import { whereRead } from "./summaries.js";
import type { Tool } from "./tool.js";

type Call = {
  readonly what: string;
};

const tokens = 200;

/** The beginning of something that can be read. */
export const preview: Tool<Call> = {
  name: "preview",
  description: "The first lines of anything that read can read.",
  parameters: objectSchema({
    what: textSchema(160, "a document (d3), section (d3.h5) or pages (d3.p12-14)"),
  }),
  readOnly: true,
  describe: ({ what }) => `Looked at the beginning of ${targetWords(what)}`,
  async run({ what }, { reader, budget, signal }) {
    const { target } = await readTarget(what, { reader, signal });
    const { limit, countTokens } = budget;
    const options = { tokens: Math.min(tokens, limit), countTokens, signal };
    const reading = await previewReading(reader, target, options);
    const where = whereRead(reading, await reader.documents({ signal }));
    const summary = where ? `Read the beginning: ${where}` : "No text there";
    return { text: reading.text, evidence: reading.evidence, summary };
  },
};
