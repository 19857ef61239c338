import { documentId } from "../core/document.js";
import { type EvidenceId, evidenceId } from "../core/passage.js";
import type {
  DocumentFindings,
  DocumentMatchCount,
  GrepHit,
  GrepLine,
  GrepStep,
  GrepStop,
} from "../grep/api.js";
import type { GrepQuestion } from "../grep/read-options.js";
import { firstOnPage, packedLength, unpackPassage } from "../store/pack-passages.js";
import type { SearchableDocument } from "../store/store.js";
import type { GrepResponse } from "./api.js";
import { coverageOf } from "./coverage.js";

/** A document as far as a grep is concerned. */
export type GrepDocument = Pick<SearchableDocument<unknown>, "document" | "passages">;

/** What a grep has found, put together as the worker tells it. */
export class GrepOutcome {
  readonly #question: GrepQuestion;
  readonly #documents: readonly GrepDocument[];
  readonly #findings = new Map<number, DocumentFindings>();
  #last: GrepStep = { findings: [], done: 0, next: { document: 0, pages: { from: 1, to: 1 } } };

  constructor(question: GrepQuestion, documents: readonly GrepDocument[]) {
    this.#question = question;
    this.#documents = documents;
  }

  /** Takes what the worker reports. */
  take(step: GrepStep): void {
    for (const findings of step.findings) this.#findings.set(findings.document, findings);
    this.#last = step;
  }

  /** What was found so far: all there is when the worker has finished, else what came before it was stopped. */
  response(): GrepResponse {
    const { patterns, readings, offset, within } = this.#question;
    const searched = this.#documents.slice(0, this.#last.done);
    const matching = searched.flatMap((document) => {
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
      without: searched
        .filter(({ document }) => !this.#findings.has(document.ordinal))
        .map(({ document }) => ({ document: documentId(document.ordinal), path: document.path })),
      stopped: this.#stop(),
      notes: [...new Set(readings.flatMap(({ notes }) => notes))],
      coverage: coverageOf(
        searched.map(({ document }) => document),
        within,
      ),
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
    const { path, ordinal } = stoppedAt.document;
    const which = named.length === 1 ? `The pattern ${named[0]}` : `One of ${named.join(" and ")}`;
    const where = `${path}, pages ${next.pages.from} to ${next.pages.to}`;
    const rest = this.#documents.length - done;
    return {
      patterns: named,
      document: documentId(ordinal),
      path,
      pages: next.pages,
      message: `${which} was stopped after ${deadline / 1000} s in ${where}; ${rest} of ${this.#documents.length} documents are left out. Avoid repetitions inside repetitions such as (a+)+, look at fewer documents or pages, or allow a longer deadline.`,
    };
  }
}

function countOf({ document }: GrepDocument, findings: DocumentFindings): DocumentMatchCount {
  const { matches, lines, pages } = findings;
  return { document: documentId(document.ordinal), path: document.path, matches, lines, pages };
}

function hitOf(of: GrepDocument, line: GrepLine): GrepHit {
  const { ordinal, path, pageUnit } = of.document;
  const id = passageAt(of, line.page, line.marks[0]?.start ?? 0);
  return { ...line, id, document: documentId(ordinal), path, pageUnit };
}

/** The passage at a place of a page's text, or null. */
function passageAt(
  { document, passages }: GrepDocument,
  page: number,
  position: number,
): EvidenceId | null {
  const { entries } = passages;
  for (let index = firstOnPage(entries, page); index < packedLength(entries); index++) {
    const passage = unpackPassage(entries, index);
    if (passage.page !== page || passage.start > position) return null;
    if (position < passage.end) {
      return evidenceId(documentId(document.ordinal), page, passage.ordinal);
    }
  }
  return null;
}
