import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { App } from "../state/app.js";
import type { Transfer } from "../state/transfers.js";
import { adoptStyles } from "../styles/adopt.js";
import styles from "../styles/fetch-lines.css?inline";
import { fetchWords, transferWords } from "./transfer-words.js";

/** What a line says, and what can be done about it. */
interface Line {
  readonly text: string;
  /** From 0 to 1; null when it is not known, undefined when nothing goes on. */
  readonly share?: number | null;
  readonly label: string;
  readonly labelInFull: string;
  readonly run: () => void;
}

/** A line for each collection that comes or is being saved, with the way to stop it. */
export function fetchLinesView(app: App): TemplateResult | typeof nothing {
  const { published, transfers } = app;
  const { shown } = published;
  if (shown.length === 0 && !transfers.running) return nothing;
  adoptStyles(app.surface.root, styles);
  return html`<ul class="fetch-lines" aria-label=${app.words.t("published.lines")}>
    ${transfers.running ? lineView(transferLine(app, transfers.running)) : nothing}
    ${repeat(
      shown,
      (url) => url,
      (url) => lineView(fetchLine(app, url)),
    )}
  </ul>`;
}

function fetchLine({ published, words }: App, url: string): Line {
  const name = published.nameOf(url);
  const fetch = published.fetchOf(url);
  if (fetch?.state !== "running") {
    return {
      text: words.t("published.stopped", { name }),
      label: words.t("published.goOn"),
      labelInFull: words.t("published.goOn.name", { name }),
      run: () => void published.fetch(url),
    };
  }
  const { progress } = fetch;
  return {
    text: fetchWords(words, name, progress),
    share: progress ? progress.done / (progress.total || 1) : null,
    label: words.t("common.cancel"),
    labelInFull: words.t("published.fetching.cancel", { name }),
    run: () => published.stop(url),
  };
}

function transferLine({ transfers, words }: App, transfer: Transfer): Line {
  const { kind, name, progress } = transfer;
  const key = kind === "saving" ? "collections.save.cancel" : "collections.open.cancel";
  return {
    text: transferWords(words, transfer),
    share: progress ? progress.done / (progress.total || 1) : null,
    label: words.t("common.cancel"),
    labelInFull: words.t(key, { name }),
    run: () => transfers.cancel(),
  };
}

function lineView({ text, share, label, labelInFull, run }: Line): TemplateResult {
  return html`<li class="fetch-line">
    <p title=${text}>${text}</p>
    <button class="link" type="button" aria-label=${labelInFull} title=${labelInFull} @click=${run}>${label}</button>
    ${share === undefined ? nothing : html`<progress aria-label=${text} .value=${share ?? 0}></progress>`}
  </li>`;
}
