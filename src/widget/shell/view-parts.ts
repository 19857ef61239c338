import { html, nothing, type TemplateResult } from "lit/html.js";
import type { Span } from "../../index.js";
import type { I18n } from "../i18n/i18n.js";
import { type IconName, icon } from "./icons.js";
import type { Shell } from "./shell.js";

/** A name inside a sentence: it keeps its own direction, and leaves the sentence's as it is. */
export function isolated(name: string): TemplateResult {
  return html`<bdi>${name}</bdi>`;
}

/** Cuts a long name in its middle: the end tells files apart, and it holds the kind of file. */
export function middleEllipsis(name: string): TemplateResult {
  const { head, tail } = cutName(name);
  return html`<span class="unseen">${name}</span
    ><span class="cut-name" dir="auto" aria-hidden="true"
      ><span class="head">${head}</span
      ><span class="tail">${tail}</span></span
    >`;
}

const TAIL = 10;
const fromRight =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const joinsBefore = /^[\p{M}\u200d]/u;

/** A name in two parts: of the first, the end may be left out where there is no room. */
export interface CutName {
  readonly head: string;
  readonly tail: string;
}

/**
 * Where a name may be cut. One with letters that are written from the right is left whole: its two
 * parts would be put in order each for itself, and numbers and words between them be swapped.
 */
export function cutName(name: string): CutName {
  if (fromRight.test(name)) return { head: name, tail: "" };
  const letters = [...name];
  let cut = Math.max(0, letters.length - TAIL);
  // An accent stays with its letter; on some systems names have the two apart.
  while (cut > 0 && joinsBefore.test(letters[cut] ?? "")) cut--;
  return { head: letters.slice(0, cut).join(""), tail: letters.slice(cut).join("") };
}

const hasAppleKeys = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent);

/** A key with the command or control key, as this system writes it. */
export function commandKey(letter: string, words: I18n): string {
  if (hasAppleKeys()) return `⌘${letter}`;
  return words.t("keys.control", { letter });
}

/** A key with the alternative key, as this system writes it. */
export function altKey(letter: string, words: I18n): string {
  if (hasAppleKeys()) return `⌥${letter}`;
  return words.t("keys.alt", { letter });
}

/** Moves the focus to the next row, before the row of an event goes. */
export function focusNeighbour(shell: Shell, event: Event): void {
  const { target } = event;
  const row = target instanceof Element ? target.closest("li") : null;
  const title = target instanceof Element ? target.closest("button")?.title : undefined;
  for (const neighbour of [row?.nextElementSibling, row?.previousElementSibling]) {
    const controls = [...(neighbour?.querySelectorAll<HTMLElement>("button, input") ?? [])];
    // A document itself rather than what deletes it; of other rows, the button of the same kind.
    const next =
      controls.find((control) => control.matches(".row-open")) ??
      controls.find((control) => title && control.title === title) ??
      controls[0];
    if (!next) continue;
    next.focus();
    return;
  }
  shell.focusBox();
}

/** Brings what was unfolded into view once it is drawn, as far as it is not. */
export function reveal({ surface }: Shell, id: string): void {
  const scroll = () => surface.find(`#${id}`)?.scrollIntoView({ block: "nearest" });
  requestAnimationFrame(() => requestAnimationFrame(scroll));
}

/** A mark at the end of a row, with its reason on hover and focus. */
export function rowMark(name: IconName, reason: string, tabIndex: 0 | -1 = 0): TemplateResult {
  return html`<span class="partial" role="img" data-control="mark" tabindex=${tabIndex} aria-label=${reason}>
    ${icon(name)}<span class="tip" aria-hidden="true">${reason}</span>
  </span>`;
}

/** A text of a document with parts of it marked. */
export function markedText(text: string, marks: readonly Span[]): (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = [];
  const unwrapped = withoutLineEnds(text);
  let end = 0;
  for (const mark of marks) {
    if (mark.start < end) continue;
    pieces.push(
      readable(unwrapped.slice(end, mark.start)),
      html`<mark>${readable(unwrapped.slice(mark.start, mark.end))}</mark>`,
    );
    end = mark.end;
  }
  pieces.push(readable(unwrapped.slice(end)));
  return pieces;
}

/**
 * A text whose sentences go on over the ends of their lines, also beside a table, whose rows stay
 * apart. It is as long as before.
 */
function withoutLineEnds(text: string): string {
  return text.replace(/(?<=(?:^|\n)[^\t\n]*)\n(?=\p{Ll}[^\t\n]*(?:\n|$))/gu, " ");
}

/** Cells of a table row, set apart for reading; blocks without the empty line between them. */
export function readable(text: string): string {
  return text.replaceAll("\t", " · ").replace(/\n{2,}/g, "\n");
}

type Drawn = TemplateResult | typeof nothing;

/**
 * A view whose code is fetched when it is first drawn. Nothing is shown until it is there, and the
 * page around is drawn again then; from then on it is drawn at once. Where it cannot be fetched, that is
 * said in its place, with a button to try again.
 */
export function lazyView<Given extends readonly unknown[]>(
  fetchView: () => Promise<(...given: Given) => Drawn>,
): (shell: Shell, ...given: Given) => Drawn {
  let view: ((...given: Given) => Drawn) | null = null;
  let state: "unasked" | "coming" | "failed" = "unasked";
  const waiting = new Set<Shell>();
  const draw = (): void => {
    for (const shell of waiting) shell.changed();
    waiting.clear();
  };
  const begin = async (): Promise<void> => {
    state = "coming";
    try {
      view = await fetchView();
    } catch {
      state = "failed";
    }
    draw();
  };
  return (shell, ...given) => {
    if (view) return view(...given);
    if (state === "failed") return failedView(shell, () => void begin());
    waiting.add(shell);
    if (state === "unasked") void begin();
    return nothing;
  };
}

function failedView({ changed, words }: Shell, again: () => void): TemplateResult {
  return html`<div class="part-failed">
    <p>${words.t("privacy.part.failed")}</p>
    <button class="button" type="button" @click=${() => {
      again();
      changed();
    }}>${words.t("common.tryAgain")}</button>
  </div>`;
}
