import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright";
import { repository } from "../driver/repository.js";
import { say } from "./command.js";
import { repeated, selection } from "./documents.js";
import { searchCollection } from "./measure-search.js";
import type { DocumentText } from "./page/stored-documents.js";
import type { Row } from "./row.js";
import { type GrepPattern, ripgrepTimes } from "./scale/ripgrep.js";
import type { BenchSetup } from "./setup.js";
import { median } from "./statistics.js";

const rounds = 7;
/** Ours may take as long as ripgrep. */
const demanded = 1;
/** Long enough that no pattern is aborted. */
const deadline = 600_000;

/** Patterns that both tools interpret in the same way. */
const patterns: readonly (Partial<GrepPattern> & { readonly pattern: string })[] = [
  { pattern: "income" },
  { pattern: "the" },
  { pattern: "goodwill impairment" },
  { pattern: "qersu" },
  { pattern: "Item 7.", fixed: true },
  { pattern: "restructuring", ignoreCase: true },
  { pattern: "net sales", ignoreCase: true },
  { pattern: "debt", wholeWord: true },
  { pattern: "revenue|profit|dividend" },
  { pattern: "20\\d\\d" },
  { pattern: "\\([0-9,]+\\)" },
  { pattern: "\\$\\s?[\\d,]+\\.\\d+ (?:million|billion)" },
  { pattern: "[A-Z][a-z]+ v\\. [A-Z]" },
  { pattern: "\\w+ization" },
  { pattern: "net.*loss" },
  { pattern: "^Total" },
];

/** Fills the measured collection, and that of the other commit, with at least this many pages. */
export async function fillForGrep(
  { fresh, documents, parseWorkers }: BenchSetup,
  pages: number,
  against: string | null,
): Promise<void> {
  say(`Grep: reading ${pages} pages.`);
  const page = await fresh();
  const race = await page.evaluateHandle((request) => globalThis.bench.openGrepRace(request), {
    ...{ name: searchCollection, parseWorkers, against },
  });
  const files = selection(repeated(documents, pages));
  await race.evaluate((running, argument) => running.grow(argument), files);
  await race.evaluate((running) => running.close());
}

/**
 * Greps the search benchmark's collection for fixed patterns, and compares with ripgrep.
 *
 * @param against URL of another commit's library to measure in the same run, or null
 */
export async function measureGrep(
  setup: BenchSetup,
  against: string | null = null,
): Promise<Row[]> {
  const { fresh, parseWorkers } = setup;
  const page = await fresh();
  const folder = path.join(repository, ".cache/bench-grep");
  const pages = await writeTexts(page, folder);
  say(`Grep: ${patterns.length} patterns over ${pages} pages.`);
  const race = await page.evaluateHandle((request) => globalThis.bench.openGrepRace(request), {
    ...{ name: searchCollection, parseWorkers, against },
  });
  const times: { ours: number; other: number; before: number }[] = [];
  for (const { pattern, fixed = false, ...flags } of patterns) {
    const request = { pattern, rounds, options: { fixed, ...flags, deadline } };
    const { ours, before } = await race.evaluate(
      (running, argument) => running.run(argument.pattern, argument.options, argument.rounds),
      request,
    );
    const theirs = await ripgrepTimes({ pattern, fixed, ...flags }, [folder], rounds);
    const last = {
      ours: median(ours),
      other: theirs ? median(theirs) : Number.NaN,
      before: median(before),
    };
    times.push(last);
    const also = against === null ? "" : `, the other commit ${last.before.toFixed(1)} ms`;
    say(`  ${pattern}: ${last.ours.toFixed(1)} ms, ripgrep ${last.other.toFixed(1)} ms${also}`);
    if (against === null) continue;
    const differs = await race.evaluate(
      (running, argument) => running.differs(argument.pattern, argument.options),
      request,
    );
    if (differs) say(`  Other findings than the other commit's: ${pattern}`);
  }
  await race.evaluate((running) => running.close());
  await rm(folder, { recursive: true });
  const ratio = median(times.map(({ ours, other }) => other / ours));
  const installed = !Number.isNaN(ratio);
  const row = {
    measure: `Grep, median of ${patterns.length} patterns, ${pages} pages`,
    ours: median(times.map(({ ours }) => ours)),
    unit: "ms",
  } as const;
  return [
    {
      ...row,
      other: median(times.map(({ other }) => other)),
      against: installed ? "ripgrep" : "ripgrep (not installed)",
      ratio: installed ? ratio : null,
      demanded: installed ? demanded : null,
    },
    ...(against === null
      ? []
      : [
          {
            ...row,
            other: median(times.map(({ before }) => before)),
            against: "the other commit",
            ratio: median(times.map(({ ours, before }) => before / ours)),
            demanded: null,
          },
        ]),
  ];
}

/** Writes the collection's text as one file per document. Returns the number of pages. */
async function writeTexts(page: Page, folder: string): Promise<number> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const stored = await page.evaluateHandle(
    (name) => globalThis.bench.openStoredDocuments(name),
    searchCollection,
  );
  const count = await stored.evaluate((open) => open.count);
  let written = 0;
  for (let index = 0; index < count; index++) {
    const json = await stored.evaluate((open, argument) => open.read(argument), index);
    const { pages }: DocumentText = JSON.parse(json);
    await writeFile(path.join(folder, `${index}.txt`), pages.map(({ text }) => text).join("\n"));
    written += pages.length;
  }
  await stored.evaluate((open) => open.close());
  return written;
}
