import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "./app.js";

type Drawn = TemplateResult | typeof nothing;

/**
 * A view whose code is fetched when it is first drawn. Nothing is shown until it is there, and the
 * page is drawn again then; from then on it is drawn at once. Where it cannot be fetched, that is
 * said in its place, with a button to try again.
 */
export function lazyView<More extends readonly unknown[]>(
  fetchView: () => Promise<(app: App, ...more: More) => Drawn>,
): (app: App, ...more: More) => Drawn {
  let view: ((app: App, ...more: More) => Drawn) | null = null;
  let state: "unasked" | "coming" | "failed" = "unasked";
  const waiting = new Set<App>();
  const draw = (): void => {
    for (const app of waiting) app.change(() => undefined);
    waiting.clear();
  };
  const begin = async (): Promise<void> => {
    state = "coming";
    try {
      view = await fetchView();
    } catch {
      state = "failed";
    }
    draw();
  };
  return (app, ...more) => {
    if (view) return view(app, ...more);
    if (state === "failed") return failedView(app, () => void begin());
    waiting.add(app);
    if (state === "unasked") void begin();
    return nothing;
  };
}

function failedView(app: App, again: () => void): TemplateResult {
  return html`<div class="part-failed">
    <p>${app.words.t("privacy.part.failed")}</p>
    <button class="button" type="button" @click=${() => app.change(again)}>${app.words.t("common.tryAgain")}</button>
  </div>`;
}
