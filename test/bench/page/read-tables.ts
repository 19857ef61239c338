import type { PackedPage } from "../../../src/core/page.js";
import { connect } from "../../../src/rpc/connect.js";
import { hostWorker } from "../../../src/rpc/worker-host.js";
import type { ReadPages, ReadTablesApi } from "./read-tables.worker.js";

/** The pages of a file of the harness, as text that JSON can hold. */
export async function readTables(request: {
  file: number;
  textAlone: boolean;
}): Promise<ReadPages> {
  const file = globalThis.harness.files()[request.file];
  if (!file) throw new Error(`There is no file ${request.file}.`);
  const worker = new Worker(new URL("./read-tables.worker.ts", import.meta.url), {
    type: "module",
  });
  const assets = new URL("/dist/assets/", location.href).href;
  const hosted = hostWorker(() => worker, "reading of tables", { assets });
  const { remote, close } = connect<ReadTablesApi>(hosted.port);
  hosted.onFailure = close;
  const { pages, milliseconds } = await remote.read({ file, textAlone: request.textAlone });
  hosted.end();
  const plain = pages.map((page) => ({
    ...page,
    lines: [...page.lines],
    geometry: page.geometry && {
      runs: [...page.geometry.runs],
      boxes: [...page.geometry.boxes],
      lengths: [...page.geometry.lengths],
      ...(page.geometry.rules ? { rules: [...page.geometry.rules] } : {}),
    },
  }));
  return { pages: plain as unknown as readonly PackedPage[], milliseconds };
}
