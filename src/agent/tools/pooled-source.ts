import { type CallOptions, untilAborted } from "../../core/call-options.js";
import {
  type DocumentId,
  type DocumentSource,
  type DocumentSummary,
  documentId,
  documentOrdinal,
  pooledOrdinal,
  sourceOrdinal,
} from "../../core/document.js";
import { PagehoundError } from "../../core/errors.js";
import { steadyNow } from "../../core/steady-clock.js";
import type {
  Coverage,
  FoundRow,
  SearchOptions,
  SearchResponse,
  SourceFailure,
} from "../../search/api.js";
import type { SourceReader, ToolReader } from "./tool.js";

/** Milliseconds for which a source that does not answer is not asked again, so that nobody waits for it at each step. */
const rest = 30_000;
/** Milliseconds for which the documents of a source are taken to stay the same. */
const fresh = 30_000;
/** Documents of a source that are listed; others are found by searching, and known from then on. */
const mostListed = 1_000;

/** One source of a pool: calls with a time limit, ids in its range, and its last failure. */
export class PooledSource {
  readonly #reader: SourceReader;
  readonly #patience: number;
  readonly #outside: (id: string) => string;
  #failed: (SourceFailure & { readonly at: number }) | null = null;
  #listed: { readonly at: number; readonly documents: readonly DocumentSummary[] } | null = null;
  /** Documents that were found and are not listed. */
  readonly #found = new Map<DocumentId, DocumentSummary | null>();

  constructor(reader: SourceReader, number: number, patience: number) {
    this.#reader = reader;
    this.#patience = patience;
    this.#outside = (id) => renumbered(id, (ordinal) => pooledOrdinal(number, ordinal));
  }

  /** Why it was not asked, or gave nothing, the last time; null when it did. */
  get failure(): SourceFailure | null {
    if (!this.#failed || steadyNow() - this.#failed.at > rest) return null;
    const { at, ...failure } = this.#failed;
    return failure;
  }

  /** The reason why no source was searched by a pattern. */
  ungrepped(): SourceFailure {
    const { name, url } = this.#reader;
    const reason = `Patterns are not looked for in ${name}. Search for the words there; quotes ask for them side by side.`;
    return { source: name, url, kind: "unable", reason };
  }

  /** True if these are all its listed documents, so that unlisted ones are meant too. */
  isAllOf(documents: readonly DocumentId[]): boolean {
    const named = new Set(documents);
    return this.#listed?.documents.every(({ id }) => named.has(id)) ?? false;
  }

  /** True if it would keep everybody waiting again. */
  get #rests(): boolean {
    const kind = this.failure?.kind;
    return kind === "unreachable" || kind === "slow";
  }

  async documents(signal: AbortSignal | undefined): Promise<readonly DocumentSummary[]> {
    if (this.#rests) return [];
    if (!this.#listed || steadyNow() - this.#listed.at > fresh) {
      const listed = await this.#ask((call) => this.#reader.documents(call), signal);
      if (!listed) return [];
      const documents = this.#named(listed.slice(0, mostListed));
      this.#listed = { at: steadyNow(), documents };
    }
    await this.#lookUp(signal);
    return [...this.#listed.documents, ...[...this.#found.values()].filter((one) => one !== null)];
  }

  /** What is known about documents that were found beyond those that are listed. */
  async #lookUp(signal: AbortSignal | undefined): Promise<void> {
    const listed = new Set(this.#listed?.documents.map(({ id }) => id));
    const unknown = [...this.#found].flatMap(([id, one]) => (one || listed.has(id) ? [] : [id]));
    for (const id of this.#found.keys()) if (listed.has(id)) this.#found.delete(id);
    const { documentsById } = this.#reader;
    if (unknown.length === 0 || !documentsById) return;
    const read = await this.#ask(
      (call) => documentsById.call(this.#reader, unknown.map(inside), call),
      signal,
    );
    for (const one of this.#named(read?.filter((each) => each !== null) ?? [])) {
      this.#found.set(one.id, one);
    }
  }

  /** As the pool lists them, without those whose number is out of range. */
  #named(documents: readonly DocumentSummary[]): DocumentSummary[] {
    return documents
      .filter(({ id }) => this.#outside(id) !== id)
      .map((document) => ({ ...mapIds(document, this.#outside), source: this.#told }));
  }

  get #told(): DocumentSource {
    return { url: this.#reader.url, title: this.#reader.name, kind: "engine" };
  }

  async search(
    query: string,
    documents: readonly DocumentId[] | null,
    { by, signal, ...options }: SearchOptions & CallOptions,
  ): Promise<SearchResponse | null> {
    const found = await this.#ask(
      (call) =>
        this.#reader.search(query, { ...options, documents: documents ?? undefined, ...call }),
      signal,
    );
    if (!found) return null;
    const response = mapIds(found, this.#outside);
    const from = this.#told;
    const hits = response.hits.flatMap((hit) =>
      sourceOf(hit.document) === null ? [] : [{ ...hit, from }],
    );
    for (const { document } of hits) {
      if (!this.#found.has(document)) this.#found.set(document, null);
    }
    return { ...response, hits };
  }

  async coverage(signal: AbortSignal | undefined): Promise<Coverage | null> {
    const found = await this.#ask((call) => this.#reader.coverage(call), signal);
    return found && mapIds(found, this.#outside);
  }

  async rows(
    query: Parameters<NonNullable<ToolReader["findRows"]>>[0],
    signal: AbortSignal | undefined,
  ): Promise<readonly FoundRow[]> {
    if (!this.#reader.findRows) return [];
    const found = await this.#ask(
      async (call) => (await this.#reader.findRows?.(query, call)) ?? [],
      signal,
    );
    return mapIds(found ?? [], this.#outside);
  }

  /** Reads what was named. Throws what the source says of it, and `endpoint-failed` where it fails. */
  async read<T>(
    work: (reader: SourceReader, call: { readonly signal: AbortSignal }) => Promise<T>,
    { signal }: CallOptions,
  ): Promise<T> {
    const read = await this.#ask((call) => work(this.#reader, call), signal);
    if (read !== null) return mapIds(read, this.#outside);
    const { reason = "" } = this.failure ?? {};
    throw new PagehoundError(
      "endpoint-failed",
      `${this.#reader.name} cannot be read now: ${reason} Continue with the other documents.`,
      { data: { url: this.#reader.url } },
    );
  }

  /** What a call gives, within its time; null if it fails, and from then on for a while. */
  async #ask<T>(
    work: (call: { readonly signal: AbortSignal }) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T | null> {
    signal?.throwIfAborted();
    if (this.#rests) return null;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#patience);
    const ends = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
    try {
      const result = await untilAborted(work({ signal: ends }), ends);
      this.#failed = null;
      return result;
    } catch (error) {
      signal?.throwIfAborted();
      // It answered: what was named is not there.
      if (PagehoundError.isInstance(error) && error.code === "not-found") throw error;
      this.#failed = { ...this.#failureOf(error, late.signal.aborted), at: steadyNow() };
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  #failureOf(error: unknown, isLate: boolean): SourceFailure {
    const { name: source, url } = this.#reader;
    if (isLate) {
      const reason = `It did not answer within ${this.#patience / 1000} seconds. Try again in a moment.`;
      return { source, url, kind: "slow", reason };
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (!PagehoundError.isInstance(error) || error.code !== "endpoint-failed") {
      return { source, url, kind: "unable", reason };
    }
    const refused = typeof error.data.status === "number";
    return { source, url, kind: refused ? "refused" : "unreachable", reason };
  }
}

/** The number that a document's, a heading's and a passage's id begins with. */
const beginning = /^d(\d+)(?=$|\.)/;

function renumbered(id: string, number: (ordinal: number) => number | null): string {
  return id.replace(beginning, (whole, ordinal: string) => {
    const other = number(Number(ordinal));
    return other === null ? whole : documentId(other);
  });
}

/** An id of a pool as its source knows it. */
export function inside<Id extends string>(id: Id): Id {
  return renumbered(id, (ordinal) => sourceOrdinal(ordinal)?.ordinal ?? null) as Id;
}

/** Which source an id is of, counting from 1; null for the collection's own. */
export function sourceOf(id: string): number | null {
  const document = id.replace(/\..*$/s, "");
  return sourceOrdinal(documentOrdinal(document) ?? 0)?.source ?? null;
}

/** A value with the ids of documents, headings and passages in it renamed, wherever they are. */
export function mapIds<T>(value: T, rename: (id: string) => string): T {
  if (Array.isArray(value)) return value.map((each) => mapIds(each, rename)) as T;
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => {
    const isId = (key === "id" || key === "document") && typeof each === "string";
    return [key, isId ? rename(each) : mapIds(each, rename)];
  });
  return Object.fromEntries(entries) as T;
}
