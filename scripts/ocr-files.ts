import { readdirSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { writeList } from "../cli/model-folder.js";

const installed = createRequire(import.meta.url);

function inPackage(name: string, ...file: string[]): string {
  return path.join(path.dirname(installed.resolve(`${name}/package.json`)), ...file);
}

/** The languages whose packages are installed, by their codes; `npm install @tesseract.js-data/nld` adds one. */
function installedLanguages(): string[] {
  const packages = path.dirname(inPackage("@tesseract.js-data/eng"));
  return readdirSync(packages).filter((name) => /^\w+$/.test(name));
}

/** What a site has to offer in one folder so that text in pictures can be recognised, and where it is installed. */
export const ocrFiles: Readonly<Record<string, string>> = {
  "tesseract.esm.min.js": inPackage("tesseract.js", "dist", "tesseract.esm.min.js"),
  "worker.min.js": inPackage("tesseract.js", "dist", "worker.min.js"),
  // A browser fetches the one that its processor runs fastest.
  ...Object.fromEntries(
    ["relaxedsimd-lstm", "simd-lstm", "lstm"].map((kind) => [
      `tesseract-core-${kind}.wasm.js`,
      inPackage("tesseract.js-core", `tesseract-core-${kind}.wasm.js`),
    ]),
  ),
  // The smaller of the two forms that the packages have, for the neural engine alone.
  ...Object.fromEntries(
    installedLanguages().map((code) => [
      `${code}.traineddata.gz`,
      inPackage(`@tesseract.js-data/${code}`, "4.0.0_best_int", `${code}.traineddata.gz`),
    ]),
  ),
};

/** The licences under which they come. */
const ocrLicences: Readonly<Record<string, string>> = {
  "tesseract.js-LICENSE.md": inPackage("tesseract.js", "LICENSE.md"),
  "worker.min.js.LICENSE.txt": inPackage("tesseract.js", "dist", "worker.min.js.LICENSE.txt"),
  "tesseract.js-core-LICENSE": inPackage("tesseract.js-core", "LICENSE"),
};

/** Copies all of it into a folder, with the list that tells the element what exists. */
export async function copyOcrFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, source] of Object.entries({ ...ocrFiles, ...ocrLicences })) {
    await copyFile(source, path.join(folder, name));
  }
  await writeList(folder);
}
