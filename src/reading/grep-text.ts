import type { GrepFindings, GrepHit } from "../grep/api.js";
import type { Coverage } from "../search/api.js";
import { composeFirstOf, type Layout, type Shown } from "./compose.js";
import { coverageLine } from "./coverage-line.js";
import { notFound } from "./find-by-name.js";
import { type HitForm, hitBlocks } from "./hit-blocks.js";
import type { Reading, TokenBudget } from "./reading.js";
import { asked, counted, grouped, pathNamed } from "./wording.js";

/** Which of the matching lines are shown. */
export interface GrepTextOptions {
  /** `next` of the reading before; the first line of the findings unless told. */
  readonly from?: string | undefined;
  /** Heads of the tables that hits are rows of; each is shown once above the rows that follow one another. */
  readonly tableHeads?: ReadonlyMap<GrepHit, string> | undefined;
}

const mostDocuments = 5;

const usual: HitForm = { context: true, tableHead: true, lineLength: 400, lines: 20 };
/** What is tried in turn where there is no room for even one matching line as usual. */
const forms: readonly [HitForm, ...HitForm[]] = [
  usual,
  { ...usual, context: false },
  { context: false, tableHead: true, lineLength: 400, lines: 1 },
  { context: false, tableHead: false, lineLength: 120, lines: 1 },
  { context: false, tableHead: false, lineLength: 40, lines: 1 },
];

/**
 * What a grep found: counts, then the matching lines with their context, under evidence id, path
 * where it changes, and page, then what was searched. A matching line reads `31: text`, one of its context
 * `30- text`. Long lines are cut around their first match; where there is no room for even one
 * matching line, it is shown without context and cut shorter. `next` counts all matching lines from
 * 0: where it is beyond the findings, it is the `offset` of the grep that goes on. Throws
 * `not-found` for a `from` outside the findings, `invalid-argument` when the budget is too small to
 * show anything.
 */
export function grepText(
  findings: GrepFindings & { readonly coverage: Coverage },
  budget: TokenBudget,
  { from = `${findings.offset}`, tableHeads = new Map() }: GrepTextOptions = {},
): Reading {
  const { hits, offset, left, coverage, stopped, notes } = findings;
  const begin = /^\d+$/.test(from) ? Number(from) - offset : -1;
  if (begin !== 0 && !(begin in hits)) {
    throw notFound(`These findings hold no matching line ${from} to go on from.`);
  }
  const rest = hits.slice(begin);
  const foot = [
    ...notes,
    stopped?.message ?? "",
    coverageLine(coverage, budget, { stopped: stopped !== null }),
  ];
  const layoutOf = (form: HitForm): Layout => {
    const blocks = hitBlocks(rest, form, usual, tableHeads);
    return {
      head: headOf(findings),
      blocks,
      separator: "\n",
      rest: (shown: Shown) => {
        const cut = new Set(blocks.slice(0, shown.blocks).flatMap(({ without }) => without));
        const more = rest.length - shown.blocks + left;
        const parts = [...cut, ...(more > 0 ? [counted(more, "more matching line")] : [])];
        const next = more > 0 ? `${offset + begin + shown.blocks}` : null;
        if (parts.length === 0) return { leftOut: null, next };
        const goOn = next === null ? "" : ` Narrow the pattern, or go on from ${next}.`;
        return { leftOut: `Left out: ${parts.join("; ")}.${goOn}`, next };
      },
      foot: foot.filter((line) => line !== "").join("\n"),
    };
  };
  const { reading } = composeFirstOf(forms, layoutOf, budget);
  return reading;
}

function headOf({ patterns, matches, lines, documents, stopped }: GrepFindings): string {
  const pattern = asked(patterns.join(" or "));
  const until = stopped ? " before it was stopped" : "";
  if (matches === 0) return `No match${until} for: ${pattern}`;
  const head = `${matches === 1 ? "1 match" : `${grouped(matches)} matches`} on ${counted(lines, "line")}${until} for: ${pattern}`;
  // The lines themselves say which document it is.
  if (documents.length === 1) return head;
  const named = documents
    .slice(0, mostDocuments)
    .map((each) => `${each.document} ${pathNamed(each.path)} ${grouped(each.matches)}`);
  const more = documents.length - named.length;
  const others = more > 0 ? ` and ${counted(more, "more document")}` : "";
  return `${head}\nBy document: ${named.join("; ")}${others}`;
}
