import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { emptyFolder, keptFiles } from "../../../demo/build/site-plugin.js";

test("a build empties the folder of the site but for the models in it", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-site-"));
  try {
    await mkdir(path.join(folder, "models/qwen"), { recursive: true });
    await mkdir(path.join(folder, "assets"));
    await writeFile(path.join(folder, "models/qwen/weights.bin"), "0");
    await writeFile(path.join(folder, "assets/old.js"), "0");
    await writeFile(path.join(folder, "index.html"), "0");
    // Nor does every visitor fetch them to be able to work offline.
    const kept = await keptFiles(folder);
    expect(kept.map(({ url }) => url)).toEqual(["assets/old.js", "index.html"]);
    await emptyFolder(folder);
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      "models",
      path.join("models", "qwen"),
      path.join("models", "qwen", "weights.bin"),
    ]);
    // Before the first build there is none.
    await emptyFolder(path.join(folder, "none"));
  } finally {
    await rm(folder, { recursive: true });
  }
});
