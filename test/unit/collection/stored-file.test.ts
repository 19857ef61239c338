import { expect, it } from "vitest";
import { openStored, readStored } from "../../../src/collection/ingest/stored-file.js";

const bytes = "A qersu is a kind of boat.";
const hash = "0".repeat(64);

/** A handle to a file that was last changed at `modified`. */
function handleTo(modified: number): FileSystemFileHandle {
  const file = new File([bytes], "a.txt", { lastModified: modified });
  return { getFile: async () => file } as unknown as FileSystemFileHandle;
}

it("hashes a linked file only if its size or time has changed", async () => {
  const seen = { size: bytes.length, modified: 5 };
  const known = { path: "a.txt", hash };
  // The hash is wrong on purpose, so that recomputing it would be noticed.
  const same = await openStored({ file: handleTo(5), seen }, known);
  expect(await same.text()).toBe(bytes);
  const changed = expect.stringContaining("changed");
  const refusal = { code: "not-found", message: changed };
  await expect(openStored({ file: handleTo(6), seen }, known)).rejects.toMatchObject(refusal);
  await expect(
    openStored({ file: handleTo(5), seen: { ...seen, size: 1 } }, known),
  ).rejects.toMatchObject(refusal);
  await expect(openStored({ file: handleTo(5) }, known)).rejects.toMatchObject(refusal);
});

it("always hashes a linked file before it is indexed", async () => {
  const seen = { size: bytes.length, modified: 5 };
  await expect(
    readStored({ file: handleTo(5), seen }, { path: "a.txt", hash }),
  ).rejects.toMatchObject({ code: "not-found" });
});
