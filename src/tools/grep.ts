import { PagehoundError } from "../core/errors.js";
import { tableHeadAbove } from "../core/tables.js";
import type { GrepFindings, GrepHit, GrepOptions } from "../grep/api.js";
import { grepText } from "../reading/grep-text.js";
import { counted } from "../reading/wording.js";
import type { Coverage } from "../search/api.js";
import { findDocuments } from "./find-documents.js";
import {
  documentsSchema,
  listSchema,
  noteTold,
  objectSchema,
  type Tool,
  type ToolContext,
  tellsCoverage,
  textSchema,
  withAdvice,
} from "./tool.js";

type Call = {
  readonly patterns: readonly string[];
  readonly documents?: readonly string[];
  readonly pages?: string;
  readonly context?: number;
  readonly from?: number;
};

/** So many lines above a row are looked at for the head of its table. */
const linesToTableHead = 40;

type Findings = GrepFindings & { readonly coverage: Coverage };

/** All lines that match patterns, counted first. */
export const grepTool: Tool<Call> = {
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
  async run({ patterns, documents: names, pages, context = 0, from }, given) {
    const { reader, budget, signal } = given;
    const asked = patterns.filter((pattern) => pattern.trim() !== "");
    if (asked.length === 0) {
      const message =
        'Every pattern is empty. Give a word or a regular expression, such as "capex".';
      throw new PagehoundError("invalid-argument", message);
    }
    const scope = names && (await findDocuments(names, { reader, signal }));
    const wide = await grepOrFixed(reader, asked, {
      documents: scope?.map(({ id }) => id),
      pages: pages?.trim() || undefined,
      before: Math.max(context, linesToTableHead),
      after: context,
      offset: from,
      ignoreCase: true,
      signal,
    });
    const { findings, tableHeads } = withTableHeads(wide, context);
    const tells = tellsCoverage(given, findings.coverage);
    const reading = grepText(findings, budget, { tableHeads, coverage: tells });
    noteTold(given, findings.coverage, reading.text);
    const narrowed = scope !== undefined || pages !== undefined;
    const advice = findings.matches === 0 ? adviceFor(asked, narrowed) : [];
    return {
      text: withAdvice(reading, advice, budget),
      evidence: reading.evidence,
      summary: summaryOf(findings),
    };
  },
};

/**
 * What matches the patterns as regular expressions; where nothing does, or they are none, what
 * matches them as they are written: "$1,577" and "net income (loss" are no mistakes to a model.
 */
async function grepOrFixed(
  reader: ToolContext["reader"],
  patterns: readonly string[],
  options: GrepOptions & { readonly signal: AbortSignal },
): Promise<Findings> {
  const asWritten = () => reader.grep(patterns, { ...options, fixed: true });
  const special = patterns.some((pattern) => /[^\p{L}\p{N}\s]/u.test(pattern));
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
    // What is no pattern and stands nowhere either was meant as a pattern.
    if (plain.matches === 0) throw thrown;
    return noted(plain);
  }
}

/** Findings with so much context before each line, and the heads of the tables they show rows of. */
function withTableHeads(
  wide: Findings,
  context: number,
): { findings: Findings; tableHeads: ReadonlyMap<GrepHit, string> } {
  const tableHeads = new Map<GrepHit, string>();
  const hits = wide.hits.map((hit) => {
    const before = context === 0 ? [] : hit.before.slice(-context);
    const narrow = { ...hit, before };
    // A row without the years of its columns invites the wrong one.
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

/** What to try when nothing was found, at length and in short. */
function adviceFor(patterns: readonly string[], narrowed: boolean): string[] {
  const words = patterns.flatMap((pattern) => pattern.match(/\p{L}{4,}/gu) ?? []);
  const [longest] = words.sort((a, b) => b.length - a.length);
  const elsewhere = narrowed ? ", or leave documents and pages out" : "";
  if (longest === undefined) return [`Try a shorter pattern${elsewhere}, or search.`];
  const stem = longest.slice(0, Math.max(4, longest.length - 3));
  return [
    `Try a shorter pattern such as "${stem}"${elsewhere}, or search "${longest}".`,
    `Try only "${stem}".`,
  ];
}
