import { stat } from "node:fs/promises";
import path from "node:path";
import { copyOcrFiles, ocrFiles } from "./ocr-files.js";

/** Copies the files for text recognition to a folder: `npx tsx scripts/ocr-assets.ts DIR`. */
async function main([folder, ...more]: readonly string[]): Promise<number> {
  if (!folder || folder.startsWith("-") || more.length > 0) {
    process.stderr.write("Usage: npx tsx scripts/ocr-assets.ts DIR\n");
    return 2;
  }
  await copyOcrFiles(folder);
  const names = Object.keys(ocrFiles);
  const sizes = await Promise.all(names.map((name) => stat(path.join(folder, name))));
  const megabytes = (sizes.reduce((sum, { size }) => sum + size, 0) / 1_000_000).toFixed(1);
  process.stdout.write(
    `${names.length} files, ${megabytes} MB, and their licences are in ${folder}.\n`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
