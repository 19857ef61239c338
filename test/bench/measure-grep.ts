import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright";
import { repository } from "../driver/repository.js";
import { say } from "./command.js";
import { searchCollection } from "./measure-search.js";
import type { DocumentText } from "./page/stored-documents.js";
import type { Row } from "./row.js";
import { type GrepPattern, ripgrepTimes } from "./scale/ripgrep.js";
import type { BenchSetup } from "./setup.js";
import { median } from "./statistics.js";

const rounds = 7;
/** Ours may take five times as long as ripgrep. */
const demanded = 1 / 5;
/** No pattern is stopped here. */
const deadline = 600_000;

/** The pattern, which both interpret in the same way. */
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

/** Greps of a fixed table of patterns over the collection that the searches left, against ripgrep. */
export async function measureGrep(setup: BenchSetup): Promise<Row> {
  const page = await setup.fresh();
  const folder = path.join(repository, ".cache/bench-grep");
  const pages = await writeTexts(page, folder);
  say(`Grep: ${patterns.length} patterns over ${pages} pages.`);
  const probe = await page.evaluateHandle(
    (name) => globalThis.bench.openScaleProbe(name),
    searchCollection,
  );
  const times: { ours: number; other: number }[] = [];
  for (const { pattern, fixed = false, ...flags } of patterns) {
    const request = { pattern, rounds, options: { fixed, ...flags, deadline } };
    const ours = await probe.evaluate(
      (open, asked) => open.grepTimes(asked.pattern, asked.options, asked.rounds),
      request,
    );
    const theirs = await ripgrepTimes({ pattern, fixed, ...flags }, [folder], rounds);
    times.push({ ours: median(ours), other: theirs ? median(theirs) : Number.NaN });
    const last = times.at(-1);
    say(`  ${pattern}: ${last?.ours.toFixed(1)} ms, ripgrep ${last?.other.toFixed(1)} ms`);
  }
  await probe.evaluate((open) => open.close());
  await rm(folder, { recursive: true });
  const ratio = median(times.map(({ ours, other }) => other / ours));
  const installed = !Number.isNaN(ratio);
  return {
    measure: `Grep, median of ${patterns.length} patterns, ${pages} pages`,
    ours: median(times.map(({ ours }) => ours)),
    other: median(times.map(({ other }) => other)),
    unit: "ms",
    against: installed ? "ripgrep" : "ripgrep (not installed)",
    ratio: installed ? ratio : null,
    demanded: installed ? demanded : null,
  };
}

/** Writes the text of the collection, one file a document. Returns the number of pages. */
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
    const json = await stored.evaluate((open, asked) => open.read(asked), index);
    const { pages }: DocumentText = JSON.parse(json);
    await writeFile(path.join(folder, `${index}.txt`), pages.map(({ text }) => text).join("\n"));
    written += pages.length;
  }
  await stored.evaluate((open) => open.close());
  return written;
}
