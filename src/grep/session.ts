import type { CallOptions } from "../core/call-options.js";
import type { PageRange } from "../core/page-range.js";
import { slicer } from "../core/yield-to-messages.js";
import type {
  DocumentFindings,
  GrepApi,
  GrepLine,
  GrepPage,
  GrepRequest,
  GrepScope,
  GrepStep,
  PageMatchCount,
} from "./api.js";
import { type Finder, findersOf } from "./finders.js";
import { type FoldedText, foldText } from "./fold-text.js";
import { grepPage } from "./grep-page.js";

/** A page in memory. */
interface LoadedPage extends GrepPage {
  /** Made when it is first needed. */
  folded: FoldedText | null;
}

/** Pages between two reports of where the work is: a worker that hangs cannot be asked. */
const pagesPerStep = 32;

/** A grep worker's API, with documents of its own. */
export function createGrepSession(): GrepApi {
  const documents = new Map<number, LoadedPage[]>();
  return {
    load: async ({ document, pages, after }) => {
      const loaded = (after > 0 && documents.get(document)) || [];
      for (const { label, text } of pages) loaded.push({ label, text, folded: null });
      documents.set(document, loaded);
    },
    unload: async (request) => {
      for (const document of request.documents) documents.delete(document);
    },
    grep: (request, options = {}) => grep(documents, request, options),
  };
}

async function grep(
  documents: ReadonlyMap<number, LoadedPage[]>,
  request: GrepRequest,
  { signal = new AbortController().signal, onProgress }: CallOptions<GrepStep>,
): Promise<void> {
  const pause = slicer(signal);
  const finders = request.patterns.flatMap(findersOf);
  let findings: DocumentFindings[] = [];
  let done = 0;
  let lines = 0;
  for (const scope of request.documents) {
    const pages = documents.get(scope.document) ?? [];
    const document = new DocumentGrep(scope, pages, finders, request);
    for (const range of steps(pages.length, scope.within)) {
      await pause();
      if (!document.canMatchIn(range)) continue;
      onProgress?.({ findings, done, next: { document: scope.document, pages: range } });
      findings = [];
      const found = document.grep(range, lines);
      if (found.matches > 0) findings.push(found);
      lines += found.lines;
    }
    done++;
  }
  onProgress?.({ findings, done, next: null });
}

/** The pages asked for of a document, in pieces. */
function* steps(pages: number, within: readonly PageRange[] | null): Generator<PageRange> {
  for (const { from, to } of within ?? [{ from: 1, to: pages }]) {
    const last = Math.min(to, pages);
    for (let start = from; start <= last; start += pagesPerStep) {
      yield { from: start, to: Math.min(start + pagesPerStep - 1, last) };
    }
  }
}

/** One document, looked at piece by piece. */
class DocumentGrep {
  readonly #scope: GrepScope;
  readonly #pages: readonly LoadedPage[];
  readonly #finders: readonly Finder[];
  readonly #request: GrepRequest;

  constructor(
    scope: GrepScope,
    pages: readonly LoadedPage[],
    finders: readonly Finder[],
    request: GrepRequest,
  ) {
    this.#scope = scope;
    this.#pages = pages;
    this.#finders = finders;
    this.#request = request;
  }

  canMatchIn({ from, to }: PageRange): boolean {
    const { candidates } = this.#scope;
    if (!candidates) return true;
    for (let number = from; number <= to; number++) if (candidates.has(number)) return true;
    return false;
  }

  /** What is on these pages, after `linesBefore` matching lines. */
  grep({ from, to }: PageRange, linesBefore: number): DocumentFindings {
    const { before, after, offset, limit, foldDiacritics } = this.#request;
    const counts: PageMatchCount[] = [];
    const taken: GrepLine[] = [];
    let matchCount = 0;
    let lineCount = 0;
    for (let number = from; number <= to; number++) {
      const page = this.#pages[number - 1];
      if (!page || this.#scope.candidates?.has(number) === false) continue;
      if (foldDiacritics) page.folded ??= foldText(page.text);
      const seen = linesBefore + lineCount;
      const skip = Math.max(0, offset - seen);
      const take = Math.max(0, limit - Math.max(0, seen - offset));
      const folded = foldDiacritics ? page.folded : null;
      const { matches, lines, found } = grepPage(
        page.text,
        this.#finders,
        { skip, take, before, after },
        folded,
      );
      if (matches === 0) continue;
      matchCount += matches;
      lineCount += lines;
      counts.push({ page: number, matches, lines });
      for (const line of found) taken.push({ page: number, pageLabel: page.label, ...line });
    }
    const document = this.#scope.document;
    return { document, matches: matchCount, lines: lineCount, pages: counts, found: taken };
  }
}
