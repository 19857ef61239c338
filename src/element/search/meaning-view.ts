import { html, nothing, type TemplateResult } from "lit/html.js";
import type { SearchMode } from "../../search/index.js";
import { panelWords } from "../i18n/english/panels.js";
import { addEnglish } from "../i18n/english.js";
import { connectionView, lacksConnection } from "../models/connection.js";
import { licenseWords, progressView, progressWords } from "../models/model-line-view.js";
import { adoptStyles } from "../shell/renderer.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, icon, isolated } from "../shell/view-parts.js";
import styles from "./meaning.css?inline";
import { Meaning } from "./meaning.js";
import type { SearchFeature } from "./search-feature.js";

addEnglish(panelWords);

/** The search by meaning, and where it is shown. */
interface MeaningPanel {
  readonly shell: Shell;
  readonly meaning: Meaning;
}

function panelOf(feature: SearchFeature): MeaningPanel {
  return { shell: feature.shell, meaning: feature.meaningOf(Meaning) };
}

const modes: readonly SearchMode[] = ["both", "words", "meaning"];

/** The line below the search box: what searches use, or what searching by meaning requires. */
export function meaningLine(feature: SearchFeature): Drawn {
  const panel = panelOf(feature);
  const { meaning, shell } = panel;
  if (shell.setup.without.has("models") && !meaning.vectors?.searchable) return nothing;
  adoptStyles(shell.surface.root, styles);
  void meaning.look();
  const choice = meaning.vectors?.searchable ? choiceView(panel) : nothing;
  const state = stateView(panel, "line");
  if (choice === nothing && state === nothing) return nothing;
  return html`<div class="meaning-line">${choice}${state}</div>`;
}

/** The section in the panel of models: the same, with a button to delete it. */
export function meaningSection(feature: SearchFeature): Drawn {
  const panel = panelOf(feature);
  const { meaning, shell } = panel;
  const { words } = shell;
  adoptStyles(shell.surface.root, styles);
  void meaning.look();
  const { offer, step, vectors } = meaning;
  const state = stateView(panel, "panel");
  if (state === nothing && !offer?.stored && !vectors?.on) return nothing;
  const bytes = (offer?.storedBytes ?? 0) + (vectors?.bytes ?? 0);
  const { done = 0, total = 0 } = vectors ?? {};
  return html`<section class="meaning" aria-labelledby="meaning-title">
    <h3 id="meaning-title" tabindex="-1">${words.t("meaning.title")}</h3>
    <p class="quiet">${words.t("meaning.about")}</p>
    ${vectors?.on && step.kind === "rest" ? html`<p>${words.t("meaning.done", { done, count: total })}</p>` : nothing}
    ${state}
    ${
      bytes === 0 || step.kind === "loading" || step.kind === "making"
        ? nothing
        : html`<button
            class="link delete-model"
            type="button"
            @click=${() => {
              shell.surface.find("#meaning-title")?.focus();
              void meaning.remove();
            }}
          >${words.t("meaning.delete", { size: words.size(bytes) })}</button>`
    }
  </section>`;
}

function choiceView({ meaning, shell: { words } }: MeaningPanel): TemplateResult {
  return html`<fieldset class="search-by">
    <legend class="unseen">${words.t("meaning.by")}</legend>
    ${modes.map(
      (mode) => html`<label>
        <input
          type="radio"
          name="search-by"
          value=${mode}
          .checked=${meaning.by === mode}
          @change=${() => meaning.choose(mode)}
        ><span>${words.t(`meaning.by.${mode}`)}</span>
      </label>`,
    )}
  </fieldset>`;
}

function stateView(panel: MeaningPanel, place: "line" | "panel"): Drawn {
  const { meaning, shell } = panel;
  const { offer, step, vectors } = meaning;
  const { words } = shell;
  const link = (label: unknown, run: () => void): TemplateResult =>
    html`<button class="link" type="button" @click=${run}>${label}</button>`;
  const stop = link(words.t("meaning.stop"), () => meaning.stop());
  switch (step.kind) {
    case "asked":
      return offer ? offerView(panel) : nothing;
    case "loading":
      return html`<div class="meaning-state quiet">
        <p>${words.parts("models.loading", { name: isolated(offer?.name ?? "") })} · ${progressWords(words, step.progress)}</p>
        ${progressView(words.t("models.loading", { name: offer?.name ?? "" }), step.progress)} ${stop}
      </div>`;
    case "making": {
      const { done, total } = step;
      const label = words.t("meaning.making", { done, count: total });
      return html`<div class="meaning-state quiet" data-step="making">
        <p>${label}</p>
        <progress aria-label=${words.t("meaning.making.name")} max=${Math.max(1, total)} .value=${done}></progress>
        ${stop}
      </div>`;
    }
    case "failed":
      return html`<p class="meaning-state">
        <span class="failed">${icon("warning")}<span>${step.message}</span></span>
        ${link(words.t("common.tryAgain"), () => void meaning.start())}
      </p>`;
    case "rest": {
      const left = vectors ? vectors.total - vectors.done : 0;
      if (!offer || !vectors || vectors.total === 0) return nothing;
      if (vectors.on && (left === 0 || vectors.making)) return nothing;
      if (vectors.on) {
        const { done, total } = vectors;
        return html`<p class="meaning-state quiet">
          ${place === "line" ? words.t("meaning.done", { done, count: total }) : nothing}
          ${link(words.t("meaning.goOn"), () => meaning.ask())}
        </p>`;
      }
      return html`<p class="meaning-state quiet">
        ${place === "line" ? words.t("meaning.offer") : nothing}
        ${link(
          offer.stored
            ? words.t("meaning.offer.stored")
            : words.t("meaning.offer.use", { size: words.size(offer.downloadBytes) }),
          () => {
            meaning.ask();
            requestAnimationFrame(() => shell.surface.find(".meaning-agree button")?.focus());
          },
        )}
      </p>`;
    }
  }
}

/** Asks before downloading anything: the size, the host, and the time it takes. */
function offerView({ meaning, shell }: MeaningPanel): Drawn {
  const { offer } = meaning;
  const { words } = shell;
  if (!offer) return nothing;
  const { name, license, downloadBytes, place } = offer;
  const size = words.size(downloadBytes);
  const lacks = lacksConnection(offer);
  return html`<div class="agree meaning-agree" role="group" aria-label=${words.t("models.agree")}>
    <p>
      ${words.parts("models.agree.question", { name: isolated(name), size, place: isolated(place) })}
      <span class="quiet">(${licenseWords(words, license)})</span>
      ${words.t("meaning.agree.time", { count: meaning.vectors?.total ?? 0 })}
    </p>
    ${connectionView(shell, lacks)}
    <button class="button primary" type="button" ?disabled=${lacks} @click=${() => {
      shell.focusBox();
      void meaning.start();
    }}>${words.t("models.agree.download", { size })}</button>
    <button class="button" type="button" @click=${() => {
      shell.focusBox();
      meaning.decline();
    }}>${words.t("models.agree.not")}</button>
  </div>`;
}
