import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Served, serveFolder } from "../../cli/serve.js";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { tries } from "../tries.js";
import { type PoolFile, password, writePool } from "./interruption/file-pool.js";
import {
  type Encounters,
  InterruptedCollection,
  noEncounters,
} from "./interruption/interrupted-collection.js";
import { planOf } from "./interruption/plan.js";

/**
 * For each seed, the page is ended at a random moment while many files are being added, and then
 * reopened. Seeds of a chain share a profile, so that what one interruption leaves behind is
 * interrupted again. `PAGEHOUND_SEEDS=7` or `PAGEHOUND_SEEDS=1-1000` selects other seeds.
 */
const chains = seedChains(process.env.PAGEHOUND_SEEDS ?? `1-${tries(1, 1000)}`);

let folder: string;
let pool: PoolFile[];
let server: Served;
/** The expected text of each page, by the hash of the file's bytes. */
let texts: Map<string, string[]>;
const total: Encounters = { ...noEncounters };

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-interruption-"));
  pool = await writePool(path.join(folder, "files"));
  texts = await readUninterrupted(pool);
  server = await serveFolder({
    "/": path.join(repository, "cli/page"),
    "/dist/": path.join(repository, "dist"),
  });
});

afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

test.each(chains)(
  "nothing is lost, duplicated or half-finished after seeds $0 to $1",
  async (...range) => {
    const [first, last] = range;
    const profile = path.join(folder, `profile-${first}`);
    const collection = new InterruptedCollection(profile, { url: server.url, pool, texts });
    try {
      for (let seed = first; seed <= last; seed++) {
        const problems = await collection.interrupt(planOf(seed, pool));
        // The check covers what the previous seed left behind.
        expect(problems, `seed ${seed === first ? seed : seed - 1}`).toEqual([]);
      }
      expect(await collection.settle(), `seed ${last}`).toEqual([]);
    } finally {
      await collection.close();
      const { slowestOpening, ...counted } = collection.encounters;
      total.slowestOpening = Math.max(total.slowestOpening, slowestOpening);
      for (const key of Object.keys(counted) as (keyof typeof counted)[]) {
        total[key] += counted[key];
      }
    }
  },
);

test.runIf(chains.length > 9)("the interruptions happened at critical moments", () => {
  expect(total.waiting).toBeGreaterThan(20);
  expect(total.stagedPages).toBeGreaterThan(200);
  expect(total.unannounced).toBeGreaterThan(0);
  expect(total.replacing).toBeGreaterThan(0);
  // Printed for information; a busy machine must not fail on them.
  process.stdout.write(`Interruptions came upon ${JSON.stringify(total)}\n`);
});

/** The seeds in chains of five, as pairs of first and last. */
function seedChains(wanted: string): [first: number, last: number][] {
  const [first = 1, last = first] = wanted.split("-").map(Number);
  const chains: [first: number, last: number][] = [];
  for (let seed = first; seed <= last; seed += 5) chains.push([seed, Math.min(seed + 4, last)]);
  return chains;
}

/** Reads every file in a separate collection without any interruption. */
async function readUninterrupted(files: readonly PoolFile[]): Promise<Map<string, string[]>> {
  return drive(async ({ page, setFiles }) => {
    await setFiles(files.map(({ file }) => file));
    const read = await page.evaluate(async (password) => {
      const { library, files } = globalThis.harness;
      const hound = await library.Pagehound.open({ name: "uninterrupted" });
      const inputs = files().map((file, index) => ({
        file,
        path: `${index} ${file.name}`,
        password,
      }));
      for await (const _ of hound.add(inputs));
      const found: [hash: string, texts: string[]][] = [];
      for (const { id, hash, pages } of await hound.documents()) {
        const numbers = Array.from({ length: pages.total }, (_, index) => index + 1);
        const read = await Promise.all(numbers.map((number) => hound.page(id, number)));
        found.push([hash, read.map(({ text }) => text)]);
      }
      hound.close();
      return found;
    }, password);
    return new Map(read);
  });
}
