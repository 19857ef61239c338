import { PagehoundError } from "../core/errors.js";
import { searchText } from "../reading/search-text.js";
import { tableHeads } from "../reading/table-heads.js";
import { counted } from "../reading/wording.js";
import type { SearchResponse } from "../search/api.js";
import { findDocuments } from "./find-documents.js";
import { documentsOf, withAdvice } from "./summaries.js";
import { documentsSchema, fromSchema, objectSchema, type Tool, textSchema } from "./tool.js";

type Call = {
  readonly query: string;
  readonly documents?: readonly string[];
  readonly from?: string;
};

/** So many hits can be paged through. */
const limit = 20;

/** The passages that match words best. */
export const searchTool: Tool<Call> = {
  name: "search",
  description:
    'The passages that best match a few words. Also "exact phrase", -without, page:3-9. from goes on where a result stopped.',
  parameters: objectSchema(
    { query: textSchema(200, "a few words"), documents: documentsSchema, from: fromSchema },
    ["documents", "from"],
  ),
  readOnly: true,
  describe: ({ query }) => `Looked for “${query.trim()}”`,
  async run({ query, documents: names, from }, { reader, budget, signal }) {
    if (query.trim() === "") {
      const message = 'The query is empty. Give a few words, such as "net sales 2019".';
      throw new PagehoundError("invalid-argument", message);
    }
    const scope = names && (await findDocuments(names, { reader, signal }));
    const documents = scope?.map(({ id }) => id);
    const response = await reader.search(query, { limit, documents, signal });
    const heads = await tableHeads(reader, response.hits, { signal });
    const reading = searchText(response, budget, { form: "brief", tableHeads: heads, from });
    const advice = response.hits.length === 0 ? adviceFor(response, names !== undefined) : [];
    return {
      text: withAdvice(reading, advice, budget),
      evidence: reading.evidence,
      summary: summaryOf(response),
    };
  },
};

function summaryOf({ hits, matches }: SearchResponse): string {
  if (hits.length === 0) return "Nothing found";
  const documents = documentsOf(hits.map(({ id }) => id)).size;
  return matches > hits.length
    ? `The best ${hits.length} of ${counted(matches, "passage")}, in ${counted(documents, "document")}`
    : `${counted(hits.length, "passage")} in ${counted(documents, "document")}`;
}

/** What to try when nothing was found, at length and in short. */
function adviceFor({ query, unmatched }: SearchResponse, narrowed: boolean): string[] {
  const unknown = new Set(unmatched.map((word) => word.toLowerCase()));
  const words = query
    .replace(/\b(?:doc|type|page):\S+|-\S+/g, " ")
    .match(/[\p{L}\p{N}]{3,}/gu)
    ?.filter((word) => !unknown.has(word.toLowerCase()) && !/^or$/i.test(word))
    .sort((a, b) => b.length - a.length);
  const elsewhere = narrowed ? ", or leave documents out" : "";
  const [longest] = words ?? [];
  if (longest === undefined) {
    return [
      `Try other words for it, one at a time${elsewhere}; outline shows what a document is about.`,
      "Try other words, one at a time.",
    ];
  }
  return [
    `Try fewer words: search "${longest}", or grep "${longest.slice(0, Math.max(4, longest.length - 3))}"${elsewhere}.`,
    `Try only "${longest}".`,
  ];
}
