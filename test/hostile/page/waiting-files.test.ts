import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { addAll, ends, startAdding, textFile } from "../../browser/collection/watched.js";
import { fixture } from "../../browser/fixture.js";

// A collection file from someone else arrives while the person's own files are still being added.

const name = "waiting-files-test";
const opened: Pagehound[] = [];

async function open(collection: string): Promise<Pagehound> {
  await deleteDB(`pagehound:${collection}`);
  const options = { assetsBase: "/assets/", parseWorkers: 1, name: collection };
  const hound = await Pagehound.open(options);
  opened.push(hound);
  return hound;
}

let here: Pagehound;
beforeEach(async () => {
  here = await open(name);
});
afterEach(() => {
  for (const hound of opened.splice(0)) hound.close();
});

/** A collection file with one document of this name. */
async function fileWith(path: string, text: string): Promise<Blob> {
  const elsewhere = await open(`${name}-elsewhere`);
  await addAll(elsewhere, textFile(path, text));
  return elsewhere.collection.export({ originals: false });
}

const queue = async () =>
  (await here.queue.list()).files.map(({ path, state, problem }) => [path, state, problem?.code]);
const paths = async () => (await here.documents()).map(({ path }) => path);

it("an import leaves alone a file that waits for its password", async () => {
  await addAll(here, { path: "contract.txt", file: await fixture("pdf/user-password.pdf") });
  const held = [["contract.txt", "held", "password-required"]];
  expect(await queue()).toEqual(held);
  const sent = await fileWith("contract.txt", "You owe everything.");
  const brought = await here.collection.import(sent);
  expect(brought.added.map(({ path }) => path)).toEqual(["contract (2).txt"]);
  expect(await queue()).toEqual(held);
  expect(await paths()).toEqual(["contract (2).txt"]);
});

it("an import leaves a queued file alone, and the file is read afterwards", async () => {
  await here.queue.pause();
  const adding = startAdding(here, [textFile("report.txt", "The only copy of my own qersu.")]);
  await adding.seen(({ type }) => type === "document-waiting");
  await here.collection.import(await fileWith("report.txt", "Something else entirely."));
  expect(await queue()).toEqual([["report.txt", "waiting", undefined]]);
  await here.queue.resume();
  expect(ends(await adding.done)).toEqual(["report.txt: ready"]);
  expect((await here.search("qersu")).hits.map(({ path }) => path)).toEqual(["report.txt"]);
  expect((await paths()).sort()).toEqual(["report (2).txt", "report.txt"]);
});
