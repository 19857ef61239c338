import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs";
// Sets `globalThis.pdfjsWorker`: if it exists in the same thread, pdf.js starts no worker of its
// own.
import "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { serve } from "../../../src/core/rpc/serve.js";
import { greeted } from "../../../src/core/rpc/worker-host.js";

/** pdf.js alone, the baseline for the throughput of the whole pipeline. */
export interface BarePdfApi {
  /** Reads the text content of every page of a file, and returns the page count. */
  read(request: { file: Blob }): Promise<number>;
  count(request: { file: Blob }): Promise<number>;
}

const { port, setup } = await greeted<{ assets: string }>();

async function opened(file: Blob): Promise<pdfjs.PDFDocumentLoadingTask> {
  return pdfjs.getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    cMapUrl: `${setup.assets}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${setup.assets}standard_fonts/`,
    wasmUrl: `${setup.assets}wasm/`,
    iccUrl: `${setup.assets}iccs/`,
    useWorkerFetch: true,
    // Matches our parser, except for what costs it extra time (font names).
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
}

serve<BarePdfApi>(port, {
  async read({ file }) {
    const task = await opened(file);
    const pdf = await task.promise;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number);
      await page.getTextContent();
      page.cleanup();
    }
    const pages = pdf.numPages;
    await task.destroy();
    return pages;
  },
  async count({ file }) {
    const task = await opened(file);
    const { numPages } = await task.promise;
    await task.destroy();
    return numPages;
  },
});
