import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentSummary } from "../../index.js";
import { engineWords } from "../i18n/english/engines.js";
import { addEnglish } from "../i18n/english.js";
import type { SearchFeature } from "../search/search-feature.js";
import { adoptStyles } from "../shell/adopt-styles.js";
import { icon } from "../shell/icons.js";
import { engineHosts } from "../shell/setup.js";
import type { Shell } from "../shell/shell.js";
import { isolated } from "../shell/view-parts.js";
import styles from "./engines.css?inline";
import { type Engines, type KnownEngine, stateWords } from "./engines.js";

addEnglish(engineWords);

/** Where questions are looked up: the documents here, published collections, and engines with their state. */
export function enginesPart(
  shell: Shell,
  engines: Engines,
  documents: readonly DocumentSummary[],
): TemplateResult {
  const { surface, words } = shell;
  adoptStyles(surface.root, styles);
  const own = documents.filter(({ source }) => source === null).length;
  const published = new Map<string, { readonly title: string; count: number }>();
  for (const { source } of documents) {
    if (!source) continue;
    const known = published.get(source.url) ?? { title: source.title, count: 0 };
    published.set(source.url, { ...known, count: known.count + 1 });
  }
  return html`
    <section class="engines" aria-labelledby="engines-title">
      <h3 id="engines-title">${words.t("engines.title")}</h3>
      <p>${words.t("engines.about")}</p>
      <ul aria-labelledby="engines-title">
        ${storedRow(shell, words.t("engines.here"), own, words.t("engines.stays"))}
        ${[...published.values()].map(({ title, count }) =>
          storedRow(shell, title, count, words.t("engines.published")),
        )}
        ${repeat(
          engines.list,
          ({ url }) => url,
          (engine) => engineRow(shell, engines, engine),
        )}
      </ul>
    </section>
  `;
}

function storedRow({ words }: Shell, name: string, count: number, about: string): TemplateResult {
  return html`<li class="engine">
    <p><strong>${isolated(name)}</strong></p>
    <p class="quiet">${words.t("common.documents", { count })}</p>
    <p class="quiet">${about}</p>
  </li>`;
}

function engineRow(shell: Shell, engines: Engines, engine: KnownEngine): TemplateResult {
  const { words } = shell;
  const { name, host, on, askedAt, reader, state } = engine;
  const failure = state.kind === "failed" ? state.failure.reason : "";
  return html`<li class="engine" data-state=${on ? state.kind : "off"}>
    <label class="choice">
      <input
        type="checkbox"
        .checked=${on}
        ?disabled=${reader === null}
        @change=${({ currentTarget: box }: Event) => {
          if (box instanceof HTMLInputElement) engines.use(engine, box.checked);
        }}
      ><strong>${isolated(name)}</strong>
    </label>
    <p class="quiet">${words.t("engines.kind", { host })}</p>
    <p class=${state.kind === "failed" ? "failed" : "quiet"}>
      ${stateWords(words, engine)}
      ${askedAt === null ? nothing : html` · ${words.t("engines.last", { time: words.day(askedAt) })}`}
    </p>
    ${failure === "" ? nothing : html`<p class="quiet" lang="en" dir="auto">${failure}</p>`}
    <p class="quiet">${words.t(on ? "engines.sends" : "engines.off", { host })}</p>
    ${
      on && reader
        ? html`<button
            class="link"
            type="button"
            aria-label=${words.t("engines.check.name", { name })}
            @click=${() => void engines.check(engine)}
          >${words.t("engines.check")}</button>`
        : nothing
    }
  </li>`;
}

/** Engines beside the search: asked for what is in the box when the reader says so, and what could not be asked. */
export function elsewhereView(feature: SearchFeature): TemplateResult {
  const { elsewhere, search, shell } = feature;
  const { surface, words } = shell;
  adoptStyles(surface.root, styles);
  if (elsewhere?.query !== search.query.trim()) {
    const hosts = words.list(engineHosts(shell.setup));
    return html`<p class="elsewhere">
      <button class="link" type="button" aria-describedby="elsewhere-about" @click=${() => {
        // The button goes when they are asked.
        shell.focusSearch();
        searchElsewhere(feature);
      }}>${words.t("engines.search", { hosts })}</button>
      <span class="quiet" id="elsewhere-about">${words.t("engines.search.about")}</span>
    </p>`;
  }
  const failures = search.slow ? [] : (search.response?.coverage.notSearched ?? []);
  return html`<ul class="engine-failures" ?hidden=${failures.length === 0}>${failures.map(
    ({ source: name, kind, reason }) =>
      html`<li title=${reason}>${icon("note")}<span>${words.t(`engines.failed.${kind}`, { name })}</span></li>`,
  )}</ul>`;
}

/** Asks engines, too, for what is in the box. */
export function searchElsewhere(feature: SearchFeature): void {
  const { library, opening, search, shell } = feature;
  feature.elsewhere = {
    query: search.query.trim(),
    search: async (query, options = {}) => {
      const response = await (await opening.engines()).search(library, query, options);
      const { surface, words } = shell;
      const failures = response.coverage.notSearched ?? [];
      const said = failures.map(({ source: name, kind }) =>
        words.t(`engines.failed.${kind}`, { name }),
      );
      if (said.length > 0) surface.announce(said.join(" "));
      return response;
    },
  };
  search.again();
}
