import type { CollectionChange, DocumentId, DocumentSummary, Pagehound } from "../../index.js";
import { PagehoundError } from "../../index.js";
import type { Words } from "../strings/words.js";
import { type AskContext, Conversation } from "./conversation.js";
import { ConversationList } from "./conversation-list.js";
import { Documents } from "./documents.js";
import type { Gathered } from "./dropped-files.js";
import { Ingest, sentenceOf } from "./ingest.js";
import { IngestTold } from "./ingest-told.js";
import { Models } from "./models.js";
import { Notices } from "./notices.js";
import { Opening } from "./opening.js";
import { PagePane } from "./page-pane.js";
import { PatternSearch } from "./pattern-search.js";
import { focusBox } from "./question-field.js";
import type { Renderer } from "./renderer.js";
import type { RequestLog } from "./requests.js";
import { Room } from "./room.js";
import { RowWindow } from "./row-window.js";
import { sampleFiles } from "./samples.js";
import { Search } from "./search.js";
import type { WidgetSetup } from "./setup.js";
import { SourceCard } from "./source-card.js";
import { Suggestions } from "./suggestions.js";
import type { Surface } from "./surface.js";
import { counted } from "./words.js";

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
  readonly rowWindow: RowWindow = new RowWindow();
  readonly card: SourceCard;
  readonly surface: Surface;
  readonly setup: WidgetSetup;
  pane: Pane = "search";
  view: View = "ask";
  mode: SearchMode = "words";
  documentsShown = true;
  privacyShown = false;
  dragging = false;
  loadingSamples = false;
  /** Whether the files that could not be read are listed; null until a reader chose. */
  refusedShown: boolean | null = null;
  /** Why this page can do nothing any more until it is loaded again, if so. */
  lost: "outdated" | "storage-lost" | null = null;
  readonly #library: Pagehound;
  readonly #changed: () => void;
  readonly #drawNow: () => void;

  constructor({ library, requests, renderer, surface, setup }: AppContext) {
    const changed = (): void => renderer.soon();
    const progressed = (): void => renderer.later();
    const failed = (error: unknown): void => this.fail(error);
    this.surface = surface;
    this.setup = setup;
    this.card = new SourceCard(surface);
    this.#library = library;
    this.requests = requests;
    this.#changed = changed;
    this.#drawNow = () => renderer.now();
    this.notices = new Notices(changed);
    this.documents = new Documents(library, () => this.#documentsChanged(), changed);
    this.pagePane = new PagePane(library, setup.assetsBase, () => this.opening.close());
    this.search = new Search(library, () => this.#scope(), changed);
    this.patterns = new PatternSearch(library, () => this.#scope(), changed, progressed);
    this.models = new Models(surface, setup, changed, progressed);
    this.suggestions = new Suggestions(library, changed);
    this.conversation = new Conversation(
      surface,
      library,
      () => this.#askContext(),
      changed,
      progressed,
      (reason) => this.notices.show(`The answer could not be kept for later. ${reason}`),
    );
    this.conversations = new ConversationList(surface, library, changed, failed);
    this.told = new IngestTold(this);
    this.ingest = new Ingest(library, { changed, progressed, failed, ...this.told.listener });
    this.room = new Room(library, this.ingest, changed, failed);
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
  set(change: Partial<Pick<App, "pane" | "documentsShown" | "privacyShown" | "dragging">>): void {
    this.card.hide();
    Object.assign(this, change);
    if (change.privacyShown) void this.room.refresh();
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
      this.fail(error);
    }
  }

  /** Reads what is there, and from then on follows what changes, in whichever tab. */
  async open(): Promise<void> {
    const changes = this.#library.changes()[Symbol.asyncIterator]();
    const first = changes.next();
    await Promise.all([this.documents.refresh(), this.ingest.open(), this.room.refresh()]);
    void this.#follow(changes, first);
  }

  /** Adds files that were picked or dropped. */
  addFiles({ files, folders, unreadable }: Gathered): void {
    if (unreadable.length > 0) {
      this.notices.show(`${counted(unreadable.length, "item")} could not be read`, {
        items: unreadable.map((name) => ({
          name,
          message: "The browser was not allowed to read it.",
        })),
      });
    }
    if (files.length > 0) {
      this.surface.announce(`Adding ${counted(files.length, "file")}.`);
      this.ingest.add(files, folders);
    } else if (unreadable.length === 0 && !this.told.emptied(folders)) {
      this.notices.show("There was nothing to add: no files, or only hidden ones.");
    }
  }

  /** Fetches the samples and adds them. */
  async addSamples(): Promise<void> {
    const { samples } = this.setup;
    if (this.loadingSamples || !samples) return;
    this.loadingSamples = true;
    this.#changed();
    try {
      this.addFiles({ files: await sampleFiles(samples), folders: [], unreadable: [] });
    } catch (error) {
      this.fail(error);
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
      this.surface.announce(
        `${this.documents.removedName} deleted. It can be undone for ten seconds.`,
      );
    } catch (error) {
      this.fail(error);
    }
  }

  /** Brings back what was deleted last. */
  async undo(): Promise<void> {
    try {
      this.surface.announce(`${await this.documents.undo()} is back.`);
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
    // The bar above says it for all that fails from now on.
    if (PagehoundError.isInstance(error) && error.code === "outdated") this.#lose("outdated");
    else this.notices.show(sentenceOf(error));
  }

  async #follow(
    changes: AsyncIterator<CollectionChange>,
    first: Promise<IteratorResult<CollectionChange>>,
  ): Promise<void> {
    try {
      for (let next = await first; !next.done; next = await changes.next()) {
        const { value: change } = next;
        if (change.type === "outdated" || change.type === "storage-lost") this.#lose(change.type);
        this.documents.take(change);
        this.ingest.take(change);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  #lose(why: "outdated" | "storage-lost"): void {
    this.lost = why;
    this.#changed();
  }

  #documentsChanged(): void {
    this.opening.check();
    // While documents come in one after another, the search waits for a pause.
    this.asking.again(this.ingest.running ? 800 : 0);
    void this.suggestions.make(this.documents.list);
    this.#changed();
  }

  #askContext(): AskContext {
    const reading = this.ingest.running
      ? "The first documents are still being read. Ask again in a moment."
      : "There is no document to ask. Add one first.";
    return {
      documents: this.#scope(),
      model: this.models.ready ?? undefined,
      obstacle: this.documents.list.length > 0 ? null : reading,
    };
  }

  #scope(): readonly DocumentId[] | undefined {
    const { selected } = this.documents;
    return selected.size > 0 ? [...selected] : undefined;
  }
}
