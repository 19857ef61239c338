import type { ToolContext, ToolReader } from "../../../../src/agent/tools/tool.js";
import type { Coverage } from "../../../../src/core/answer.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import type { Span } from "../../../../src/core/page.js";
import {
  type EvidenceId,
  type PassageText,
  parseEvidenceId,
} from "../../../../src/core/passage.js";
import type {
  FoundRow,
  RowQuery,
  SearchOptions,
  SearchResponse,
} from "../../../../src/search/api.js";
import type {
  GrepFindings,
  GrepHit,
  GrepOptions,
  MatchCount,
  NumberedLine,
  PatternOptions,
} from "../../../../src/search/grep/api.js";

import { MemoryCollection } from "../reading/memory-collection.js";

/**
 * A collection without a browser, with the simplest search and grep that meet their contracts.
 * Requests for missing documents fail the test: tools resolve names first.
 */
export class MemoryReader extends MemoryCollection implements ToolReader {
  async search(query: string, options: SearchOptions = {}): Promise<SearchResponse> {
    if (query.trim() === "") throw new Error("the test got an empty query");
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const passages = await this.#passagesOf(options.documents);
    const countIn = ({ text }: PassageText) =>
      words.filter((word) => text.toLowerCase().includes(word)).length;
    const found = passages.filter((passage) => countIn(passage) > 0);
    found.sort((a, b) => countIn(b) - countIn(a));
    const documents = await this.documents();
    return {
      query,
      hits: found.slice(0, options.limit ?? 10).map((passage) => {
        const document = documents.find(({ id }) => id === parseEvidenceId(passage.id)?.document);
        if (!document) throw new Error("the test found a passage of no document");
        const { id, path, pageUnit } = document;
        const { page, span, text } = passage;
        const place = { document: id, path, page, pageLabel: null, pageUnit, span };
        const excerpt = { text: text.slice(0, 150), marks: [] };
        return { id: passage.id, ...place, text, marks: [], excerpt, heading: null, score: 1 };
      }),
      matches: found.length,
      corrections: [],
      unmatched: words.filter(
        (word) => !passages.some(({ text }) => text.toLowerCase().includes(word)),
      ),
      ignored: [],
      coverage: await this.coverage(),
    };
  }

  async grep(
    pattern: string | readonly string[],
    options: GrepOptions = {},
  ): Promise<GrepFindings & { readonly coverage: Coverage }> {
    const patterns = typeof pattern === "string" ? [pattern] : pattern;
    if (patterns.length === 0) throw new Error("the test got no pattern");
    const forms = patterns.map((pattern) => regularExpression(pattern, options));
    const documents = await this.documents();
    const hits: GrepHit[] = [];
    // The lines of the page so far; lines are numbered across all its passages.
    const above: NumberedLine[] = [];
    let onPage = "";
    for (const passage of await this.#passagesOf(options.documents)) {
      const document = documents.find(({ id }) => id === parseEvidenceId(passage.id)?.document);
      if (!document) throw new Error("the test found a passage of no document");
      const here = `${document.id}.p${passage.page}`;
      if (onPage !== here) above.splice(0);
      onPage = here;
      let next = passage.span.start;
      for (const text of passage.text.split("\n")) {
        const start = next;
        next += text.length + 1;
        const most = options.before ?? options.context ?? 0;
        const before = above.slice(above.length - Math.min(most, above.length));
        above.push({ number: above.length + 1, text });
        const marks = forms
          .flatMap((form) => marksOf(form, text, start))
          .slice(0, forms.length > 1 ? 1 : undefined);
        if (marks.length === 0) continue;
        const { id, path, pageUnit } = document;
        const span = { start, end: start + text.length };
        const place = { document: id, path, page: passage.page, pageLabel: null, pageUnit, span };
        hits.push({
          id: passage.id,
          ...place,
          line: above.length,
          text,
          marks,
          before,
          after: [],
        });
      }
    }
    const { offset = 0, limit = 100 } = options;
    const shown = hits.slice(offset, offset + limit);
    const counts = documents.flatMap(({ id, path }) => {
      const inDocument = hits.filter(({ document }) => document === id);
      const pages = [...new Set(inDocument.map(({ page }) => page))].map((page) => {
        return { page, ...countOf(inDocument.filter((hit) => hit.page === page)) };
      });
      return inDocument.length === 0 ? [] : [{ document: id, path, ...countOf(inDocument), pages }];
    });
    return {
      patterns,
      hits: shown,
      offset,
      left: Math.max(0, hits.length - offset - shown.length),
      ...countOf(hits),
      documents: counts,
      without: [],
      stopped: null,
      notes: [],
      coverage: await this.coverage(),
    };
  }

  /**
   * Rows that contain all words of the label, each with its cell under the period, or else its
   * first cell with a number.
   */
  async findRows({ label, period = "", documents, limit = 5 }: RowQuery): Promise<FoundRow[]> {
    const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const found: FoundRow[] = [];
    for (const { id, path, pages } of await this.documents()) {
      if (documents && !documents.includes(id)) continue;
      for (let page = 1; page <= pages.total; page++) {
        for (const [index, table] of (await this.tables(id, page)).entries()) {
          for (const { row, label: own } of table.rows) {
            if (!words.every((word) => own.toLowerCase().includes(word))) continue;
            const numbers = table.cells.filter((cell) => cell.row === row && cell.value !== null);
            const under = (column: number) => table.columns[column]?.heads.join(" ") ?? "";
            const cell = numbers.find(({ column }) => under(column).includes(period)) ?? numbers[0];
            if (!cell) continue;
            const place = { document: id, path, page, tableNumber: index + 1, table, row };
            found.push({ ...place, column: cell.column, score: 1 });
          }
        }
      }
    }
    return found.slice(0, limit);
  }

  async coverage(): Promise<Coverage> {
    const documents = await this.documents();
    const pages = documents.reduce((sum, each) => sum + each.pages.total, 0);
    return { documents: documents.length, pages, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 };
  }

  async #passagesOf(ids: SearchOptions["documents"]): Promise<PassageText[]> {
    const all = await this.documents();
    const wanted = ids ?? all.map(({ id }) => id);
    return (await Promise.all(wanted.map((id) => this.passages(id)))).flat();
  }
}

function countOf(hits: readonly GrepHit[]): MatchCount {
  return { matches: hits.reduce((sum, { marks }) => sum + marks.length, 0), lines: hits.length };
}

/** The positions of a word form in a line that starts at `start` of the page's text. */
function marksOf(form: RegExp, line: string, start: number): Span[] {
  return [...line.matchAll(form)].map(({ index, 0: match }) => {
    return { start: start + index, end: start + index + match.length };
  });
}

function regularExpression(pattern: string, { fixed, wholeWord }: PatternOptions): RegExp {
  try {
    const source = fixed ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : pattern;
    const bounded = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source;
    return new RegExp(bounded, "giu");
  } catch {
    throw new PagehoundError("invalid-argument", `"${pattern}" is no regular expression.`);
  }
}

/** The context of a tool call, with plenty of space by default. */
export function contextOf(
  reader: ToolReader,
  more: Partial<ToolContext> & { readonly tokens?: number } = {},
): ToolContext {
  const { tokens = 4_000, ...rest } = more;
  return {
    reader,
    budget: { limit: tokens },
    seen: [],
    calculations: [],
    signal: new AbortController().signal,
    ...rest,
  };
}

/** Two reports, some notes, and a sentence in German. */
export async function someDocuments(): Promise<MemoryReader> {
  const reader = new MemoryReader();
  await reader.add(
    "reports/acme 2019.md",
    `# Income

Net income was $11,588 million in 2019, compared with $13,958 million in 2018. The operating margin was 12.5% against 10.1% before.

Provision for (loss) and other items, in millions:

Other income, net (1,577)

# Balance

Total assets were $1.5 billion. Capital expenditures came to 340 million. The firm has 7 plants.
`,
  );
  await reader.add(
    "reports/globex 2019.md",
    "# Globex\n\nSales grew to 9,250 units. Net income was 42.\n",
  );
  await reader.add(
    "notes/boats.txt",
    `The qersu is a boat.${" It floats on water.".repeat(400)}\n`,
  );
  await reader.add("umsatz.txt", "Der Umsatz stieg von 1.577 auf 12.345,50 Euro.\n");
  return reader;
}

/** The id of the first passage that has a text. */
export async function passageWith(reader: MemoryReader, text: string): Promise<EvidenceId> {
  for (const { id } of await reader.documents()) {
    const found = (await reader.passages(id)).find((passage) => passage.text.includes(text));
    if (found) return found.id;
  }
  throw new Error(`the test expected a passage with "${text}"`);
}
