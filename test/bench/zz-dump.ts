import { writeFile } from "node:fs/promises";
import path from "node:path";
import { driveBench } from "./bench-driver.js";
import { filingsIn, openFilings } from "./filings.js";
const out = "/work/cache/dump";
const all = await filingsIn("../shared/data");
await driveBench(async (driver) => {
  await openFilings(driver, { name: "bench-figures", filings: all, cache: "/work/cache/fig" });
  const list: any[] = await driver.page.evaluate(`(async () => { globalThis.hh = await globalThis.harness.library.Pagehound.open({ name: "bench-figures" }); return (await globalThis.hh.documents()); })()`);
  await writeFile(path.join(out, "documents.json"), JSON.stringify(list));
  for (const d of list) {
    const json: string = await driver.page.evaluate(`(async () => {
      const pages = [];
      for (let n = 1; n <= ${d.pages.total}; n++) {
        const page = await globalThis.hh.page(${JSON.stringify(d.id)}, n);
        const t = performance.now();
        const tables = await globalThis.hh.tables(${JSON.stringify(d.id)}, n);
        pages.push({ page: { ...page, geometry: null }, tables, ms: performance.now() - t });
      }
      return JSON.stringify(pages);
    })()`);
    await writeFile(path.join(out, d.id + ".json"), json);
    console.error(d.path, d.pages.total);
  }
});
