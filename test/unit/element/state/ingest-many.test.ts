import { expect, test } from "vitest";
import { Ingest } from "../../../../src/element/documents/ingest.js";
import type { Shell } from "../../../../src/element/shell/shell.js";
import type { InputFile } from "../../../../src/index.js";
import { shellOver } from "./shell-double.js";

/** A collection that accepts files and never gets round to them. */
function slowCollection(added: string[]): Shell {
  const collection = {
    async *add(inputs: readonly InputFile[], { signal }: { signal: AbortSignal }) {
      added.push(...inputs.map(({ path }) => path));
      await new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason)),
      );
      yield* [];
    },
    queue: { cancel: async () => {} },
  };
  // Any other call fails.
  return shellOver(collection);
}

const listener = {
  ready: () => expect.unreachable(),
  finished: () => {},
  pathOf: () => null,
};
const files: InputFile[] = Array.from({ length: 3_000 }, (_, index) => ({
  file: new File([`${index}`], `${index}.txt`),
  path: `${index}.txt`,
}));
const paths = files.map(({ path }) => path);

test("lists thousands of added files in steps, in order, each with its size", async () => {
  const added: string[] = [];
  const ingest = new Ingest(slowCollection(added), listener);
  ingest.add(files);
  expect(ingest.rows.all.length).toBeGreaterThan(0);
  // Closing the page would lose the remaining files as well.
  expect(ingest.unstored).toBe(files.length);
  await expect.poll(() => added).toEqual(paths);
  expect(ingest.rows.all.map(({ path }) => path)).toEqual(paths);
  expect(ingest.files).toEqual({ done: 0, total: files.length });
  await expect.poll(() => ingest.rows.get("2999.txt")?.size).toBe(4);
});

test("files that were not listed yet when reading was stopped can be added again", async () => {
  const added: string[] = [];
  const ingest = new Ingest(slowCollection(added), listener);
  ingest.add(files);
  const { atHand, others } = await ingest.stop();
  expect(atHand.map(({ path }) => path)).toEqual(paths);
  expect(others).toBe(0);
  await new Promise((resolve) => setTimeout(resolve));
  expect(ingest.rows.all).toEqual([]);
  expect(added).toEqual([]);
  expect(ingest.running).toBe(false);
});
