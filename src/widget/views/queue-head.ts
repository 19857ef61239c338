import { html, nothing, type TemplateResult } from "lit";
import type { App } from "../state/app.js";
import { count, counted, timeLeft } from "../state/words.js";

/** How far all the work is, how long it will take, and the ways to hold it. */
export function queueHeadView(app: App): TemplateResult {
  const { ingest } = app;
  const { paused } = ingest.rows;
  const note = noteWords(app);
  return html`
    <div class="overall" role="group" aria-label="Files that are read">
      <p>${headWords(app)}</p>
      <progress aria-label="All files" max="1" .value=${ingest.share}></progress>
      <p
        class="quiet"
        title=${ingest.unstored > 0 ? "Keep this page open until they are taken in" : nothing}
      >${leftWords(app)}</p>
      <button
        class="link"
        type="button"
        @click=${() =>
          void app.attempt(async () => {
            await (paused ? ingest.resume() : ingest.pause());
            app.surface.announce(paused ? "Reading goes on." : "Paused. What was read is kept.");
          })}
      >${paused ? "Resume" : "Pause"}</button>
      <button
        class="link"
        type="button"
        title="Takes the rest out of the list; what is ready stays"
        @click=${() => void app.attempt(async () => app.told.stopped(await ingest.stop()))}
      >Stop</button>
      ${note === null ? nothing : html`<p class="quiet overall-note">${note}</p>`}
    </div>
  `;
}

function headWords({ ingest }: App): string {
  const { done, total } = ingest.files;
  if (ingest.rows.paused) return `Paused · ${counted(total - done, "file")} to read`;
  const which = `${count(Math.min(done + 1, total))} of ${counted(total, "file")}`;
  return `Reading ${total === 1 ? "1 file" : which}`;
}

function leftWords({ ingest }: App): string {
  const { unstored, remaining } = ingest;
  // Until they are stored here, closing the page would lose them.
  if (unstored > 0) return `Taking in ${counted(unstored, "file")}`;
  return remaining === null ? "\u00a0" : timeLeft(remaining);
}

function noteWords({ ingest }: App): string | null {
  if (!ingest.rows.here) return "Another tab reads them.";
  if (ingest.resumed) return "Going on where it stopped.";
  return null;
}
