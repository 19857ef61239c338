import { html, type TemplateResult } from "lit";

const TAIL = 10;

/** Cuts a long name in its middle: the end tells files apart, and it holds the kind of file. */
export function middleEllipsis(name: string): TemplateResult {
  const tail = Math.min(TAIL, name.length);
  return html`<span class="unseen">${name}</span
    ><span class="cut-name" dir="auto" aria-hidden="true"
      ><span class="head">${name.slice(0, -tail)}</span
      ><span class="tail">${name.slice(-tail)}</span></span
    >`;
}
