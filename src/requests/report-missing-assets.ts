import { type AssetReport, fetchAsset, hasStandIn } from "../core/fetch-asset.js";

/** What pdf.js fetches by itself, in a worker that is told where. */
const asset = /\.(?:bcmap|pfb|ttf|wasm)$/;

/**
 * In a worker that draws PDFs: sees to it that pdf.js gets the files of `assetsBase` or nothing,
 * since it takes whatever a server sends for them, and tells the page of each that it does without,
 * of which pdf.js says nothing. To be called when the worker starts.
 */
export function reportMissingAssets(): void {
  const original = globalThis.fetch.bind(globalThis);
  globalThis.fetch = async (input, init) => {
    if (typeof input !== "string" || !asset.test(input)) return original(input, init);
    try {
      return new Response(await fetchAsset(input, original));
    } catch (error) {
      if (!(await hasStandIn(input, original))) {
        const report: AssetReport = { pagehound: "asset-missing", url: input };
        postMessage(report);
      }
      throw error;
    }
  };
}
