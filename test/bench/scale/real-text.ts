import { BadInput } from "../../../cli/bad-input.js";
import { collectionPaths, gatherFiles, type LocalFile } from "../../../cli/gather-files.js";
import type { Driver } from "../../driver/driver.js";
import { say } from "../command.js";
import { paragraphsOf } from "./paragraphs.js";

const collection = "bench-scale-source";

/** The PDFs in a folder and its subfolders. Throws `BadInput` if there are none. */
export async function findPdfs(folder: string): Promise<LocalFile[]> {
  const { files } = await gatherFiles([folder], process.cwd());
  const pdfs = files.filter(({ file }) => file.toLowerCase().endsWith(".pdf"));
  if (pdfs.length > 0) return pdfs;
  throw new BadInput(`No PDF in ${folder}. Name another folder with --path DIR.`);
}

/** The text of files as paragraphs. Throws `BadInput` if they contain too little. */
export async function readRealText(driver: Driver, files: readonly LocalFile[]): Promise<string[]> {
  say(`Reading ${files.length} files.`);
  await driver.setFiles(files.map(({ file }) => file));
  const texts = await driver.page.evaluate((request) => globalThis.bench.readText(request), {
    name: collection,
    paths: collectionPaths(files),
  });
  await driver.page.evaluate(
    (name) => globalThis.harness.library.Pagehound.delete(name),
    collection,
  );
  const paragraphs = paragraphsOf(texts.join("\n"));
  if (paragraphs.length >= 100) return paragraphs;
  throw new BadInput("These PDFs hold too little text to learn from; 15,000 words are needed.");
}
