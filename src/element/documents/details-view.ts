import { html, nothing, type TemplateResult } from "lit/html.js";
import {
  type DocumentSummary,
  documentTitle,
  fileName,
  folderName,
  formatNames,
  type OutlineEntry,
} from "../../core/index.js";
import { listWords } from "../i18n/english/list.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import { placeButtons } from "../notebooks/notebooks-view.js";
import { adoptStyles } from "../shell/renderer.js";
import { closeDialog, type Drawn, isolated } from "../shell/view-parts.js";
import styles from "./details.css?inline";
import { DocumentDetails } from "./details.js";
import { encodingReason, extent, leftOutReason, partialReason } from "./document-words.js";
import type { DocumentsFeature, ShownDetails } from "./documents-feature.js";

addEnglish(listWords);

/** Maximum number of headings listed; the outline next to the pages has all of them. */
const mostHeadings = 200;

/** The details of the documents whose details are open. */
const found = new WeakMap<ShownDetails, DocumentDetails>();

/** The details of a document, with its outline; `ask` asks a question. */
export function detailsView(
  feature: DocumentsFeature,
  shown: ShownDetails,
  ask: (question: string) => void,
): TemplateResult {
  const { opening, shell } = feature;
  const { words } = shell;
  adoptStyles(shell.surface.root, styles);
  const { document, abort } = shown;
  const details = found.get(shown) ?? DocumentDetails.of(document, shell, abort.signal);
  found.set(shown, details);
  const title = documentTitle(document);
  const name = fileName(document.path);
  const open = (heading?: OutlineEntry): void => {
    closeDialog(shell, "details");
    if (heading) opening.link(document, heading);
    else opening.document(document);
  };
  return html`
    <section class="details">
      ${title === null ? nothing : html`<p class="details-title" dir="auto">${title}</p>`}
      <p class="details-buttons">
        <button class="button" type="button" @click=${() => open()}>${words.t("common.open")}</button>
        <button
          class="button"
          type="button"
          @click=${() => {
            closeDialog(shell, "details");
            ask(words.t("details.summarise.question", { name }));
          }}
        >${words.t("details.summarise")}</button>
        ${placeButtons(feature, [document], () => closeDialog(shell, "details"))}
      </p>
      <dl>${factsOf(words, document, details).map(
        ([label, value]) =>
          html`<div><dt>${label}</dt><dd>${typeof value === "string" ? isolated(value) : value}</dd></div>`,
      )}</dl>
      ${outlineView(words, details.outline, words.isInWhole({ document: document.id, pageUnit: document.pageUnit }), open)}
    </section>
  `;
}

function factsOf(
  words: I18n,
  document: DocumentSummary,
  { language, tables }: DocumentDetails,
): (readonly [label: string, value: unknown])[] {
  const { addedAt, format, metadata, path, source } = document;
  const { author, subject, keywords, created, modified, creator, producer } = metadata;
  const folder = folderName(path);
  const facts: [label: string, value: unknown][] = [
    [words.t("details.folder"), folder],
    [words.t("details.source"), source?.title ?? ""],
    [words.t("details.format"), formatOf(words, format, metadata.formatVersion)],
    [words.t("details.pages"), lengthOf(words, document)],
    [words.t("details.size"), words.size(metadata.fileSize)],
    [words.t("details.language"), languageOf(words, language)],
    [words.t("details.author"), author ?? ""],
    [words.t("details.subject"), subject ?? ""],
    [words.t("details.keywords"), keywords ?? ""],
    [words.t("details.created"), dayOf(words, created)],
    [words.t("details.modified"), dayOf(words, modified ?? metadata.fileModified ?? null)],
    [words.t("details.program"), [creator, producer].filter(Boolean).join(", ")],
    [words.t("details.added"), momentOf(words, addedAt)],
    [words.t("details.read"), readOf(words, document).map((line) => html`<p>${line}</p>`)],
    [words.t("details.tables"), tablesOf(words, document, tables)],
  ];
  return facts.filter(([, value]) => value !== "");
}

function formatOf(words: I18n, format: DocumentSummary["format"], version: string | null): string {
  const name = format === "text" ? words.t("details.format.text") : formatNames[format].label;
  return version ? `${name} ${version}` : name;
}

function lengthOf(words: I18n, document: DocumentSummary): string {
  const count = words.t("details.words", { count: document.words });
  return [extent(words, document), count].filter(Boolean).join(" · ");
}

/** How the text was read, and what is missing. */
function readOf(words: I18n, document: DocumentSummary): string[] {
  const { metadata, pages, readHere } = document;
  const { encoding } = metadata;
  const lines = [
    readHere ? null : words.t("details.read.ready"),
    pages.recognised > 0 ? words.t("details.read.recognised", { count: pages.recognised }) : null,
    encoding ? words.t("details.read.encoding", { name: encoding.name }) : null,
    partialReason(words, document),
    encodingReason(words, document),
    leftOutReason(words, document),
  ].filter((line) => line !== null);
  return lines.length > 0 ? lines : [words.t("details.read.text")];
}

/** The number of tables; in long documents, on the first pages only. */
function tablesOf(
  words: I18n,
  { pages }: DocumentSummary,
  tables: DocumentDetails["tables"],
): string {
  if (!tables || tables.count === 0) return "";
  if (tables.pages === pages.total) return words.count(tables.count);
  return words.t("details.tables.count", tables);
}

function languageOf({ locale }: I18n, language: string | null): string {
  if (language === null || language === "und") return "";
  return new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? "";
}

/** Formats a date of a document; text without a full date is returned unchanged. */
function dayOf({ locale }: I18n, time: string | null): string {
  if (time === null) return "";
  const [day] = /^\d{4}-\d\d-\d\d/.exec(time) ?? [];
  if (day === undefined) return time;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(`${day}T00:00:00Z`));
}

function momentOf({ locale }: I18n, time: number): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(time);
}

/** The headings; each opens its place in the document. */
function outlineView(
  words: I18n,
  outline: readonly OutlineEntry[] | null,
  isWhole: boolean,
  open: (heading: OutlineEntry) => void,
): Drawn {
  if (outline === null || outline.length === 0) return nothing;
  const shown = outline.slice(0, mostHeadings);
  const more = outline.length - shown.length;
  return html`
    <h3 id="details-outline">${words.t("details.outline")}</h3>
    <ol class="details-outline" aria-labelledby="details-outline">${shown.map(
      (heading) => html`<li data-level=${Math.min(heading.level, 5)}>
        <button type="button" @click=${() => open(heading)}>
          <span dir="auto">${heading.text}</span>${isWhole ? nothing : html`<span class="quiet">${words.count(heading.page)}</span>`}
        </button>
      </li>`,
    )}</ol>
    ${more > 0 ? html`<p class="quiet">${words.t("details.outline.more", { count: more })}</p>` : nothing}
  `;
}
