import {
  type Coverage,
  invalidArgument,
  PagehoundError,
  parseEvidenceId,
} from "../../core/index.js";
import { tableHeadAbove } from "../../figures/index.js";
import type { GrepFindings, GrepHit, GrepOptions } from "../../search/index.js";
import { grepText } from "../reading/grep-text.js";
import { neighbours as neighboursReading, passagesById } from "../reading/passages-by-id.js";
import { preview as previewReading, read as readReading } from "../reading/read.js";
import { counted } from "../reading/wording.js";
import { documentsSchema, fromSchema, listSchema, objectSchema, textSchema } from "./definition.js";
import { findDocuments } from "./find-documents.js";
import { readTarget, targetWords } from "./read-target.js";
import {
  inDocuments,
  noteCoverageShown,
  type Tool,
  type ToolContext,
  tellsCoverage,
  whereRead,
  withAdvice,
} from "./tool.js";

type Call = {
  readonly what: string;
  readonly neighbours?: number;
  readonly from?: string;
};

/** Reads the text of a document, a section, pages, or a passage with its neighbours. */
export const readTool: Tool<Call> = {
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
    `Read ${targetWords(what)}${neighbours > 0 ? " and the text around it" : ""}`,
  async run({ what, neighbours: count = 0, from: cursor }, { reader, budget, signal }) {
    const { target, from } = await readTarget(what, { reader, signal });
    const around = count > 0 && parseEvidenceId(target) !== null && !cursor && !from;
    const reading = around
      ? await neighboursReading(reader, target, budget, { before: count, after: count, signal })
      : await readReading(reader, target, budget, { from: cursor ?? from, signal });
    const { text, evidence, next } = reading;
    const where = whereRead(reading, await reader.documents({ signal }));
    const summary = where ? `Read ${where}` : "No text there";
    return { text, evidence, summary, next };
  },
};

type PreviewCall = {
  readonly what: string;
};

const tokens = 200;

/** Shows the beginning of something that can be read. */
export const previewTool: Tool<PreviewCall> = {
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

type PassagesCall = {
  readonly ids: readonly string[];
  readonly from?: string;
};

export const getPassagesTool: Tool<PassagesCall> = {
  name: "get_passages",
  description: "Whole passages by their ids, such as d3.p12.s4.",
  parameters: objectSchema(
    { ids: listSchema(textSchema(24), 10, "such as d3.p12.s4"), from: fromSchema },
    ["from"],
  ),
  readOnly: true,
  describe: ({ ids }) => `Read ${counted(ids.length, "passage")}`,
  async run({ ids, from }, { reader, budget, signal }) {
    const names = ids.flatMap((id) => id.split(",")).map((id) => id.replace(/[[\]\s]/g, ""));
    const wanted = await withPages(
      names.filter((name) => name !== ""),
      { reader, signal },
    );
    const { text, evidence, next } = await passagesById(reader, wanted, budget, { from, signal });
    const documents = await reader.documents({ signal });
    const summary = `Read ${counted(evidence.length, "passage")} ${inDocuments(evidence, documents)}`;
    return { text, evidence, summary, next };
  },
};

/** The names, with each page replaced by the passages on it. */
async function withPages(
  names: readonly string[],
  { reader, signal }: Pick<ToolContext, "reader" | "signal">,
): Promise<string[]> {
  const documents = await reader.documents({ signal });
  const wanted = names.map(async (name) => {
    const [, id, page] = /^(d\d+)\.p(\d{1,9})$/.exec(name) ?? [];
    const document = documents.find((each) => each.id === id);
    const number = Number(page);
    if (!document || number < 1 || number > document.pages.total) return [name];
    const pages = { from: number, to: number };
    const passages = await reader.passages(document.id, { pages, signal });
    return passages.length === 0 ? [name] : passages.map((passage) => passage.id);
  });
  return (await Promise.all(wanted)).flat();
}

type GrepCall = {
  readonly patterns: readonly string[];
  readonly documents?: readonly string[];
  readonly pages?: string;
  readonly context?: number;
  readonly from?: number;
};

/** The number of lines above a row that are searched for the head of its table. */
const linesToTableHead = 40;

type Findings = GrepFindings & { readonly coverage: Coverage };

/** Lists all lines that match patterns, with their number first. */
export const grepTool: Tool<GrepCall> = {
  name: "grep",
  description:
    "Counts and shows every line that matches a regular expression, on pages such as 3-9; context adds lines around.",
  parameters: objectSchema(
    {
      patterns: listSchema(textSchema(120), 5, 'such as "net (income|loss)"; case does not matter'),
      documents: documentsSchema,
      pages: textSchema(40, "such as 2-3,5"),
      context: { type: "integer", minimum: 0, maximum: 5 },
      from: {
        type: "integer",
        minimum: 0,
        maximum: 1_000_000,
        description: "where an earlier result says to go on from",
      },
    },
    ["documents", "pages", "context", "from"],
  ),
  readOnly: true,
  describe: ({ patterns }) =>
    `Looked for every ${patterns.map((pattern) => `“${pattern.trim()}”`).join(" or ")}`,
  async run({ patterns, documents: names, pages, context = 0, from }, toolContext) {
    const { reader, budget, signal } = toolContext;
    const requested = patterns.filter((pattern) => pattern.trim() !== "");
    if (requested.length === 0) {
      const message =
        'Every pattern is empty. Give a word or a regular expression, such as "capex".';
      throw invalidArgument(message);
    }
    const scope = names && (await findDocuments(names, { reader, signal }));
    const wide = await grepOrFixed(reader, requested, {
      documents: scope?.map(({ id }) => id),
      pages: pages?.trim() || undefined,
      before: Math.max(context, linesToTableHead),
      after: context,
      offset: from,
      ignoreCase: true,
      signal,
    });
    const { findings, tableHeads } = withTableHeads(wide, context);
    const showsCoverage = tellsCoverage(toolContext, findings.coverage);
    const reading = grepText(findings, budget, { tableHeads, coverage: showsCoverage });
    if (!findings.stopped) noteCoverageShown(toolContext, findings.coverage);
    const narrowed = scope !== undefined || pages !== undefined;
    const advice = findings.matches === 0 ? adviceFor(requested, narrowed) : [];
    return {
      text: withAdvice(reading, advice, budget),
      evidence: reading.evidence,
      summary: summaryOf(findings),
      next: reading.next,
    };
  },
};

/**
 * The matches of the patterns as regular expressions or, if there are none or the patterns are
 * invalid, their literal matches: for a model, "$1,577" and "net income (loss" are not mistakes.
 */
async function grepOrFixed(
  reader: ToolContext["reader"],
  patterns: readonly string[],
  options: GrepOptions & { readonly signal: AbortSignal },
): Promise<Findings> {
  const asWritten = () => reader.grep(patterns, { ...options, fixed: true });
  const special = patterns.some((pattern) => /[^\p{Alpha}\p{N}\s]/u.test(pattern));
  if (!special) return reader.grep(patterns, options);
  const noted = (findings: Findings): Findings => ({
    ...findings,
    notes: [...findings.notes, "Taken as plain text, not as a regular expression."],
  });
  try {
    const findings = await reader.grep(patterns, options);
    if (findings.matches > 0 || findings.stopped) return findings;
    const plain = await asWritten();
    return plain.matches > 0 ? noted(plain) : findings;
  } catch (thrown) {
    if (!PagehoundError.isInstance(thrown) || thrown.code !== "invalid-argument") throw thrown;
    const plain = await asWritten();
    // Literal text that occurs nowhere was meant as a pattern, so that error is reported.
    if (plain.matches === 0) throw thrown;
    return noted(plain);
  }
}

/** Matches with this much context before them, and the heads of the tables they are in. */
function withTableHeads(
  wide: Findings,
  context: number,
): { findings: Findings; tableHeads: ReadonlyMap<GrepHit, string> } {
  const tableHeads = new Map<GrepHit, string>();
  const hits = wide.hits.map((hit) => {
    const before = context === 0 ? [] : hit.before.slice(-context);
    const narrow = { ...hit, before };
    // A row shown without the years of its columns would be misread.
    const head = tableHeadAbove(hit.before.map(({ text }) => text).join("\n"), hit.text);
    if (head !== null) tableHeads.set(narrow, head);
    return narrow;
  });
  return { findings: { ...wide, hits }, tableHeads };
}

function summaryOf({ matches, documents }: Findings): string {
  return matches === 0
    ? "Nothing found"
    : `${counted(matches, "match").replace(/hs$/, "hes")} in ${counted(documents.length, "document")}`;
}

/** Advice for when nothing was found, in a long and a short form. */
function adviceFor(patterns: readonly string[], narrowed: boolean): string[] {
  const words = patterns.flatMap((pattern) => pattern.match(/\p{Alpha}{4,}/gu) ?? []);
  const [longest] = words.sort((a, b) => b.length - a.length);
  const elsewhere = narrowed ? ", or leave documents and pages out" : "";
  if (longest === undefined) return [`Try a shorter pattern${elsewhere}, or search.`];
  const stem = longest.slice(0, Math.max(4, longest.length - 3));
  return [
    `Try a shorter pattern such as "${stem}"${elsewhere}, or search "${longest}".`,
    `Try only "${stem}".`,
  ];
}
