import { readdirSync } from "node:fs";
import { drive } from "./driver/driver.js";
const large = ["/work/shared/data/financebench/pdfs/MICROSOFT_2021_10K.pdf","/work/shared/data/financebench/pdfs/Pfizer_2023Q2_10Q.pdf","/work/shared/data/pdf_robustness/files/unstructured__pdf2image-memory-error-test-400p.pdf"];
const small = readdirSync("/tmp/speed/small").map((n) => `/tmp/speed/small/${n}`);
const run = (files: string[]) => drive(async ({ page, setFiles }) => {
  await setFiles(files);
  return page.evaluate(async () => {
    const { library, files } = (globalThis as any).harness;
    const hound = await library.Pagehound.open({ name: "speed", parseWorkers: 1 });
    const start = performance.now();
    let firstStarted = 0, ready = 0, refused = 0;
    for await (const e of hound.add(files())) {
      if (e.type === "document-started" && !firstStarted) firstStarted = performance.now() - start;
      if (e.type === "document-ready") ready++;
      if (e.type === "document-refused") refused++;
    }
    const total = performance.now() - start;
    hound.close();
    return { total: Math.round(total), firstStarted: Math.round(firstStarted), ready, refused };
  });
});
console.log("small", JSON.stringify(await run(small)));
