/** Moves through the results with the keys of lists. */
export function onResultKey(event: KeyboardEvent, index: number): void {
  if (event.key === "ArrowDown") moveInResults(event, index + 1);
  else if (event.key === "ArrowUp") moveInResults(event, index - 1);
  else if (event.key === "Home") moveInResults(event, 0);
  else if (event.key === "End") moveInResults(event, Number.POSITIVE_INFINITY);
}

/** Moves the focus to a result, whatever kind it is; above the first one it goes back to the search box. */
export function moveInResults(event: KeyboardEvent, index: number): void {
  const results = [...document.querySelectorAll<HTMLElement>("[data-result]")];
  const result = results[Math.min(index, results.length - 1)];
  const target =
    index < 0 ? document.querySelector<HTMLElement>("#search") : result?.querySelector("button");
  if (!target) return;
  event.preventDefault();
  target.focus({ preventScroll: true });
  (index < 0 ? target : result)?.scrollIntoView({ block: "nearest" });
}
