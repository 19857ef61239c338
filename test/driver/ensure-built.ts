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
const lockExpires = 5 * 60_000;

/** Builds the library unless the last build is newer than every source. */
export function ensureBuilt(): Promise<void> {
  return unlessFresh(
    ["dist/index.js", "dist/custom-elements.json", "dist/cli/pagehound.js"],
    sources,
    build,
  );
}

/** Builds the site unless the last build is newer than every source. */
export function ensureSiteBuilt(): Promise<void> {
  return unlessFresh(["site/service-worker.js"], siteSources, buildDemo);
}

/**
 * Builds the benchmarks' page code with `make` unless the last build is newer than every source.
 */
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
  // Two commands started at the same time must not build into the same folder.
  const lock = path.join(cache, `${made[0]?.replaceAll("/", "-")}.lock`);
  while (!(await takeLock(lock))) await wait(200);
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

/** Time of the latest change to a file, or below a folder; 0 if it does not exist. */
async function newestIn(place: string): Promise<number> {
  const about = await stat(place).catch(() => null);
  if (!about?.isDirectory()) return about?.mtimeMs ?? 0;
  const entries = await readdir(place);
  const times = await Promise.all(entries.map((entry) => newestIn(path.join(place, entry))));
  // Deleting a file changes its folder's own time.
  return Math.max(about.mtimeMs, ...times);
}

async function modified(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.mtimeMs ?? 0;
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await mkdir(lock);
    return true;
  } catch {
    // A killed build leaves its lock behind.
    const age = Date.now() - (await modified(lock));
    if (age > lockExpires) await rm(lock, { recursive: true, force: true });
    return false;
  }
}
