import type { EvidenceId } from "../../core/index.js";
import { fenced } from "../loop/chat-session.js";
import type { RunState } from "../loop/run-state.js";
import type { Observation } from "../loop/tool-executor.js";
import { readThrough } from "../tools/reader-stages.js";

const longestLine = 200;
const linesPerPassage = 3;
const maxPassages = 60;
/** Only this many numbers from queries are kept, the latest ones. */
const mostFigures = 24;
/** Words are compared by this many first letters, so that endings do not matter. */
const stemLength = 6;

/** A shown passage, cut to the lines that matter for the question. */
interface Extract {
  readonly id: EvidenceId;
  readonly lines: readonly string[];
  readonly score: number;
}

/**
 * Earlier observations in short form: the computed results, the steps taken and their outcomes,
 * then the lines of seen passages that contain most of the words of the question and the searches,
 * with their ids. Words that occur in few lines weigh more.
 */
export async function notesText(
  state: RunState,
  observations: readonly Observation[],
  limit: number,
): Promise<string> {
  const { count } = state.gauge;
  const kept: string[] = [];
  let left = limit;
  const keep = (line: string): boolean => {
    const tokens = count(line) + 1;
    if (tokens > left) return false;
    left -= tokens;
    kept.push(line);
    return true;
  };
  const figures = state.figures.slice(-mostFigures);
  for (const { id, expression, display } of [...state.calculations, ...figures]) {
    keep(`- ${id} = ${display} (${expression})`);
  }
  // The latest steps matter most; all steps together get at most two fifths of the space.
  const steps: string[] = [];
  for (const step of observations.toReversed()) {
    if (left < limit * 0.6 || !keep(stepLine(step))) break;
    steps.unshift(kept.pop() ?? "");
  }
  kept.push(...steps);
  const query = [state.standalone, ...observations.map(({ description }) => description)];
  for (const { id, lines } of await extracts(state, query.join("\n"))) {
    if (!keep(`[${id}] ${lines.join("\n  ")}`)) keep(`[${id}] ${lines[0] ?? ""}`);
  }
  return fenced("notes", "", kept.join("\n"));
}

function stepLine({ description, summary }: Observation): string {
  return summary.startsWith(description) ? `- ${summary}` : `- ${description}: ${summary}`;
}

/** The lines of seen passages with the wanted words, best first, newest first among equals. */
async function extracts(
  { reader, seen, signal, toolTexts }: RunState,
  query: string,
): Promise<Extract[]> {
  const ids = seen.toReversed().slice(0, maxPassages);
  const passages = await readThrough(reader, toolTexts.stage).passagesById(ids, { signal });
  const texts = passages.map((passage) => linesOf(passage?.text ?? ""));
  const weights = weigh(stemsOf(query), texts.flat());
  return ids
    .map((id, index) => extract(id, texts[index] ?? [], weights))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

/** The best lines of a passage in text order, after the nearest line of years above them. */
function extract(
  id: EvidenceId,
  lines: readonly string[],
  weights: ReadonlyMap<string, number>,
): Extract {
  const scores = lines.map((line) =>
    [...stemsOf(line)].reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0),
  );
  const best = [...lines.keys()]
    .filter((index) => (scores[index] ?? 0) > 0)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))
    .slice(0, linesPerPassage)
    .sort((a, b) => a - b);
  const [first = 0] = best;
  const head = lines.slice(0, first).findLastIndex((line) => hasYears(line));
  const shown = head < 0 || best.length === 0 ? best : [head, ...best];
  return {
    id,
    lines: shown.map((index) => flat(lines[index] ?? "")),
    score: Math.max(0, ...scores),
  };
}

/** Inverse document frequency of the wanted stems, with each line counted as a document. */
function weigh(query: ReadonlySet<string>, lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    for (const stem of stemsOf(line)) {
      if (query.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    }
  }
  return new Map([...counts].map(([stem, count]) => [stem, Math.log(1 + lines.length / count)]));
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function flat(line: string): string {
  const cells = line.replaceAll("\t", " | ").trim();
  return cells.length > longestLine ? `${cells.slice(0, longestLine)} …` : cells;
}

function hasYears(line: string): boolean {
  return (line.match(/\b(?:19|20)\d\d\b/g)?.length ?? 0) > 1;
}

function stemsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{Alpha}\p{N}]{2,}/gu) ?? [];
  return new Set(words.map((word) => word.slice(0, stemLength)));
}
