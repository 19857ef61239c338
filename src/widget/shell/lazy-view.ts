import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Shell } from "./shell.js";

type Drawn = TemplateResult | typeof nothing;

/**
 * A view whose code is fetched when it is first drawn. Nothing is shown until it is there, and the
 * page around is drawn again then; from then on it is drawn at once. Where it cannot be fetched, that is
 * said in its place, with a button to try again.
 */
export function lazyView<Given extends readonly unknown[]>(
  fetchView: () => Promise<(...given: Given) => Drawn>,
): (shell: Shell, ...given: Given) => Drawn {
  let view: ((...given: Given) => Drawn) | null = null;
  let state: "unasked" | "coming" | "failed" = "unasked";
  const waiting = new Set<Shell>();
  const draw = (): void => {
    for (const shell of waiting) shell.changed();
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
  return (shell, ...given) => {
    if (view) return view(...given);
    if (state === "failed") return failedView(shell, () => void begin());
    waiting.add(shell);
    if (state === "unasked") void begin();
    return nothing;
  };
}

function failedView({ changed, words }: Shell, again: () => void): TemplateResult {
  return html`<div class="part-failed">
    <p>${words.t("privacy.part.failed")}</p>
    <button class="button" type="button" @click=${() => {
      again();
      changed();
    }}>${words.t("common.tryAgain")}</button>
  </div>`;
}
