import {
  clipRanges,
  countedAs,
  documentId,
  type EvidenceId,
  evidenceId,
  type Span,
} from "../../core/index.js";
import type {
  Coverage,
  DocumentMatchCount,
  GrepHit,
  GrepLine,
  GrepQuestion,
  GrepStep,
  GrepStop,
  PageMatchCount,
} from "../../search/index.js";
import {
  firstOnPage,
  packedLength,
  type SearchableDocument,
  type StoredDocument,
  unpackPassage,
} from "../../store/index.js";
import type { GrepResponse } from "../api.js";
import { coverageOf } from "./describe.js";

/** A document as far as a grep is concerned. */
export type GrepDocument = Pick<SearchableDocument<unknown>, "document" | "passages">;

/** Patterns are named in sentences, whatever was taken for one. */
const longestName = 200;

/** What a grep has found in a document so far. */
interface Found {
  matches: number;
  lines: number;
  readonly pages: PageMatchCount[];
  readonly found: GrepLine[];
}

/** What a grep has found, put together as the worker tells it. */
export class GrepOutcome {
  readonly #question: GrepQuestion;
  readonly #documents: readonly GrepDocument[];
  readonly #unread: readonly GrepDocument[];
  readonly #findings = new Map<number, Found>();
  #last: GrepStep = { findings: [], done: 0, next: { document: 0, pages: { from: 1, to: 1 } } };

  /** @param unread documents that were not looked at, since their text is not there */
  constructor(
    question: GrepQuestion,
    documents: readonly GrepDocument[],
    unread: readonly GrepDocument[] = [],
  ) {
    this.#question = question;
    this.#documents = documents;
    this.#unread = unread;
  }

  /** Takes what the worker reports. */
  take(step: GrepStep): void {
    for (const { document, matches, lines, pages, found } of step.findings) {
      const all = this.#findings.get(document) ?? { matches: 0, lines: 0, pages: [], found: [] };
      this.#findings.set(document, all);
      all.matches += matches;
      all.lines += lines;
      for (const page of pages) all.pages.push(page);
      for (const line of found) all.found.push(line);
    }
    this.#last = step;
  }

  /** What was found so far: all there is when the worker has finished, else what came before it was stopped. */
  response(): GrepResponse {
    const { patterns, readings, offset } = this.#question;
    const matching = this.#documents.flatMap((document) => {
      const findings = this.#findings.get(document.document.ordinal);
      return findings ? [{ document, findings }] : [];
    });
    const hits = matching.flatMap(({ document, findings }) =>
      findings.found.map((line) => hitOf(document, line)),
    );
    const counts = matching.map(({ document, findings }) => countOf(document, findings));
    const matches = counts.reduce((sum, count) => sum + count.matches, 0);
    const lines = counts.reduce((sum, count) => sum + count.lines, 0);
    return {
      patterns,
      hits,
      offset,
      matches,
      lines,
      left: Math.max(0, lines - offset - hits.length),
      documents: counts,
      without: this.#documents
        .slice(0, this.#last.done)
        .filter(({ document }) => !this.#findings.has(document.ordinal))
        .map(({ document }) => ({ document: documentId(document.ordinal), path: document.path })),
      stopped: this.#stop(),
      notes: [...new Set(readings.flatMap(({ notes }) => notes))],
      coverage: this.#coverage(),
    };
  }

  /** Of the documents that are done, with those that cannot be read, and of the pages that are done in the next one. */
  #coverage(): Coverage {
    const { within } = this.#question;
    const { done, next } = this.#last;
    const finished = this.#documents.slice(0, done).map(({ document }) => document);
    const whole = coverageOf([...this.#unread.map(withoutText), ...finished], within);
    const begun = this.#documents[done]?.document;
    if (!begun || !next || next.pages.from === 1) return whole;
    const before = [{ from: 1, to: next.pages.from - 1 }];
    const part = coverageOf([begun], within ? clipRanges(within, before) : before);
    if (part.pages === 0) return whole;
    return {
      documents: whole.documents + part.documents,
      pages: whole.pages + part.pages,
      pagesWithoutText: whole.pagesWithoutText + part.pagesWithoutText,
      gaps: [...whole.gaps, ...part.gaps],
      pagesNotNamed: whole.pagesNotNamed + part.pagesNotNamed,
    };
  }

  #stop(): GrepStop | null {
    const { next, done } = this.#last;
    const stoppedAt = this.#documents[done];
    if (!next || !stoppedAt) return null;
    const { patterns, readings, deadline } = this.#question;
    // Fixed texts never take long; when there is nothing else, there is simply too much to look at.
    const slow = patterns.filter((_, index) => readings[index]?.compiled.type === "regexp");
    const named = slow.length > 0 ? slow : patterns;
    const { path, ordinal, pageUnit } = stoppedAt.document;
    const { from, to } = next.pages;
    const which = shortened(
      named.length === 1 ? `The pattern ${named[0]}` : `One of ${named.join(" and ")}`,
    );
    const where =
      from === to ? `${countedAs(pageUnit)} ${from}` : `${countedAs(pageUnit)}s ${from} to ${to}`;
    const rest = this.#documents.length - done - 1;
    const more = rest === 0 ? "" : ` and ${rest} more document${rest === 1 ? "" : "s"}`;
    return {
      patterns: named,
      document: documentId(ordinal),
      path,
      pages: next.pages,
      message: `${which} was stopped after ${deadline / 1000} s in ${path}, ${where}. What comes before was looked at; the rest of this document${more} was left out. Avoid repetitions inside repetitions such as (a+)+, look at fewer documents or pages, or allow a longer deadline.`,
    };
  }
}

/** A document as it is when none of its pages can be read. */
function withoutText({ document }: GrepDocument): StoredDocument {
  const all = [{ from: 1, to: document.pages.total }];
  return { ...document, gaps: [{ reason: "unreadable", pages: all }] };
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= longestName ? line : `${line.slice(0, longestName - 1)}…`;
}

function countOf({ document }: GrepDocument, findings: Found): DocumentMatchCount {
  const { matches, lines, pages } = findings;
  return { document: documentId(document.ordinal), path: document.path, matches, lines, pages };
}

function hitOf(source: GrepDocument, line: GrepLine): GrepHit {
  const { ordinal, path, pageUnit } = source.document;
  const id = passageAt(source, line.page, line.marks[0] ?? line.span);
  return { ...line, id, document: documentId(ordinal), path, pageUnit };
}

/** The first passage that holds something of a stretch of a page's text, or null. */
function passageAt(
  { document, passages }: GrepDocument,
  page: number,
  { start, end }: Span,
): EvidenceId | null {
  const { entries } = passages;
  for (let index = firstOnPage(entries, page); index < packedLength(entries); index++) {
    const passage = unpackPassage(entries, index);
    if (passage.page !== page || passage.start >= end) return null;
    if (passage.end > start) {
      return evidenceId(documentId(document.ordinal), page, passage.ordinal);
    }
  }
  return null;
}
