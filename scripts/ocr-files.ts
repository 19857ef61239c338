import { readdirSync } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { writeList } from "../cli/model-folder.js";

const installed = createRequire(import.meta.url);

function inPackage(name: string, ...file: string[]): string {
  return path.join(path.dirname(installed.resolve(`${name}/package.json`)), ...file);
}

/** The codes of installed languages; `npm install @tesseract.js-data/nld` adds one. */
function installedLanguages(): string[] {
  const packages = path.dirname(inPackage("@tesseract.js-data/eng"));
  return readdirSync(packages).filter((name) => /^\w+$/.test(name));
}

/** The files needed for recognising text in pictures, and where they are installed. */
export const ocrFiles: Readonly<Record<string, string>> = {
  "tesseract.esm.min.js": inPackage("tesseract.js", "dist", "tesseract.esm.min.js"),
  "worker.min.js": inPackage("tesseract.js", "dist", "worker.min.js"),
  // Browsers download the build that their processor runs fastest.
  ...Object.fromEntries(
    ["relaxedsimd-lstm", "simd-lstm", "lstm"].map((kind) => [
      `tesseract-core-${kind}.wasm.js`,
      inPackage("tesseract.js-core", `tesseract-core-${kind}.wasm.js`),
    ]),
  ),
  // The smaller of the two variants in each package, for the neural engine only.
  ...Object.fromEntries(
    installedLanguages().map((code) => [
      `${code}.traineddata.gz`,
      inPackage(`@tesseract.js-data/${code}`, "4.0.0_best_int", `${code}.traineddata.gz`),
    ]),
  ),
};

/** Licences for these files. */
const ocrLicences: Readonly<Record<string, string>> = {
  "tesseract.js-LICENSE.md": inPackage("tesseract.js", "LICENSE.md"),
  "worker.min.js.LICENSE.txt": inPackage("tesseract.js", "dist", "worker.min.js.LICENSE.txt"),
  "tesseract.js-core-LICENSE": inPackage("tesseract.js-core", "LICENSE"),
};

/**
 * Copies all of them into a folder, with the list from which the element learns which ones exist.
 */
export async function copyOcrFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, source] of Object.entries({ ...ocrFiles, ...ocrLicences })) {
    await copyFile(source, path.join(folder, name));
  }
  await writeList(folder);
}
