const formula = /^[=+\-@]/;
const amount = /^[+-]?[\s\p{Sc}]*(?:[.,][.,\s]*)?\p{Nd}[\p{Nd}.,\s%]*$|^-+$/u;

/** A text that no spreadsheet treats as a formula; numbers stay as printed. */
export function harmless(text: string): string {
  return formula.test(text) && !amount.test(text) ? `'${text}` : text;
}

/** Rows of texts as CSV (RFC 4180). The texts must be `harmless`. */
export function asCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((texts) =>
    texts.map((text) => (/[",\r\n]|^\s|\s$/.test(text) ? quoted(text) : text)).join(","),
  );
  return lines.map((line) => `${line}\r\n`).join("");
}

export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** A text as HTML that reads as exactly that text, in an element or an attribute in quotes. */
export function escapedHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/**
 * A line of text as Markdown that reads exactly the same: nothing in it becomes emphasis, a link
 * (even a bare one), a footnote, an element or the beginning of a block.
 */
export function markdownText(line: string): string {
  return (
    line
      .replace(/[\\`*[\]<|~]/g, "\\$&")
      // Between letters it has no effect, and file names are full of it.
      .replace(/(?<![\p{Alpha}\p{N}])_|_(?![\p{Alpha}\p{N}])/gu, "\\_")
      .replace(/&(?=#?[a-z0-9]+;)/gi, "\\&")
      .replace(/^[#>+=:-]/, "\\$&")
      .replace(/^(\d{1,9})([.)])/, "$1\\$2")
      .replace(/!(?=\\\[)/g, "\\!")
      .replace(/(?<=www)\./gi, "\\.")
      .replace(/:(?=\/\/)|@/g, "\\$&")
  );
}
