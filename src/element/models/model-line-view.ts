import { html, nothing, type TemplateResult } from "lit/html.js";
import type { LoadProgress } from "../../models/index.js";
import { panelWords } from "../i18n/english/panels.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import type { Shell } from "../shell/shell.js";
import { type Drawn, icon, isolated, openDialog } from "../shell/view-parts.js";
import { connectionView, lacksConnection } from "./connection.js";
import type { ModelOffer, ModelState } from "./local-models.js";
import type { KeptFiles } from "./model-files.js";
import type { Models } from "./models.js";

addEnglish(panelWords);
addEnglish(paneWords);

/** The owner of the line: a conversation that a model could answer. */
interface Asking {
  readonly shell: Shell;
  readonly models: Models;
  readonly conversation: { readonly turns: readonly { readonly question: string }[] };
  ask(question: string): void;
}

/** Where the line is: before the first question, or below passages shown without a model. */
type LinePlace = "start" | "passages";

/** What a model is good for, its size and loading progress. Starting one takes two presses. */
export function modelLineView(asking: Asking, place: LinePlace): Drawn {
  const { models, shell } = asking;
  const { setup, words } = shell;
  const { state } = models;
  if (setup.without.has("models") && state.kind !== "ready") return nothing;
  // The size is known only once the device has been probed.
  void models.probe();
  if (state.kind === "ready") return place === "passages" ? readyView(asking, state) : nothing;
  if (state.kind === "loading") return loadingLine(models, state);
  const { asked } = models;
  if (asked && models.askedIn === "line") {
    return html`<div class="model-offer quiet">${agreeView(models, asked, () => shell.focusBox())}</div>`;
  }
  if (state.kind === "failed") {
    return html`<p class="model-offer quiet">
      <span class="failed">${icon("warning")}<span>${state.brief}</span></span>
      ${smallerView(models, state, "line")}
      <button class="link" type="button" @click=${() => models.retry()}>${words.t("common.tryAgain")}</button>
      ${chooseView(shell)}
    </p>`;
  }
  if (models.kept) return keptLine(shell, models, models.kept);
  const found = models.recommended;
  const recommended = found && lacksConnection(found) ? null : found;
  const online = connectionView(shell, false);
  // Before the first question, only a model that is ready at once deserves a line.
  if (!recommended && place === "start") return html`${online}`;
  return html`<p class="model-offer quiet">${online}${offerWords(words, recommended, place)} ${
    recommended === null
      ? nothing
      : html`<button
          class="link"
          type="button"
          @click=${() => {
            models.choose(recommended, "line");
            if (models.asked) focusAgreement(models);
            else shell.focusBox();
          }}
        >${words.parts("modelOffer.use", { name: isolated(recommended.name) })}</button> `
  }${chooseView(shell)}</p>`;
}

/** The local files of an earlier visit: one press, and perhaps a permission prompt. */
function keptLine(shell: Shell, models: Models, { name }: KeptFiles): TemplateResult {
  const { words } = shell;
  return html`<p class="model-offer quiet">${words.parts("modelOffer.file", { model: isolated(name) })}
    <button
      class="link"
      type="button"
      @click=${() => {
        void models.useKept();
        shell.focusBox();
      }}
    >${words.parts("models.file.again", { name: isolated(name) })}</button> ${chooseView(shell)}</p>`;
}

function offerWords(words: I18n, offer: ModelOffer | null, place: LinePlace): unknown {
  if (offer === null) return words.t("modelOffer.plain");
  const key = place === "start" ? "modelOffer.start" : "modelOffer.named";
  return words.parts(key, { model: isolated(offer.name), needs: offerNeeds(offer, words) });
}

/** A model's requirements, after its name: "1.1 GB to download, needs about 2 GB of memory". */
function offerNeeds({ downloadBytes, memoryBytes, storedBytes }: ModelOffer, words: I18n): string {
  const memory = words.size(memoryBytes);
  return storedBytes > 0
    ? words.t("models.offer.needs.stored", { stored: words.size(storedBytes), memory })
    : words.t("models.offer.needs", { download: words.size(downloadBytes), memory });
}

function chooseView(shell: Shell): TemplateResult {
  const label = shell.words.t("modelOffer.choose");
  return html`<button class="link" type="button" @click=${() => openDialog(shell, "models")}>${label}</button>`;
}

/** The next smaller model, if one did not fit in memory. */
export function smallerView(
  models: Models,
  { smaller }: Extract<ModelState, { kind: "failed" }>,
  place: "line" | "panel",
): Drawn {
  const { words } = models.shell;
  if (!smaller) return nothing;
  const size = words.size(smaller.downloadBytes);
  return html`<button
    class=${place === "line" ? "link" : "button primary"}
    type="button"
    @click=${() => {
      models.choose(smaller, place);
      focusAgreement(models);
    }}
  ><span>${words.parts("models.smaller.use", { name: isolated(smaller.name), size })}</span></button>`;
}

/** Says that a model is used in place of a larger one, which did not fit in memory. */
export function insteadView(
  words: I18n,
  name: string,
  { insteadOf }: { readonly insteadOf: string | null },
): Drawn {
  if (insteadOf === null) return nothing;
  const fillings = { name: isolated(name), other: isolated(insteadOf) };
  return html`<p>${words.parts("models.smaller.used", fillings)}</p>`;
}

function readyView(asking: Asking, state: Extract<ModelState, { kind: "ready" }>): TemplateResult {
  const { words } = asking.shell;
  const { model } = state;
  const askAgain = (): void => {
    const last = asking.conversation.turns.at(-1);
    if (last) asking.ask(last.question);
  };
  return html`<div class="model-offer quiet">
    ${insteadView(words, model.info.name, state)}
    <p>
      ${words.parts("modelOffer.ready", { model: isolated(model.info.name) })}
      <button class="link" type="button" @click=${askAgain}>${words.t("modelOffer.ready.ask")}</button>
    </p>
  </div>`;
}

function loadingLine(
  models: Models,
  state: Extract<ModelState, { kind: "loading" }>,
): TemplateResult {
  const { words } = models.shell;
  const { name, progress } = state;
  return html`<div class="model-offer quiet model-loading">
    ${insteadView(words, name, state)}
    <p>${words.parts("models.loading", { name: isolated(name) })} · ${progressWords(words, progress)}</p>
    ${progressView(words.t("models.loading", { name }), progress)}
    <button class="link" type="button" @click=${() => models.cancel()}>${words.t("common.cancel")}</button>
  </div>`;
}

/** The loading progress, as a bar. */
export function progressView(label: string, progress: LoadProgress | null): TemplateResult {
  const total = progress?.totalBytes ?? null;
  return total === null || total === 0
    ? html`<progress aria-label=${label}></progress>`
    : html`<progress aria-label=${label} max=${total} .value=${progress?.loadedBytes ?? 0}></progress>`;
}

export function progressWords(words: I18n, progress: LoadProgress | null): string {
  if (!progress) return words.t("models.progress.starting");
  if (progress.phase === "prepare") return words.t("models.progress.preparing");
  if (progress.phase === "check") return words.t("models.progress.checking");
  const { loadedBytes, totalBytes, millisecondsLeft } = progress;
  if (loadedBytes === 0 && !totalBytes) return words.t("models.progress.starting");
  const here = words.size(loadedBytes);
  const loaded = totalBytes
    ? words.t("models.progress.of", { loaded: here, total: words.size(totalBytes) })
    : here;
  if (millisecondsLeft === null) return loaded;
  return words.t("models.progress.left", { loaded, left: words.timeLeft(millisecondsLeft) });
}

/** Moves the focus to the question whether to download. */
export function focusAgreement(models: Models): void {
  requestAnimationFrame(() => models.shell.surface.find(".agree button")?.focus());
}

/** Asks before downloading anything: the size, the host, and where it is stored. */
export function agreeView(models: Models, offer: ModelOffer, decided: () => void): TemplateResult {
  const { words } = models.shell;
  const { name, downloadBytes, license, storedBytes } = offer;
  const place = isolated(offer.place);
  const size = words.size(downloadBytes);
  const question =
    storedBytes === 0
      ? words.parts("models.agree.question", { name: isolated(name), size, place })
      : words.parts("models.agree.rest", { stored: words.size(storedBytes), size, place });
  const lacks = lacksConnection(offer);
  const button = (label: string, run: () => void, primary: boolean): TemplateResult => html`<button
    class=${primary ? "button primary" : "button"}
    type="button"
    ?disabled=${primary && lacks}
    @click=${() => {
      decided();
      run();
    }}
  >${label}</button>`;
  return html`<div class="agree" role="group" aria-label=${words.t("models.agree")}>
    <p>${question}${
      license === null
        ? nothing
        : html` <span class="quiet">(${licenseWords(words, license)})</span>`
    }</p>
    ${connectionView(models.shell, lacks)}
    ${button(
      storedBytes === 0 ? words.t("models.agree.download", { size }) : words.t("models.offer.goOn"),
      () => models.load(offer),
      true,
    )}
    ${button(words.t("models.agree.not"), () => models.decline(), false)}
  </div>`;
}

/** The name of a licence, from its SPDX identifier. */
export function licenseWords(words: I18n, identifier: string): string {
  const custom = /^LicenseRef-(.*)$/.exec(identifier)?.[1];
  if (custom !== undefined) return words.t("models.offer.license", { name: custom });
  return identifier.replace(/-(?=\d)/, " ");
}
