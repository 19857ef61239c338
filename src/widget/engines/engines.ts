import { html, type TemplateResult } from "lit/html.js";
import type { CallOptions } from "../../core/call-options.js";
import {
  type Answer,
  type Coverage,
  type EvidencePlace,
  type Pagehound,
  PagehoundError,
  type SearchOptions,
  type SearchResponse,
  type ToolReader,
} from "../../index.js";
import { type EngineReader, engineReader, pooledReader } from "../../sources/index.js";
import { engineWords } from "../i18n/english/engines.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import { icon } from "../shell/icons.js";
import type { OpenedPage } from "../shell/page-pane.js";
import { enginesOff, hostOfAddress, keepText, offName } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";
import { enginePage } from "./engine-page.js";
import styles from "./engines.css?inline";

addEnglish(engineWords);

/** A source that could not be asked, and why. */
type Failure = NonNullable<Coverage["notSearched"]>[number];

/** A place that a citation, a passage or a hit of an engine names. */
export type EnginePlace = Pick<EvidencePlace, "document" | "path" | "from">;

/** How an engine is, as far as it was asked. */
export type EngineState =
  | { readonly kind: "unasked" | "asking" }
  | { readonly kind: "ready"; readonly documents: number }
  | { readonly kind: "failed"; readonly failure: Pick<Failure, "kind" | "reason"> };

/** An engine that the page names. */
export interface KnownEngine {
  readonly name: string;
  readonly url: string;
  readonly host: string;
  /** Null where the address is none. */
  readonly reader: EngineReader | null;
  on: boolean;
  state: EngineState;
  /** When it was asked the last time, in milliseconds since 1970. */
  askedAt: number | null;
}

/** The engines of an element, which are asked beside its documents: those that its page names. */
export class Engines {
  list: readonly KnownEngine[] = [];
  readonly #shell: Shell;
  readonly #ended: AbortController = new AbortController();
  #pool: { readonly readers: readonly EngineReader[]; readonly reader: ToolReader } | null = null;

  constructor(shell: Shell) {
    this.#shell = shell;
    this.follow();
  }

  /** Takes the engines that the page names now. Nothing is sent to them. */
  follow(): void {
    const { engines: named, collection } = this.#shell.setup;
    const off = enginesOff(collection);
    this.list = named.map((options) => {
      const host = hostOfAddress(options.url);
      const on = !off.includes(options.url);
      const known = { url: options.url, host, on, askedAt: null };
      try {
        const reader = engineReader(options);
        return { ...known, name: reader.name, reader, state: { kind: "unasked" } };
      } catch (error) {
        const reason = this.#shell.words.error(error);
        const state: EngineState = { kind: "failed", failure: { kind: "unable", reason } };
        return { ...known, name: options.name ?? options.url, reader: null, state };
      }
    });
    this.#shell.changed();
  }

  /** Those that are ticked. */
  readers(): readonly EngineReader[] {
    return this.list.flatMap(({ on, reader }) => (on && reader ? [reader] : []));
  }

  /** Searches a collection and those that are ticked as one; see `pooledReader`. */
  async search(
    library: Pagehound,
    query: string,
    options: SearchOptions & CallOptions,
  ): Promise<SearchResponse> {
    const readers = this.readers();
    const isSame = readers.every((reader, at) => reader === this.#pool?.readers[at]);
    if (!this.#pool || !isSame || readers.length !== this.#pool.readers.length) {
      // Kept, since it knows which of them did not answer a moment ago.
      this.#pool = { readers, reader: pooledReader(library, readers) };
    }
    const response = await this.#pool.reader.search(query, options);
    this.answered(response);
    return response;
  }

  /** The page of an engine that a citation or a passage is from; null where there is none, which is said. */
  async page(place: EnginePlace): Promise<Pick<OpenedPage, "document" | "source"> | null> {
    const { from } = place;
    if (!from) return null;
    const reader = this.list.find((one) => one.reader?.url === from.url)?.reader ?? null;
    const page = await enginePage(place, from, reader, this.#shell.words);
    if (typeof page !== "string") return page;
    this.#shell.notices.show(page);
    return null;
  }

  /** Ticks an engine, or takes the tick away: from then on nothing is sent to it. */
  use(engine: KnownEngine, on: boolean): void {
    const { collection } = this.#shell.setup;
    engine.on = on;
    const off = this.list.flatMap((each) => (each.on ? [] : [each.url]));
    keepText(offName(collection), off.length === 0 ? null : off.join(" "));
    this.#shell.changed();
  }

  /** Asks an engine how many documents it has. What does not work is its state. */
  async check(engine: KnownEngine): Promise<void> {
    const { reader } = engine;
    if (!reader || engine.state.kind === "asking") return;
    engine.state = { kind: "asking" };
    this.#shell.changed();
    await this.#look(engine, reader);
    this.#shell.surface.announce(stateWords(this.#shell.words, engine));
  }

  /** Takes what came of the engines that were asked for an answer. */
  answered({ coverage }: Pick<Answer, "coverage">): void {
    for (const engine of this.list) {
      if (!engine.on || !engine.reader) continue;
      engine.askedAt = Date.now();
      const failure = coverage.notSearched?.find(({ url }) => url === engine.reader?.url);
      if (failure) engine.state = { kind: "failed", failure };
      else void this.#look(engine, engine.reader);
    }
    this.#shell.changed();
  }

  /** Ends what goes on. */
  close(): void {
    this.#ended.abort();
  }

  async #look(engine: KnownEngine, reader: EngineReader): Promise<void> {
    const { signal } = this.#ended;
    try {
      const { documents } = await reader.coverage({ signal });
      engine.state = { kind: "ready", documents };
    } catch (error) {
      if (signal.aborted) return;
      engine.state = { kind: "failed", failure: failureOf(error, this.#shell.words) };
    }
    engine.askedAt = Date.now();
    this.#shell.changed();
  }
}

function failureOf(error: unknown, words: I18n): Pick<Failure, "kind" | "reason"> {
  const reason = words.error(error);
  if (!PagehoundError.isInstance(error) || error.code !== "endpoint-failed") {
    return { kind: "unable", reason };
  }
  return { kind: error.data.status === undefined ? "unreachable" : "refused", reason };
}

/** How an engine is, for people. */
export function stateWords(words: I18n, { name, state }: KnownEngine): string {
  switch (state.kind) {
    case "unasked":
      return words.t("engines.unasked");
    case "asking":
      return words.t("engines.asking");
    case "ready":
      return words.t("common.documents", { count: state.documents });
    case "failed":
      return words.t(`engines.failed.${state.failure.kind}`, { name });
  }
}

/** What was asked for an answer and could not be, a line each. */
export function failuresView(
  { surface, words }: Shell,
  failures: readonly Failure[],
): TemplateResult {
  adoptStyles(surface.root, styles);
  return html`<ul class="engine-failures">${failures.map(({ source: name, kind, reason }) => {
    const said = words.t(`engines.failed.${kind}`, { name });
    return html`<li title=${reason}>${icon("note")}<span>${words.t("engines.without", { reason: said })}</span></li>`;
  })}</ul>`;
}
