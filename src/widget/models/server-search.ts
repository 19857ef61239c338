import type { FoundServer, FoundServers, ServedModel } from "../../models/index.js";
import type { Surface } from "../shell/renderer.js";

/** What is told of a search for servers. */
export interface ServerSearchListener {
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/** The search for programs on this computer that serve models. Nothing is asked before a person looks. */
export class ServerSearch {
  state: "idle" | "looking" | "done" = "idle";
  /** Those found so far. */
  servers: readonly FoundServer[] = [];
  /** Why none could be asked; null when they could. */
  obstacle: FoundServers["obstacle"] = null;
  readonly #surface: Surface;
  readonly #listener: ServerSearchListener;
  readonly #unfolded = new Set<string>();
  #abort: AbortController | null = null;

  constructor(surface: Surface, listener: ServerSearchListener) {
    this.#surface = surface;
    this.#listener = listener;
  }

  /** Looks at the usual places, instead of a search that goes on. */
  async look(): Promise<void> {
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    this.state = "looking";
    this.servers = [];
    this.obstacle = null;
    this.#surface.announce(this.#surface.words.t("models.servers.looking"));
    this.#listener.changed();
    try {
      const { findModelServers } = await import("../../models/index.js");
      const found = await findModelServers({
        signal: abort.signal,
        onProgress: (server) => {
          this.servers = [...this.servers, server];
          this.#listener.changed();
        },
      });
      if (this.#abort !== abort) return;
      Object.assign(this, found);
      this.#end("done");
    } catch (error) {
      if (this.#abort !== abort) return;
      this.#end("idle");
      this.#listener.failed(error);
    }
  }

  /** Stops looking. What was found stays. */
  cancel(): void {
    if (this.state !== "looking") return;
    this.#abort?.abort();
    this.#end(this.servers.length > 0 ? "done" : "idle");
  }

  /** Lists all models of a server. */
  unfold({ url }: FoundServer): void {
    this.#unfolded.add(url);
    this.#listener.changed();
  }

  /** Whether all models of a server are listed. */
  isUnfolded({ url }: FoundServer): boolean {
    return this.#unfolded.has(url);
  }

  #end(state: "idle" | "done"): void {
    const { words } = this.#surface;
    this.#abort = null;
    this.state = state;
    const count = this.servers.length;
    const said =
      state === "idle"
        ? words.t("models.cancelled")
        : count > 0
          ? words.t("models.servers.found", { count })
          : words.t(nothingKey(this.obstacle));
    this.#surface.announce(said);
    this.#listener.changed();
  }
}

/** What is said when no server was found. */
export function nothingKey(
  obstacle: FoundServers["obstacle"],
): "models.servers.none" | "models.servers.policy" | "models.servers.permission" {
  return obstacle === null ? "models.servers.none" : `models.servers.${obstacle}`;
}

/** A token is about three quarters of a word of English. */
const wordsPerToken = 0.75;

/** About so many words have room in a context, with two digits that count; null where it is not known. */
function roughWords(tokens: number | null): number | null {
  if (tokens === null || tokens < 1) return null;
  return Number((tokens * wordsPerToken).toPrecision(2));
}

/** What a model reads at once, and what it could: the keys and numbers of a sentence; null for nothing. */
export function contextFacts({ contextLength, longestContext }: ServedModel): {
  readonly now: number | null;
  readonly longest: number | null;
} {
  const more = longestContext !== null && longestContext > (contextLength ?? 0);
  return { now: roughWords(contextLength), longest: more ? roughWords(longestContext) : null };
}
