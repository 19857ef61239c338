import type { CollectionReader } from "../../../../src/agent/reading/reading.js";
import { documentFacts } from "../../../../src/collection/ingest/make-searchable.js";
import { describeOutline } from "../../../../src/collection/retrieval/describe.js";
import { PageTables } from "../../../../src/collection/retrieval/figure-places.js";
import {
  type DocumentId,
  type DocumentMetadata,
  type DocumentSummary,
  documentId,
  type FormatId,
  type OutlineEntry,
  type PageUnit,
} from "../../../../src/core/document.js";
import type { Page, PageRange, PageState, Span } from "../../../../src/core/page.js";
import { type EvidenceId, evidenceId, type PassageText } from "../../../../src/core/passage.js";
import { labelAt } from "../../../../src/core/place.js";
import type { Table } from "../../../../src/core/table.js";
import { textMetadata } from "../../../../src/readers/parts.js";
import { cutPassages } from "../../../../src/readers/passages.js";
import { recognise } from "../../../../src/readers/registry.js";
import { settle } from "../../../../src/readers/settle.js";
import { packPassages } from "../../../../src/store/contents.js";
import { openContent, readPages } from "../../readers/open-fixture.js";

interface MemoryDocument {
  readonly summary: DocumentSummary;
  readonly outline: readonly OutlineEntry[];
  readonly passages: readonly PassageText[];
  readonly pages: readonly Page[];
}

interface Content {
  readonly format: FormatId;
  readonly pageUnit: PageUnit;
  readonly metadata: DocumentMetadata;
  readonly pages: readonly Page[];
}

/** A collection of what the real readers extract from a few texts, without a browser. */
export class MemoryCollection implements CollectionReader {
  readonly #documents: MemoryDocument[] = [];
  /** The fetched pages, in order. */
  readonly fetched: PageRange[] = [];

  /** Adds a file as it would be read, and returns its id. */
  async add(path: string, content: string): Promise<DocumentId> {
    const { id: format, pageUnit, ...rest } = recognise(new TextEncoder().encode(content), path);
    const document = await openContent({ id: format, pageUnit, ...rest }, content, path);
    const { metadata } = document;
    return this.addPages(path, { format, pageUnit, metadata, pages: await readPages(document) });
  }

  /** Adds a document from existing pages. */
  async addPages(path: string, content: Content): Promise<DocumentId> {
    const { pages, ...known } = content;
    const { margins, headings } = settle(pages, []);
    const cut = pages.flatMap((page, index) => cutPassages(page, margins[index] ?? [], headings));
    const id = documentId(this.#documents.length + 1);
    const facts = await documentFacts(pages, cut, new AbortController().signal);
    this.#documents.push({
      summary: {
        id,
        path,
        hash: "",
        ...known,
        ...facts,
        passages: cut.length,
        addedAt: 0,
        linked: false,
        source: null,
        original: "here",
        readHere: true,
      },
      outline: describeOutline(id, headings, packPassages(cut), facts.words),
      passages: cut.map(({ page, ordinal, start, end, heading }) => ({
        id: evidenceId(id, page, ordinal),
        page,
        span: { start, end },
        text: pages[page - 1]?.text.slice(start, end) ?? "",
        heading,
        pageLabel: labelOn(pages[page - 1], { start, end }),
      })),
      pages,
    });
    return id;
  }

  async documents(): Promise<DocumentSummary[]> {
    return this.#documents.map(({ summary }) => summary);
  }

  async outline(id: DocumentId): Promise<readonly OutlineEntry[]> {
    return this.#document(id).outline;
  }

  async passages(
    id: DocumentId,
    { pages }: { readonly pages?: PageRange | undefined } = {},
  ): Promise<PassageText[]> {
    const { passages, summary } = this.#document(id);
    const { from, to } = pages ?? { from: 1, to: summary.pages.total };
    this.fetched.push({ from, to });
    return passages.filter(({ page }) => page >= from && page <= to);
  }

  async tables(id: DocumentId, page: number): Promise<readonly Table[]> {
    const { pages } = this.#document(id);
    const found = await new PageTables(async (_, number) => pages[number - 1]).on(0, page);
    return found?.tables ?? [];
  }

  async passagesById(ids: readonly EvidenceId[]): Promise<(PassageText | null)[]> {
    const all = this.#documents.flatMap(({ passages }) => passages);
    return ids.map((id) => all.find((passage) => passage.id === id) ?? null);
  }

  #document(id: DocumentId): MemoryDocument {
    const found = this.#documents.find(({ summary }) => summary.id === id);
    if (!found) throw new Error(`the test asked for ${id}, which is not there`);
    return found;
  }
}

function labelOn(page: Page | undefined, span: Span): string | null {
  return page ? labelAt(page, span) : null;
}

/** A document with pages in these states; those with text contain their number. */
export function pagesInStates(states: readonly PageState[]): Content {
  const pages = states.map((state, index): Page => {
    const text = state === "text" ? `This is page ${index + 1} of the report.\n` : "";
    const line = { block: 0, kind: "text", level: 0, size: 10, bold: false, top: 9, bottom: 19 };
    return {
      number: index + 1,
      label: null,
      state,
      width: 100,
      height: 100,
      text,
      lines: text === "" ? [] : [{ ...line, kind: "text", start: 0, end: text.length - 1 }],
      geometry: null,
    };
  });
  return { format: "pdf", pageUnit: "page", metadata: textMetadata(1_234_567), pages };
}

/** A Markdown file with this many sections of about 90 words each. */
export function sections(count: number): string {
  return Array.from({ length: count }, (_, index) => {
    const sentences = Array.from(
      { length: 9 },
      (_, line) => `Sentence ${line + 1} of part ${index + 1} says what the others leave out.`,
    );
    return `${index % 3 === 0 ? "#" : "##"} Part ${index + 1}\n\n${sentences.join(" ")}\n`;
  }).join("\n");
}

/** A Markdown file with a table with this many rows of amounts under two years. */
export function yearsTable(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, index) => `| Sales of harbour ${index + 1} | ${1_000 + index} | ${2_100 + index} |`,
  );
  return `# Accounts\n\n(in millions)\n\n| | 2018 | 2017 |\n|---|---|---|\n${rows.join("\n")}\n`;
}
