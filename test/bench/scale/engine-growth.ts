import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { engineReader } from "../../../src/connect/sources/engine-reader.js";
import { EngineIndex } from "../../../src/connect/sources/opensearch.js";
import { repository } from "../../driver/repository.js";
import { say } from "../command.js";
import { percentile } from "../statistics.js";
import type { QuerySet } from "./draw-queries.js";
import type { GrowthStep } from "./write-files.js";

/** An engine's index that was written from files, with its document and passage counts. */
export interface WrittenIndex {
  readonly documents: number;
  readonly passages: number;
  /** Minutes taken by the runs that wrote it. */
  readonly minutes: number;
  /** Documents already written when the first run was killed; null if no run was killed. */
  readonly whenKilled: number | null;
  /** Megabytes on the engine's disk, and of the indexed text. */
  readonly megabytes: number;
  readonly textMegabytes: number;
}

const ready = { bool: { filter: [{ term: { kind: "document" } }, { term: { state: "ready" } }] } };
/** The built command; the benchmark is started after a build. */
const command = path.join(repository, "dist/cli/pagehound.js");

/** The URL of an engine's index for a size. */
export function indexOf(server: string, { passages }: GrowthStep): string {
  return `${server.replace(/\/$/, "")}/pagehound-growth-${passages}`;
}

/**
 * Writes the files of a step and of the previous ones to their own index, with the `pagehound
 * index` command. With `kill`, a first run is killed when half of the files are written, and a
 * second one finishes the rest. Throws if a document or a passage is then missing or duplicated, or
 * if another run writes anything.
 */
export async function writeIndex(
  server: string,
  step: GrowthStep,
  files: number,
  { kill }: { readonly kill: boolean },
): Promise<WrittenIndex> {
  const url = indexOf(server, step);
  await removeIndex(server, step);
  const begun = performance.now();
  const killed = kill ? await killedHalfWay(url, step, files) : null;
  const report = await run(url, step);
  const minutes = (performance.now() - begun) / 60_000;
  say(report);
  const again = await run(url, step);
  const nothing = `0 documents with 0 passages written to ${nameOf(url)}; ${files} unchanged.`;
  if (again !== nothing) throw new Error(`Files that had not changed were written again: ${again}`);
  const index = new EngineIndex({ url });
  const { documents, passages } = await counted(index);
  if (documents !== files) throw new Error(`${files} files gave ${documents} documents.`);
  const { bytes } = step;
  return {
    ...{ documents, passages, minutes, whenKilled: killed },
    megabytes: (await bytesOf(url)) / 1e6,
    textMegabytes: bytes / 1e6,
  };
}

/** Deletes a step's index. */
export async function removeIndex(server: string, step: GrowthStep): Promise<void> {
  await fetch(indexOf(server, step), { method: "DELETE" });
}

/**
 * Times the same searches in two indexes, taken in turn. The ratio is the second relative to the
 * first.
 */
export async function compareSearches(
  [small, large]: readonly [string, string],
  querySets: readonly QuerySet[],
): Promise<{ readonly median: number; readonly p95: number }> {
  const readers = [small, large].map((url) => engineReader({ url }));
  const times: [number[], number[]] = [[], []];
  const queries = querySets.flatMap((set) => set.queries);
  // The first round warms up both, and counts words.
  for (const [round, query] of [...queries, ...queries].entries()) {
    for (const [at, reader] of readers.entries()) {
      const begun = performance.now();
      await reader.search(query);
      if (round >= queries.length) times[at]?.push(performance.now() - begun);
    }
  }
  const ratio = (share: number) => percentile(times[1], share) / percentile(times[0], share);
  return { median: ratio(0.5), p95: ratio(0.95) };
}

/** Runs the command, and returns its final report. */
async function run(url: string, step: GrowthStep): Promise<string> {
  const child = started(url, step, "pipe");
  let out = "";
  child.stdout?.on("data", (text: Buffer) => {
    out += text.toString();
  });
  const code = await new Promise((ended) => child.once("close", ended));
  if (code !== 0) throw new Error(`pagehound index ended with ${code}.`);
  return out.trim();
}

function started(url: string, { folders }: GrowthStep, stdout: "pipe" | "ignore") {
  return spawn(process.execPath, [command, "index", ...folders, "--to", `opensearch:${url}`], {
    stdio: ["ignore", stdout, "inherit"],
  });
}

/** Kills a run when half of the files are written, and returns how many were. */
async function killedHalfWay(url: string, step: GrowthStep, files: number): Promise<number> {
  const child = started(url, step, "ignore");
  const ended = new Promise((resolve) => child.once("close", resolve));
  const index = new EngineIndex({ url });
  for (;;) {
    const [found] = await index.search([count(ready)]).catch(() => []);
    const written = found?.total ?? 0;
    if (child.exitCode !== null) throw new Error("The run ended before it was killed.");
    if (written >= files / 2) {
      child.kill("SIGKILL");
      await ended;
      say(`Killed with ${written} of ${files} documents written.`);
      return written;
    }
    await setTimeout(500);
  }
}

/** Counts documents and passages, and checks that each document has exactly its own passages. */
async function counted(index: EngineIndex): Promise<{ documents: number; passages: number }> {
  const kind = (name: string) => ({ term: { kind: name } });
  const [all, whole, held] = await index.search(
    [kind("document"), ready, kind("passage")].map(count),
  );
  const sum = { counted: { sum: { field: "passages" } } };
  const { counted } = (await index.aggregate(ready, sum)) as { counted: { value: number } };
  const [documents, passages] = [whole?.total ?? 0, held?.total ?? 0];
  if (all?.total !== documents)
    throw new Error(`${all?.total} documents, of which ${documents} are whole.`);
  if (counted.value !== passages)
    throw new Error(`${passages} passages are there, and documents count ${counted.value}.`);
  // Two records of one path would show up as one entry here.
  const paths = (await index.documents()).size;
  if (paths !== documents) throw new Error(`${documents} documents have ${paths} paths.`);
  return { documents, passages };
}

function count(query: object) {
  return { query, size: 0, track_total_hits: true };
}

async function bytesOf(url: string): Promise<number> {
  await fetch(`${url}/_flush`, { method: "POST" });
  const answer = await fetch(`${url}/_stats/store`);
  const stats = (await answer.json()) as {
    _all: { primaries: { store: { size_in_bytes: number } } };
  };
  return stats._all.primaries.store.size_in_bytes;
}

function nameOf(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}
