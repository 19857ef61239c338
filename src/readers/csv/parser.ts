import Papa from "papaparse";
import { findHeader, headerSearch } from "../find-header.js";
import type { OpenDocument, ParseSource } from "../format.js";
import { type Block, openParts, textMetadata } from "../parts.js";
import { readText } from "../text/encoding.js";

interface Table {
  /** The first records, cell by cell. */
  readonly first: readonly (readonly string[])[];
  readonly lines: readonly string[];
  /** True when a quote is never closed, so that the rest of the file became one cell. */
  readonly openQuote: boolean;
}

/** Reads record by record: all cells of a large table at once would take many times its size. */
function readTable(text: string, delimiter: string, quotes: boolean): Table {
  const first: string[][] = [];
  const lines: string[] = [];
  let openQuote = false;
  Papa.parse<string[]>(text, {
    delimiter,
    skipEmptyLines: "greedy",
    // A character that never occurs in the text turns quoting off.
    ...(quotes ? {} : { quoteChar: "\0" }),
    step: ({ data, errors }) => {
      const cells = data.map((cell) => cell.replace(/\s+/g, " ").trim());
      if (first.length < headerSearch) first.push(cells);
      lines.push(cells.join("\t").trimEnd());
      openQuote ||= errors.some((error) => error.code === "MissingQuotes");
    },
  });
  return { first, lines, openQuote };
}

/** The delimiter that spreadsheet programs may state on the first line, as `sep=;`. */
const statedDelimiter = /^sep=(.)\r?\n/i;

/** The table in a CSV text, with the text above its header as a separate block. */
export function csvBlocks(text: string, tabs: boolean): Block[] {
  const stated = statedDelimiter.exec(text);
  const body = (stated ? text.slice(stated[0].length) : text).replaceAll("\0", " ");
  const delimiter = stated?.[1] ?? (tabs ? "\t" : "");
  const quoted = readTable(body, delimiter, true);
  const { first, lines } = quoted.openQuote ? readTable(body, delimiter, false) : quoted;
  const header = findHeader(first);
  if (header < 0) return [{ kind: "row", level: 0, lines }];
  const title: Block = { kind: "row", level: 0, lines: lines.slice(0, header) };
  const table: Block = {
    kind: "row",
    level: 0,
    lines: header === 0 ? lines : lines.slice(header),
    header: lines[header],
  };
  return header === 0 ? [table] : [title, table];
}

export async function openCsv(source: ParseSource): Promise<OpenDocument> {
  const { bytes, path } = source;
  const { text, encoding } = await readText(bytes, { chosen: source.encoding });
  const blocks = csvBlocks(text, /\.(tsv|tab)$/i.test(path));
  return openParts(blocks, textMetadata(bytes.length, { encoding }));
}
