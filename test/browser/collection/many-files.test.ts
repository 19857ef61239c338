import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { tries } from "../../tries.js";
import { countRequests } from "./count-requests.js";
import { type CollectionInPage, openInPage } from "./in-page.js";
import { addAll, ends, textFile } from "./watched.js";

const name = "many-files-test";
let opened: CollectionInPage | null = null;

beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(() => opened?.close());

/** Tiny files, all of them different. */
const tiny = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    textFile(`notes/${from + index}.txt`, `Note ${from + index} tells of boat ${from + index}.`),
  );

it("adding a file reads no more of the database as it grows", async () => {
  opened = await openInPage(name);
  const { add, idle } = opened;
  /** What adding 20 more files requests from the database. */
  const requestsFor = async (from: number) => {
    await idle();
    const counts = countRequests();
    try {
      await add(tiny(from, 20));
    } finally {
      counts.stop();
    }
    const { writing, together, passedOver } = counts;
    return { writing: writing / 20, together: together / 20, passedOver: passedOver / 20 };
  };
  await add(tiny(1, 20));
  const few = await requestsFor(21);
  const more = tries(160, 360);
  await add(tiny(41, more));
  const many = await requestsFor(41 + more);
  expect(opened.collection.summaries).toHaveLength(60 + more);
  expect(many.writing).toBeLessThan(few.writing * 1.5);
  expect(many.together).toBeLessThan(few.together * 1.5 + 1);
  // One search reads the whole queue at the start; repeating that for every file would skip 200 or
  // more.
  expect(many.passedOver).toBeLessThan(100);
});

it("adds more files than fit in one message, in order, and lists all of them", async () => {
  const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  try {
    const files = tiny(1, 250);
    const events = await addAll(hound, ...files);
    expect(ends(events)).toEqual(files.map(({ path }) => `${path}: ready`).sort());
    const paths = (await hound.documents()).map(({ path }) => path);
    expect(paths).toEqual(files.map(({ path }) => path));
    const again = await addAll(hound, ...files);
    expect(ends(again)).toEqual(files.map(({ path }) => `${path}: unchanged`).sort());
  } finally {
    hound.close();
  }
});

it("compares a folder with all files added from it, across several messages", async () => {
  const hound = await Pagehound.open({ name, assetsBase: "/assets/" });
  try {
    await addAll(hound, ...tiny(1, 40));
    const missing: string[] = [];
    for await (const event of hound.add(tiny(1, 39), { folders: ["notes"] })) {
      if (event.type === "folder-compared") missing.push(...event.missing.map(({ path }) => path));
    }
    expect(missing).toEqual(["notes/40.txt"]);
  } finally {
    hound.close();
  }
});
