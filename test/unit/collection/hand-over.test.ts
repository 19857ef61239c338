import { expect, it } from "vitest";
import { handOver } from "../../../src/client/ingest.js";
import type { FilesToAdd } from "../../../src/collection/api.js";
import { handedFiles } from "../../../src/collection/ingest/add-files.js";
import type { InputFile } from "../../../src/core/ingest.js";

const files = (count: number): InputFile[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `notes/${index + 1}.txt`,
    file: new Blob([`This is note ${index + 1}.`]),
  }));

/** The paths of all files in a request. */
async function taken(request: FilesToAdd, signal: AbortSignal): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of handedFiles(request, signal)) paths.push(path);
  return paths;
}

const { signal } = new AbortController();

it.each([1, 8, 9, 300])("passes %i files in order, a few per message", async (count) => {
  const list = files(count);
  let first = 0;
  let paths: string[] = [];
  await handOver(
    { files: list, folders: ["notes"] },
    async (request) => {
      expect(request.folders).toEqual(["notes"]);
      first = request.files.length;
      paths = await taken(request, signal);
    },
    { signal },
  );
  expect(paths).toEqual(list.map(({ path }) => path));
  expect(first).toBeLessThanOrEqual(8);
});

it("ends a call with the reason if its result cannot be sent", async () => {
  const list = files(20);
  const broken = { path: "broken", file: () => {} } as unknown as InputFile;
  const added = handOver(
    { files: [...list, broken], folders: [] },
    async (request, options) => void (await taken(request, options.signal ?? signal)),
    { signal },
  );
  await expect(added).rejects.toMatchObject({ code: "invalid-argument" });
});

it("an aborted call stops waiting for files", async () => {
  const controller = new AbortController();
  const { port1, port2 } = new MessageChannel();
  const paths = taken({ files: files(2), folders: [], more: port2 }, controller.signal);
  controller.abort(new Error("enough"));
  await expect(paths).rejects.toThrow("enough");
  port1.close();
});

it("rejects a call if the browser cannot read some of its files, instead of adding the others", async () => {
  const { port1, port2 } = new MessageChannel();
  const paths = taken({ files: files(2), folders: [], more: port2 }, signal);
  port2.dispatchEvent(new Event("messageerror"));
  port1.postMessage(null);
  await expect(paths).rejects.toMatchObject({ code: "internal" });
  port1.close();
});
