import type { BestPassage, Citation, DocumentSummary, GrepHit, SearchHit } from "../../index.js";
import type { App } from "./app.js";
import { placeKey } from "./cited-places.js";
import { fileName } from "./document-names.js";
import { lineKey } from "./line-groups.js";
import type { OpenedPage } from "./page-pane.js";
import { focusBox } from "./question-field.js";
import { hasSheets } from "./sheets.js";
import { viewerPlaces } from "./viewer-places.js";

/** Opens pages beside the results, and goes back to where they were opened from. */
export class Opening {
  /** The page that is open. */
  page: OpenedPage | null = null;
  readonly #app: App;
  #origin: Element | null = null;
  #shownBefore = true;

  constructor(app: App) {
    this.#app = app;
  }

  /** Opens the page of a search result, its passage marked. */
  hit(hit: SearchHit): void {
    const document = this.#app.documents.get(hit.document);
    if (!document) return;
    this.#open({ document, page: hit.page, passage: hit.span, marks: hit.marks, hit: hit.id });
  }

  /** Opens the page of a line, its matches marked. */
  line(hit: GrepHit): void {
    const document = this.#app.documents.get(hit.document);
    if (!document) return;
    const { page, span, marks } = hit;
    this.#open({ document, page, passage: span, marks, hit: lineKey(hit) });
  }

  /** Opens the page that an answer cites, with exactly what is cited marked, and all else that its answer cites in the document. */
  citation(citation: Citation): void {
    const { page, span, path } = citation;
    const document = this.#find(citation.document, path);
    if (document) {
      const { places, current } = viewerPlaces(
        citation,
        this.#app.conversation.turns.map(({ answer }) => answer),
      );
      const marked = { passage: span, marks: [span], places, current };
      this.#open({ document, page, ...marked, hit: placeKey(citation) });
    }
  }

  /** Opens the page of a passage, with the sentences that answer marked, else the question's words. */
  passage({ document: id, path, page, span, marked, marks, evidence }: BestPassage): void {
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
  document(document: DocumentSummary): void {
    this.#open({ document, page: 1, passage: null, marks: [], hit: null });
  }

  /** Closes the page when its document is there no more. */
  check(): void {
    if (this.page && !this.#app.documents.get(this.page.document.id)) this.close();
  }

  /** Closes the page and gives the focus back to where it was opened from. */
  close(): void {
    const app = this.#app;
    if (!this.page) return;
    const focused = app.pagePane.element.contains(app.surface.active);
    this.page = null;
    app.set({
      documentsShown: app.documentsShown || this.#shownBefore,
      pane: app.pane === "page" ? "search" : app.pane,
    });
    void app.pagePane.hide().catch(() => undefined);
    const origin = this.#origin;
    // Closed by something else than the reader, it leaves the focus where that is.
    if (!focused && app.surface.active) return;
    requestAnimationFrame(() => {
      if (origin instanceof HTMLElement && origin.isConnected) origin.focus();
      else focusBox(app);
    });
  }

  /** A document that an answer names; it may have been deleted since. */
  #find(id: string, path: string): DocumentSummary | null {
    const document = this.#app.documents.get(id);
    if (!document) {
      const gone = this.#app.words.t("source.gone", { document: fileName(path) });
      this.#app.notices.show(gone);
    }
    return document;
  }

  #open(opened: OpenedPage): void {
    const app = this.#app;
    const { active } = app.surface;
    if (active && !app.pagePane.element.contains(active)) this.#origin = active;
    let { documentsShown } = app;
    if (!this.page) {
      this.#shownBefore = documentsShown;
      // Three panes need room; on a smaller screen the list makes way for the page.
      if (hasSheets(app) || app.surface.width < 1080) documentsShown = false;
    }
    this.page = opened;
    app.tell({ type: "opened", document: opened.document, page: opened.page });
    app.set({ pane: "page", documentsShown });
    // The viewer measures its pane, so it opens once the pane is there.
    requestAnimationFrame(() => {
      if (this.page !== opened) return;
      app.pagePane.show(opened).catch((error: unknown) => {
        this.close();
        app.fail(error);
      });
    });
  }
}
