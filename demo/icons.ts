import { html, svg, type TemplateResult } from "lit";

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
  page: "M5 2.5h10v15H5ZM7.5 6.5h5M7.5 9.5h5M7.5 12.5h3",
} as const;

/** The demo's icons, drawn in strokes of 1.5 px on a 20 px square. */
export type IconName = keyof typeof paths;

/** An icon that assistive technology skips. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">${svg`<path d=${paths[name]}></path>`}</svg>`;
}
