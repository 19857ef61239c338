import { html, type TemplateResult } from "lit/html.js";
import type { Span } from "../../index.js";

/** A text of a document with parts of it marked. */
export function markedText(text: string, marks: readonly Span[]): (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  let end = 0;
  for (const mark of marks) {
    if (mark.start < end) continue;
    pieces.push(
      readable(text.slice(end, mark.start)),
      html`<mark>${readable(text.slice(mark.start, mark.end))}</mark>`,
    );
    end = mark.end;
  }
  pieces.push(readable(text.slice(end)));
  return pieces;
}

/** Cells of a table row, set apart for reading; blocks without the empty line between them. */
export function readable(text: string): string {
  return text.replaceAll("\t", " · ").replace(/\n{2,}/g, "\n");
}
