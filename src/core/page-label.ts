import { oneLine } from "./one-line.js";

/** Characters of the longest label that is one: "Inside Front Cover" has 18. */
const longest = 20;

/** Letters, figures, and the signs that stand between them in "A-3", "B.2", "1/2", "(iv)", "Editor's Note". */
const plain = /^[\p{L}\p{M}\p{N} .\-\u2010-\u2015_/'’()*&#+§°·]+$/u;

/**
 * What a document says is printed on a page, or null when that is no label: it is told in place of
 * the page's number, so what is long, or could be taken for more than a label, is none.
 */
export function plainLabel(label: string | null | undefined): string | null {
  // One character more than is allowed is enough to tell.
  const line = oneLine(label ?? "", longest + 1);
  return line.length <= longest && plain.test(line) ? line : null;
}
