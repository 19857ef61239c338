/**
 * A line of text as Markdown that reads as exactly that text: nothing in it is emphasis, a link, a
 * footnote, an element or the beginning of a block, also where links need no brackets.
 */
export function markdownText(line: string): string {
  return (
    line
      .replace(/[\\`*[\]<|~]/g, "\\$&")
      // Between letters it means nothing, and names of files are full of it.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
      .replace(/&(?=#?[a-z0-9]+;)/gi, "\\&")
      .replace(/^[#>+=:-]/, "\\$&")
      .replace(/^(\d{1,9})([.)])/, "$1\\$2")
      .replace(/!(?=\\\[)/g, "\\!")
      .replace(/(?<=www)\./gi, "\\.")
      .replace(/:(?=\/\/)|@/g, "\\$&")
  );
}
