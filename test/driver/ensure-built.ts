import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { build, buildDemo } from "./build.js";
import { repository } from "./repository.js";

const sources = [
  "src",
  "cli",
  "workers",
  "scripts",
  "package.json",
  "package-lock.json",
  "vite.config.ts",
];
const siteSources = [...sources, "demo", "public"];
const cache = path.join(repository, ".cache");
const lock = path.join(cache, "build.lock");
const lockExpires = 5 * 60_000;

/** Builds the library unless the last build is newer than every source. */
export function ensureBuilt(): Promise<void> {
  return unlessFresh(
    ["dist/index.js", "dist/custom-elements.json", "dist/cli/pagehound.js"],
    sources,
    build,
  );
}

/** Builds the folder for a server unless the last build is newer than every source. */
export function ensureSiteBuilt(): Promise<void> {
  return unlessFresh(["site/service-worker.js"], siteSources, buildDemo);
}

/** Makes the page part of the benchmarks with `make` unless the last one is newer than every source. */
export function ensureBenchBuilt(make: () => Promise<void>): Promise<void> {
  return unlessFresh([".cache/bench/index.js"], [...sources, "test"], make);
}

/** Rebuilds files unless all of them are newer than their sources. */
async function unlessFresh(
  made: readonly string[],
  from: readonly string[],
  make: () => Promise<void>,
): Promise<void> {
  if (await isFresh(made, from)) return;
  await mkdir(cache, { recursive: true });
  // Two commands may start at the same time; they must not build into the same folder.
  while (!(await takeLock())) await wait(200);
  try {
    if (!(await isFresh(made, from))) await make();
  } finally {
    await rm(lock, { recursive: true, force: true });
  }
}

async function isFresh(made: readonly string[], from: readonly string[]): Promise<boolean> {
  const built = await Promise.all(made.map((file) => modified(path.join(repository, file))));
  const newest = await Promise.all(from.map((source) => newestIn(path.join(repository, source))));
  return Math.min(...built) > Math.max(...newest);
}

/** Time of the newest change below a folder, or of a file. 0 if there is none. */
async function newestIn(place: string): Promise<number> {
  const about = await stat(place).catch(() => null);
  if (!about?.isDirectory()) return about?.mtimeMs ?? 0;
  const entries = await readdir(place);
  const times = await Promise.all(entries.map((entry) => newestIn(path.join(place, entry))));
  // The folder's own time changes when a file in it is deleted.
  return Math.max(about.mtimeMs, ...times);
}

async function modified(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function takeLock(): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    // Left behind by a build that was killed.
    const age = Date.now() - (await modified(lock));
    if (age > lockExpires) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
