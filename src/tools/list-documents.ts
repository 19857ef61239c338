import { listDocuments as listReading } from "../reading/list-documents.js";
import { counted } from "../reading/wording.js";
import { findDocuments } from "./find-documents.js";
import { documentsSchema, fromSchema, objectSchema } from "./parameters.js";
import type { Tool } from "./tool.js";

type Call = {
  readonly documents?: readonly string[];
  readonly details?: boolean;
  readonly from?: string;
};

/** Which documents there are, and what is known of each. */
export const listDocuments: Tool<Call> = {
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
