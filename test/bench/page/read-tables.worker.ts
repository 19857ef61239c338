import { type PackedPage, packPage } from "../../../src/core/page.js";
import { openPdf } from "../../../src/parse/pdf/parser.js";
import { serve } from "../../../src/rpc/serve.js";
import { greeted } from "../../../src/rpc/worker-host.js";

/** Reads PDFs as the library does, with what tables are found by or without. */
export interface ReadTablesApi {
  /** Reads all pages of a file. */
  read(request: { file: Blob; textAlone: boolean }): Promise<ReadPages>;
}

/** The pages of a file, and how long reading them took. */
export interface ReadPages {
  readonly pages: readonly PackedPage[];
  readonly milliseconds: number;
}

const { port, setup } = await greeted<{ assets: string }>();

serve<ReadTablesApi>(port, {
  async read({ file, textAlone }) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const started = performance.now();
    const source = { path: "file.pdf", password: undefined, assetsBase: setup.assets };
    const document = await openPdf({ ...source, bytes, recogniser: null, textAlone });
    const pages: PackedPage[] = [];
    for (let number = 1; number <= document.pageCount; number++) {
      pages.push(packPage(await document.readPage(number)));
    }
    await document.close();
    return { pages, milliseconds: performance.now() - started };
  },
});
