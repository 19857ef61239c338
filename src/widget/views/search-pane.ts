import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import { lazyView } from "./lazy-view.js";
import { noticesView } from "./notices.js";
import { remarksView } from "./remarks.js";
import { resultsView } from "./results.js";
import { searchBoxView } from "./search-box.js";
import { summaryWords } from "./summary.js";

const helpView = lazyView(async () => (await import("./search-help.js")).searchHelpView);
const linesView = lazyView(async () => (await import("./lines.js")).linesView);

/** The search box, what a search covered, and what it found. */
export function searchPaneView(app: App): TemplateResult {
  return html`
    <div class="search-top">${searchBoxView(app)}</div>
    <div class="search-body">
      ${noticesView(app)}
      <div id="said" role="status">
        <p class="summary">${summaryWords(app)}</p>
        ${remarksView(app)}
      </div>
      <div class="found" ?data-stale=${app.asking.slow}>${foundView(app)}</div>
    </div>
  `;
}

function foundView(app: App): TemplateResult | typeof nothing {
  if (app.asking.resting) return app.documents.list.length > 0 ? helpView(app) : nothing;
  return app.mode === "pattern" ? linesView(app) : resultsView(app);
}
