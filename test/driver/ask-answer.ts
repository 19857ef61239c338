import type { Coverage, SearchHit } from "../../src/index.js";

/** A file that could not be read. */
export interface Refusal {
  readonly file: string;
  readonly code: string;
  readonly message: string;
}

/** The object that `ask --json` prints. */
export interface AskAnswer {
  readonly question: string;
  /** Null as long as no model takes part. */
  readonly answer: string | null;
  readonly passages: readonly {
    readonly file: string;
    /** Counts from 1. */
    readonly page: number;
    readonly pageLabel: string | null;
    readonly quote: string;
    readonly score: number;
  }[];
  readonly coverage: Pick<Coverage, "documents" | "pages" | "pagesWithoutText"> & {
    readonly refused: readonly Refusal[];
  };
}

/** The passages as people read them: file, page and quote. */
export function printed(answer: AskAnswer): string {
  const { passages, coverage } = answer;
  const blocks = passages.map(({ file, page, pageLabel, quote }, index) => {
    const label =
      pageLabel === null || pageLabel === String(page) ? "" : ` (labelled ${pageLabel})`;
    const lines = quote.split("\n").map((line) => `   ${line.replaceAll("\t", "  ")}`.trimEnd());
    return `${index + 1}. ${file}, page ${page}${label}\n${lines.join("\n")}\n`;
  });
  if (passages.length === 0) blocks.push("Nothing was found.\n");
  const { documents, pages, pagesWithoutText, refused } = coverage;
  const gaps = pagesWithoutText === 0 ? "" : `; ${pagesWithoutText} without text`;
  blocks.push(`Searched ${count(pages, "page")} in ${count(documents, "document")}${gaps}.\n`);
  if (refused.length > 0) {
    const lines = refused.map(({ file, message }) =>
      message.includes(file) ? `   ${message}` : `   ${file}: ${message}`,
    );
    blocks.push(`Not read:\n${lines.join("\n")}\n`);
  }
  return blocks.join("\n");
}

/** What was found as the answer's passages; `named` gives a file's path as the person typed it. */
export function toPassages(
  hits: readonly Pick<SearchHit, "path" | "page" | "pageLabel" | "text" | "score">[],
  named: ReadonlyMap<string, string>,
): AskAnswer["passages"] {
  return hits.map(({ path, page, pageLabel, text: quote, score }) => {
    return { file: named.get(path) ?? path, page, pageLabel, quote, score };
  });
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
