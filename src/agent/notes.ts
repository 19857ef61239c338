import type { EvidenceId, PassageText } from "../core/passage.js";
import { fenced } from "./fence.js";
import type { RunState } from "./run-state.js";
import type { Observation } from "./toolbox.js";

const longestExcerpt = 220;

/**
 * Older observations in few words: what was done and what came of it, then the lines of the passages
 * seen that have most of the question's words, with their ids, the newest passages first.
 */
export async function notesText(
  state: RunState,
  observations: readonly Observation[],
  limit: number,
): Promise<string> {
  const { count } = state.gauge;
  const done = observations.map(({ description, summary }) => `- ${description}: ${summary}`);
  const computed = state.calculations.map(
    ({ id, expression, display }) => `- ${id} = ${display} (${expression})`,
  );
  const lines: string[] = [];
  let left = limit;
  const add = (line: string): boolean => {
    const tokens = count(line) + 1;
    if (tokens > left) return false;
    left -= tokens;
    lines.push(line);
    return true;
  };
  // What was computed and the latest steps matter most, and all of them together stay under a third.
  for (const line of computed) add(line);
  const steps: string[] = [];
  for (const line of done.reverse()) {
    if (left < limit * 0.6 || !add(line)) break;
    steps.unshift(lines.pop() ?? "");
  }
  lines.push(...steps);
  for (const excerpt of await excerpts(state)) if (!add(excerpt)) break;
  return fenced("notes", "", lines.join("\n"));
}

async function excerpts({ reader, seen, standalone, signal }: RunState): Promise<string[]> {
  const ids = [...seen].reverse().slice(0, 60);
  const passages = await reader.passagesById(ids, { signal });
  const words = wordsOf(standalone);
  return passages.flatMap((passage, index) => {
    const id = ids[index];
    return passage && id ? [excerptOf(id, passage, words)] : [];
  });
}

/** The line with most of the words, and numbers before text where they are equal. */
function excerptOf(id: EvidenceId, { text }: PassageText, words: ReadonlySet<string>): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const score = (line: string): number =>
    [...wordsOf(line)].filter((word) => words.has(word)).length + (/\d/.test(line) ? 0.5 : 0);
  const best = lines.reduce((a, b) => (score(b) > score(a) ? b : a), lines[0] ?? "");
  const flat = best.replaceAll("\t", " | ").trim();
  return `[${id}] ${flat.length > longestExcerpt ? `${flat.slice(0, longestExcerpt)} …` : flat}`;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);
}
