import type { PatternSwitch } from "../search/pattern-search.js";
import type { App } from "./app.js";

const switches: ReadonlyMap<string, PatternSwitch> = new Map([
  ["c", "matchCase"],
  ["w", "wholeWord"],
]);

/** Where keys are listened to. */
export interface KeyPlace {
  /** The window, or the element. */
  readonly place: EventTarget;
  readonly signal: AbortSignal;
}

/** The keys that work wherever the focus is in that place. */
export function listenToKeys(app: App, { place, signal }: KeyPlace): void {
  const listen = (listener: (event: KeyboardEvent) => void): void =>
    place.addEventListener(
      "keydown",
      (event) => event instanceof KeyboardEvent && listener(event),
      { signal },
    );
  listen((event) => {
    // While an input method composes a word, all keys belong to it.
    if (event.isComposing) return;
    const { key } = event;
    const typing = isField(event.composedPath()[0]);
    const modified = event.metaKey || event.ctrlKey;
    if (event.altKey && !modified) onAlt(app, event);
    else if (isBoxKey(event)) {
      if (event.defaultPrevented || !hasSearch(app)) return;
      event.preventDefault();
      goToBox(app);
    } else if (key === "/" && !typing && !modified) {
      if (!hasSearch(app)) return;
      event.preventDefault();
      app.shell.show("search");
      app.shell.focusSearch({ selectAll: true });
    } else if (modified && key.toLowerCase() === "z" && !typing && app.documents.undoable) {
      event.preventDefault();
      void app.undo();
    } else if (key === "Escape" && !event.defaultPrevented) {
      onEscape(app, event);
    }
  });
}

/** Whether it is the key that goes to the box. */
export function isBoxKey({ key, altKey, metaKey, ctrlKey }: KeyboardEvent): boolean {
  return (metaKey || ctrlKey) && !altKey && key.toLowerCase() === "k";
}

/** Goes to the box of the view that is shown; from there, to the other view and its box. */
export function goToBox(app: App): void {
  const box = app.shell.surface.find(app.shell.view === "ask" ? "#question" : "#search");
  const there = box !== null && box === app.shell.surface.active;
  const other = app.shell.view === "ask" ? "search" : "ask";
  app.shell.show(there ? other : app.shell.view);
  app.shell.focusBox({ selectAll: true });
}

/** Takes away what is on top: the card of a source, then the question that runs, then the page. */
function onEscape(app: App, event: KeyboardEvent): void {
  if (app.shell.card.hide()) event.preventDefault();
  else if (app.shell.surface.find("dialog[open]")) return;
  else if (app.conversation.running && !isIn(app, ".pane.page")) {
    event.preventDefault();
    app.conversation.stop();
  } else if (app.shell.page) {
    event.preventDefault();
    app.opening.close();
  } else if (app.opening.closeSheet()) event.preventDefault();
}

function isIn(app: App, selector: string): boolean {
  return app.shell.surface.active?.closest(selector) != null;
}

/** Alt+R turns pattern search on and off, Alt+C and Alt+W its switches, as in editors. */
function onAlt(app: App, event: KeyboardEvent): void {
  const letter = letterOf(event);
  const name = switches.get(letter);
  if (
    !hasSearch(app) ||
    !(letter === "r" || (name && app.mode === "pattern" && app.shell.view === "search"))
  )
    return;
  event.preventDefault();
  if (name) {
    app.patterns.toggle(name);
    app.shell.surface.announce(
      app.shell.words.t(`keys.${name}.${app.patterns[name] ? "on" : "off"}`),
    );
  } else {
    app.togglePatternMode();
    app.shell.surface.announce(
      app.shell.words.t(`keys.pattern.${app.mode === "pattern" ? "on" : "off"}`),
    );
    app.shell.show("search");
    app.shell.focusSearch();
  }
}

/** The letter of a key: with Alt held down some systems give another character. */
function letterOf({ key, code }: KeyboardEvent): string {
  return (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, "")).toLowerCase();
}

/** Whether there are boxes to go to: not before the first document, nor behind a dialog. */
export function hasSearch(app: App): boolean {
  if (app.shell.surface.find("dialog[open]")) return false;
  return !app.empty;
}

function isField(target: EventTarget | undefined): boolean {
  return (
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    target instanceof HTMLTextAreaElement
  );
}
