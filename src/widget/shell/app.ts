import {
  type CollectionChange,
  type DocumentId,
  type DocumentSummary,
  type Pagehound,
  PagehoundError,
} from "../../index.js";
import { type AskContext, ConversationState } from "../ask/conversation.js";
import { ConversationList, expectsDocuments, rememberDocuments } from "../ask/conversation-list.js";
import { SourceCard } from "../ask/source-card.js";
import { Suggestions } from "../ask/suggestions.js";
import { Published, publishedTold } from "../collections/published.js";
import { Transfers } from "../collections/transfers.js";
import { deletedWords, restoredWords } from "../documents/document-words.js";
import { DocumentList } from "../documents/documents.js";
import { type Gathered, sortFiles } from "../documents/gather-files.js";
import { Ingest } from "../documents/ingest.js";
import { IngestTold } from "../documents/ingest-told.js";
import type { Offer } from "../documents/offers.js";
import { StorageRoom } from "../documents/room.js";
import { RowWindow } from "../documents/row-window.js";
import type { I18n } from "../i18n/i18n.js";
import { offerModels } from "../models/model-files.js";
import { Models } from "../models/models.js";
import { PatternSearch } from "../search/pattern-search.js";
import { Search } from "../search/search.js";
import type { NetworkRequests } from "../settings/requests.js";
import { focusBox } from "./fields.js";
import { pageLibrary } from "./library.js";
import { type LostReason, Notices } from "./notices.js";
import { Opening } from "./opening.js";
import { PagePane } from "./page-pane.js";
import type { Occurrence, Renderer, Surface } from "./renderer.js";
import type { View, WidgetSetup } from "./setup.js";
import { followDocuments, hasSheets } from "./sheets.js";
import type { Pane, Shell, ShownPanes } from "./shell.js";

/** How the documents are searched: by words, ranked, or by a pattern, line by line. */
export type SearchPaneMode = "words" | "pattern";

/** What the interface works with. */
export interface AppContext {
  readonly library: Pagehound;
  readonly requests: NetworkRequests;
  readonly renderer: Renderer;
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  /** Told what happens, for the page around. */
  readonly tell: (occurrence: Occurrence) => void;
}

/** All that the page shows, and all that a reader can do with it. */
export class App implements Shell {
  readonly requests: NetworkRequests;
  readonly documents: DocumentList;
  readonly ingest: Ingest;
  readonly told: IngestTold;
  readonly room: StorageRoom;
  readonly search: Search;
  readonly patterns: PatternSearch;
  readonly notices: Notices;
  readonly pagePane: PagePane;
  readonly opening: Opening = new Opening(this);
  readonly conversation: ConversationState;
  readonly conversations: ConversationList;
  readonly models: Models;
  readonly suggestions: Suggestions;
  readonly published: Published;
  readonly transfers: Transfers;
  readonly rowWindow: RowWindow = new RowWindow();
  /** The list in which is chosen what is asked and searched; null while it is closed. */
  scopeRows: RowWindow | null = null;
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
  mode: SearchPaneMode = "words";
  documentsShown = true;
  dragging = false;
  loadingSamples = false;
  /** Whether the files that could not be read are listed; null until a reader chose. */
  refusedShown: boolean | null = null;
  /** Files that somebody else has sent, and that wait until the reader decides. */
  offers: readonly Offer[] = [];
  /** Why nothing can be done here any more until the page is loaded, or the collection opened, again. */
  lost: LostReason | null = null;
  /** Opens the collection again; null where only the page can. */
  restart: (() => void) | null = null;
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
    this.documents = new DocumentList(library, () => this.#documentsChanged(), changed);
    this.pagePane = new PagePane(library, surface, setup.assetsBase, () => this.opening.close());
    this.search = new Search(library, () => this.#scope(), changed);
    this.patterns = new PatternSearch(library, () => this.#scope(), changed, progressed);
    this.models = new Models(surface, setup, {
      changed,
      progressed,
      failed: (error) => tell({ type: "failed", error }),
    });
    this.suggestions = new Suggestions(library, changed);
    this.conversation = new ConversationState(
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
    this.room = new StorageRoom(library, this.ingest, changed, failed);
    this.transfers = new Transfers(this, library, progressed);
    this.published = new Published(library, setup.collection, {
      changed,
      progressed,
      ...publishedTold(this),
    });
  }

  /** What the interface says, in the reader's language. */
  get words(): I18n {
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
  set(change: Partial<ShownPanes>): void {
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
      if (!(await this.conversation.open(id))) return;
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
    const failed = new AbortController();
    const either = AbortSignal.any([signal, failed.signal]);
    const changes = this.#library.changes({ signal: either })[Symbol.asyncIterator]();
    const first = changes.next();
    // Nobody waits for it where the list cannot be read.
    first.catch(() => undefined);
    const read = Promise.all([this.documents.refresh(), this.ingest.open(), this.room.refresh()]);
    // It is tried again with another one.
    read.catch((error: unknown) => failed.abort(error));
    await read;
    if (signal.aborted) return;
    this.opened = true;
    void this.#follow(changes, first);
    void this.attempt(() => this.published.open());
    for (const run of this.#waiting.splice(0)) run();
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

  /** Adds files that were picked or dropped. */
  addFiles({ files: all, folders, unreadable }: Gathered): void {
    const { documents: files, collections, models } = sortFiles(all, this.setup);
    if (models.length > 0) offerModels(this, models);
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
    } else if (all.length + unreadable.length === 0 && !this.told.emptied(folders)) {
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
      const { sampleFiles } = await import("../documents/samples.js");
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
    const code = PagehoundError.isInstance(error) ? error.code : null;
    if (code === "outdated") this.lose(code);
    else if (code !== "worker-failed") this.notices.show(this.words.error(error));
    else if (this.lost !== code) this.notices.show(this.words.error(error), { topic: code });
  }

  /** From now on nothing can be done here; a bar says so. */
  lose(why: LostReason): void {
    if (this.#abort.signal.aborted) return;
    this.lost = why;
    this.notices.forget(why);
    this.#changed();
  }

  async #follow(
    changes: AsyncIterator<CollectionChange>,
    first: Promise<IteratorResult<CollectionChange>>,
  ): Promise<void> {
    try {
      for (let next = await first; !next.done; next = await changes.next()) {
        const { value: change } = next;
        if (change.type === "outdated" || change.type === "storage-lost") this.lose(change.type);
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
    const { selected } = this.documents;
    const noneChosen = selected?.size === 0 ? this.words.t("ask.fault.noneChosen") : null;
    const reading =
      this.ingest.running || this.published.running
        ? this.words.t("widget.ask.reading")
        : this.words.t("widget.ask.noDocuments");
    return {
      documents: this.#scope(),
      model: this.models.ready ?? undefined,
      // Before the collection is open nobody knows; the question waits for it.
      obstacle: this.documents.list.length > 0 || !this.opened ? noneChosen : reading,
    };
  }

  #scope(): readonly DocumentId[] | undefined {
    const { selected } = this.documents;
    return selected === null ? undefined : [...selected];
  }
}
