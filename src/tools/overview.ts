import { parseHeadingId } from "../core/document.js";
import { listDocuments as listReading } from "../reading/list-documents.js";
import { outline as outlineReading } from "../reading/outline.js";
import { counted } from "../reading/wording.js";
import { findDocuments, findOneDocument } from "./find-documents.js";
import { bareName } from "./read-target.js";
import { documentsSchema, fromSchema, objectSchema, type Tool, textSchema } from "./tool.js";

type ListCall = {
  readonly documents?: readonly string[];
  readonly details?: boolean;
  readonly from?: string;
};

/** Which documents there are, and what is known of each. */
export const listDocumentsTool: Tool<ListCall> = {
  name: "list_documents",
  description:
    "Lists the documents; with details all that is known of each. documents: ids, names, or names with * such as *2019*.",
  parameters: objectSchema(
    { documents: documentsSchema, details: { type: "boolean" }, from: fromSchema },
    ["documents", "details", "from"],
  ),
  readOnly: true,
  describe: ({ details = false }) =>
    details ? "Looked at what is known of the documents" : "Looked at the list of documents",
  async run({ documents: names, details = false, from }, { reader, budget, signal }) {
    const narrowed = names && (await findDocuments(names, { reader, signal }));
    const paths = narrowed && new Set(narrowed.map(({ path }) => path));
    const { text } = await listReading(reader, budget, {
      include: paths && ((path) => paths.has(path)),
      form: details ? "full" : "brief",
      from,
      signal,
    });
    const listed = narrowed ?? (await reader.documents({ signal }));
    return { text, evidence: [], summary: counted(listed.length, "document") };
  },
};

type OutlineCall = {
  readonly document: string;
  readonly depth?: number;
  readonly from?: string;
};

/** The headings of a document or section. */
export const outlineTool: Tool<OutlineCall> = {
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
