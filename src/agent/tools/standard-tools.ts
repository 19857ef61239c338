import {
  type Calculation,
  checkedOptions,
  checkTexts,
  type DocumentId,
  type EvidenceId,
  invalidArgument,
  PagehoundError,
  parseHeadingId,
} from "../../core/index.js";
import type { SearchResponse } from "../../search/index.js";
import { listDocuments as listReading, outline as outlineReading } from "../reading/lists.js";
import { tableHeads } from "../reading/passage-blocks.js";
import { checkedBudget, type TokenBudget } from "../reading/reading.js";
import { saysCoverage, searchText } from "../reading/search-text.js";
import { counted } from "../reading/wording.js";
import { calculateTool } from "./calculate.js";
import { checkArguments } from "./check-arguments.js";
import {
  documentsSchema,
  fromSchema,
  objectSchema,
  passageIdSchema,
  type ToolDefinition,
  textSchema,
} from "./definition.js";
import { findDocuments, findOneDocument } from "./find-documents.js";
import { queryTableTool } from "./query-table.js";
import { bareName } from "./read-target.js";
import { checkReader, readThrough, scopedTo } from "./reader-stages.js";
import { findRowsTool, readTableTool } from "./table-tools.js";
import { getPassagesTool, grepTool, previewTool, readTool } from "./text-tools.js";
import {
  documentsOf,
  noteCoverageShown,
  type Tool,
  type ToolReader,
  type ToolResult,
  tellsCoverage,
  withAdvice,
} from "./tool.js";

type ListCall = {
  readonly documents?: readonly string[];
  readonly details?: boolean;
  readonly from?: string;
};

const listDocumentsTool: Tool<ListCall> = {
  name: "list_documents",
  description:
    "Lists the documents; with details all that is known of each. documents: ids, names, or names with * such as *2019*.",
  parameters: objectSchema(
    { documents: documentsSchema, details: { type: "boolean" }, from: fromSchema },
    ["documents", "details", "from"],
  ),
  readOnly: true,
  describe: ({ details = false }) =>
    details ? "Looked at the properties of the documents" : "Looked at the list of documents",
  async run({ documents: names, details = false, from }, { reader, budget, signal }) {
    const narrowed = names && (await findDocuments(names, { reader, signal }));
    const paths = narrowed && new Set(narrowed.map(({ path }) => path));
    const { text, next } = await listReading(reader, budget, {
      include: paths && ((path) => paths.has(path)),
      form: details ? "full" : "brief",
      from,
      signal,
    });
    const listed = narrowed ?? (await reader.documents({ signal }));
    return { text, evidence: [], summary: counted(listed.length, "document"), next };
  },
};

type OutlineCall = {
  readonly document: string;
  readonly depth?: number;
  readonly from?: string;
};

const outlineTool: Tool<OutlineCall> = {
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
    const options = { depth, within, from, signal };
    const { text, next } = await outlineReading(reader, id, budget, options);
    const headings = await reader.outline(id, { signal });
    const summary = `${path} has ${counted(headings.length, "heading")}`;
    return { text, evidence: [], summary, next };
  },
};

type SearchCall = {
  readonly query: string;
  readonly documents?: readonly string[];
  readonly from?: string;
};

/** Maximum number of hits that can be paged through. */
const mostHits = 20;

const searchTool: Tool<SearchCall> = {
  name: "search",
  description:
    'The passages that best match a few words. Also "exact phrase", -without, page:3-9, after:2023, author:name.',
  parameters: objectSchema(
    { query: textSchema(200, "a few words"), documents: documentsSchema, from: fromSchema },
    ["documents", "from"],
  ),
  readOnly: true,
  describe: ({ query }) => `Looked for “${query.trim()}”`,
  async run({ query, documents: names, from }, context) {
    const { reader, budget, signal } = context;
    if (query.trim() === "") {
      const message = 'The query is empty. Give a few words, such as "net sales 2019".';
      throw invalidArgument(message);
    }
    const scope = names && (await findDocuments(names, { reader, signal }));
    const documents = scope?.map(({ id }) => id);
    const response = await reader.search(query, { limit: mostHits, documents, signal });
    const heads = await tableHeads(reader, response.hits, { signal });
    const { coverage } = response;
    const showsCoverage = tellsCoverage(context, coverage);
    const form = { form: "brief", tableHeads: heads, coverage: showsCoverage } as const;
    const reading = searchText(response, budget, { ...form, from });
    if (saysCoverage(response, "brief")) noteCoverageShown(context, coverage);
    const advice =
      response.hits.length === 0 && !response.unmet ? adviceFor(response, names !== undefined) : [];
    return {
      text: withAdvice(reading, advice, budget),
      evidence: reading.evidence,
      summary: summaryOf(response),
      next: reading.next,
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

/** Advice for when nothing was found, in a long and a short form. */
function adviceFor({ query, unmatched }: SearchResponse, narrowed: boolean): string[] {
  const unknown = new Set(unmatched.map((word) => word.toLowerCase()));
  const words = query
    .replace(/\b(?:doc|type|page|after|before|author):(?:"[^"]*"|\S+)|-\S+/g, " ")
    .match(/[\p{Alpha}\p{N}]{3,}/gu)
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

/** Ends a run. Its arguments are a `DraftAnswer`, which the loop handles; the tool never runs. */
export const answerTool: Tool = {
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

/** The library's own tools, in the order in which a model sees them. */
export const standardTools: readonly Tool[] = [
  listDocumentsTool,
  outlineTool,
  searchTool,
  grepTool,
  findRowsTool,
  previewTool,
  readTool,
  readTableTool,
  queryTableTool,
  getPassagesTool,
  calculateTool,
  answerTool,
];

/** The tools that suit a collection: without tables, those for tables are left out. */
export function toolsFor({ findRows, tables }: ToolReader): readonly Tool[] {
  return standardTools.filter((tool) => {
    if (tool === findRowsTool) return findRows !== undefined && tables !== undefined;
    return (tool !== readTableTool && tool !== queryTableTool) || tables !== undefined;
  });
}

/** The names of the tools that are useful only if there are tables. */
export const tableToolNames: ReadonlySet<string> = new Set(
  [findRowsTool, readTableTool, queryTableTool].map(({ name }) => name),
);

/** A tool for your own loop. Everything but `run` can be cloned and is JSON. */
export interface DocumentTool extends ToolDefinition {
  /**
   * Carries out a call. `call` is what the model wrote, as an object or as JSON; harmless mistakes
   * such as digits in a string for a number are tolerated. `text` of the result is for the model;
   * `evidence` names the passages that it shows, and `summary` describes the result for people.
   * Rejects with a `PagehoundError` for mistakes that the model can correct, most often
   * `invalid-argument` or `not-found`; its message names the valid choices and is meant to be shown
   * to the model. When aborted, rejects with the signal's reason.
   */
  run(call: unknown, options?: { readonly signal?: AbortSignal | undefined }): Promise<ToolResult>;
}

/** The documents that the tools for your own loop may read, and the limits of their results. */
export interface DocumentToolsOptions {
  /**
   * The only documents they may read.
   * @defaultValue all
   */
  readonly documents?: readonly DocumentId[] | undefined;
  /**
   * The budget for the text of each result.
   * @defaultValue 1,500 tokens by estimate
   */
  readonly budget?: TokenBudget | undefined;
}

const defaultBudget: TokenBudget = { limit: 1500 };

/**
 * The tools that Pagehound's own loop gives a model, for another one: to list documents, see their
 * outline, search, grep, find rows of tables, preview, read, read and query tables, get passages,
 * and calculate. They only read. One set is for one conversation: `calculate` knows what was
 * calculated before (`c1`) and what was shown. Throws `invalid-argument`.
 *
 * `pagehound/ai-sdk` and `pagehound/langchain` have them as tools of those libraries.
 *
 * @example
 * ```ts
 * import { PagehoundError } from "pagehound";
 * import { documentTools } from "pagehound/tools";
 *
 * const tools = documentTools(hound);
 *
 * async function call(name: string, written: string, signal: AbortSignal): Promise<string> {
 *   const tool = tools.find((one) => one.name === name);
 *   if (!tool) return `There is no tool ${name}.`;
 *   try {
 *     return (await tool.run(written, { signal })).text;
 *   } catch (error) {
 *     if (PagehoundError.isInstance(error)) return error.message;
 *     throw error;
 *   }
 * }
 * ```
 */
export function documentTools(
  reader: ToolReader,
  options: DocumentToolsOptions = {},
): readonly DocumentTool[] {
  const { documents = null, budget = defaultBudget } = checkedOptions(options);
  checkReader(reader);
  if (documents !== null) checkTexts("The documents in scope", documents);
  const checked = checkedBudget(budget);
  const scoped = readThrough(reader, scopedTo(documents));
  const seen: EvidenceId[] = [];
  const calculations: Calculation[] = [];
  const notes = new Set<string>();
  return toolsFor(reader)
    .filter(({ name }) => name !== answerTool.name)
    .map((tool) => {
      const { name, description, parameters, readOnly } = tool;
      const run: DocumentTool["run"] = async (call, options) => {
        const { signal = new AbortController().signal } = checkedOptions(options);
        signal.throwIfAborted();
        const args = checkArguments(tool, call);
        const result = await tool.run(args, {
          reader: scoped,
          budget: checked,
          seen: [...seen],
          calculations: [...calculations],
          notes,
          signal,
        });
        signal.throwIfAborted();
        seen.push(...result.evidence);
        if (result.calculation) calculations.push(result.calculation);
        calculations.push(...(result.selection?.figures ?? []));
        return result;
      };
      return { name, description, parameters, readOnly, run };
    });
}
