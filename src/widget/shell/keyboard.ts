import type { DocumentsFeature } from "../documents/documents-feature.js";
import type { PatternSwitch } from "../search/pattern-search.js";
import type { SearchFeature } from "../search/search-feature.js";
import type { App } from "./app.js";
import type { Shell } from "./shell.js";

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
  const { documents, search, shell } = app;
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
    if (event.altKey && !modified) {
      if (hasSearch(documents)) onAlt(search, event);
    } else if (isBoxKey(event)) {
      if (event.defaultPrevented || !hasSearch(documents)) return;
      event.preventDefault();
      goToBox(shell);
    } else if (key === "/" && !typing && !modified) {
      if (!hasSearch(documents)) return;
      event.preventDefault();
      shell.show("search");
      shell.focusSearch({ selectAll: true });
    } else if (modified && key.toLowerCase() === "z" && !typing && documents.list.undoable) {
      event.preventDefault();
      void documents.undo();
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
export function goToBox(shell: Shell): void {
  const { surface, view } = shell;
  const box = surface.find(view === "ask" ? "#question" : "#search");
  const there = box !== null && box === surface.active;
  const other = view === "ask" ? "search" : "ask";
  shell.show(there ? other : view);
  shell.focusBox({ selectAll: true });
}

/** Takes away what is on top: the card of a source, then the question that runs, then the page. */
function onEscape(
  { ask: { conversation }, documents: { opening }, shell }: App,
  event: Event,
): void {
  const { surface } = shell;
  if (shell.card.hide()) event.preventDefault();
  else if (surface.find("dialog[open]")) return;
  else if (conversation.running && !surface.active?.closest(".pane.page")) {
    event.preventDefault();
    conversation.stop();
  } else if (shell.page) {
    event.preventDefault();
    opening.close();
  } else if (opening.closeSheet()) event.preventDefault();
}

/** Alt+R turns pattern search on and off, Alt+C and Alt+W its switches, as in editors. */
function onAlt(search: SearchFeature, event: KeyboardEvent): void {
  const { patterns, shell } = search;
  const { surface, view, words } = shell;
  const letter = letterOf(event);
  const name = switches.get(letter);
  if (letter !== "r" && !(name && search.mode === "pattern" && view === "search")) return;
  event.preventDefault();
  if (name) {
    patterns.toggle(name);
    surface.announce(words.t(`keys.${name}.${patterns[name] ? "on" : "off"}`));
  } else {
    search.togglePatternMode();
    surface.announce(words.t(`keys.pattern.${search.mode === "pattern" ? "on" : "off"}`));
    shell.show("search");
    shell.focusSearch();
  }
}

/** The letter of a key: with Alt held down some systems give another character. */
function letterOf({ key, code }: KeyboardEvent): string {
  return (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, "")).toLowerCase();
}

/** Whether there are boxes to go to: not before the first document, nor behind a dialog. */
export function hasSearch({ empty, shell: { surface } }: DocumentsFeature): boolean {
  return !surface.find("dialog[open]") && !empty;
}

function isField(target: EventTarget | undefined): boolean {
  return (
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    target instanceof HTMLTextAreaElement
  );
}
