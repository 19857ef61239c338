import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../../cli/bad-input.js";
import type { ScoredCell } from "./adjacency.js";

/** A PDF with its tables, as annotated by one or more people. */
export interface TruthFile {
  readonly name: string;
  readonly location: string;
  /** For each annotator, the tables, or the part of them on each page. */
  readonly truths: readonly (readonly TrueTable[])[];
}

export interface TrueTable {
  readonly page: number;
  readonly cells: readonly ScoredCell[];
}

/**
 * Reads a folder of `NAME.pdf` files, each with `NAME-str.xml`, or with two annotations for
 * `NAMEa.pdf` (`NAMEb-str.xml`).
 */
export async function readTruths(folder: string): Promise<TruthFile[]> {
  const names = await readdir(folder).catch(() => []);
  const described = names.filter((name) => name.endsWith("-str.xml"));
  const files: TruthFile[] = [];
  for (const name of names.filter((each) => each.endsWith(".pdf")).sort()) {
    const stem = name.slice(0, -".pdf".length);
    const document = stem.replace(/(?<=\d)[a-z]$/, "");
    const own = described.filter(
      (each) => each.slice(0, -"-str.xml".length).replace(/(?<=\d)[a-z]$/, "") === document,
    );
    const truths = await Promise.all(
      own.sort().map(async (each) => tablesIn(await readFile(path.join(folder, each), "utf8"))),
    );
    if (truths.length > 0) files.push({ name, location: path.join(folder, name), truths });
  }
  if (files.length === 0) {
    throw new BadInput(
      `${folder} has no NAME.pdf with NAME-str.xml. Name another folder by --path.`,
    );
  }
  return files;
}

function tablesIn(xml: string): TrueTable[] {
  return [...xml.matchAll(/<region([^>]*)>(.*?)<\/region>/gsu)].map(
    ([, region = "", content = ""]) => ({
      page: numberIn(region, "page") ?? 1,
      cells: [...content.matchAll(/<cell([^>]*)>(.*?)<\/cell>/gsu)].map(
        ([, cell = "", inner = ""]) => {
          const [startRow, startColumn] = [
            numberIn(cell, "start-row"),
            numberIn(cell, "start-col"),
          ];
          return {
            startRow: startRow ?? 0,
            endRow: numberIn(cell, "end-row") ?? startRow ?? 0,
            startColumn: startColumn ?? 0,
            endColumn: numberIn(cell, "end-col") ?? startColumn ?? 0,
            text: unescaped(/<content>(.*?)<\/content>/su.exec(inner)?.[1] ?? ""),
          };
        },
      ),
    }),
  );
}

function numberIn(attributes: string, name: string): number | undefined {
  const value = new RegExp(`(?:^|\\s)${name}=['"](-?\\d+)['"]`, "u").exec(attributes)?.[1];
  return value === undefined ? undefined : Number(value);
}

const entities: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&apos;": "'",
};

function unescaped(text: string): string {
  return text
    .replace(/&#(x?)([0-9a-f]+);/giu, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === "" ? 10 : 16)),
    )
    .replace(/&(?:amp|lt|gt|quot|apos);/gu, (entity) => entities[entity] ?? entity);
}
