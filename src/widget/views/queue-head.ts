import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";

/** How far all the work is, how long it will take, and the ways to hold it. */
export function queueHeadView(app: App): TemplateResult {
  const { ingest, words } = app;
  const { paused } = ingest.rows;
  const note = noteWords(app);
  return html`
    <div class="overall" role="group" aria-label=${words.t("documents.queue.title")}>
      <p>${headWords(app)}</p>
      <progress aria-label=${words.t("documents.queue.all")} max="1" .value=${ingest.share}></progress>
      <p
        class="quiet"
        title=${ingest.unstored > 0 ? words.t("documents.queue.keepOpen") : nothing}
      >${leftWords(app)}</p>
      <button
        class="link"
        type="button"
        @click=${() =>
          void app.attempt(async () => {
            await (paused ? ingest.resume() : ingest.pause());
            app.surface.announce(
              words.t(paused ? "documents.queue.isResumed" : "documents.queue.isPaused"),
            );
          })}
      >${words.t(paused ? "documents.queue.resume" : "documents.queue.pause")}</button>
      <button
        class="link"
        type="button"
        title=${words.t("documents.queue.stop.what")}
        @click=${() => void app.attempt(async () => app.told.stopped(await ingest.stop()))}
      >${words.t("documents.queue.stop")}</button>
      ${note === null ? nothing : html`<p class="quiet overall-note">${note}</p>`}
    </div>
  `;
}

function headWords({ ingest, words }: App): string {
  const { done, total } = ingest.files;
  if (ingest.rows.paused) return words.t("documents.queue.paused", { count: total - done });
  return words.t("documents.queue.reading", { number: Math.min(done + 1, total), count: total });
}

function leftWords({ ingest, words }: App): string {
  const { unstored, remaining } = ingest;
  // Until they are stored here, closing the page would lose them.
  if (unstored > 0) return words.t("documents.queue.takingIn", { count: unstored });
  return remaining === null ? "\u00a0" : words.timeLeft(remaining);
}

function noteWords({ ingest, words }: App): string | null {
  if (!ingest.rows.here) return words.t("documents.queue.otherTab");
  if (ingest.resumed) return words.t("documents.queue.goesOn");
  return null;
}
