import { render } from "lit/html.js";
import { PagehoundError } from "../core/errors.js";
import { acceptDrops } from "./documents/gather-files.js";
import type { Frame } from "./frame.js";
import { NetworkRequests } from "./settings/requests.js";
import { App } from "./shell/app.js";
import { goToBox, hasSearch, isBoxKey, listenToKeys } from "./shell/keyboard.js";
import type { SharedLibrary } from "./shell/library.js";
import { keepFocus, type Occurrence, Renderer } from "./shell/renderer.js";
import { restoreWidth } from "./shell/separator-view.js";
import { landmark, type WidgetSetup } from "./shell/setup.js";
import { failureView, loadPanes, shellView } from "./shell/shell-view.js";

/** What a session works with. */
export interface SessionContext {
  readonly frame: Frame;
  readonly setup: WidgetSetup;
  readonly shared: SharedLibrary;
  readonly emit: (occurrence: Occurrence) => void;
  /** Shows what is behind the button; does nothing in other modes. */
  readonly show: () => void;
  /** Hides it. */
  readonly hide: () => void;
  /** Opens the collection anew, in another session; null where it is the page's own. */
  readonly restart: (() => void) | null;
}

/** From when an element is put into a page, or gets another collection, to when it is taken out. */
export class WidgetSession {
  readonly app: App;
  /** Settles once the documents are open; rejects when the session ends before. */
  readonly opened: Promise<void>;
  readonly #context: SessionContext;
  readonly #renderer: Renderer;
  readonly #ended: AbortController = new AbortController();
  #listening: AbortController = new AbortController();
  #failure: unknown = null;
  #opening: Promise<void> | null = null;
  #shown = false;
  #wantsBox = false;
  #resolve: () => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;

  constructor(context: SessionContext) {
    const { frame, setup, shared, emit, restart } = context;
    this.#context = context;
    this.#renderer = new Renderer(() => this.#draw());
    this.app = new App({
      library: shared.library,
      requests: new NetworkRequests(() => this.#renderer.later()),
      renderer: this.#renderer,
      surface: frame.surface,
      setup,
      emit,
    });
    this.app.shell.restart = restart;
    void shared.died.then(() => this.app.shell.lose("worker-failed"));
    if (setup.model) this.app.models.take(setup.model);
    this.app.shell.card.listen(frame.content, this.#ended.signal);
    this.listen();
    // Fetched ahead; where that fails, what is shown instead offers to try again.
    loadPanes().then(
      ({ dressPanes }) => dressPanes(frame.surface.root),
      () => undefined,
    );
    this.opened = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.opened.catch(() => undefined);
    // Another element may be the one that opens it.
    shared.opened.then(
      () => this.open(),
      () => undefined,
    );
  }

  /** Opens the collection, unless it is open. What does not work is shown. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Opens the collection; rejects with why that did not work, and when the session ends before. */
  async whenOpen(): Promise<void> {
    await Promise.race([this.opened, this.open()]);
    if (this.#failure !== null) throw this.#failure;
    await this.opened;
  }

  /** Draws at once, and from then on whenever something changes. To be called when there are words. */
  draw(): void {
    this.#shown = true;
    this.#renderer.now();
  }

  /** Moves the focus to the box: now, or once it is drawn, unless the reader has gone elsewhere by then. */
  enterBox(): void {
    const { frame } = this.#context;
    this.app.shell.focusBox();
    frame.focusInside();
    this.#wantsBox = frame.surface.active === frame.surface.frame;
  }

  /** Listens to keys and drops where the mode says. */
  listen(): void {
    const { app } = this;
    const { frame, setup } = this.#context;
    this.#listening.abort();
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const whole = setup.mode === "page";
    const { host } = frame.surface;
    acceptDrops(app.documents, whole ? window : host, signal);
    listenToKeys(app, { place: whole ? window : host, signal });
    addEventListener("beforeunload", (event) => this.#beforeUnload(event), { signal });
    if (whole) return;
    host.addEventListener("keydown", (event) => this.#onEscape(event), { signal });
    if (setup.keysInside) return;
    addEventListener("keydown", (event) => this.#onWindowKey(event), { signal });
  }

  /** Takes away all that the session has started. */
  end(): void {
    this.#listening.abort();
    this.#ended.abort();
    this.#reject(new PagehoundError("closed", "The element was taken out of the page."));
    this.#renderer.end();
    this.app.close();
    this.app.requests.end();
    this.#context.shared.release();
    render(null, this.#context.frame.content);
  }

  async #open(): Promise<void> {
    const { shared, frame, emit } = this.#context;
    try {
      await shared.open();
      if (!this.#ended.signal.aborted) await this.app.open();
    } catch (error) {
      this.#opening = null;
      this.#fail(error);
      return;
    }
    if (this.#ended.signal.aborted) return;
    // Another element that shows it may have tried again.
    this.#failure = null;
    restoreWidth(frame.surface);
    void this.app.ask.conversations.finish();
    this.#renderer.now();
    this.#resolve();
    emit({ type: "ready" });
  }

  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) return;
    this.#failure = error;
    this.#renderer.now();
    this.#context.emit({ type: "failed", error });
  }

  #draw(): void {
    const { setup, frame } = this.#context;
    const { content, surface } = frame;
    if (!this.#shown || !surface.host.isConnected) return;
    surface.frame.toggleAttribute(
      "data-opening",
      !this.app.documents.opened && this.#failure === null,
    );
    const retry = (): void => {
      this.#failure = null;
      this.draw();
      void this.open();
    };
    keepFocus(
      surface,
      () =>
        render(
          this.#failure === null
            ? shellView(this.app)
            : failureView(
                surface.words.error(this.#failure),
                surface.words,
                landmark(setup),
                retry,
              ),
          content,
        ),
      () => this.app.shell.focusBox(),
    );
    if (!this.#wantsBox) return;
    if (surface.active === surface.frame) this.app.shell.focusBox();
    this.#wantsBox = surface.active === surface.frame;
  }

  #beforeUnload(event: Event): void {
    // These are stored nowhere yet: the browser asks before they are lost.
    if (this.app.documents.unstored) event.preventDefault();
  }

  /** What is open inside has had its turn. */
  #onEscape(event: KeyboardEvent): void {
    const { frame, hide } = this.#context;
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (!frame.open) return;
    if (frame.surface.find("dialog[open]")) return;
    event.preventDefault();
    hide();
  }

  /** The one key of a part of a page that works from everywhere in it. */
  #onWindowKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || !isBoxKey(event)) return;
    const { frame, setup, show } = this.#context;
    const opens = setup.mode === "button" && !frame.open;
    // Where there is no box to go to, the key is left to the page and to other elements.
    if (!opens && (frame.surface.width === 0 || !hasSearch(this.app.documents))) return;
    event.preventDefault();
    // It opens with the focus in the box; from there, the key goes to the other one.
    if (opens) show();
    else goToBox(this.app.shell);
  }
}
