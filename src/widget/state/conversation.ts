import type { DocumentId, LanguageModel, Pagehound } from "../../index.js";
import { PagehoundError } from "../../index.js";
import type { InlinePiece } from "./inline-markdown.js";
import type { Surface } from "./surface.js";
import { Turn } from "./turn.js";
import { counted, fileName, placeName } from "./words.js";

/** What a conversation asks with, as it is at that moment. */
export interface AskContext {
  readonly documents: readonly DocumentId[] | undefined;
  readonly model: LanguageModel | undefined;
  /** Whether there is anything to ask about yet, or why not. */
  readonly obstacle: string | null;
}

/** Questions and their answers, one after another. */
export class Conversation {
  turns: readonly Turn[] = [];
  /** What is in the question box. */
  draft = "";
  /** What is wrong with what is in the box, or null. */
  fault: string | null = null;
  /** Reads the Markdown of a sentence; null until it is loaded, which only a model's answer needs. */
  inline: ((text: string) => InlinePiece[]) | null = null;
  #id: string = crypto.randomUUID();
  readonly #surface: Surface;
  readonly #library: Pagehound;
  readonly #context: () => AskContext;
  readonly #changed: () => void;
  readonly #progressed: () => void;
  readonly #notKept: (reason: string) => void;
  #abort: AbortController | null = null;
  #turns = 0;

  constructor(
    surface: Surface,
    library: Pagehound,
    context: () => AskContext,
    changed: () => void,
    progressed: () => void,
    notKept: (reason: string) => void,
  ) {
    this.#surface = surface;
    this.#library = library;
    this.#context = context;
    this.#changed = changed;
    this.#progressed = progressed;
    this.#notKept = notKept;
  }

  /** Names the conversation in the list of earlier ones. */
  get id(): string {
    return this.#id;
  }

  /** Whether a question is being answered. */
  get running(): boolean {
    return this.#abort !== null;
  }

  /** Takes what is typed. */
  type(draft: string): void {
    this.draft = draft;
    this.fault = null;
    this.#changed();
  }

  /** Asks what is in the box. */
  submit(): void {
    const question = this.draft.trim();
    const { obstacle } = this.#context();
    if (this.running) {
      this.#refuse("Stop the question that is being answered first, or wait for its answer.");
    } else if (question === "") {
      this.#refuse("Write a question first.");
    } else if (obstacle !== null) {
      this.#refuse(obstacle);
    } else {
      this.draft = "";
      this.fault = null;
      void this.ask(question);
    }
  }

  /** Asks a question. */
  async ask(question: string): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    const turn = new Turn(this.#nextKey(), question);
    this.turns = [...this.turns, turn];
    this.#changed();
    // The question goes to the top, and what is written below it grows without moving it.
    requestAnimationFrame(() => {
      const shown = this.#surface.find(`#${turn.key}`);
      shown?.closest(".thread")?.scrollTo({ top: shown.offsetTop });
    });
    const { documents, model } = this.#context();
    const clock = setInterval(this.#progressed, 1000);
    try {
      if (model) await this.#loadInline();
      const events = this.#library.ask(question, {
        conversation: this.#id,
        model,
        documents,
        signal: abort.signal,
      });
      for await (const event of events) {
        turn.take(event);
        if (event.type === "answer") this.#surface.announce(spoken(turn));
        this.#progressed();
      }
      if (turn.state === "running") throw new Error("The answer never came.");
    } catch (error) {
      // An answer that could not be kept is an answer all the same.
      if (turn.answer) this.#notKept(failureWords(error));
      else if (abort.signal.aborted) turn.end("stopped", null);
      else {
        turn.end("failed", failureWords(error));
        this.#surface.announce(turn.failure ?? "");
      }
    } finally {
      clearInterval(clock);
      if (this.#abort === abort) this.#abort = null;
      this.#changed();
    }
  }

  /** Stops the question that is being answered. */
  stop(): void {
    if (!this.#abort) return;
    this.#abort.abort();
    this.#abort = null;
    this.#surface.announce("Stopped.");
    this.#changed();
  }

  /** Begins a new conversation. What is in the box stays. */
  begin(): void {
    this.stop();
    this.turns = [];
    this.fault = null;
    this.#id = crypto.randomUUID();
    this.#changed();
  }

  /** Opens an earlier conversation. */
  async open(id: string): Promise<void> {
    const stored = await this.#library.conversation(id);
    this.stop();
    this.#id = id;
    this.turns = stored.turns.map(({ answer, trace }) =>
      Turn.stored(this.#nextKey(), answer, trace),
    );
    if (this.turns.some(({ model }) => model !== null)) await this.#loadInline();
    this.#changed();
  }

  #nextKey(): string {
    return `turn-${++this.#turns}`;
  }

  #refuse(fault: string): void {
    this.fault = fault;
    this.#surface.announce(fault);
    this.#changed();
  }

  async #loadInline(): Promise<void> {
    const { inlinePieces } = await import("./inline-markdown.js");
    this.inline = inlinePieces;
  }
}

/** The finished answer, as it is said to those who do not see it. */
function spoken({ answer }: Turn): string {
  if (!answer) return "";
  if (answer.kind === "answered") {
    const missing = answer.sentences.filter(({ supported }) => !supported).length;
    const text = answer.sentences.map((sentence) => sentence.text).join(" ");
    return missing === 0
      ? `Answer: ${text}`
      : `Answer: ${text} ${counted(missing, "sentence")} not found in your documents.`;
  }
  if (answer.kind === "not-found") return "This was not found in your documents.";
  const [best] = answer.passages;
  if (!best) return "No passage fits this question.";
  const place = placeName(best.pageUnit, best.page, best.pageLabel);
  return `${counted(answer.passages.length, "passage")}. The best is in ${fileName(best.path)}, ${place}.`;
}

function failureWords(error: unknown): string {
  if (PagehoundError.isInstance(error)) {
    if (error.code === "no-documents")
      return "There is no document to ask. Add one, and ask again.";
    return error.message;
  }
  return "The question could not be answered. Ask it again.";
}
