import type { DocumentSummary, OutlineEntry } from "../../core/index.js";
import type { Shell } from "../shell/shell.js";

const MOST = 3;
// Headings that every report has say nothing of this one.
const plain =
  /^(?:(?:table of )?contents|index|notes?|references|appendix|glossary|introduction|contact)\b/i;

/** What a few questions to begin with are about: headings of the documents that are there. */
export class Suggestions {
  topics: readonly string[] = [];
  readonly #shell: Shell;
  #asked = "";

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Makes them anew when the documents are others. */
  async make(documents: readonly DocumentSummary[]): Promise<void> {
    const first = documents.slice(0, MOST);
    const asked = first.map(({ id }) => id).join(" ");
    if (asked === this.#asked) return;
    this.#asked = asked;
    const library = await this.#shell.library;
    const outlines = await Promise.all(first.map(({ id }) => library.outline(id).catch(() => [])));
    if (asked !== this.#asked) return;
    const each = Math.ceil(MOST / Math.max(1, first.length));
    this.topics = outlines.flatMap((outline) => topicsOf(outline).slice(0, each)).slice(0, MOST);
    this.#shell.changed();
  }
}

/** Headings that name something to ask about, those with the most text first. */
function topicsOf(outline: readonly OutlineEntry[]): string[] {
  const named = outline.filter(({ text, level }) => {
    const words = text.trim().split(/\s+/).length;
    return level > 1 && words >= 2 && text.length <= 48 && !/\d/.test(text) && !plain.test(text);
  });
  const texts = [...named].sort((a, b) => b.words - a.words).map(({ text }) => text.trim());
  return [...new Set(texts)];
}
