import type { JSHandle, Page } from "playwright";
import { heapByThread, heapOf } from "../heap.js";
import type { ScaleProbe } from "../page/scale-probe.js";
import { median } from "../statistics.js";
import { type GrepPattern, ripgrepTimes } from "./ripgrep.js";
import type { GrepMeasures } from "./size-measures.js";

const rounds = 5;
/** Long enough that no pattern is aborted. */
const deadline = 600_000;

/** Counts all matches of a literal and of a regular expression, and compares with ripgrep. */
export async function measureGrep(
  page: Page,
  probe: JSHandle<ScaleProbe>,
  literal: string,
  folders: readonly string[],
): Promise<GrepMeasures> {
  const patterns: readonly (GrepPattern & { name: string })[] = [
    { name: "a literal", pattern: literal, fixed: true },
    { name: "a regular expression", pattern: String.raw`\b[a-z]+ing [a-z]+ion\b`, fixed: false },
  ];
  const times: GrepMeasures["times"][number][] = [];
  for (const { name, pattern, fixed } of patterns) {
    const request = { pattern, rounds, options: { fixed, deadline } };
    const ours = await probe.evaluate(
      (open, argument) => open.grepTimes(argument.pattern, argument.options, argument.rounds),
      request,
    );
    const theirs = await ripgrepTimes({ pattern, fixed }, folders, rounds);
    times.push({ name, ours: median(ours), ripgrep: theirs && median(theirs) });
  }
  return { heap: heapOf(await heapByThread(page), "grep.worker"), times };
}
