import { repeat } from "lit/directives/repeat.js";
import { html, nothing, type TemplateResult } from "lit/html.js";
import type { DocumentSummary, Notebook } from "../../core/index.js";
import type { DocumentsFeature } from "../documents/documents-feature.js";
import { notebookWords } from "../i18n/english/notebooks.js";
import { addEnglish } from "../i18n/english.js";
import { menuAction, menuName } from "../shell/menu-view.js";
import { adoptStyles } from "../shell/renderer.js";
import { type Drawn, icon, iconButton } from "../shell/view-parts.js";
import styles from "./notebooks.css?inline";
import type { Notebooks } from "./notebooks.js";

addEnglish(notebookWords);

/** The button to create the first notebook, shown if there are at least two documents. */
export function newNotebookView({ list, notebooks, shell }: DocumentsFeature): Drawn {
  if (!notebooks || notebooks.list.length > 0 || list.all.length < 2) return nothing;
  const label = shell.words.t("notebooks.new");
  const button = html`<button
    class="icon-button"
    id="notebooks-button"
    type="button"
    aria-label=${label}
    title=${label}
    aria-expanded=${notebooks.menuShown ? "true" : "false"}
    aria-controls="notebooks-menu"
    @click=${() => openName(notebooks, !notebooks.menuShown)}
  >${icon("notebook")}</button>`;
  return frameView(notebooks, button, newNameView(notebooks));
}

/** The notebook whose documents are listed, with the menu to choose another one. */
export function notebooksView({ notebooks, shell }: DocumentsFeature): Drawn {
  if (!notebooks || notebooks.list.length === 0) return nothing;
  const { words } = shell;
  const title = notebooks.chosen?.title ?? words.t("notebooks.all");
  const button = html`<button
    class="notebook-button"
    id="notebooks-button"
    type="button"
    aria-label=${words.t("notebooks.choose", { title })}
    aria-expanded=${notebooks.menuShown ? "true" : "false"}
    aria-controls="notebooks-menu"
    @click=${() => notebooks.toggleMenu(!notebooks.menuShown)}
  >${icon("notebook")}<span dir="auto">${title}</span>${icon("chevron")}</button>`;
  return frameView(notebooks, button, menuView(notebooks));
}

function frameView(
  notebooks: Notebooks,
  button: TemplateResult,
  menu: TemplateResult,
): TemplateResult {
  const { menuShown, shell } = notebooks;
  adoptStyles(shell.surface.root, styles);
  return html`<div
    class="notebooks"
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== "Escape" || !menuShown) return;
      event.preventDefault();
      notebooks.toggleMenu(false);
      shell.surface.find("#notebooks-button")?.focus();
    }}
    @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
      const left = currentTarget instanceof Element && relatedTarget instanceof Node;
      if (menuShown && left && !currentTarget.contains(relatedTarget)) notebooks.toggleMenu(false);
    }}
  >
    ${button}
    <div class="menu" id="notebooks-menu" ?hidden=${!menuShown}>${menuShown ? menu : nothing}</div>
  </div>`;
}

function menuView(notebooks: Notebooks): TemplateResult {
  const { chosen, list, naming, shell } = notebooks;
  const { words } = shell;
  const save = (): void => {
    shell.surface.find("#notebooks-button")?.focus();
    notebooks.toggleMenu(false);
    if (chosen) void notebooks.save(chosen);
  };
  return html`
    <ul class="menu-part" aria-label=${words.t("notebooks.title")}>
      <li class="menu-row">${choiceView(notebooks, null)}</li>
      ${repeat(
        list,
        ({ id }) => id,
        (one) => (naming === one.id ? nameRow(notebooks, one) : rowView(notebooks, one)),
      )}
    </ul>
    ${
      naming === ""
        ? newNameView(notebooks)
        : html`<ul class="menu-part">
            ${menuAction(words.t("notebooks.new"), () => openName(notebooks, true))}
            ${chosen && chosen.documents > 0 ? menuAction(words.t("notebooks.save"), save) : nothing}
          </ul>`
    }
  `;
}

/** A notebook to choose; null for all documents. */
function choiceView(notebooks: Notebooks, one: Notebook | null): TemplateResult {
  const { documents, shell } = notebooks;
  const { words } = shell;
  const count = one ? one.documents : documents.all.length;
  const id = one?.id ?? null;
  return html`<button
    class="menu-item"
    type="button"
    data-notebook=${id ?? "all"}
    aria-current=${shell.notebook === id ? "true" : "false"}
    @click=${() => {
      shell.surface.find("#notebooks-button")?.focus();
      void shell.attempt(() => notebooks.choose(id));
    }}
  >
    <span class="menu-title" dir="auto">${one?.title ?? words.t("notebooks.all")}</span>
    <span class="quiet">${words.t("common.documents", { count })}</span>
  </button>`;
}

function rowView(notebooks: Notebooks, one: Notebook): TemplateResult {
  const { words } = notebooks.shell;
  const { title } = one;
  return html`<li class="menu-row">
    ${choiceView(notebooks, one)}
    ${iconButton(
      "edit",
      words.t("notebooks.rename", { title }),
      () => openName(notebooks, true, one.id),
      { title: words.t("notebooks.rename.short") },
    )}
    ${iconButton(
      "remove",
      words.t("notebooks.delete", { title }),
      () => {
        // The row disappears with its notebook, and the menu with the last row.
        notebooks.shell.surface.find("#notebooks-button")?.focus();
        notebooks.toggleMenu(false);
        void notebooks.delete(one);
      },
      { title: words.t("common.delete") },
    )}
  </li>`;
}

/** A field for the name of a new notebook; the first one says what notebooks are. */
function newNameView(notebooks: Notebooks): TemplateResult {
  const { list, shell } = notebooks;
  return html`<ul class="menu-part">${nameRow(notebooks, null)}</ul>
    ${list.length === 0 ? html`<p class="menu-note quiet">${shell.words.t("notebooks.new.what")}</p>` : nothing}`;
}

function nameRow(notebooks: Notebooks, one: Notebook | null): TemplateResult {
  const { shell } = notebooks;
  return menuName({
    label: shell.words.t("notebooks.name"),
    saveLabel: shell.words.t("notebooks.name.save"),
    value: one?.title ?? "",
    save: (name) => void (one ? notebooks.rename(one, name) : notebooks.create(name)),
    end: () => {
      shell.surface.find("#notebooks-button")?.focus();
      notebooks.toggleMenu(one !== null);
      if (one) shell.focusDrawn(`#notebooks-menu [data-notebook="${one.id}"]`);
    },
  });
}

/** Shows the field for a name, with the cursor in it. */
function openName(notebooks: Notebooks, shown: boolean, id = ""): void {
  notebooks.toggleMenu(shown, shown ? id : null);
  if (shown) notebooks.shell.focusDrawn("#notebooks-menu .menu-name input");
}

/** Shown above the list instead of the page counts when the chosen notebook is empty. */
export function emptyNotebookView({ list, notebooks, shell }: DocumentsFeature): TemplateResult {
  const { words } = shell;
  return html`<div class="list-head">
    <p>${words.t("notebooks.empty")}</p>
    ${
      notebooks && list.all.length > 0
        ? html`<button class="button" type="button" @click=${() => void notebooks.fill()}>${words.t("notebooks.fill")}</button>`
        : nothing
    }
  </div>`;
}

/** Links that put the selected documents into notebooks, or take them out of the chosen one. */
export function placingLinks(feature: DocumentsFeature): Drawn {
  const { list, shell } = feature;
  const selected = list.listed.filter(({ id }) => list.isSelected(id));
  return placeButtons(feature, selected, () => shell.focusBox(), "link");
}

/**
 * Buttons that put documents into notebooks, or take them out of the chosen one. `leave` is called
 * before the buttons disappear.
 */
export function placeButtons(
  { notebooks, shell }: DocumentsFeature,
  documents: readonly DocumentSummary[],
  leave: () => void,
  look: "button" | "link" = "button",
): Drawn {
  if (!notebooks) return nothing;
  const { words } = shell;
  const { chosen, contents } = notebooks;
  const isInside = documents.some(({ id }) => contents?.documents.has(id));
  return html`<button class=${look} type="button" @click=${() => void notebooks.place(documents)}>${words.t("notebooks.place")}</button>
    ${
      chosen && isInside
        ? html`<button class=${look} type="button" @click=${() => {
            leave();
            void notebooks.remove(chosen, documents);
          }}>${words.t("notebooks.takeOut")}</button>`
        : nothing
    }`;
}
