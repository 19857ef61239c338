import { html, type TemplateResult } from "lit/html.js";
import { searchAction } from "../viewer/dom.js";
import { icon } from "./view-parts.js";

/** An action of a menu. */
export function menuAction(label: string, run: () => void): TemplateResult {
  return html`<li class="menu-row">
    <button class="menu-item" type="button" @click=${run}><span class="menu-title">${label}</span></button>
  </li>`;
}

/** A name in a menu that is being entered or changed. */
export interface MenuName {
  readonly label: string;
  readonly saveLabel: string;
  readonly value: string;
  /** Called with the new name. */
  readonly save: (name: string) => void;
  /** Called when the name is saved or left unchanged. */
  readonly end: () => void;
}

/** A box for a name, shown instead of its row. */
export function menuName({ label, saveLabel, value, save, end }: MenuName): TemplateResult {
  return html`<li class="menu-row">
    <form
      class="menu-name"
      action=${searchAction}
      @submit=${(event: Event) => {
        event.preventDefault();
        const { currentTarget } = event;
        const field = currentTarget instanceof Element && currentTarget.querySelector("input");
        end();
        if (field) save(field.value);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== "Escape") return;
        // Closes only the name box, not the list.
        event.preventDefault();
        event.stopPropagation();
        end();
      }}
    >
      <input type="text" dir="auto" aria-label=${label} placeholder=${label} .value=${value}>
      <button class="icon-button" type="submit" aria-label=${saveLabel} title=${saveLabel}>${icon("check")}</button>
    </form>
  </li>`;
}

/** The actions on a row of a menu. */
export interface MenuButtons {
  readonly renameLabel: string;
  readonly renameTitle: string;
  readonly rename: () => void;
  readonly deleteLabel: string;
  readonly deleteTitle: string;
  readonly delete: (event: Event) => void;
}

/** The buttons at the end of a menu's row. */
export function menuButtons(buttons: MenuButtons): TemplateResult {
  return html`<button
      class="icon-button"
      type="button"
      aria-label=${buttons.renameLabel}
      title=${buttons.renameTitle}
      @click=${buttons.rename}
    >${icon("edit")}</button>
    <button
      class="icon-button"
      type="button"
      aria-label=${buttons.deleteLabel}
      title=${buttons.deleteTitle}
      @click=${buttons.delete}
    >${icon("remove")}</button>`;
}
