import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import PDFDocument from "pdfkit";
import { seededRandom } from "../../bench/seeded-random.js";

/** How reading a file ends. */
export type Outcome = "ready" | "refused" | "held";

export interface PoolFile {
  /** The path it is added under; its other versions share it. */
  readonly path: string;
  /** Its path on this machine. */
  readonly file: string;
  /** SHA-256 as hexadecimal. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
  /** A word on each of its pages that no file with different bytes contains. */
  readonly word: string;
  readonly outcome: Outcome;
}

/** The encrypted file's password. */
export const password = "harbour";

interface Recipe {
  readonly path: string;
  /** Number of pages of each version. */
  readonly versions: readonly number[];
  /** Another path under which the same bytes are added. */
  readonly twin?: string;
}

const recipes: readonly Recipe[] = [
  { path: "long/annals.pdf", versions: [150, 160] },
  { path: "long/survey.pdf", versions: [220] },
  { path: "long/atlas.pdf", versions: [90, 90] },
  { path: "twin.pdf", versions: [14], twin: "copy of twin.pdf" },
  ...Array.from({ length: 8 }, (_, number) => {
    return { path: `small/leaf-${number + 1}.pdf`, versions: number % 2 === 0 ? [2, 3] : [1] };
  }),
  { path: "papers/letter.md", versions: [2, 2] },
  { path: "papers/notes.txt", versions: [3, 2] },
  { path: "papers/old/report.pdf", versions: [5] },
  { path: "papers/list.txt", versions: [1] },
];

/** The folder that is added as a whole. */
export const wholeFolder = "papers";

/** True if reading takes long enough to be interrupted at many different pages. */
export function isLong({ path: at }: PoolFile): boolean {
  return at.startsWith("long/");
}

/**
 * Writes the files to a folder: long and short ones, some in two versions, two with the same bytes,
 * one encrypted, and one damaged.
 */
export async function writePool(folder: string): Promise<PoolFile[]> {
  await mkdir(folder, { recursive: true });
  const random = seededRandom(5);
  const pool: PoolFile[] = [];
  const put = async (
    paths: readonly string[],
    bytes: Buffer,
    word: string,
    outcome: Outcome = "ready",
  ) => {
    const file = path.join(folder, `${pool.length}${path.extname(paths[0] ?? "")}`);
    await writeFile(file, bytes);
    const hash = createHash("sha256").update(bytes).digest("hex");
    pool.push(
      ...paths.map((each) => ({ path: each, file, hash, size: bytes.length, word, outcome })),
    );
  };
  for (const { path: to, versions, twin } of recipes) {
    for (const pages of versions) {
      const word = madeWord(random);
      const text = Array.from({ length: pages }, () => pageText(word, random));
      const bytes = to.endsWith(".pdf") ? await pdf(text) : Buffer.from(text.join("\n\n"));
      await put(twin === undefined ? [to] : [to, twin], bytes, word);
    }
  }
  const word = madeWord(random);
  const locked = await pdf([pageText(word, random), pageText(word, random)], password);
  await put(["locked.pdf"], locked, word, "held");
  const damaged = Buffer.from("%PDF-1.7\nThis is where the rest of the file should have been.\n");
  await put(["damaged.pdf"], damaged, madeWord(random), "refused");
  return pool;
}

const common =
  "the of and to in is that was for on as with by at from are this be have not which were it or an had they their has been one who will more no if out so what up said about than into could state only other new some time these two may first then do any like my now over such our man even most made after also did many off before must well back through years where much your way down should because long each just state those people too mr how little good world make very year still see own work men day get here old life both between being under three never know same last another while us might great";
const commonWords = common.split(" ");
const syllables = ["ba", "cho", "del", "fu", "gri", "hom", "jas", "kel", "lu", "mir", "nop", "pra"];

/** A new word that resembles no other. */
function madeWord(random: () => number): string {
  return Array.from({ length: 5 }, () => syllables[Math.floor(random() * syllables.length)]).join(
    "",
  );
}

function pageText(word: string, random: () => number): string {
  // Words earlier in the list are drawn more often, as in natural language.
  const words = Array.from({ length: 60 }, () => {
    return commonWords[Math.floor(random() ** 2 * commonWords.length)];
  });
  return `About ${word} and ${madeWord(random)}. ${words.join(" ")}.`;
}

function pdf(pages: readonly string[], userPassword?: string): Promise<Buffer> {
  const document = new PDFDocument({
    info: { CreationDate: new Date(0) },
    ...(userPassword === undefined ? {} : { userPassword }),
  });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  const done = new Promise<Buffer>((resolve) => {
    document.on("end", () => resolve(Buffer.concat(parts)));
  });
  for (const [index, text] of pages.entries()) {
    if (index > 0) document.addPage();
    document.text(text);
  }
  document.end();
  return done;
}
