import type { Citation, DocumentSummary, OutlineEntry, Pagehound } from "../../index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { Models } from "../models/models.js";
import type { Opening } from "../shell/opening.js";
import type { Shell } from "../shell/shell.js";
import { type AskContext, ConversationState } from "./conversation.js";
import { ConversationList } from "./conversation-list.js";

/** Who answers, of what, and from where. */
export interface AskParts {
  readonly documents: DocumentsFeature;
  readonly models: Models;
  readonly library: Pagehound;
  /** Whether documents are being read or fetched. */
  readonly coming: () => boolean;
  /** Settles when searches go by all that they can, or soon. */
  readonly searchReady: () => Promise<unknown>;
}

/** The conversation that is shown, earlier ones, and what could be asked. */
export class AskFeature {
  readonly shell: Shell;
  /** What is asked. */
  readonly documents: DocumentsFeature;
  readonly opening: Opening;
  readonly models: Models;
  readonly conversation: ConversationState;
  readonly conversations: ConversationList;
  readonly suggestions: Suggestions;
  readonly #coming: () => boolean;
  readonly #searchReady: () => Promise<unknown>;

  constructor({ documents, models, library, coming, searchReady }: AskParts) {
    const { opening, shell } = documents;
    const { changed, notices, progressed, setup, surface } = shell;
    const failed = (error: unknown): void => shell.fail(error);
    this.shell = shell;
    this.documents = documents;
    this.opening = opening;
    this.models = models;
    this.#coming = coming;
    this.#searchReady = searchReady;
    this.suggestions = new Suggestions(library, changed);
    this.conversation = new ConversationState(
      surface,
      library,
      () => this.#context(),
      changed,
      progressed,
      (reason) => notices.show(shell.words.t("widget.answerNotKept", { reason })),
    );
    this.conversations = new ConversationList(surface, library, setup, changed, failed);
  }

  /** Asks a question that was proposed, with the cursor in the box for the next one. */
  ask(question: string): void {
    void this.conversation.ask(question);
    this.shell.focusBox();
  }

  /** Opens an earlier conversation. */
  async openConversation(id: string): Promise<void> {
    await this.shell.attempt(async () => {
      if (!(await this.conversation.open(id))) return;
      this.shell.show("ask");
      await this.conversations.toggle(false);
      this.shell.focusBox();
    });
  }

  /** Opens the page that an answer of the conversation cites. */
  openCitation(citation: Citation, from?: Event): void {
    const answers = this.conversation.turns.map(({ answer }) => answer);
    this.opening.citation(citation, answers, from);
  }

  /** Offers the page's questions to begin with, else some that are made of the documents. */
  suggest(): void {
    if (this.shell.setup.suggestions) this.shell.changed();
    else void this.suggestions.make(this.documents.list.all);
  }

  /** Stops the question that is being answered, and deletes for good what was deleted. */
  close(): void {
    this.conversation.stop();
    this.conversations.close();
  }

  #context(): AskContext {
    const { list, opened } = this.documents;
    const { words } = this.shell;
    const noneChosen = list.selected?.size === 0 ? words.t("ask.fault.noneChosen") : null;
    const nothingHere = words.t(this.#coming() ? "widget.ask.reading" : "widget.ask.noDocuments");
    return {
      documents: list.scope,
      model: this.models.ready ?? undefined,
      searchReady: this.#searchReady,
      answered: (trace) => void this.shell.attempt(() => this.models.learn(trace)),
      // Before the collection is open nobody knows; the question waits for it.
      obstacle: list.all.length > 0 || !opened ? noneChosen : nothingHere,
    };
  }
}

const MOST = 3;
// Headings that every report has say nothing of this one.
const plain =
  /^(?:(?:table of )?contents|index|notes?|references|appendix|glossary|introduction|contact)\b/i;

/** What a few questions to begin with are about: headings of the documents that are there. */
class Suggestions {
  topics: readonly string[] = [];
  readonly #library: Pagehound;
  readonly #changed: () => void;
  #asked = "";

  constructor(library: Pagehound, changed: () => void) {
    this.#library = library;
    this.#changed = changed;
  }

  /** Makes them anew when the documents are others. */
  async make(documents: readonly DocumentSummary[]): Promise<void> {
    const first = documents.slice(0, MOST);
    const asked = first.map(({ id }) => id).join(" ");
    if (asked === this.#asked) return;
    this.#asked = asked;
    const outlines = await Promise.all(
      first.map(({ id }) => this.#library.outline(id).catch(() => [])),
    );
    if (asked !== this.#asked) return;
    const each = Math.ceil(MOST / Math.max(1, first.length));
    this.topics = outlines.flatMap((outline) => topicsOf(outline).slice(0, each)).slice(0, MOST);
    this.#changed();
  }
}

/** Headings that name something to ask about, those with the most text first. */
function topicsOf(outline: readonly OutlineEntry[]): string[] {
  const named = outline.filter(({ text, level }) => {
    const words = text.trim().split(/\s+/).length;
    return level > 1 && words >= 2 && text.length <= 48 && !/\d/.test(text) && !plain.test(text);
  });
  const texts = [...named].sort((a, b) => b.words - a.words).map(({ text }) => text.trim());
  return [...new Set(texts)];
}
