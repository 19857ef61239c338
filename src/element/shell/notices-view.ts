import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentSize } from "../../collection/index.js";
import { fileName } from "../../core/index.js";
import { passwordTitle, roomTitle } from "../documents/document-words.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import { passwordField } from "../documents/ingest-row-view.js";
import type { IngestRow, PasswordState } from "../documents/ingest-rows.js";
import { paneWords } from "../i18n/english/panes.js";
import { addEnglish } from "../i18n/english.js";
import type { I18n } from "../i18n/i18n.js";
import styles from "./notices.css?inline";
import {
  areFew,
  type Notice,
  type NoticeChoice,
  type NoticeItem,
  type NoticeProgress,
} from "./notices.js";
import { adoptStyles } from "./renderer.js";
import type { Shell } from "./shell.js";
import { type Drawn, focusNeighbour, icon, iconButton, isolated } from "./view-parts.js";

addEnglish(paneWords);

/** Whether there is any notice. */
export function hasNotices(feature: DocumentsFeature): boolean {
  return countNotices(feature) > 0;
}

function countNotices(feature: DocumentsFeature): number {
  const { ingest, room } = feature;
  const { length: passwords } = ingest.passwords.noticed;
  const { length: current } = currentNotices(feature);
  return current + (passwords > 0 ? 1 : 0) + (room.files.length > 0 ? 1 : 0);
}

/** The notices, except those about files that were all deleted; undoing that shows them again. */
function currentNotices({ ingest, list, shell }: DocumentsFeature): readonly Notice[] {
  return shell.notices.list.filter(
    ({ paths }) =>
      paths.length === 0 ||
      paths.some((path) => list.index.hasOwn(path) || ingest.rows.get(path) !== undefined),
  );
}

/** Notices that the style sheet shows above the question box until the reader asks for all. */
const shownAtFirst = 2;

/**
 * Questions, errors and unfinished work, until they are dealt with.
 *
 * @param besideAnswer whether an answer needs the space: lists and forms fold to a line then
 */
export function noticesView(feature: DocumentsFeature, besideAnswer = false): TemplateResult {
  const { notices, surface, words } = feature.shell;
  adoptStyles(surface.root, styles);
  const count = countNotices(feature);
  // An answer needs the space more than a list or a form does, and everything does where there is little.
  const isShort = besideAnswer || !surface.wide || feature.shell.pageShown;
  const isCompact = isShort && feature.list.all.length > 0;
  const all = notices.allShown || count <= shownAtFirst;
  return html`
    <div class="notices" role="region" aria-label=${words.t("widget.notices")} ?data-all=${all}>
      ${passwordNotice(feature, isCompact)} ${roomNotice(feature)}
      ${repeat(
        currentNotices(feature),
        ({ id }) => id,
        (notice) => noticeView(feature.shell, notice, isCompact),
      )}
      ${
        all
          ? nothing
          : html`<button class="link notices-more" type="button" @click=${(event: Event) => {
              // The button disappears.
              focusNotices(event);
              notices.showAll();
            }}>${words.t("widget.notices.show", { count })}</button>`
      }
    </div>
  `;
}

function focusNotices({ currentTarget }: Event): void {
  if (!(currentTarget instanceof Element)) return;
  currentTarget.closest(".notices")?.querySelector<HTMLElement>("button")?.focus();
}

function noticeView(shell: Shell, notice: Notice, isCompact: boolean): TemplateResult {
  const { words } = shell;
  const { id, title, brief, actions, choice, icon: name, progress } = notice;
  const dismiss = words.t("widget.notices.dismiss");
  const isBrief = isCompact && brief !== null && notice.items.length > 0;
  return html`
    <section class="notice" aria-label=${title} ?data-brief=${isBrief}>
      ${icon(name)}
      <div class="notice-body">
        ${isBrief ? briefView(shell, notice, brief) : html`<p class="notice-title">${title}</p>`}
        ${progress ? progressView(title, progress()) : nothing}
        ${isBrief ? nothing : itemsView(shell, notice)}
        ${
          actions.length > 0 && !(isBrief && !notice.expanded)
            ? html`<p class="notice-actions">${actions.map(
                ({ label, run }) => html`<button
                  class="link"
                  type="button"
                  @click=${() => {
                    shell.notices.dismiss(id);
                    run();
                  }}
                >${label}</button>`,
              )}${choice ? choiceView(choice) : nothing}</p>`
            : nothing
        }
      </div>
      ${iconButton("close", dismiss, () => shell.notices.dismiss(id))}
    </section>
  `;
}

/** One line, which opens the items. */
function briefView(
  { notices, words }: Shell,
  { id, items, expanded }: Notice,
  brief: string,
): TemplateResult {
  return html`
    ${briefButton(words, brief, expanded, () => notices.expand(id, !expanded))}
    <div class="notice-items" ?hidden=${!expanded}>
      <ul>${items.map((item) => itemView(words, item))}</ul>
    </div>
  `;
}

function briefButton(
  words: I18n,
  brief: unknown,
  expanded: boolean,
  toggle: () => void,
): TemplateResult {
  return html`<button
    class="notice-brief"
    type="button"
    aria-expanded=${expanded ? "true" : "false"}
    @click=${toggle}
  ><span>${brief}</span> <span class="link">${words.t(expanded ? "widget.notices.close" : "widget.notices.open")}</span></button>`;
}

function itemsView({ notices, words }: Shell, { id, items, expanded }: Notice): Drawn {
  if (items.length === 0) return nothing;
  const list = html`<ul>${items.map((item) => itemView(words, item))}</ul>`;
  if (areFew(items)) return list;
  // Lines of the items count as such, because the title counts files.
  const count = items.reduce((sum, { more }) => sum + (more?.length ?? 1), 0);
  const toggled = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof HTMLDetailsElement) || currentTarget.open === expanded) return;
    notices.expand(id, currentTarget.open);
  };
  return html`<details class="notice-items" ?open=${expanded} @toggle=${toggled}>
    <summary>${words.t("widget.notices.show", { count })}</summary>
    ${list}
  </details>`;
}

function progressView(title: string, { share, words }: NoticeProgress): TemplateResult {
  // The numbers are hidden from screen readers.
  return html`<p class="notice-progress">
    <progress aria-label=${title} max="1" .value=${share}></progress>
    <span class="quiet" aria-hidden="true">${words}</span>
  </p>`;
}

function choiceView({ label, value, options, take }: NoticeChoice): TemplateResult {
  return html`<select
    aria-label=${label}
    title=${label}
    @change=${({ target }: Event) => target instanceof HTMLSelectElement && take(target.value)}
  >${options.map(
    (option) =>
      html`<option value=${option.value} ?selected=${option.value === value}>${option.label}</option>`,
  )}</select>`;
}

function itemView(
  words: I18n,
  { name = "", message, more = [], moreAreNames = false }: NoticeItem,
): TemplateResult {
  // Most messages already name the file.
  const named = name === "" || message.includes(fileName(name));
  const shownName = html`<bdi class="notice-name">${name}</bdi>`;
  return html`
    <li>
      ${named ? message : message === "" ? shownName : words.parts("documents.report.named", { name: shownName, message })}
      ${
        more.length > 0
          ? html`<details>
              <summary>${words.t("widget.notices.show", { count: more.length })}</summary>
              <ul tabindex="0" aria-label=${message}>${more.map(
                (line) => html`<li>${moreAreNames ? isolated(line) : line}</li>`,
              )}</ul>
            </details>`
          : nothing
      }
    </li>
  `;
}

const MOST = 5;

/** Names the files that there is no space for, how much is missing, and how to make space. */
function roomNotice(feature: DocumentsFeature): Drawn {
  const { room } = feature;
  const { words } = feature.shell;
  const { files } = room;
  const [first] = files;
  if (!first) return nothing;
  const count = files.length;
  const name = fileName(first.path);
  const many = count > 1 ? words.t("documents.room.noneMany", { count }) : null;
  const largest = (room.state?.largest ?? [])
    .filter(({ document }) => feature.list.get(document))
    .slice(0, MOST);
  return html`
    <section class="notice" aria-label=${roomTitle(words, files)}>
      ${icon("warning")}
      <div class="notice-body">
        <p class="notice-title">${
          many ?? words.parts("documents.room.none", { name: isolated(name) })
        }</p>
        <p>${missingWords(feature)}</p>
        ${
          largest.length > 0
            ? html`<p class="notice-about">${words.t("documents.room.largest")}</p>
                <ul class="largest">${largest.map((document) => largestView(feature, document))}</ul>`
            : nothing
        }
        <p class="notice-about" role="status">${waitWords(feature)}</p>
        <p class="notice-actions">
          <button class="link" type="button" ?disabled=${room.waiting} @click=${() => void room.tryAgain()}>
            ${words.t("common.tryAgain")}
          </button>
          <button
            class="link"
            type="button"
            @click=${() => void feature.shell.attempt(() => feature.ingest.takeOut(files.map(({ path }) => path)))}
          >${words.t("documents.room.leaveOut", { count })}</button>
        </p>
      </div>
    </section>
  `;
}

function missingWords({ room, shell: { words } }: DocumentsFeature): string {
  const { missing, needed, files } = room;
  // For a stored file it is the pages that do not fit, and only the collection knows their size.
  const problem = files[0]?.problem;
  if (needed === 0) return problem ? words.problem(problem) : "";
  if (missing !== null) return words.t("documents.room.missing", { size: words.size(missing) });
  // Some browsers hide the amount of free space.
  return words.t("documents.room.needed", { size: words.size(needed) });
}

function waitWords({ room, shell: { words } }: DocumentsFeature): string {
  if (room.waiting) return words.t("documents.room.waiting");
  return room.clearing ? words.t("documents.room.clearing") : "";
}

function largestView(
  feature: DocumentsFeature,
  { document: id, path, bytes }: DocumentSize,
): TemplateResult {
  const { words } = feature.shell;
  const name = fileName(path);
  return html`<li>
    <span class="largest-name" title=${path}>${isolated(name)}</span>
    <span class="quiet">${words.size(bytes)}</span>
    <button
      class="link"
      type="button"
      aria-label=${words.t("documents.row.delete", { name })}
      @click=${(event: Event) => {
        const document = feature.list.get(id);
        if (!document) return;
        focusNeighbour(feature.shell, event);
        void feature.remove([document]);
      }}
    >${words.t("common.delete")}</button>
  </li>`;
}

/** Asks for the passwords of the files that need one, one after the other. */
function passwordNotice(feature: DocumentsFeature, isCompact: boolean): Drawn {
  const { words } = feature.shell;
  const { passwords } = feature.ingest;
  const files = passwords.noticed;
  const [first] = files;
  if (!first) return nothing;
  const single = files.length === 1;
  const { path } = first;
  const state = passwords.stateOf(path) ?? "asked";
  const name = fileName(path);
  const title = single
    ? words.parts("documents.password.needed", { name: isolated(name) })
    : words.t("documents.password.neededMany", { count: files.length });
  const isFolded = isCompact && !passwords.unfolded;
  return html`
    <section class="notice" aria-label=${passwordTitle(words, files)} ?data-brief=${isCompact}>
      ${icon("lock")}
      <div class="notice-body">
        ${
          isCompact
            ? briefButton(words, title, !isFolded, () => passwords.unfold(isFolded))
            : html`<p class="notice-title">${title}</p>`
        }
        <div class="notice-form" ?hidden=${isFolded}>
          ${single ? nothing : html`<p class="notice-name">${isolated(name)}</p>`}
          ${passwordField(feature, path, state, "notice", single ? nothing : skipAllView(feature, files))}
          <p class="notice-about" role="status">${stateWords(words, state, files.length - 1)}</p>
        </div>
      </div>
      ${iconButton(
        "close",
        words.t("widget.notices.dismiss"),
        () => passwords.moveToRows(files.map((file) => file.path)),
        {
          title: words.t("documents.password.later"),
        },
      )}
    </section>
  `;
}

function stateWords(words: I18n, state: PasswordState, more: number): string {
  if (state === "wrong") return words.t("documents.password.wrong");
  if (state === "checking") return words.t("documents.password.checking");
  return more === 0
    ? words.t("documents.password.use")
    : words.t("documents.password.use.more", { count: more });
}

function skipAllView(feature: DocumentsFeature, files: readonly IngestRow[]): TemplateResult {
  const { words } = feature.shell;
  return html`<button
    class="link"
    type="button"
    title=${words.t("documents.password.skipAll.what")}
    @click=${() => skip(feature, files)}
  >${words.t("documents.password.skipAll", { count: files.length })}</button>`;
}

function skip(feature: DocumentsFeature, files: readonly IngestRow[]): void {
  void feature.shell.attempt(async () => {
    await feature.ingest.takeOut(files.map(({ path }) => path));
    feature.shell.surface.announce(
      feature.shell.words.t("documents.password.skippedAll", { count: files.length }),
    );
  });
}
