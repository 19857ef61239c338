/** A page of HTML from what it is made of; `title` may be empty. */
export function webPage(title: string, body: readonly string[]): string {
  const head = title === "" ? "" : `<title>${escaped(title)}</title>\n<h1>${escaped(title)}</h1>\n`;
  return `<!doctype html>\n<meta charset="utf-8">\n${head}${body.join("\n")}\n`;
}

/** One paragraph for each stretch of text between blank lines. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => `<p>${escaped(paragraph)}</p>`);
}

/** A table, the first rows of which are heads of its columns. */
export function table(rows: readonly (readonly string[])[], headRows: number): string {
  const lines = rows.map((cells, index) => {
    const tag = index < headRows ? "th" : "td";
    return `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join("")}</tr>`;
  });
  return `<table>\n${lines.join("\n")}\n</table>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
