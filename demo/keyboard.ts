import { announce } from "./announcements.js";
import type { App } from "./app.js";
import type { PatternSwitch } from "./pattern-search.js";
import { focusSearch } from "./search-field.js";

const switches: ReadonlyMap<string, PatternSwitch> = new Map([
  ["c", "matchCase"],
  ["w", "wholeWord"],
]);

/** The keys that work everywhere on the page. */
export function listenToKeys(app: App): void {
  addEventListener("keydown", (event) => {
    const { key } = event;
    const typing = isField(event.composedPath()[0]);
    const modified = event.metaKey || event.ctrlKey;
    if (event.altKey && !modified) onAlt(app, event);
    else if ((modified && key.toLowerCase() === "k") || (key === "/" && !typing && !modified)) {
      if (!hasSearch(app)) return;
      event.preventDefault();
      app.set({ pane: "search" });
      focusSearch({ selectAll: true });
    } else if (modified && key.toLowerCase() === "z" && !typing && app.removals.last.length > 0) {
      event.preventDefault();
      void app.undo();
    } else if (key === "Escape" && app.opened && !event.defaultPrevented) {
      app.closePage();
    }
  });
}

/** Alt+R turns pattern search on and off, Alt+C and Alt+W its switches, as in editors. */
function onAlt(app: App, event: KeyboardEvent): void {
  const letter = letterOf(event);
  const name = switches.get(letter);
  if (!hasSearch(app) || !(letter === "r" || (name && app.mode === "pattern"))) return;
  event.preventDefault();
  if (name) {
    app.patterns.toggle(name);
    const what = name === "matchCase" ? "Match case" : "Whole words only";
    announce(`${what} is ${app.patterns[name] ? "on" : "off"}.`);
  } else {
    app.togglePatternMode();
    announce(`Pattern search is ${app.mode === "pattern" ? "on" : "off"}.`);
    app.set({ pane: "search" });
    focusSearch();
  }
}

/** The letter of a key: with Alt held down some systems give another character. */
function letterOf({ key, code }: KeyboardEvent): string {
  return (/^[a-z]$/i.test(key) ? key : code.replace(/^Key/, "")).toLowerCase();
}

/** Whether there is a search box. */
function hasSearch(app: App): boolean {
  return app.documents.length > 0 || app.ingest.running;
}

function isField(target: EventTarget | undefined): boolean {
  return (
    (target instanceof HTMLInputElement && target.type !== "checkbox") ||
    target instanceof HTMLTextAreaElement
  );
}
