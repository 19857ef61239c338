import { html, type TemplateResult } from "lit/html.js";

/** A name inside a sentence: it keeps its own direction, and leaves the sentence's as it is. */
export function isolated(name: string): TemplateResult {
  return html`<bdi>${name}</bdi>`;
}
