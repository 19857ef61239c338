import { writeFile, mkdir } from "node:fs/promises";
import path from "node:path";
import { driveBench } from "./bench-driver.js";
const out = process.argv[2] as string;
const files = process.argv.slice(3);
await mkdir(out, { recursive: true });
await driveBench(async ({ page, setFiles }) => {
  await setFiles(files);
  let t0 = 0, t1 = 0;
  for (const [index, file] of files.entries()) {
    const alone = process.env.TIMES ? await page.evaluate(`globalThis.bench.readTables({file:${index},textAlone:true}).then(r=>r.milliseconds)`) as number : 0;
    const read = await page.evaluate(`globalThis.bench.readTables({file:${index},textAlone:false})`) as { pages: unknown[]; milliseconds: number };
    t0 += alone; t1 += read.milliseconds;
    console.log(path.basename(file), read.pages.length, Math.round(alone), Math.round(read.milliseconds));
    await writeFile(path.join(out, `${path.basename(file)}.json`), JSON.stringify(read.pages));
  }
  console.log(t0, t1, t1 / t0);
});
process.exit();
