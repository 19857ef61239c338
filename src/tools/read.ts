import { parseEvidenceId } from "../core/passage.js";
import { neighbours as neighboursReading } from "../reading/neighbours.js";
import { read as readReading } from "../reading/read.js";
import { fromSchema, objectSchema, textSchema } from "./parameters.js";
import { readTarget, targetWords } from "./read-target.js";
import { whereRead } from "./summaries.js";
import type { Tool } from "./tool.js";

type Call = {
  readonly what: string;
  readonly neighbours?: number;
  readonly from?: string;
};

/** The text of a document, a section, pages, or a passage with those around it. */
export const read: Tool<Call> = {
  name: "read",
  description:
    "Reads a document (d3), section (d3.h5), pages (d3.p12-14), or a passage (d3.p12.s4) with so many neighbours.",
  parameters: objectSchema(
    {
      what: textSchema(160, "a document (d3), section (d3.h5), pages (d3.p12-14) or passage"),
      neighbours: {
        type: "integer",
        minimum: 0,
        maximum: 9,
        description: "passages before and after the passage",
      },
      from: fromSchema,
    },
    ["neighbours", "from"],
  ),
  readOnly: true,
  describe: ({ what, neighbours = 0 }) =>
    `Read ${targetWords(what)}${neighbours > 0 ? " and what is around it" : ""}`,
  async run({ what, neighbours: count = 0, from: given }, { reader, budget, signal }) {
    const { target, from } = await readTarget(what, { reader, signal });
    const around = count > 0 && parseEvidenceId(target) !== null && !given && !from;
    const reading = around
      ? await neighboursReading(reader, target, budget, { before: count, after: count, signal })
      : await readReading(reader, target, budget, { from: given ?? from, signal });
    const where = whereRead(reading, await reader.documents({ signal }));
    const summary = where ? `Read ${where}` : "No text there";
    return { text: reading.text, evidence: reading.evidence, summary };
  },
};
