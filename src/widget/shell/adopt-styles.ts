const sheets = new Map<string, CSSStyleSheet>();
const dressed = new WeakMap<ShadowRoot, Set<string>>();

/**
 * Adds the styles of a part that is fetched when it is needed, once for each root: constructed, so
 * that a strict policy holds; where a browser cannot do that, as an element with the page's nonce.
 */
export function adoptStyles(root: ShadowRoot, text: string): void {
  const worn = dressed.get(root) ?? new Set();
  if (worn.has(text)) return;
  dressed.set(root, worn.add(text));
  try {
    const sheet = sheets.get(text) ?? constructed(text);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  } catch {
    const style = document.createElement("style");
    const { nonce = "" } = root.host as HTMLElement;
    // Before it is in the page: what comes later is not asked for.
    if (nonce !== "") style.nonce = nonce;
    style.textContent = text;
    root.append(style);
  }
}

function constructed(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  sheets.set(text, sheet);
  return sheet;
}
