import { siteWords } from "./strings.js";

/** Offers a new version of the page in a line above it. Nothing happens before the reader agrees. */
export class UpdateBar {
  readonly #place: HTMLElement;
  readonly #busy: () => boolean;
  readonly #languages: () => readonly string[];

  /**
   * `busy` returns whether reloading would lose something; `languages` returns the reader's, best
   * first.
   */
  constructor(place: HTMLElement, busy: () => boolean, languages: () => readonly string[]) {
    this.#place = place;
    this.#busy = busy;
    this.#languages = languages;
  }

  /** Shows the offer; `agreed` is called once the reader agrees and nothing would be lost. */
  offer(agreed: () => void): void {
    const line = document.createElement("div");
    line.className = "update";
    const words = siteWords(this.#languages(), line);
    const text = document.createElement("p");
    text.textContent = words.newVersion;
    const reload = button(words.reload, () => {
      if (this.#busy()) text.textContent = words.busy;
      else agreed();
    });
    const later = button(words.later, () => line.remove());
    line.append(text, reload, later);
    this.#place.replaceChildren(line);
  }
}

function button(label: string, press: () => void): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", press);
  return made;
}
