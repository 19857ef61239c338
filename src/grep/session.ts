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
    load: async ({ document, pages }) => {
      documents.set(
        document,
        pages.map(({ label, text }) => ({ label, text, folded: null })),
      );
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
    const document = new DocumentGrep(scope, pages, finders, request, lines);
    for (const range of steps(pages.length, scope.within)) {
      await pause();
      if (!document.canMatchIn(range)) continue;
      onProgress?.({ findings, done, next: { document: scope.document, pages: range } });
      findings = [];
      document.grep(range);
    }
    done++;
    lines += document.lines;
    if (document.matches > 0) findings.push(document.findings());
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

/** The matches of one document, found piece by piece. */
class DocumentGrep {
  matches = 0;
  lines = 0;
  readonly #scope: GrepScope;
  readonly #pages: readonly LoadedPage[];
  readonly #finders: readonly Finder[];
  readonly #request: GrepRequest;
  /** Matching lines in the documents before. */
  readonly #linesBefore: number;
  readonly #counts: PageMatchCount[] = [];
  readonly #found: GrepLine[] = [];

  constructor(
    scope: GrepScope,
    pages: readonly LoadedPage[],
    finders: readonly Finder[],
    request: GrepRequest,
    linesBefore: number,
  ) {
    this.#scope = scope;
    this.#pages = pages;
    this.#finders = finders;
    this.#request = request;
    this.#linesBefore = linesBefore;
  }

  canMatchIn({ from, to }: PageRange): boolean {
    const { candidates } = this.#scope;
    if (!candidates) return true;
    for (let number = from; number <= to; number++) if (candidates.has(number)) return true;
    return false;
  }

  grep({ from, to }: PageRange): void {
    const { before, after, offset, limit, foldDiacritics } = this.#request;
    for (let number = from; number <= to; number++) {
      const page = this.#pages[number - 1];
      if (!page || this.#scope.candidates?.has(number) === false) continue;
      if (foldDiacritics) page.folded ??= foldText(page.text);
      const seen = this.#linesBefore + this.lines;
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
      this.matches += matches;
      this.lines += lines;
      this.#counts.push({ page: number, matches, lines });
      for (const line of found) {
        this.#found.push({ page: number, pageLabel: page.label, ...line });
      }
    }
  }

  findings(): DocumentFindings {
    const { matches, lines } = this;
    const document = this.#scope.document;
    return { document, matches, lines, pages: this.#counts, found: this.#found };
  }
}
