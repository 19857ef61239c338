import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ScaledText } from "./scaled-text.js";
import { Vocabulary } from "./words.js";

/** Paragraphs per file. */
const fileParagraphs = 250;

/** The files by which a collection grows to the next size. */
export interface GrowthStep {
  /** Number of paragraphs, including those of previous steps. */
  readonly passages: number;
  /** The files of this step only. */
  readonly files: readonly string[];
  /** The folders with the files of this step and of previous ones. */
  readonly folders: readonly string[];
  /** Total bytes of the files, including those of previous steps. */
  readonly bytes: number;
  /** Words and distinct words, including those of previous steps. */
  readonly words: number;
  readonly vocabulary: number;
}

/**
 * Writes a text as files of 250 paragraphs, in one folder per size, each of which extends the
 * previous ones.
 */
export async function writeFiles(
  text: ScaledText,
  sizes: readonly number[],
  folder: string,
): Promise<GrowthStep[]> {
  const vocabulary = new Vocabulary();
  const paragraphs = text.paragraphs();
  const steps: GrowthStep[] = [];
  const folders: string[] = [];
  let written = 0;
  let bytes = 0;
  for (const size of sizes) {
    const step = path.join(folder, `to-${size}`);
    await mkdir(step, { recursive: true });
    folders.push(step);
    const files: string[] = [];
    while (written < size) {
      const content = take(paragraphs, Math.min(fileParagraphs, size - written));
      for (const paragraph of content) vocabulary.add(paragraph);
      written += content.length;
      const file = path.join(step, `text-${written}.txt`);
      const encoded = Buffer.from(`${content.join("\n\n")}\n`);
      bytes += encoded.length;
      await writeFile(file, encoded);
      files.push(file);
    }
    const { words, size: different } = vocabulary;
    const counts = { bytes, words, vocabulary: different };
    steps.push({ passages: size, files, folders: [...folders], ...counts });
  }
  return steps;
}

function take(paragraphs: Iterator<string>, count: number): string[] {
  return Array.from({ length: count }, () => {
    const next = paragraphs.next();
    if (next.done) throw new RangeError("The text ended.");
    return next.value;
  });
}
