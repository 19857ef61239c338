import { html, type TemplateResult } from "lit/html.js";
import { cutName } from "../state/cut-name.js";

/** Cuts a long name in its middle: the end tells files apart, and it holds the kind of file. */
export function middleEllipsis(name: string): TemplateResult {
  const { head, tail } = cutName(name);
  return html`<span class="unseen">${name}</span
    ><span class="cut-name" dir="auto" aria-hidden="true"
      ><span class="head">${head}</span
      ><span class="tail">${tail}</span></span
    >`;
}
