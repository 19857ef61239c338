import type { CallOptions } from "../core/call-options.js";
import { documentOrdinal } from "../core/document.js";
import { PagehoundError } from "../core/errors.js";
import type { CollectionChange, IngestProblem } from "../core/ingest.js";
import { untilAborted } from "../core/until-aborted.js";
import { slicer } from "../core/yield-to-messages.js";
import type { EmbedderInfo } from "../embed/embedder.js";
import { type MeaningRanking, rankByMeaning } from "../search/rank-by-meaning.js";
import type { Store } from "../store/store.js";
import type { EmbeddingsProgress, EmbeddingsState } from "./api.js";
import { EmbedderConnection, released } from "./embedder-connection.js";
import type { Ingestion } from "./ingestion.js";
import type { LiveDocuments } from "./live-documents.js";
import { makeVectors } from "./make-vectors.js";
import { isMadeBy, notSearchable } from "./model-in-use.js";
import { PacedReport } from "./paced-report.js";
import type { SearchedDocument } from "./take-hits.js";
import { Turns } from "./turns.js";
import { VectorMemory } from "./vector-memory.js";
import { basisOf, tallyVectors } from "./vector-parts.js";

/** What the embeddings of a collection work with. */
export interface EmbeddingsContext {
  readonly store: Pick<Store<unknown>, "vectors" | "pageRange" | "kind">;
  readonly live: Pick<LiveDocuments, "all" | "get">;
  readonly ingestion: Pick<Ingestion, "embeddingsChanged" | "listen">;
}

/** What is looked for by meaning. */
export interface MeaningRequest {
  readonly text: string;
  readonly documents: readonly SearchedDocument[];
  /** Tells by document and index which passages may be found; null for all. */
  readonly keeps: ((document: number, passage: number) => boolean) | null;
  readonly signal: AbortSignal | undefined;
}

/** The nearest passages, and how many there are that were not compared for lack of a vector. */
export interface NearestPassages {
  readonly ranking: MeaningRanking;
  readonly withoutVectors: number;
}

/** Why a run ends that nobody aborted: those who wait for it are told how far it came. */
const stopped = new DOMException("The embeddings are not made any more.", "AbortError");

/** Changes after which there may be documents without vectors. */
const bringing: ReadonlySet<CollectionChange["type"]> = new Set([
  "document-ready",
  "documents-restored",
  "embeddings-changed",
]);

/**
 * The vectors of the passages: made with the embedder that this tab has connected, one tab at a time,
 * and compared in a search. Which there are, and of which model, is what the database says; tabs tell
 * each other only to look.
 */
export class CollectionEmbeddings {
  readonly #context: EmbeddingsContext;
  readonly #memory: VectorMemory;
  readonly #turns: Turns;
  #embedder: EmbedderConnection | null = null;
  /** Vectors that are being made. */
  #run: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null;
  /** Whether there may be more to make than the run knows of. */
  #again = false;
  /** Whether nothing is made by itself: it was stopped, or failed. */
  #resting = false;
  #making = false;
  #problem: IngestProblem | null = null;
  /** Those who wait for all vectors to be made. */
  readonly #waiting = new Set<(progress: EmbeddingsProgress) => void>();
  /** Searches that the embedder has something to do for. */
  readonly #searches = new Set<Promise<unknown>>();
  #telling = false;

  /** @param collection its name */
  constructor(context: EmbeddingsContext, collection: string) {
    const { store, ingestion } = context;
    this.#context = context;
    this.#memory = new VectorMemory(store);
    this.#turns = new Turns(store.kind === "memory" ? null : `pagehound:${collection}:embeddings`);
    ingestion.listen((change) => this.#hear(change));
  }

  /** Connects an embedder in the place of one that was connected before, and goes on with what is missing. */
  async use(port: MessagePort, { signal }: CallOptions = {}): Promise<EmbedderInfo> {
    const embedder = await EmbedderConnection.open(port, { signal });
    await this.release();
    this.#embedder?.close();
    this.#embedder = embedder;
    this.#resting = false;
    this.#problem = null;
    this.#wake();
    return embedder.info;
  }

  /** Lets the embedder go. Who waits for vectors gets `closed`. What is stored stays. */
  async release(): Promise<void> {
    const embedder = this.#embedder;
    this.#embedder = null;
    await this.#stop(released());
    embedder?.close();
  }

  async state(): Promise<EmbeddingsState> {
    const model = await this.#context.store.vectors.model();
    const { done, total, documents } = await this.#tally(model);
    return {
      ...{ on: model !== null, model, embedder: this.#embedder?.info ?? null },
      ...{ making: this.#making, problem: this.#problem, documents, done, total },
      // The numbers, one byte each, and the scale.
      bytes: model ? done * (model.dimensions + 4) : 0,
    };
  }

  /** See `Embeddings.start`. */
  async make({
    signal,
    onProgress = () => {},
  }: CallOptions<EmbeddingsProgress> = {}): Promise<EmbeddingsState> {
    const embedder = this.#embedder;
    if (!embedder) {
      throw new PagehoundError(
        "invalid-argument",
        "No embedder is connected in this page. Connect one with embeddings.use() first.",
      );
    }
    const { store } = this.#context;
    signal?.throwIfAborted();
    if (!isMadeBy(embedder.info, await store.vectors.model())) {
      await this.#stop();
      await store.vectors.switchOn(embedder.info);
      this.#tell();
    }
    this.#resting = false;
    this.#problem = null;
    this.#waiting.add(onProgress);
    try {
      this.#wake();
      await untilAborted(this.#run?.ended ?? Promise.resolve(), signal);
    } catch (error) {
      if (error !== stopped) throw error;
    } finally {
      this.#waiting.delete(onProgress);
      if (signal?.aborted && this.#waiting.size === 0) {
        this.#resting = true;
        await this.#stop();
      }
    }
    return this.state();
  }

  /** Deletes all vectors, in every tab, and makes none any more. */
  async remove(): Promise<void> {
    // From here on nothing can be stored, so that who waits finds them off.
    await this.#context.store.vectors.switchOff();
    await this.#stop();
    this.#memory.forget(null);
    this.#tell();
  }

  /** Passages by how near they are to a text. Throws `invalid-argument` when they cannot be compared. */
  async nearest({ text, documents, keeps, signal }: MeaningRequest): Promise<NearestPassages> {
    const model = await this.#context.store.vectors.model();
    const embedder = this.#embedder;
    if (!embedder || !isMadeBy(embedder.info, model)) throw notSearchable(model, embedder?.info);
    const pause = slicer(signal ?? new AbortController().signal);
    const searched = documents.map(({ document }) => document);
    const scope = new Set(searched.map(({ ordinal }) => ordinal));
    const stretches = await this.#memory.load(basisOf(model), scope, pause);
    const passages = searched.reduce((sum, each) => sum + each.passages, 0);
    const withVectors = stretches.reduce((sum, { vectors }) => sum + vectors.count, 0);
    const query = text.trim() === "" ? null : await this.#embedQuery(embedder, text, signal);
    const ranking = query
      ? await rankByMeaning(query, stretches, keeps, pause)
      : { compared: 0, take: () => [] };
    return { ranking, withoutVectors: Math.max(0, passages - withVectors) };
  }

  /** Makes nothing any more. */
  close(): void {
    this.#resting = true;
    this.#run?.stop.abort(stopped);
    this.#embedder?.close();
  }

  async #embedQuery(
    embedder: EmbedderConnection,
    text: string,
    signal: AbortSignal | undefined,
  ): Promise<Float32Array | null> {
    const embedding = embedder.embed([text], "query", signal);
    this.#searches.add(embedding);
    try {
      return (await embedding)[0] ?? null;
    } finally {
      this.#searches.delete(embedding);
    }
  }

  /** Sees to it that what is missing is made, if it can be. */
  #wake(): void {
    this.#again = true;
    if (this.#run || this.#resting || !this.#embedder) return;
    const stop = new AbortController();
    const ended = this.#make(this.#embedder, stop.signal);
    this.#run = { stop, ended };
    // Told to those who wait for it, and in the state.
    ended.catch(() => {});
  }

  async #make(embedder: EmbedderConnection, signal: AbortSignal): Promise<void> {
    const { store, live } = this.#context;
    // Only what was stored is told: tabs that told each other that they looked would never end.
    let stored = false;
    const report = new PacedReport<"stored">(() => this.#tell());
    const context = {
      ...{ store, live, embedder },
      quiet: (given: AbortSignal) => this.#quiet(given),
      onProgress: (progress: EmbeddingsProgress) => {
        this.#making = progress.done < progress.total;
        this.#progress(progress);
      },
      onStored: () => {
        stored = true;
        report.tell("stored");
      },
    };
    try {
      while (this.#again) {
        this.#again = false;
        await this.#turns.take(() => makeVectors(context, signal), signal);
      }
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
      throw error;
    } finally {
      this.#making = false;
      this.#run = null;
      report.end();
      if (stored) this.#tell();
    }
  }

  #fail(error: unknown): void {
    this.#resting = true;
    const { code, message } = PagehoundError.isInstance(error)
      ? error
      : { code: "internal" as const, message: String(error) };
    this.#problem = { code, message };
  }

  /** Stops what is being made, and waits until nothing is stored any more. */
  async #stop(reason: Error = stopped): Promise<void> {
    const run = this.#run;
    run?.stop.abort(reason);
    await run?.ended.catch(() => {});
  }

  async #quiet(signal: AbortSignal): Promise<void> {
    while (this.#searches.size > 0) {
      await untilAborted(Promise.allSettled(this.#searches), signal);
    }
  }

  #hear(change: CollectionChange): void {
    if (change.type === "documents-removed") {
      this.#memory.forget(change.documents.map((id) => documentOrdinal(id) ?? 0));
      // There may be room now.
      if (this.#problem?.code !== "storage-full") return;
      this.#resting = false;
      this.#problem = null;
      this.#wake();
    } else if (bringing.has(change.type) && !this.#telling) {
      this.#wake();
      if (change.type === "embeddings-changed") void this.#follow();
    }
  }

  /** Follows what another tab has done: vectors may be gone, and somebody may wait for them here. */
  async #follow(): Promise<void> {
    try {
      const model = await this.#context.store.vectors.model();
      if (!model) this.#memory.forget(null);
      if (this.#waiting.size > 0) this.#progress(await this.#tally(model));
    } catch {
      // Whoever waits or searches hears of what is wrong by themselves.
    }
  }

  #progress({ done, total }: EmbeddingsProgress): void {
    for (const tell of this.#waiting) tell({ done, total });
  }

  /** Tells every tab, and not itself. */
  #tell(): void {
    this.#telling = true;
    this.#context.ingestion.embeddingsChanged();
    this.#telling = false;
  }

  async #tally(model: EmbedderInfo | null): Promise<ReturnType<typeof tallyVectors>> {
    const { store, live } = this.#context;
    const made = model ? await store.vectors.made(basisOf(model)) : [];
    const tally = tallyVectors(live.all(), made);
    return model ? tally : { ...tally, documents: 0 };
  }
}
