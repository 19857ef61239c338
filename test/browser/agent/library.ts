import { deleteDB } from "idb";
import { type InputFile, Pagehound } from "../../../src/index.js";
import { fixture } from "../fixture.js";

const pdfs = ["table", "two-columns", "headings", "margins", "sidebar", "scan-and-empty"];

/** A new collection with PDFs and other files. */
export async function openLibrary(
  name: string,
  more: readonly InputFile[] = [],
): Promise<Pagehound> {
  await deleteDB(`pagehound:${name}`);
  const hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const files = await Promise.all(
    pdfs.map(async (pdf) => ({
      path: `reports/${pdf}.pdf`,
      file: await fixture(`pdf/${pdf}.pdf`),
    })),
  );
  for await (const event of hound.add([...files, ...more])) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
  return hound;
}
