import { createRequire } from "node:module";
import path from "node:path";

const installed = createRequire(import.meta.url);

function inPackage(name: string, ...file: string[]): string {
  return path.join(path.dirname(installed.resolve(`${name}/package.json`)), ...file);
}

/** What a site has to offer in one folder so that scanned pages can be recognised, and where it is installed. */
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
  // The smaller of the two forms that the package has, for the neural engine alone.
  "eng.traineddata.gz": inPackage("@tesseract.js-data/eng", "4.0.0_best_int", "eng.traineddata.gz"),
};

/** The licences under which they come. */
export const ocrLicences: Readonly<Record<string, string>> = {
  "tesseract.js-LICENSE.md": inPackage("tesseract.js", "LICENSE.md"),
  "worker.min.js.LICENSE.txt": inPackage("tesseract.js", "dist", "worker.min.js.LICENSE.txt"),
  "tesseract.js-core-LICENSE": inPackage("tesseract.js-core", "LICENSE"),
};
