// pdf.js's own worker, which reads PDFs for the worker that draws them.
import { WorkerMessageHandler } from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import { reportMissingAssets } from "../src/core/requests/watch.js";
import { greeted } from "../src/core/rpc/worker-host.js";

reportMissingAssets();

// No top-level await: bundlers that build workers as classic scripts refuse it.
void greeted<null>().then(({ port }) => {
  WorkerMessageHandler.initializeFromPort(port);
  port.start();
});
