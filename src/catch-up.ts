/**
 * Calls `catchUp` whenever the page is looked at again: it may have been asleep, and other tabs may
 * have been ended before they told what they did. Returns a function that ends it.
 */
export function onReturn(catchUp: () => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const visible = () => {
    if (document.visibilityState === "visible") catchUp();
  };
  const shown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) catchUp();
  };
  document.addEventListener("visibilitychange", visible, { signal });
  addEventListener("pageshow", shown, { signal });
  return () => listening.abort();
}
