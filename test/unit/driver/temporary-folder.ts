import { mkdtemp, realpath, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach } from "vitest";

const made: string[] = [];

afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true });
});

/** Creates an empty folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  // Resolved, because macOS keeps its temporary folder behind a link.
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "pagehound-")));
  made.push(folder);
  return folder;
}
