import { deleteDB } from "idb";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DocumentSummary, PagehoundError } from "../../../src/index.js";
import { inDatabase } from "../../browser/collection/in-database.js";
import { type CollectionInPage, openInPage } from "../../browser/collection/in-page.js";
import { textFile } from "../../browser/collection/watched.js";
import { fixture } from "../../browser/fixture.js";
import { tries } from "../../tries.js";
import { checkCollection } from "../attack/check-collection.js";
import { exportOf } from "../attack/forge-archive.js";
import { mutated } from "../attack/mutate-archive.js";

// Each of these files is either refused with a plain sentence, and nothing is stored, or results in
// a collection that keeps every promise of the library.

const name = "mutated-archives-test";
const rounds = tries(2, 60);
const seedsOfRound = 50;
const patient = { timeout: 60_000 };
let base: Blob;
let here: CollectionInPage | null = null;

beforeAll(async () => {
  base = await exportOf([
    textFile("boats.txt", "A qersu is a kind of boat.\n\nIt is rowed standing up."),
    textFile("notes/trees.md", "# Trees\n\nAn oak grows slowly.\n\n## Willows\n\nThey like water."),
    { path: "headings.pdf", file: await fixture("pdf/headings.pdf") },
    textFile("rent.csv", "year,rent\n2018,1577\n2019,1640"),
  ]);
});
afterEach(() => close());

function close(): void {
  here?.close();
  here = null;
}

/** A collection with one of the person's own documents. */
async function fresh(): Promise<CollectionInPage> {
  close();
  await deleteDB(`pagehound:${name}`);
  here = await openInPage(name);
  await here.add([textFile("notes/trees.md", "The notice period is three months.")]);
  await here.idle();
  // The imported documents must not change while they are examined.
  await here.collection.ingestion.queue.pause({ paused: true });
  return here;
}

/** True if its file will be read here. */
function isToBeRead({ readHere, original, pages }: DocumentSummary): boolean {
  return !readHere && original === "here" && pages.recognised === 0;
}

/** The entire contents of the database. */
const dump = () =>
  inDatabase(name, async (database) => {
    const stores = [...database.objectStoreNames];
    const all = stores.map(async (store) => {
      const [keys, values] = [await database.getAllKeys(store), await database.getAll(store)];
      return [store, keys, await Promise.all(values.map(readable))];
    });
    return JSON.stringify(await Promise.all(all));
  });

async function readable(value: unknown): Promise<unknown> {
  const file = (value as { file?: unknown }).file;
  return file instanceof Blob ? { ...(value as object), file: await file.text() } : value;
}

const outcomes = new Map<string, number>();

describe("tampered collection files", () => {
  for (let round = 0; round < rounds; round++) {
    it(`tampered collection files are rejected as a whole or harmless: ${seedsOfRound} of them, round ${round + 1}`, {
      timeout: 300_000,
    }, async () => {
      let { collection } = await fresh();
      let before = await dump();
      for (let seed = round * seedsOfRound; seed < (round + 1) * seedsOfRound; seed++) {
        const { file, kind } = await mutated(base, seed);
        const outcome = await collection
          .importCollection({ file: file, name: "handbook.pagehound", folder: null })
          .then(
            () => "taken",
            (error: unknown) => error,
          );
        const named = outcome === "taken" ? "taken" : "refused";
        outcomes.set(`${kind} ${named}`, (outcomes.get(`${kind} ${named}`) ?? 0) + 1);
        try {
          if (outcome === "taken") {
            await checkCollection(collection);
            // After its files are read here, the same promises hold.
            await collection.ingestion.queue.pause({ paused: false });
            await expect.poll(() => collection.summaries.filter(isToBeRead), patient).toEqual([]);
            await checkCollection(collection);
            ({ collection } = await fresh());
            before = await dump();
            continue;
          }
          expectPlain(outcome);
          expect(await dump()).toBe(before);
        } catch (error) {
          throw new Error(`Seed ${seed}, ${kind}, ${named}: ${error}`, { cause: error });
        }
      }
    });
  }

  it("most mutations produce both accepted and refused collection files", () => {
    expect([...outcomes.values()].reduce((sum, each) => sum + each, 0)).toBe(rounds * seedsOfRound);
    const kinds = (named: string) =>
      [...outcomes.keys()].filter((key) => key.endsWith(named)).length;
    expect(kinds("refused")).toBeGreaterThanOrEqual(8);
    expect(kinds("taken")).toBeGreaterThanOrEqual(tries(2, 4));
  });
});

/** Checks for one of our errors, with a sentence that names the file. */
function expectPlain(error: unknown): void {
  if (!PagehoundError.isInstance(error)) throw error;
  expect(error.code).toBeOneOf(["damaged-file", "unsupported-format"]);
  expect(error.message).toMatch(/^handbook\.pagehound .+\.$/u);
  expect(error.message).not.toMatch(/undefined|NaN|null|\[object|TypeError|RangeError/);
}
