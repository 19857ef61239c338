import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { WatchedFolder } from "../../client/index.js";
import fetchLines from "../collections/fetch-lines.css?inline";
import { listWords } from "../i18n/english/list.js";
import { addEnglish } from "../i18n/english.js";
import { adoptStyles } from "../shell/renderer.js";
import { type Drawn, focusNeighbour, isolated } from "../shell/view-parts.js";
import type { DocumentsFeature } from "./documents-feature.js";
import styles from "./folders.css?inline";
import type { Folders } from "./folders.js";

addEnglish(listWords);

/** The watched folders, with a line for each that needs the reader's attention. */
export function foldersView(feature: DocumentsFeature): Drawn {
  const { folders, shell } = feature;
  if (!folders || folders.watched.length === 0) return nothing;
  const { words } = shell;
  const { watched } = folders;
  adoptStyles(shell.surface.root, `${fetchLines}\n${styles}`);
  const lines = watched.flatMap((folder) => lineFor(feature, folders, folder) ?? []);
  return html`
    ${
      lines.length > 0 || folders.stopped
        ? html`<ul class="fetch-lines" aria-label=${words.t("folders.title")}>
            ${folders.stopped ? stoppedLine(feature, folders) : nothing}${lines}
          </ul>`
        : nothing
    }
    <details class="folders">
      <summary>${words.t("folders.count", { count: watched.length })}</summary>
      <ul>${repeat(
        watched,
        ({ path }) => path,
        ({ path, files }) => html`<li>
          <span class="folders-name">${isolated(path)}</span>
          <span class="quiet">${words.t("folders.files", { count: files })}</span>
          ${forgetButton(feature, folders, path)}
        </li>`,
      )}</ul>
    </details>
  `;
}

function lineFor(
  feature: DocumentsFeature,
  folders: Folders,
  { path, permission }: WatchedFolder,
): TemplateResult | null {
  const { words } = feature.shell;
  const name = isolated(path);
  if (permission !== "granted") {
    return html`<li class="fetch-line">
      <p>${words.parts("folders.asks", { name })}</p>
      <button
        class="link"
        type="button"
        aria-label=${words.t("folders.allow.name", { name: path })}
        @click=${() => void folders.allow(path)}
      >${words.t("folders.allow")}</button>
    </li>`;
  }
  if (!folders.isAbsent(path)) return null;
  return html`<li class="fetch-line">
    <p>${words.parts("folders.absent", { name })}</p>
    ${forgetButton(feature, folders, path)}
  </li>`;
}

function stoppedLine({ shell: { words } }: DocumentsFeature, folders: Folders): TemplateResult {
  return html`<li class="fetch-line">
    <p>${words.t("folders.stopped")}</p>
    <button class="link" type="button" @click=${() => void folders.follow()}>${words.t("folders.continue")}</button>
  </li>`;
}

function forgetButton({ shell }: DocumentsFeature, folders: Folders, path: string): TemplateResult {
  return html`<button
    class="link"
    type="button"
    aria-label=${shell.words.t("folders.forget.name", { name: path })}
    @click=${(event: Event) => {
      focusNeighbour(shell, event);
      void folders.forget(path);
    }}
  >${shell.words.t("folders.forget")}</button>`;
}
