import type { GrepFindings, GrepHit } from "../grep/api.js";
import type { Coverage } from "../search/api.js";
import { type Block, compose, type Shown } from "./compose.js";
import { coverageLine } from "./coverage-line.js";
import { notFound } from "./find-document.js";
import type { Reading } from "./reading.js";
import type { TokenBudget } from "./token-budget.js";
import { counted, grouped } from "./wording.js";

/** Which of the matching lines are shown. */
export interface GrepTextOptions {
  /** `next` of the reading before; the first line of the findings unless told. */
  readonly from?: string | undefined;
}

const mostDocuments = 5;

/**
 * What a grep found: counts, then the matching lines with their context, under evidence id, path
 * and page, then what was searched. A matching line reads `31: text`, one of its context
 * `30- text`. `next` counts all matching lines from 0: where it is beyond the findings, it is the
 * `offset` of the grep that goes on. Throws `not-found` for a `from` outside the findings,
 * `invalid-argument` when the budget is too small to show anything.
 */
export function grepText(
  findings: GrepFindings & { readonly coverage: Coverage },
  budget: TokenBudget,
  { from = `${findings.offset}` }: GrepTextOptions = {},
): Reading {
  const { hits, offset, left, coverage, stopped, notes } = findings;
  const begin = Number(from) - offset;
  if (from !== `${offset}` && !(begin in hits)) {
    throw notFound(`These findings hold no matching line ${from} to go on from.`);
  }
  const rest = hits.slice(begin);
  const restOf = ({ blocks, cut }: Shown) => {
    const position = blocks + (cut > 0 ? 1 : 0);
    const more = rest.length - position + left;
    return { more, next: more > 0 ? `${offset + begin + position}` : null };
  };
  const leftOut = (shown: Shown) => {
    const { more, next } = restOf(shown);
    const parts = [
      ...(shown.cut > 0 ? ["the rest of the last line"] : []),
      ...(more > 0 ? [counted(more, "more matching line")] : []),
    ];
    if (parts.length === 0) return null;
    const goOn = next === null ? "" : ` Narrow the pattern, or go on from ${next}.`;
    return `Left out: ${parts.join("; ")}.${goOn}`;
  };
  const foot = [...notes, stopped?.message ?? "", coverageLine(coverage, budget)];
  const { shown, ...composed } = compose(
    {
      head: headOf(findings),
      blocks: hitBlocks(rest),
      separator: "\n",
      leftOut,
      foot: foot.filter((line) => line !== "").join("\n"),
    },
    budget,
  );
  return { ...composed, next: restOf(shown).next };
}

function headOf({ patterns, matches, lines, documents }: GrepFindings): string {
  const pattern = patterns.join(" or ");
  if (matches === 0) return `No match for: ${pattern}`;
  const named = documents
    .slice(0, mostDocuments)
    .map((each) => `${each.document} ${each.path} ${grouped(each.matches)}`);
  const more = documents.length - named.length;
  const others = more > 0 ? ` and ${counted(more, "more document")}` : "";
  return `${matches === 1 ? "1 match" : `${grouped(matches)} matches`} on ${counted(lines, "line")} for: ${pattern}\nBy document: ${named.join("; ")}${others}`;
}

/** A block a matching line. Context that the line before or after shows as well comes once. */
function hitBlocks(hits: readonly GrepHit[]): Block[] {
  return hits.map((hit, index) => {
    const { id, document, path, page, line, text } = hit;
    const onPage = (other: GrepHit | undefined) =>
      other?.document === document && other.page === page ? other : undefined;
    const [previous, next] = [onPage(hits[index - 1]), onPage(hits[index + 1])];
    const shownTo = previous ? Math.max(lastLine(previous), previous.after.at(-1)?.number ?? 0) : 0;
    const body = [
      ...hit.before.filter(({ number }) => number > shownTo).map(contextLine),
      `${line}: ${text}`,
      ...hit.after.filter(({ number }) => !next || number < next.line).map(contextLine),
    ];
    const place = id === null ? "running header or footer" : id;
    const lead = previous && previous.id === id ? "" : `[${place}] ${path}, page ${page}\n`;
    return { lead, body: body.join("\n"), evidence: id === null ? [] : [id] };
  });
}

function lastLine({ line, text }: GrepHit): number {
  return line + text.split("\n").length - 1;
}

function contextLine({ number, text }: { readonly number: number; readonly text: string }): string {
  return `${number}- ${text}`;
}
