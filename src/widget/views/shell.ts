import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { isEmpty } from "../state/is-empty.js";
import { emptyView } from "./empty.js";
import { lazyView } from "./lazy-view.js";
import { outdatedView } from "./outdated.js";
import { panelsView } from "./panels.js";
import { pickersView } from "./pick.js";

/** Fetches what is shown as soon as there are documents. */
export const loadPanes = (): Promise<typeof import("./panes.js")> => import("./panes.js");

// What the first paint does without: nobody has done or been sent anything yet.
const undoView = lazyView(async () => (await import("./undo.js")).undoView);
const offersView = lazyView(async () => (await import("./offers.js")).offersView);
const panesView = lazyView(async () => (await loadPanes()).panesView);

/** The whole of the interface. */
export function shellView(app: App): TemplateResult {
  return html`
    ${outdatedView(app)} ${app.offers.length > 0 ? offersView(app) : nothing}
    ${isEmpty(app) ? emptyView(app) : filledView(app)}
    ${pickersView(app)} ${panelsView(app)} ${isUndoable(app) ? undoView(app) : nothing}
    <div class="drop-veil" aria-hidden="true" ?hidden=${!app.dragging}><p>${app.words.t("widget.drop")}</p></div>
  `;
}

function isUndoable({ documents, conversations }: App): boolean {
  return documents.undoable || conversations.removed !== null;
}

/** The panes; until they are fetched, their outlines. */
function filledView(app: App): TemplateResult | typeof nothing {
  const panes = panesView(app);
  if (panes !== nothing) return panes;
  return html`<div class="panes-coming" aria-hidden="true"><div></div><div></div></div>`;
}
