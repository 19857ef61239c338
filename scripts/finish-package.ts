import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { writeCustomElements } from "./custom-elements.js";
import { openDoorsOfTypes } from "./open-doors.js";
import { pruneTypes } from "./prune-types.js";

const repository = path.resolve(import.meta.dirname, "..");
const types = path.join(repository, "dist/types");

/** The steps after building `dist/` and its declarations. */
export async function finishPackage(): Promise<void> {
  const manifest = JSON.parse(await readFile(path.join(repository, "package.json"), "utf8"));
  const folders = ["entries", "connect/adapters"].map((name) => path.join(types, name));
  const entries = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).map((file) => path.join(folder, file))),
  );
  const published = entries.flat().filter((file) => path.basename(file) !== "unnamed-types.d.ts");
  await openDoorsOfTypes(types);
  await pruneTypes(types, published, {
    folder: path.join(types, "connect/adapters"),
    packages: Object.keys(manifest.peerDependencies),
  });
  await writeCustomElements(types, path.join(repository, "dist/custom-elements.json"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await finishPackage();
