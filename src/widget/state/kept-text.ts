/** The text that this browser keeps under a name; null when there is none, or nothing is kept at all. */
export function keptText(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text under a name; null forgets it. Where storage is switched off or full, nothing happens. */
export function keepText(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // It holds until the page is left.
  }
}
