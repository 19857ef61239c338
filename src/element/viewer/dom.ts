/** Creates an element with attributes and children. Attributes that are null are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | null>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

const svg = "http://www.w3.org/2000/svg";

const paths = {
  previous: "M12.5 5 7.5 10l5 5",
  next: "m7.5 5 5 5-5 5",
  up: "m5 12.5 5-5 5 5",
  down: "m5 7.5 5 5 5-5",
  zoomOut: "M5 10h10",
  zoomIn: "M5 10h10M10 5v10",
  fitWidth: "M3.5 4v12M16.5 4v12M6 10h8M8 8l-2 2 2 2M12 8l2 2-2 2",
  fitPage: "M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4M8 8h4v4H8z",
  rotate: "M15.5 8.5A6 6 0 1 0 16 11.5M16 4.5v4h-4",
  spread: "M10 5H4v10h6ZM10 5h6v10h-6Z",
  close: "m5.5 5.5 9 9M14.5 5.5l-9 9",
  find: "M9 3.75a5.25 5.25 0 1 0 0 10.5 5.25 5.25 0 0 0 0-10.5ZM12.75 12.75 16.5 16.5",
  panel: "M4 4h12a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM8 4v12",
  download: "M10 3.5v9M6.2 9 10 12.8 13.8 9M3.5 16.5h13",
  print: "M6 7V3.5h8V7M6 14H3.5V7h13v7H14M6 11.5h8v5H6Z",
  link: "M8.5 11.5a3 3 0 0 0 4.3 0l3-3a3 3 0 0 0-4.3-4.3l-1 1M11.5 8.5a3 3 0 0 0-4.3 0l-3 3a3 3 0 0 0 4.3 4.3l1-1",
  check: "m4.5 10.5 3.7 3.7 7.3-8",
  note: "M4 4h12v8.5L12.5 16H4ZM12.5 16v-3.5H16M7 7.5h6M7 10.5h3",
  more: "M5 10h.01M10 10h.01M15 10h.01",
} as const;

/** The viewer's icons, drawn in strokes of 1.5 px on a 20 px square. */
export type ViewerIconName = keyof typeof paths;

/** Creates an icon that assistive technology skips. */
export function viewerIcon(name: ViewerIconName): SVGSVGElement {
  const image = document.createElementNS(svg, "svg");
  image.setAttribute("viewBox", "0 0 20 20");
  image.setAttribute("aria-hidden", "true");
  image.dataset.icon = name;
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", paths[name]);
  image.append(path);
  return image;
}

/** A button that shows an icon and has a name for screen readers. */
export function iconButton(
  name: ViewerIconName,
  label: string,
  action: () => void,
): HTMLButtonElement {
  const attributes = { type: "button", "aria-label": label, title: label };
  const button = element("button", attributes, viewerIcon(name));
  button.addEventListener("click", action);
  return button;
}

/**
 * The action of every form of the interface, although none is ever submitted. Chromium's Autofill
 * asks a Google server about the text fields of a page, but skips forms whose action ends in
 * `/search`; no policy and no script sees that request (`test/e2e/privacy-demo.test.ts`).
 */
export const searchAction = "search";
