import type {
  CollectionChange,
  DocumentId,
  DocumentSummary,
  LanguageModel,
  Pagehound,
} from "../../index.js";
import { PagehoundError } from "../../index.js";
import type { Words } from "../strings/words.js";
import { isCollectionFile } from "./collection-names.js";
import { type AskContext, Conversation } from "./conversation.js";
import { ConversationList } from "./conversation-list.js";
import { deletedWords, restoredWords } from "./document-words.js";
import { Documents } from "./documents.js";
import type { Gathered } from "./dropped-files.js";
import { expectsDocuments, rememberDocuments } from "./expectation.js";
import { Ingest } from "./ingest.js";
import { IngestTold } from "./ingest-told.js";
import { Models } from "./models.js";
import { Notices } from "./notices.js";
import type { Occurrence } from "./occurrence.js";
import type { Offer } from "./offers.js";
import { Opening } from "./opening.js";
import { pageLibrary } from "./page-library.js";
import { PagePane } from "./page-pane.js";
import { PatternSearch } from "./pattern-search.js";
import { Published } from "./published.js";
import { publishedTold } from "./published-told.js";
import { focusBox } from "./question-field.js";
import type { Renderer } from "./renderer.js";
import type { RequestLog } from "./requests.js";
import { Room } from "./room.js";
import { RowWindow } from "./row-window.js";
import { Search } from "./search.js";
import type { WidgetSetup } from "./setup.js";
import { followDocuments, hasSheets } from "./sheets.js";
import { SourceCard } from "./source-card.js";
import { Suggestions } from "./suggestions.js";
import type { Surface } from "./surface.js";
import { Transfers } from "./transfers.js";

/** The panes; on a narrow screen one of them is shown at a time. */
export type Pane = "documents" | "search" | "page";

/** What the middle pane is for: questions, or a search. */
export type View = "ask" | "search";

/** How the documents are searched: by words, ranked, or by a pattern, line by line. */
export type SearchMode = "words" | "pattern";

/** What the interface works with. */
export interface AppContext {
  readonly library: Pagehound;
  readonly requests: RequestLog;
  readonly renderer: Renderer;
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  /** Told what happens, for the page around. */
  readonly tell: (occurrence: Occurrence) => void;
}

/** All that the page shows, and all that a reader can do with it. */
export class App {
  readonly requests: RequestLog;
  readonly documents: Documents;
  readonly ingest: Ingest;
  readonly told: IngestTold;
  readonly room: Room;
  readonly search: Search;
  readonly patterns: PatternSearch;
  readonly notices: Notices;
  readonly pagePane: PagePane;
  readonly opening: Opening = new Opening(this);
  readonly conversation: Conversation;
  readonly conversations: ConversationList;
  readonly models: Models;
  readonly suggestions: Suggestions;
  readonly published: Published;
  readonly transfers: Transfers;
  readonly rowWindow: RowWindow = new RowWindow();
  readonly card: SourceCard;
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  /** Told what happens, for the page around. */
  readonly tell: (occurrence: Occurrence) => void;
  /** Whether the collection is open and what is in it known; until then, what is asked for waits. */
  opened = false;
  /** Whether documents are expected, as long as that is not known. */
  expectsDocuments: boolean;
  pane: Pane = "search";
  view: View = "ask";
  mode: SearchMode = "words";
  documentsShown = true;
  dragging = false;
  loadingSamples = false;
  /** Whether the files that could not be read are listed; null until a reader chose. */
  refusedShown: boolean | null = null;
  /** Files that somebody else has sent, and that wait until the reader decides. */
  offers: readonly Offer[] = [];
  /** Why this page can do nothing any more until it is loaded again, if so. */
  lost: "outdated" | "storage-lost" | null = null;
  readonly #library: Pagehound;
  readonly #changed: () => void;
  readonly #drawNow: () => void;
  readonly #abort: AbortController = new AbortController();
  #waiting: (() => void)[] = [];

  constructor({ library: shared, requests, renderer, surface, setup, tell }: AppContext) {
    const library = pageLibrary(shared, setup, tell);
    const changed = (): void => renderer.soon();
    const progressed = (): void => renderer.later();
    const failed = (error: unknown): void => this.fail(error);
    this.surface = surface;
    this.setup = setup;
    this.tell = tell;
    this.expectsDocuments = expectsDocuments(setup.collection);
    this.documentsShown = !hasSheets(this);
    this.card = new SourceCard(surface);
    this.#library = library;
    this.requests = requests;
    this.#changed = changed;
    this.#drawNow = () => renderer.now();
    this.notices = new Notices(changed);
    this.documents = new Documents(library, () => this.#documentsChanged(), changed);
    this.pagePane = new PagePane(library, surface, setup.assetsBase, () => this.opening.close());
    this.search = new Search(library, () => this.#scope(), changed);
    this.patterns = new PatternSearch(library, () => this.#scope(), changed, progressed);
    this.models = new Models(surface, setup, {
      changed,
      progressed,
      failed: (error) => tell({ type: "failed", error }),
    });
    this.suggestions = new Suggestions(library, changed);
    this.conversation = new Conversation(
      surface,
      library,
      () => this.#askContext(),
      changed,
      progressed,
      (reason) => this.notices.show(this.words.t("widget.answerNotKept", { reason })),
    );
    this.conversations = new ConversationList(surface, library, setup, changed, failed);
    this.told = new IngestTold(this);
    this.ingest = new Ingest(library, { changed, progressed, failed, ...this.told.listener });
    this.room = new Room(library, this.ingest, changed, failed);
    this.transfers = new Transfers(this, library, progressed);
    this.published = new Published(library, setup.collection, {
      changed,
      progressed,
      ...publishedTold(this),
    });
  }

  /** What the interface says, in the reader's language. */
  get words(): Words {
    return this.surface.words;
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
  set(change: Partial<Pick<App, "pane" | "documentsShown" | "dragging">>): void {
    this.card.hide();
    const { documentsShown } = this;
    Object.assign(this, change);
    this.#changed();
    if (this.documentsShown !== documentsShown) followDocuments(this);
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
      this.fail(error);
    }
  }

  /** Reads what is there, and from then on follows what changes, in whichever tab. */
  async open(): Promise<void> {
    const { signal } = this.#abort;
    const changes = this.#library.changes({ signal })[Symbol.asyncIterator]();
    const first = changes.next();
    // Nobody waits for it where the list cannot be read.
    first.catch(() => undefined);
    await Promise.all([this.documents.refresh(), this.ingest.open(), this.room.refresh()]);
    if (signal.aborted) return;
    this.opened = true;
    void this.#follow(changes, first);
    void this.attempt(() => this.published.open());
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run();
    this.#documentsChanged();
  }

  /** Whether there are files that closing the page would lose. */
  get unstored(): boolean {
    return this.#waiting.length > 0 || this.ingest.unstored > 0;
  }

  /** Ends what goes on for this interface. Files that were added are read on as long as the collection is open. */
  close(): void {
    this.#abort.abort();
    this.#waiting = [];
    for (const offer of this.offers) offer.withdraw();
    this.card.hide();
    this.conversation.stop();
    this.conversations.close();
    this.published.close();
    this.transfers.cancel();
    this.opening.page = null;
    this.pagePane.destroy();
    this.models.close();
  }

  /** Offers the page's questions to begin with, else some that are made of the documents. */
  suggest(): void {
    if (this.setup.suggestions) this.#changed();
    else void this.suggestions.make(this.documents.list);
  }

  /** Takes the page's own model, or takes it back. */
  takeModel(model: LanguageModel | null): void {
    this.models.take(model);
  }

  /** Adds files that were picked or dropped. */
  addFiles({ files: all, folders, unreadable }: Gathered): void {
    const files = all.filter(({ path }) => !isCollectionFile(path));
    const collections = all.filter(({ path }) => isCollectionFile(path));
    if (collections.length > 0) this.#whenOpen(() => void this.transfers.open(collections));
    if (unreadable.length > 0) {
      const message = this.words.t("documents.adding.notAllowed");
      this.notices.show(this.words.t("documents.adding.unreadable", { count: unreadable.length }), {
        items: unreadable.map((name) => ({ name, message })),
      });
    }
    if (files.length > 0) {
      this.surface.announce(this.words.t("documents.adding", { count: files.length }));
      this.#whenOpen(() => this.ingest.add(files, folders));
    } else if (collections.length + unreadable.length === 0 && !this.told.emptied(folders)) {
      this.notices.show(this.words.t("documents.adding.nothing"));
    }
  }

  /** Fetches the samples and adds them. */
  async addSamples(): Promise<void> {
    const { samples } = this.setup;
    if (this.loadingSamples || !samples) return;
    this.loadingSamples = true;
    this.#changed();
    try {
      const { sampleFiles } = await import("./samples.js");
      this.addFiles({ files: await sampleFiles(samples), folders: [], unreadable: [] });
    } catch {
      this.notices.show(this.words.t("documents.samples.failed"));
    } finally {
      this.loadingSamples = false;
      this.#changed();
    }
  }

  /** Deletes documents, with ten seconds to undo it. */
  async remove(documents: readonly DocumentSummary[]): Promise<void> {
    if (documents.length === 0) return;
    try {
      await this.documents.remove(documents);
      this.room.freed();
      this.surface.announce(deletedWords(this.words, documents));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Brings back what was deleted last, or replaced. */
  async undo(): Promise<void> {
    try {
      const restored = await this.documents.undo();
      this.surface.announce(restoredWords(this.words, restored));
      void this.room.refresh();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Does something, and says so when it did not work. */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Says that something did not work. */
  fail(error: unknown): void {
    if (this.#abort.signal.aborted) return;
    this.tell({ type: "failed", error });
    // The bar above says it for all that fails from now on.
    if (PagehoundError.isInstance(error) && error.code === "outdated") this.#lose("outdated");
    else this.notices.show(this.words.error(error));
  }

  async #follow(
    changes: AsyncIterator<CollectionChange>,
    first: Promise<IteratorResult<CollectionChange>>,
  ): Promise<void> {
    try {
      for (let next = await first; !next.done; next = await changes.next()) {
        const { value: change } = next;
        if (change.type === "outdated" || change.type === "storage-lost") this.#lose(change.type);
        if (change.type === "assets-missing") {
          this.notices.show(this.words.t("widget.assets.missing", { url: change.url }));
        }
        this.documents.take(change);
        this.ingest.take(change);
        void this.attempt(() => this.published.take(change));
        if (change.type === "document-ready")
          this.tell({ type: "added", document: change.document });
      }
    } catch (error) {
      this.fail(error);
    }
  }

  #lose(why: "outdated" | "storage-lost"): void {
    this.lost = why;
    this.#changed();
  }

  /** Does something at once, or as soon as the collection is open. */
  #whenOpen(run: () => void): void {
    if (this.opened) run();
    else this.#waiting.push(run);
  }

  #documentsChanged(): void {
    if (!this.opened) return;
    rememberDocuments(this.setup.collection, this.documents.list.length > 0);
    this.opening.check();
    // While documents come in one after another, the search waits for a pause.
    this.asking.again(this.ingest.running || this.published.running ? 800 : 0);
    this.suggest();
    this.#changed();
  }

  #askContext(): AskContext {
    const reading =
      this.ingest.running || this.published.running
        ? this.words.t("widget.ask.reading")
        : this.words.t("widget.ask.noDocuments");
    return {
      documents: this.#scope(),
      model: this.models.ready ?? undefined,
      // Before the collection is open nobody knows; the question waits for it.
      obstacle: this.documents.list.length > 0 || !this.opened ? null : reading,
    };
  }

  #scope(): readonly DocumentId[] | undefined {
    const { selected } = this.documents;
    return selected.size > 0 ? [...selected] : undefined;
  }
}
