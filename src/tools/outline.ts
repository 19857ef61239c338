import { parseHeadingId } from "../core/outline.js";
import { outline as outlineReading } from "../reading/outline.js";
import { counted } from "../reading/wording.js";
import { findOneDocument } from "./find-documents.js";
import { fromSchema, objectSchema, textSchema } from "./parameters.js";
import { bareName } from "./read-target.js";
import type { Tool } from "./tool.js";

type Call = {
  readonly document: string;
  readonly depth?: number;
  readonly from?: string;
};

/** The headings of a document or section. */
export const outline: Tool<Call> = {
  name: "outline",
  description: "Headings of a document (d3) or section (d3.h5), each with its id to read.",
  parameters: objectSchema(
    {
      document: textSchema(120, "a document (d3) or section (d3.h5)"),
      depth: { type: "integer", minimum: 1, maximum: 6, description: "levels of headings" },
      from: fromSchema,
    },
    ["depth", "from"],
  ),
  readOnly: true,
  describe: ({ document }) =>
    parseHeadingId(bareName(document))
      ? "Looked at the headings of a section"
      : "Looked at the headings",
  async run({ document: name, depth, from }, { reader, budget, signal }) {
    const { id, path } = await findOneDocument(name, { reader, signal });
    const bare = bareName(name);
    const within = parseHeadingId(bare) ? bare : undefined;
    const { text } = await outlineReading(reader, id, budget, { depth, within, from, signal });
    const headings = await reader.outline(id, { signal });
    return { text, evidence: [], summary: `${path} has ${counted(headings.length, "heading")}` };
  },
};
