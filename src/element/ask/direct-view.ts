import { html, type TemplateResult } from "lit/html.js";
import type { DirectAnswer } from "../../core/index.js";
import { isolated } from "../shell/view-parts.js";
import type { AskFeature } from "./ask-feature.js";
import { calculatedNumber } from "./citation-view.js";

/** The answer that code found in the passages below, without a model, and how it was found. */
export function directView(feature: AskFeature, key: string, direct: DirectAnswer): TemplateResult {
  const { words } = feature.shell;
  switch (direct.kind) {
    case "yes":
    case "no":
      return directLine(words.t(`direct.${direct.kind}`), words.t("direct.bySentence"));
    case "count":
      return direct.isAsked
        ? directLine(words.count(direct.count), words.t("direct.counted"))
        : html`<p class="quiet about">${words.t("direct.items", { count: direct.count })}</p>`;
    case "unsaid": {
      const name = isolated(direct.path);
      return html`<p class="direct">${words.parts(`direct.unsaid.${direct.fact}`, { name })}</p>`;
    }
    default: {
      const {
        across,
        kind,
        label,
        value,
        whole = "",
        column,
        rows,
        says,
        isAsked,
        isChange,
        calculation,
      } = direct;
      const shown = calculatedNumber(feature, `${key}-direct`, value, calculation);
      const number = html`<bdi dir="ltr">${shown}</bdi>`;
      if (kind === "share") {
        const fillings = {
          label: isolated(label),
          whole: isolated(whole),
          column: isolated(column),
        };
        return directLine(number, words.parts("direct.share", fillings));
      }
      if (kind === "matching") {
        const fillings = { number, column: isolated(column), count: rows };
        const name = html`${isAsked ? `${words.count(Number(value))} · ` : ""}<bdi>${label}</bdi>`;
        return directLine(name, words.parts("direct.matching", fillings));
      }
      if (kind === "total" || kind === "average") {
        return directLine(
          number,
          words.parts(`direct.${kind}`, { column: isolated(column), count: rows }),
        );
      }
      const isRise = kind === "highest";
      const isDate = kind === "earliest" || kind === "latest";
      const compared = isDate
        ? (`direct.${kind}` as const)
        : isChange
          ? (`direct.${isRise ? "rise" : "fall"}` as const)
          : across === "rows"
            ? (`direct.${kind}` as const)
            : (`direct.${across}.${kind}` as const);
      const fillings = { number, column: isolated(column), count: rows };
      const name = html`${says ? html`${words.t(`direct.${says}`)} · ` : ""}<bdi>${label}</bdi>`;
      return directLine(name, words.parts(compared, fillings));
    }
  }
}

function directLine(answer: unknown, reason: unknown): TemplateResult {
  return html`<p class="direct"><strong>${answer}</strong> <span class="quiet">${reason}</span></p>`;
}
