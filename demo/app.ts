import type {
  BestPassage,
  Citation,
  DocumentId,
  DocumentSummary,
  GrepHit,
  InputFile,
  Pagehound,
  SearchHit,
} from "pagehound";
import { PagehoundError } from "pagehound";
import { announce } from "./announcements.js";
import { placeKey } from "./answer-export.js";
import { type AskContext, Conversation } from "./conversation.js";
import { ConversationList } from "./conversation-list.js";
import type { Gathered } from "./dropped-files.js";
import { Ingest, type IngestReport } from "./ingest.js";
import { tellOfIngest } from "./ingest-notices.js";
import { lineKey } from "./line-groups.js";
import { Models } from "./models.js";
import { Notices } from "./notices.js";
import { type OpenedPage, PagePane } from "./page-pane.js";
import { PatternSearch } from "./pattern-search.js";
import { focusBox } from "./question-field.js";
import { Removals } from "./removals.js";
import type { Renderer } from "./renderer.js";
import type { RequestLog } from "./requests.js";
import { sampleFiles } from "./samples.js";
import { Search } from "./search.js";
import { SourceCard } from "./source-card.js";
import { Suggestions } from "./suggestions.js";
import { counted, fileName } from "./words.js";

/** The panes; on a narrow screen one of them is shown at a time. */
export type Pane = "documents" | "search" | "page";

/** What the middle pane is for: questions, or a search. */
export type View = "ask" | "search";

/** How the documents are searched: by words, ranked, or by a pattern, line by line. */
export type SearchMode = "words" | "pattern";

/** All that the page shows, and all that a reader can do with it. */
export class App {
  readonly library: Pagehound;
  readonly requests: RequestLog;
  readonly ingest: Ingest;
  readonly search: Search;
  readonly patterns: PatternSearch;
  readonly removals: Removals;
  readonly notices: Notices;
  readonly pagePane: PagePane;
  readonly conversation: Conversation;
  readonly conversations: ConversationList;
  readonly models: Models;
  readonly suggestions: Suggestions;
  readonly card: SourceCard = new SourceCard();
  documents: readonly DocumentSummary[] = [];
  selected: ReadonlySet<DocumentId> = new Set();
  opened: OpenedPage | null = null;
  pane: Pane = "search";
  view: View = "ask";
  mode: SearchMode = "words";
  documentsShown = true;
  privacyShown = false;
  dragging = false;
  loadingSamples = false;
  readonly #changed: () => void;
  readonly #drawNow: () => void;
  #origin: Element | null = null;
  #shownBefore = true;

  constructor(library: Pagehound, requests: RequestLog, renderer: Renderer) {
    const changed = (): void => renderer.soon();
    const progressed = (): void => renderer.later();
    this.library = library;
    this.requests = requests;
    this.#changed = changed;
    this.#drawNow = () => renderer.now();
    this.notices = new Notices(changed);
    this.removals = new Removals(library, changed);
    this.pagePane = new PagePane(library, () => this.closePage());
    this.search = new Search(library, () => this.#scope(), changed);
    this.patterns = new PatternSearch(library, () => this.#scope(), changed, progressed);
    this.models = new Models(changed, progressed);
    this.suggestions = new Suggestions(library, changed);
    this.conversation = new Conversation(
      library,
      () => this.#askContext(),
      changed,
      progressed,
      (reason) => this.notices.show(`The answer could not be kept for later. ${reason}`),
    );
    this.conversations = new ConversationList(library, changed, (error) => this.#fail(error));
    this.ingest = new Ingest(library, {
      changed,
      progressed,
      ready: (document, replaced, input) => {
        const others = this.documents.filter(({ id }) => id !== replaced && id !== document.id);
        this.documents = [...others, document];
        if (input.password !== undefined) this.pagePane.keepPassword(document.id, input.password);
        this.asking.again(800);
        progressed();
      },
      finished: (report) => this.#report(report),
    });
  }

  /** The search that the box belongs to. */
  get asking(): Search | PatternSearch {
    return this.mode === "pattern" ? this.patterns : this.search;
  }

  /** Goes from words to patterns or back; what is in the box stays. */
  togglePatternMode(): void {
    this.view = "search";
    const { query, resting } = this.asking;
    this.asking.type("");
    this.mode = this.mode === "pattern" ? "words" : "pattern";
    this.asking.type(resting ? "" : query);
  }

  /** Applies a change of what is shown and nothing else. */
  set(change: Partial<Pick<App, "pane" | "documentsShown" | "privacyShown" | "dragging">>): void {
    this.card.hide();
    Object.assign(this, change);
    this.#changed();
  }

  /** Shows questions or the search, at once. */
  show(view: View): void {
    this.card.hide();
    this.view = view;
    this.pane = "search";
    this.#drawNow();
  }

  /** Draws again after a change of what is shown. */
  change(make: () => void): void {
    make();
    this.#changed();
  }

  /** Asks a question that was proposed, with the cursor in the box for the next one. */
  ask(question: string): void {
    void this.conversation.ask(question);
    focusBox(this);
  }

  /** Opens an earlier conversation. */
  async openConversation(id: string): Promise<void> {
    try {
      await this.conversation.open(id);
      this.show("ask");
      await this.conversations.toggle(false);
      focusBox(this);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Reads the list of documents again. */
  async refresh(): Promise<void> {
    this.documents = await this.library.documents();
    this.#prune();
    this.asking.again();
    void this.suggestions.make(this.documents);
  }

  /** Adds files that were picked or dropped. */
  addFiles({ files, unreadable }: Gathered): void {
    if (unreadable.length > 0) {
      this.notices.show(
        `${counted(unreadable.length, "item")} could not be read`,
        unreadable.map((path) => ({
          name: path,
          message: "The browser was not allowed to read it.",
          locked: null,
        })),
      );
    }
    if (files.length > 0) {
      announce(`Adding ${counted(files.length, "file")}.`);
      this.ingest.add(files);
    } else if (unreadable.length === 0) {
      this.notices.show("There was nothing to add: no files, or only hidden ones.");
    }
  }

  /** Fetches the samples and adds them. */
  async addSamples(): Promise<void> {
    if (this.loadingSamples) return;
    this.loadingSamples = true;
    this.#changed();
    try {
      this.addFiles({ files: await sampleFiles(), unreadable: [] });
    } catch (error) {
      this.#fail(error);
    } finally {
      this.loadingSamples = false;
      this.#changed();
    }
  }

  /** Adds a locked file again, with its password. */
  unlock(notice: number, input: InputFile, password: string): void {
    this.notices.settle(notice, input.path);
    this.ingest.add([{ ...input, password }]);
  }

  /** Takes a document into the scope of searches, or out of it. */
  select(id: DocumentId, selected: boolean): void {
    const next = new Set(this.selected);
    if (selected) next.add(id);
    else next.delete(id);
    this.#select(next);
  }

  /** Searches all documents again. */
  selectNone(): void {
    this.#select(new Set());
  }

  /** Deletes documents, with ten seconds to undo it. */
  async remove(documents: readonly DocumentSummary[]): Promise<void> {
    const gone = new Set(documents.map(({ id }) => id));
    try {
      await this.removals.remove(documents);
      this.documents = this.documents.filter(({ id }) => !gone.has(id));
      if (this.opened && gone.has(this.opened.document.id)) this.closePage();
      this.#prune();
      this.asking.again();
      void this.suggestions.make(this.documents);
      announce(`${this.removedName} deleted. It can be undone for ten seconds.`);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Brings back what was deleted last. */
  async undo(): Promise<void> {
    try {
      const restored = await this.removals.undo();
      await this.refresh();
      announce(`${nameOf(restored)} is back.`);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What the offer to undo is about. */
  get removedName(): string {
    return nameOf(this.removals.last);
  }

  /** Opens the page of a search result, its passage marked. */
  openHit(hit: SearchHit): void {
    const document = this.documents.find(({ id }) => id === hit.document);
    if (!document) return;
    this.#open({ document, page: hit.page, passage: hit.span, marks: hit.marks, hit: hit.id });
  }

  /** Opens the page of a line, its matches marked. */
  openLine(hit: GrepHit): void {
    const document = this.documents.find(({ id }) => id === hit.document);
    if (!document) return;
    const { page, span, marks } = hit;
    this.#open({ document, page, passage: span, marks, hit: lineKey(hit) });
  }

  /** Opens the page that an answer cites, with exactly what is cited marked. */
  openCitation(citation: Citation): void {
    const { page, span, path } = citation;
    const document = this.#find(citation.document, path);
    if (document) {
      this.#open({ document, page, passage: span, marks: [span], hit: placeKey(citation) });
    }
  }

  /** Opens the page of a passage, with the sentences that answer marked, else the question's words. */
  openPassage({ document: id, path, page, span, marked, marks, evidence }: BestPassage): void {
    const document = this.#find(id, path);
    if (!document) return;
    const sentences = marked.map(({ start, end }) => ({
      start: span.start + start,
      end: span.start + end,
    }));
    const strong = sentences.length > 0 ? sentences : marks;
    this.#open({ document, page, passage: span, marks: strong, hit: evidence });
  }

  /** Opens a document at its first page. */
  openDocument(document: DocumentSummary): void {
    this.#open({ document, page: 1, passage: null, marks: [], hit: null });
  }

  /** Closes the page and gives the focus back to where it was opened from. */
  closePage(): void {
    if (!this.opened) return;
    this.opened = null;
    this.documentsShown ||= this.#shownBefore;
    if (this.pane === "page") this.pane = "search";
    this.#changed();
    void this.pagePane.hide().catch(() => undefined);
    const origin = this.#origin;
    requestAnimationFrame(() => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
      else focusBox(this);
    });
  }

  /** A document that an answer names; it may have been deleted since. */
  #find(id: DocumentId, path: string): DocumentSummary | null {
    const document = this.documents.find((one) => one.id === id) ?? null;
    if (!document) {
      this.notices.show(`${fileName(path)} is no longer here. Add it again to open its page.`);
    }
    return document;
  }

  #askContext(): AskContext {
    const reading = this.ingest.running
      ? "The first documents are still being read. Ask again in a moment."
      : "There is no document to ask. Add one first.";
    return {
      documents: this.#scope(),
      model: this.models.ready ?? undefined,
      obstacle: this.documents.length > 0 ? null : reading,
    };
  }

  #open(opened: OpenedPage): void {
    const { activeElement } = document;
    if (activeElement && !this.pagePane.element.contains(activeElement))
      this.#origin = activeElement;
    if (!this.opened) {
      this.#shownBefore = this.documentsShown;
      // Three panes need room; on a smaller screen the list makes way for the page.
      if (innerWidth < 1080) this.documentsShown = false;
    }
    this.opened = opened;
    this.pane = "page";
    this.#changed();
    // The viewer measures its pane, so it opens once the pane is there.
    requestAnimationFrame(() => {
      this.pagePane.show(opened).catch((error: unknown) => {
        this.closePage();
        this.#fail(error);
      });
    });
  }

  #scope(): readonly DocumentId[] | undefined {
    return this.selected.size > 0 ? [...this.selected] : undefined;
  }

  #select(next: ReadonlySet<DocumentId>): void {
    this.selected = next;
    this.asking.again();
    this.#changed();
  }

  #prune(): void {
    const known = new Set(this.documents.map(({ id }) => id));
    const kept = [...this.selected].filter((id) => known.has(id));
    if (kept.length !== this.selected.size) this.selected = new Set(kept);
  }

  #report(report: IngestReport): void {
    this.asking.again();
    void this.suggestions.make(this.documents);
    tellOfIngest(report, this.notices, (left) => this.ingest.add(left));
    if (report.ready > 0) announce(`${counted(report.ready, "document")} ready.`);
    this.#changed();
  }

  #fail(error: unknown): void {
    const known = PagehoundError.isInstance(error) || error instanceof Error;
    this.notices.show(known ? error.message : "That did not work. Try again.");
  }
}

function nameOf(documents: readonly DocumentSummary[]): string {
  const [first] = documents;
  if (documents.length === 1 && first) return fileName(first.path);
  return counted(documents.length, "document");
}
