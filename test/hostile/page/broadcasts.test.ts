import { deleteDB } from "idb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Pagehound } from "../../../src/index.js";
import { addAll, ends, textFile } from "../../browser/collection/watched.js";

// Messages from another script of the same site on the channel of a collection's tabs.

const name = "broadcasts-test";
let here: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  here = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
});
afterEach(() => here.close());

const sent: readonly unknown[] = [
  null,
  5,
  { type: "documents-changed", ordinals: [{}] },
  { type: "documents-changed", ordinals: [Number.NaN] },
  { type: "queue-changed", released: "x" },
  { type: "password", ordinal: {}, password: 5 },
  { type: "event", ordinal: 1, event: null },
  {
    ...{ type: "event", ordinal: 1 },
    event: { type: "document-ready", path: "a", document: { id: 5 }, replaced: 5 },
  },
];

it("a collection survives any message sent to its tabs", async () => {
  const channel = new BroadcastChannel(`pagehound:${name}`);
  const heard = new Set<string>();
  channel.addEventListener("message", ({ data }) => heard.add(data?.event?.path));
  for (const message of sent) channel.postMessage(message);
  // Once it has received the next message, it has received all of these.
  channel.postMessage({ type: "reader-changed" });
  for (const path of ["a.txt", "b.txt"]) {
    expect(ends(await addAll(here, textFile(path, "A qersu is a boat.")))).toEqual([
      `${path}: ready`,
    ]);
    for (const message of sent) channel.postMessage(message);
  }
  // Broadcasts take another route than the call's result, which may arrive first.
  await expect.poll(() => [...heard]).toContain("b.txt");
  channel.close();
  expect((await here.search("qersu")).hits.map(({ path }) => path).sort()).toEqual([
    "a.txt",
    "b.txt",
  ]);
  const [first] = await here.documents();
  if (first) await here.remove([first.id]);
  expect((await here.documents()).map(({ path }) => path)).toEqual(["b.txt"]);
});
