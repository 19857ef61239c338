import { copyFile, mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { ocrFiles, ocrLicences } from "./ocr-files.js";

/** Copies what recognises text in scanned pages into a folder: `npm run ocr-assets -- DIR`. */
async function main([folder, ...more]: readonly string[]): Promise<number> {
  if (!folder || folder.startsWith("-") || more.length > 0) {
    process.stderr.write("Usage: npm run ocr-assets -- DIR\n");
    return 2;
  }
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const [name, source] of Object.entries({ ...ocrFiles, ...ocrLicences })) {
    await copyFile(source, path.join(folder, name));
    bytes += (await stat(source)).size;
  }
  const megabytes = (bytes / 1_000_000).toFixed(1);
  process.stdout.write(
    `${Object.keys(ocrFiles).length} files and their licences, ${megabytes} MB, are in ${folder}.\n`,
  );
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
