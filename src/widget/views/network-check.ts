import { html, nothing, type TemplateResult } from "lit/html.js";
import type { LoggedRequest, SelfTestReport } from "../../index.js";
import type { App } from "../state/app.js";
import { enumeration } from "../state/enumeration.js";
import { icon } from "../state/icons.js";
import { partOf, sentOn } from "../state/request-list.js";
import type { Words } from "../strings/words.js";
import { isolated } from "./isolated.js";

/** The check of where requests go: what it does, how far it is, and what came of it. */
export function networkCheckView(app: App): TemplateResult {
  const { requests: log, words } = app;
  const { check } = log;
  const running = check.kind === "running";
  return html`
    <section class="network-part network-check" aria-labelledby="check-title">
      <h3 id="check-title">${words.t("network.check.title")}</h3>
      <p>${words.t("network.check.about")}</p>
      <div class="check-state">${stateView(app)}</div>
      <button
        class="button"
        type="button"
        @click=${() => (running ? log.cancelCheck() : void runCheck(app))}
      >${words.t(
        running
          ? "network.check.cancel"
          : check.kind === "none"
            ? "network.check.start"
            : "network.check.again",
      )}</button>
    </section>
  `;
}

/** Checks, and says to screen readers what came of it. */
async function runCheck(app: App): Promise<void> {
  const { requests: log } = app;
  await log.runCheck(app.setup.assetsBase);
  const { check } = log;
  if (check.kind === "done") app.surface.announce(outcomeWords(app.words, check.report));
  else if (check.kind === "cancelled") {
    app.surface.announce(app.words.t("network.check.cancelled"));
  }
}

function stateView({ requests: { check }, words }: App): TemplateResult | typeof nothing {
  switch (check.kind) {
    case "none":
      return nothing;
    case "running":
      return html`<progress aria-label=${words.t("network.check.title")}></progress>
        <p class="quiet">${words.t(`network.check.${check.step}`)}</p>`;
    case "cancelled":
      return html`<p>${words.t("network.check.cancelled")}</p>`;
    case "failed":
      return html`<p>${words.t("privacy.part.failed")}</p>`;
    case "done":
      return reportView(words, check.report);
  }
}

function outcomeWords(words: Words, { passed, leaving }: SelfTestReport): string {
  if (leaving.length > 0) return words.t("network.check.left", { count: leaving.length });
  return words.t(passed ? "network.check.none" : "network.check.unsure");
}

function reportView(words: Words, report: SelfTestReport): TemplateResult {
  const { passed, leaving, requests, leftOut, blocked } = report;
  const host = location.host;
  return html`
    <p class="check-outcome" ?data-passed=${passed}>
      ${icon(passed ? "check" : "warning")}<strong>${outcomeWords(words, report)}</strong>
    </p>
    ${
      passed
        ? html`<p>${words.t("network.check.none.about", {
            count: requests.length - blocked.length + leftOut,
            host,
          })}</p>`
        : nothing
    }
    ${leaving.length > 0 ? leavingView(words, leaving) : nothing}
    ${leaving.length === 0 && !passed ? html`<p>${words.t("network.check.unsure.about")}</p>` : nothing}
    ${passed ? nothing : reasonsView(words, report)}
    ${
      blocked.length === 0
        ? nothing
        : html`<p>${words.t("network.check.stopped", { count: blocked.length })}</p>`
    }
  `;
}

/** Each address once: what asked for it again and again would bury the others. */
function leavingView(words: Words, leaving: readonly LoggedRequest[]): TemplateResult {
  const once = new Map(leaving.map((request) => [request.url, request]));
  return html`
    <p>${words.t("network.check.left.about")}</p>
    <ul class="check-list">${[...once.values()].map((request) => {
      const address = isolated(request.url);
      return html`<li>${
        sentOn(request, location.origin)
          ? words.parts("network.check.left.sentOn", { address })
          : address
      }</li>`;
    })}</ul>
  `;
}

/** What kept the check from being certain. */
function reasonsView(words: Words, report: SelfTestReport): TemplateResult | typeof nothing {
  const { unseen, trials, failure } = report;
  const silent = trials.filter(({ noticed }) => !noticed).map(({ from }) => partOf(from));
  const parts = silent.map((part) => words.t(`network.from.${part}`));
  const reasons = [
    ...(unseen > 0 ? [words.t("network.check.unseen", { count: unseen })] : []),
    ...(parts.length > 0
      ? [words.t("network.check.unnoticed", { parts: enumeration(parts, words) })]
      : []),
    ...(failure ? [words.t("network.check.failed", { reason: words.error(failure) })] : []),
  ];
  if (reasons.length === 0) return nothing;
  return html`<ul class="check-list">${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`;
}
