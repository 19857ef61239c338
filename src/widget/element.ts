import { render } from "lit";
import { Pagehound, PagehoundError } from "../index.js";
import { App } from "./state/app.js";
import { acceptDrops } from "./state/drop-target.js";
import { keepFocus } from "./state/focus-keeper.js";
import { listenToKeys } from "./state/keyboard.js";
import { focusBox } from "./state/question-field.js";
import { Renderer } from "./state/renderer.js";
import { RequestLog } from "./state/requests.js";
import type { WidgetSetup } from "./state/setup.js";
import { Surface } from "./state/surface.js";
import { styleSheets } from "./styles/sheets.js";
import { failureView } from "./views/failure.js";
import { restoreWidth } from "./views/separator.js";
import { shellView } from "./views/shell.js";

/** `<page-hound>`: a person's documents, searched and asked, in one element. */
export class PageHoundElement extends HTMLElement {
  readonly #surface: Surface;
  readonly #content: HTMLElement = document.createElement("div");
  #app: App | null = null;
  #started = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = styleSheets();
    this.#surface = new Surface(root);
    this.#content.id = "app";
    const announcements = document.createElement("p");
    announcements.id = "announcements";
    announcements.className = "unseen";
    announcements.role = "status";
    root.append(this.#content, announcements);
  }

  connectedCallback(): void {
    if (this.#started) return;
    this.#started = true;
    void this.#start();
  }

  async #start(): Promise<void> {
    const setup = this.#setup();
    const renderer = new Renderer(() => this.#draw());
    try {
      const requests = new RequestLog(() => renderer.later());
      const library = await Pagehound.open({
        assetsBase: setup.assetsBase,
        name: this.getAttribute("collection") ?? undefined,
      });
      const app = new App({ library, requests, renderer, surface: this.#surface, setup });
      this.#app = app;
      await app.open();
      restoreWidth(this.#surface);
      acceptDrops(app);
      listenToKeys(app);
      app.card.listen(this.#content);
      addEventListener("beforeunload", (event) => {
        // These are stored nowhere yet: the browser asks before they are lost.
        if (app.ingest.unstored > 0) event.preventDefault();
      });
      void app.conversations.finish();
      renderer.soon();
    } catch (error) {
      const message = PagehoundError.isInstance(error)
        ? error.message
        : "Something unexpected went wrong.";
      render(failureView(message), this.#content);
    }
  }

  #draw(): void {
    const app = this.#app;
    if (!app) return;
    keepFocus(
      this.#surface,
      () => render(shellView(app), this.#content),
      () => focusBox(app),
    );
  }

  #setup(): WidgetSetup {
    const folder = (name: string): URL | null => {
      const value = this.getAttribute(name);
      return value === null
        ? null
        : new URL(value.endsWith("/") ? value : `${value}/`, document.baseURI);
    };
    return {
      assetsBase: folder("assets") ?? new URL("assets/", document.baseURI),
      models: this.getAttribute("models") ?? "./models/",
      samples: folder("samples"),
    };
  }
}
