import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { BadInput } from "../../../cli/bad-input.js";
import { copyOcrFiles } from "../../../scripts/ocr-files.js";
import { drive } from "../../driver/driver.js";
import type { ListedFile } from "./manifest.js";
import { type WordShare, wordShare } from "./word-share.js";

/** A first page turned into a scan, and how many of its words were recognised. */
interface ScannedPage extends WordShare {
  readonly file: string;
}

export interface Recognition {
  /** First pages of PDFs with text, rendered the way a scanner would. */
  readonly drawn: readonly ScannedPage[];
  /** Files without any text, and how many of their pages have text after recognition. */
  readonly scans: readonly {
    readonly file: string;
    readonly pages: number;
    readonly recognised: number;
  }[];
  readonly pagesPerMinute: number;
}

/** Dots per inch of an office scanner. */
const resolution = 200;
/** A page with fewer words says too little about recognition. */
const fewestWords = 50;
const run = promisify(execFile);

/**
 * Recognises two kinds of pages: the first page of each PDF whose reference uses unaccented Latin
 * letters, rendered by Poppler as a greyscale picture, and every page of PDFs without any text.
 *
 * @param most the maximum number of files of each kind, selected evenly
 */
export async function recognisePages(
  listed: readonly ListedFile[],
  most: number = Number.POSITIVE_INFINITY,
): Promise<Recognition> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-scanned-"));
  try {
    const ocr = path.join(folder, "ocr");
    await copyOcrFiles(ocr);
    const texts: ListedFile[] = [];
    const pictures: string[] = [];
    const english = listed.filter(
      ({ isWhole, password, reference }) =>
        !isWhole && password === null && isEnglish(reference?.[0]),
    );
    for (const file of spread(english, most)) {
      const picture = await scanned(file, folder, texts.length);
      if (picture === null) continue;
      texts.push(file);
      pictures.push(picture);
    }
    const blank = listed.filter(
      ({ reference, isWhole, password, location }) =>
        !isWhole && password === null && location.endsWith(".pdf") && isBlank(reference),
    );
    const scans = spread(blank, most);
    const files = [...pictures, ...scans.map(({ location }) => location)];
    return await drive(
      async ({ page, setFiles }) => {
        await setFiles(files);
        const { read, milliseconds, pages } = await page.evaluate(async () => {
          const { Pagehound } = globalThis.harness.library;
          const ocr = { base: "/ocr/", languages: ["eng"] };
          const hound = await Pagehound.open({ name: "bench-recognise", storage: "memory", ocr });
          const inputs = globalThis.harness
            .files()
            .map((file: File, index: number) => ({ file, path: `${index}/${file.name}` }));
          const begun = performance.now();
          const { added } = await hound.add(inputs);
          const milliseconds = performance.now() - begun;
          const read = await Promise.all(
            inputs.map(async (input: { path: string }) => {
              const document = added.find((each: { path: string }) => each.path === input.path);
              if (!document) return null;
              const { text } = await hound.page(document.id, 1);
              return { text, pages: document.pages };
            }),
          );
          const pages = added.reduce(
            (sum: number, { pages }: { pages: { total: number } }) => sum + pages.total,
            0,
          );
          return { read, milliseconds, pages };
        });
        return {
          drawn: texts.map(({ file, reference }, index) => ({
            file,
            ...wordShare(reference?.[0] ?? "", read[index]?.text ?? ""),
          })),
          scans: scans.map(({ file }, index) => {
            const counts = read[pictures.length + index]?.pages;
            return { file, pages: counts?.total ?? 0, recognised: counts?.recognised ?? 0 };
          }),
          pagesPerMinute: (pages * 60_000) / milliseconds,
        };
      },
      { mounts: { "/ocr/": ocr } },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The results as text. */
export function recognitionText({ drawn, scans, pagesPerMinute }: Recognition): string {
  const share = ({ words, found }: WordShare): string =>
    `${found} of ${words} words (${((100 * found) / Math.max(1, words)).toFixed(1)} %)`;
  const all = drawn.reduce(
    (sum, { words, found }) => ({ words: sum.words + words, found: sum.found + found }),
    { words: 0, found: 0 },
  );
  return [
    ...drawn.map((page) => `${page.file}: ${share(page)}`),
    ...scans.map(
      ({ file, pages, recognised }) => `${file}: ${recognised} of ${pages} pages recognised`,
    ),
    `${drawn.length} pages drawn with ${resolution} dots an inch: ${share(all)}`,
    `${scans.length} files without text: ${scans.reduce((sum, { recognised }) => sum + recognised, 0)} of ${scans.reduce((sum, { pages }) => sum + pages, 0)} pages recognised`,
    `${pagesPerMinute.toFixed(1)} pages a minute`,
    "",
  ].join("\n");
}

/** A picture of the file's first page; null if Poppler cannot render it. */
async function scanned(
  { location }: ListedFile,
  folder: string,
  index: number,
): Promise<string | null> {
  const name = path.join(folder, `${index}`);
  const about = ["-f", "1", "-l", "1", "-r", `${resolution}`, "-gray", "-png", "-singlefile"];
  try {
    await run("pdftoppm", [...about, location, name], { timeout: 20_000 });
    return `${name}.png`;
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") return null;
    throw new BadInput("Poppler's pdftoppm is needed to draw pages, and is not installed.");
  }
}

/** Selects at most this many items, spread evenly over the list. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  const step = Math.max(1, items.length / most);
  return items.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
}

function isEnglish(text: string | undefined): boolean {
  const letters = text?.match(/\p{L}/gu) ?? [];
  const plain = letters.filter((letter) => /[a-z]/i.test(letter));
  return plain.length > 0.99 * letters.length && wordShare(text ?? "", "").words >= fewestWords;
}

function isBlank(reference: readonly string[] | null): boolean {
  return (reference ?? [""]).every((page) => page.trim() === "");
}
