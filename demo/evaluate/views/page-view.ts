import { html, nothing, type TemplateResult } from "lit/html.js";
import type { EvaluatePage } from "../evaluate-page.js";
import { announcement } from "./announcement.js";
import { dataSetView } from "./data-set-view.js";
import { keptRunsView, removedView } from "./kept-runs-view.js";
import { modelView } from "./model-view.js";
import { resultsView } from "./results-view.js";
import { runView } from "./run-view.js";
import { settingsView } from "./settings-view.js";

/** The whole page. */
export function pageView(page: EvaluatePage): TemplateResult {
  const { chosen } = page.choice;
  const { run } = page;
  return html`<header class="site-head"><a class="wordmark" href="./">Pagehound</a></header>
    <main class=${page.dragging && !page.busy ? "dragging" : ""}>
      <div>
        <h1>Which way of searching and answering suits your documents?</h1>
        <p class="lead">
          Choose questions whose answers you know, and the documents that hold them. Each way is tried
          on each question, and what it finds is compared with what is known. Everything happens in
          this browser; text leaves it only if you connect a server of your own.
        </p>
      </div>
      <div role="status" class="unseen">${announcement(page)}</div>
      ${page.notice === null ? nothing : html`<p class="notice" tabindex="-1">${page.notice}</p>`}
      ${keptRunsView(page)} ${dataSetView(page)}
      ${chosen && !run ? html`${modelView(page)} ${settingsView(page)}` : nothing}
      ${run && !run.report ? runView(page, run) : nothing}
      ${run?.report ? resultsView(page, run.report, run.log) : nothing}
    </main>
    ${removedView(page)}`;
}
