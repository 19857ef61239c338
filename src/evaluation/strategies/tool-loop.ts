import type { ChatMessage } from "../../model/language-model.js";
import type { EvaluationAnswer, RecordedCall } from "../outcome.js";
import type { Chunk } from "./chunk-text.js";
import { fitChunks } from "./fit-chunks.js";
import { actionFormat, lastActionFormat, readLoopAction } from "./loop-action.js";
import { isTooLong, type ModelRequests } from "./model-requests.js";
import { failedAnswer } from "./outcome-parts.js";
import { prompts } from "./prompts.js";
import { readAnswer } from "./rag-strategy.js";
import type { NextChunks } from "./routing.js";

/** Chunks that a search shows at most. */
const chunksPerSearch = 3;
/** Share of the context that what a search gave may take, and what the loop begins with. */
const searchShare = 0.22;
const openingShare = 0.4;

/** What a loop is given. */
export interface ToolLoopOptions {
  readonly question: string;
  /** Chunks that are shown to begin with, as far as they fit. */
  readonly opening: readonly Chunk[];
  readonly next: NextChunks;
  readonly requests: ModelRequests;
  /** Searches at most. */
  readonly calls: number;
}

/**
 * A plain loop of search and answer over chunks, for ablations only: the library's own tools search
 * as well as they can, and that cannot be taken from them. Each turn uses up a search, readable or
 * not, so it always ends. When the context is full, what the oldest searches gave is left out.
 */
export class ToolLoop {
  readonly #options: ToolLoopOptions;
  readonly #messages: ChatMessage[] = [];
  /** Places in `#messages` of what searches gave, the oldest first. */
  readonly #results: number[] = [];
  /** Chunks that were shown, and as much of each as was. */
  readonly #seen = new Map<Chunk, Chunk>();
  readonly #calls: RecordedCall[] = [];

  constructor(options: ToolLoopOptions) {
    this.#options = options;
  }

  /** What the model was shown, in order. */
  get seen(): readonly Chunk[] {
    return [...this.#seen.values()];
  }

  get calls(): readonly RecordedCall[] {
    return this.#calls;
  }

  /** Runs to the answer. Throws what the model throws. */
  async run(): Promise<EvaluationAnswer> {
    const { question, opening, calls } = this.#options;
    const shown = this.#fitting(opening, openingShare);
    this.#messages.push(prompts.loop(), {
      role: "user",
      content: prompts.loopQuestion(question, shown, calls),
    });
    for (let left = calls; ; left--) {
      const reply = await this.#ask(left);
      const action = readLoopAction(reply);
      if (action?.action === "answer") return readAnswer(action.answer);
      if (left === 0) return failedAnswer("The model's last reply was no answer.");
      const told = action ? await this.#search(action.query) : prompts.unreadable;
      this.#messages.push(
        { role: "assistant", content: reply },
        { role: "user", content: `${told}\n\n${prompts.callsLeft(left - 1)}` },
      );
      if (action) this.#results.push(this.#messages.length - 1);
    }
  }

  async #search(query: string): Promise<string> {
    const { next, requests } = this.#options;
    requests.noteCall();
    const found = await next(query, chunksPerSearch, this.#seen);
    const text = prompts.found(this.#fitting(found, searchShare));
    this.#calls.push({ tool: "search", arguments: { query }, text, failed: false });
    return text;
  }

  /** Those that have room in this share of the context, noted as seen. */
  #fitting(chunks: readonly Chunk[], share: number): readonly Chunk[] {
    const { requests } = this.#options;
    const room = Math.floor(requests.contextLength * share);
    const fitting = fitChunks(chunks, room, (text) => requests.tokens(text));
    for (const [place, shown] of fitting.entries()) {
      const chunk = chunks[place];
      if (chunk) this.#seen.set(chunk, shown);
    }
    return fitting;
  }

  async #ask(left: number): Promise<string> {
    const { requests } = this.#options;
    while (requests.room(this.#messages) < 0 && this.#leaveOut(left)) requests.noteFold();
    while (true) {
      try {
        return await requests.ask([...this.#messages], left > 0 ? actionFormat : lastActionFormat);
      } catch (thrown) {
        if (!isTooLong(thrown) || !this.#leaveOut(left)) throw thrown;
        requests.noteFold();
      }
    }
  }

  /** Leaves out what the oldest search gave. False when nothing is left that could be. */
  #leaveOut(left: number): boolean {
    const place = this.#results.shift();
    if (place === undefined) return false;
    const isLast = place === this.#messages.length - 1;
    const note = isLast ? `${prompts.leftOut}\n\n${prompts.callsLeft(left)}` : prompts.leftOut;
    this.#messages[place] = { role: "user", content: note };
    return true;
  }
}
