import { html, svg, type TemplateResult } from "lit/html.js";

const paths = {
  search: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12ZM13.5 13.5 17 17",
  add: "M10 4.5v11M4.5 10h11",
  close: "m5.5 5.5 9 9M14.5 5.5l-9 9",
  remove: "M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5",
  document: "M5 2.5h6.5L15 6v11.5H5ZM11.5 2.5V6H15",
  partial: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6.5v4.5M10 13.4v.1",
  device: "M3.5 4h13v9h-13ZM1.5 16h17",
  sidebar: "M3 4h14v12H3ZM8 4v12",
  warning: "M10 3 18 16.5H2ZM10 8v4M10 14.2v.1",
  chevron: "m6 8 4 4 4-4",
  list: "M6.5 5h10M6.5 10h10M6.5 15h10M3.2 5h.1M3.2 10h.1M3.2 15h.1",
  ask: "M3.5 4h13v9.5h-7L6 16.5v-3H3.5Z",
  stop: "M6 6h8v8H6Z",
  send: "M10 16V4.5M5.5 9 10 4.5 14.5 9",
  copy: "M7 7h9.5v9.5H7ZM4 13H3.5V3.5H13V4",
  save: "M10 3.5v9M6.2 9 10 12.8 13.8 9M3.5 16.5h13",
  history: "M10 6v4l2.8 1.8M4.2 7A6.5 6.5 0 1 1 3.6 11.3M3.5 3.8V7.2H6.9",
  model: "M6 6h8v8H6ZM8 3v3M12 3v3M8 14v3M12 14v3M3 8h3M3 12h3M14 8h3M14 12h3",
  pattern: "M3.5 15h.1M7 15h9.5M3.5 5h13M3.5 10h8",
  calculator:
    "M5 2.5h10v15H5ZM7.5 5.5h5v2.5h-5ZM7.6 11h.1M10 11h.1M12.4 11h.1M7.6 14h.1M10 14h.1M12.4 14h.1",
  answer: "M4 5h12M4 10h12M4 15h7",
  check: "m4.5 10.5 3.7 3.7 7.3-8",
  note: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.2v4.3M10 6.5v.1",
  tool: "M12.5 3.8a3.8 3.8 0 0 0-3.6 5.1l-5.4 5.4 2.2 2.2 5.4-5.4a3.8 3.8 0 0 0 4.9-4.6L13.7 8.8 11.2 6.3Z",
  disk: "M5 4h10l2 8v4H3v-4ZM3 12h14M13.5 14h.1",
  scan: "M3.5 7V3.5H7M13 3.5h3.5V7M16.5 13v3.5H13M7 16.5H3.5V13M6.5 8h7M6.5 12h7",
  lock: "M5 9h10v7.5H5ZM7 9V6.5a3 3 0 0 1 6 0V9",
  first: "M10 16V7M6 10.8 10 6.8 14 10.8M5 3.8h10",
  again: "M15.8 7A6.5 6.5 0 1 0 16.4 11.3M16.5 3.8V7.2H13.1",
  page: "M5 2.5h10v15H5ZM7.5 6.5h5M7.5 9.5h5M7.5 12.5h3",
} as const;

/** The demo's icons, drawn in strokes of 1.5 px on a 20 px square. */
export type IconName = keyof typeof paths;

/** An icon that assistive technology skips. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${svg`<path d=${paths[name]}></path>`}</svg>`;
}
