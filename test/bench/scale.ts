import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { BenchArguments } from "./bench-arguments.js";
import { driveBench } from "./bench-driver.js";
import { type BenchCommand, say } from "./command.js";
import { defaultData } from "./data-set.js";
import { drawQueries } from "./scale/draw-queries.js";
import { measureSize } from "./scale/measure-size.js";
import { findPdfs, readRealText } from "./scale/real-text.js";
import { type ScaleReport, scaleJson, scaleText } from "./scale/scale-report.js";
import { ScaledText } from "./scale/scaled-text.js";
import type { SizeMeasures } from "./scale/size-measures.js";
import { writeFiles } from "./scale/write-files.js";

const usage = `Usage: npm run -s bench -- scale [--path DIR] [--passages N,N] [--json] [--quick]

Measures how a collection grows with its text: time to add, first search, memory, storage and search
times. The text of real PDFs is read once and made longer by repeating it with its rarer words
altered, so that the vocabulary grows as Heaps' law says; it is added as text files. Grep is held
against ripgrep where that is installed.

  --path DIR      a folder with PDFs (../shared/data/financebench)
  --passages N,N  sizes, growing (10000,50000,200000)
  --json          print one JSON object
  --quick         1,000 and 2,000 passages of a few PDFs, which only shows that everything works
`;

const full = {
  sizes: [10_000, 50_000, 200_000],
  pdfs: Number.POSITIVE_INFINITY,
  queries: 60,
  miniSearchLimit: 50_000,
};
const small = { sizes: [1_000, 2_000], pdfs: 3, queries: 12, miniSearchLimit: 1_000 };

async function scale({ path: folder, json, quick, passages }: BenchArguments): Promise<string> {
  const extent = quick ? small : full;
  const pdfs = (await findPdfs(folder)).slice(0, extent.pdfs);
  const temporary = await mkdtemp(path.join(os.tmpdir(), "pagehound-scale-"));
  try {
    const report = await driveBench(async (driver): Promise<ScaleReport> => {
      const paragraphs = await readRealText(driver, pdfs);
      const text = new ScaledText(paragraphs);
      const wanted = passages ?? extent.sizes;
      say(`Writing ${wanted.at(-1)} paragraphs.`);
      const steps = await writeFiles(text, wanted, temporary);
      const setup = {
        driver,
        // Drawn from the smallest size, so that every size has the same queries, and all have
        // results.
        querySets: drawQueries(paragraphs.slice(0, wanted[0]), extent.queries),
        expectedVocabulary: (words: number) => text.expectedVocabulary(words),
        miniSearchLimit: extent.miniSearchLimit,
      };
      const sizes: SizeMeasures[] = [];
      for (const step of steps) sizes.push(await measureSize(setup, step, sizes.at(-1)));
      return { text, sizes };
    });
    return json ? `${JSON.stringify(scaleJson(report), null, 2)}\n` : scaleText(report);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

export const benchmark: BenchCommand = {
  usage,
  data: defaultData,
  options: ["json", "quick", "passages"],
  run: scale,
};
