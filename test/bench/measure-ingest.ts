import { say } from "./command.js";
import { pageCount, selection, upTo } from "./documents.js";
import { longestTaskRow, type Row } from "./row.js";
import type { BenchSetup } from "./setup.js";
import { median } from "./statistics.js";

/**
 * Throughput of the whole pipeline in pages per second, compared with the same number of plain
 * pdf.js workers on the same files. The two alternate which goes first, so that a changing load
 * affects both.
 */
export async function measureIngest(setup: BenchSetup): Promise<Row[]> {
  const { sizes, parseWorkers } = setup;
  const documents = upTo(setup.documents, sizes.ingestPages);
  const speeds = { ours: [] as number[], bare: [] as number[] };
  let longestTask = 0;

  async function ours(round: number): Promise<void> {
    const page = await setup.fresh();
    const name = `bench-ingest-${round}`;
    const request = { name, selection: selection(documents), parseWorkers };
    const read = await page.evaluate((argument) => globalThis.bench.ingest(argument), request);
    await page.evaluate((stored) => globalThis.harness.library.Pagehound.delete(stored), name);
    speeds.ours.push((1000 * read.pages) / read.milliseconds);
    longestTask = Math.max(longestTask, read.longestTask);
  }

  async function bare(): Promise<void> {
    const page = await setup.fresh();
    const request = { files: documents.map(({ file }) => file), workers: parseWorkers };
    const read = await page.evaluate((argument) => globalThis.bench.bareIngest(argument), request);
    speeds.bare.push((1000 * read.pages) / read.milliseconds);
  }

  for (let round = 0; round < sizes.ingestRounds; round++) {
    const turns = [() => ours(round), bare];
    for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
    const [mine, other] = [speeds.ours.at(-1) ?? 0, speeds.bare.at(-1) ?? 0];
    say(`Ingest, round ${round + 1}: ${mine.toFixed(1)} against ${other.toFixed(1)} pages/s.`);
  }
  const pages = pageCount(documents);
  return [
    {
      measure: `Ingest of ${pages} pages, ${parseWorkers} parse worker(s)`,
      ours: median(speeds.ours),
      other: median(speeds.bare),
      unit: "pages/s",
      against: "bare pdf.js",
      ratio: median(speeds.ours.map((speed, round) => speed / (speeds.bare[round] ?? speed))),
      demanded: 1.2,
    },
    longestTaskRow(`Longest main-thread task, library, ${pages} pages`, longestTask),
  ];
}
