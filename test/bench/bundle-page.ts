import path from "node:path";
import { build } from "vite";
import { quickPdfjs } from "../../scripts/quick-pdfjs.js";
import { repository } from "../driver/repository.js";

/** The build folder of the benchmarks' page code, served as `/bench/`. */
export const benchFolder: string = path.join(repository, ".cache/bench");

/** Bundles the benchmarks' page code and its workers. */
export async function bundlePage(): Promise<void> {
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: "./",
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: benchFolder,
      emptyOutDir: true,
      target: "es2022",
      lib: { entry: path.join(import.meta.dirname, "page/index.ts"), formats: ["es"] },
      rolldownOptions: { output: { entryFileNames: "index.js" } },
    },
    worker: {
      format: "es",
      plugins: () => [quickPdfjs("bare-pdf.worker")],
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: "[name].js" } },
    },
  });
}
