import type { App } from "../state/app.js";

/** Moves through the results with the keys of lists. */
export function onResultKey(app: App, event: KeyboardEvent, index: number): void {
  if (event.key === "ArrowDown") moveInResults(app, event, index + 1);
  else if (event.key === "ArrowUp") moveInResults(app, event, index - 1);
  else if (event.key === "Home") moveInResults(app, event, 0);
  else if (event.key === "End") moveInResults(app, event, Number.POSITIVE_INFINITY);
}

/** Moves the focus to a result, whatever kind it is; above the first one it goes back to the search box. */
export function moveInResults(app: App, event: KeyboardEvent, index: number): void {
  const results = [...app.surface.root.querySelectorAll<HTMLElement>("[data-result]")];
  const result = results[Math.min(index, results.length - 1)];
  const target = index < 0 ? app.surface.find("#search") : result?.querySelector("button");
  if (!target) return;
  event.preventDefault();
  target.focus({ preventScroll: true });
  (index < 0 ? target : result)?.scrollIntoView({ block: "nearest" });
}
