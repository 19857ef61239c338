import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Pagehound, type PagehoundOptions } from "../../../src/index.js";
import { textFile } from "./watched.js";

const name = "two-handles-test";
const options: PagehoundOptions = { name, assetsBase: "/assets/", parseWorkers: 1 };
const handles: Pagehound[] = [];

async function open(): Promise<Pagehound> {
  const handle = await Pagehound.open(options);
  handles.push(handle);
  return handle;
}

beforeEach(() => deleteDB(`pagehound:${name}`));
afterEach(() => {
  for (const handle of handles.splice(0)) handle.close();
});

/** What a handle lists, finds and opens, over all documents. */
async function seenBy(handle: Pagehound): Promise<string[]> {
  // Requested at the same time, so that none waits for another.
  const [listed, { hits, coverage }] = await Promise.all([
    handle.documents(),
    handle.search("qersu", { limit: 100 }),
  ]);
  const texts = await Promise.all(listed.map(async ({ id }) => (await handle.page(id, 1)).text));
  expect(hits.map(({ path }) => path).sort()).toEqual(listed.map(({ path }) => path).sort());
  expect(coverage.documents).toBe(listed.length);
  return texts.sort();
}

const text = (number: number) => `A qersu has ${number} oars.\n`;

it("another handle of the page sees documents as soon as a call that changed them has resolved", async () => {
  const [first, second] = [await open(), await open()];
  const expected: string[] = [];
  for (let number = 0; number < 12; number++) {
    const [changing, other] = number % 2 === 0 ? [first, second] : [second, first];
    await changing.add([textFile(`${number}.txt`, text(number))]);
    expected.push(text(number));
    expect(await seenBy(other)).toEqual([...expected].sort());
  }
  const [document] = await first.documents();
  const ids = document ? [document.id] : [];
  await first.remove(ids);
  expect(await second.documents()).toHaveLength(11);
  await second.restore(ids);
  expect(await first.documents()).toHaveLength(12);
});

it("a handle opened while another adds files sees the files added so far", async () => {
  const first = await open();
  for (let number = 0; number < 4; number++) {
    const [later] = await Promise.all([
      open(),
      first.add([textFile(`${number}.txt`, text(number))]),
    ]);
    expect(await seenBy(later)).toHaveLength(number + 1);
    later.close();
  }
});

it("a closed handle blocks nobody", async () => {
  const [first, second] = [await open(), await open()];
  const adding = first.add([textFile("a.txt", text(1))]);
  second.close();
  expect((await adding).added).toHaveLength(1);
});
