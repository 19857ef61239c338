import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { size } from "../state/words.js";

/** How much room the documents take, how much there is, and whether the browser keeps them. */
export function storageView({ room }: App): TemplateResult | typeof nothing {
  const { state } = room;
  if (!state) return nothing;
  if (state.kind === "memory") {
    return html`<p>
      Kept in this tab only: this browser does not let the page store anything. All is gone when the
      tab is closed.
    </p>`;
  }
  const { used, granted, persistent } = state;
  return html`
    ${
      used === null || granted === null
        ? nothing
        : html`<p>${size(used)} used of the ${size(granted)} that the browser grants this site.</p>`
    }
    <p>
      ${
        persistent
          ? "The browser keeps it until you delete it."
          : "The browser may clear this when space runs short. Keep the files themselves, too."
      }
    </p>
  `;
}
