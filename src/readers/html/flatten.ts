import { grouped, loweredText, raisedText } from "../run-text.js";
import {
  asElement,
  attribute,
  type Element,
  isBlock,
  isHidden,
  type ParentNode,
  rawText,
  textOfLines,
  walk,
} from "./dom.js";

// Meaning that a page expresses only by markup, so that its bare text would be wrong: raised
// digits, deleted words, ruby readings, values of fields.

/**
 * Replaces, in place, markup that changes the meaning of its text by equivalent text: "45³" for a
 * raised digit, "東京（とうきょう）" for ruby, the value for a field. Empties deleted elements and returns
 * their text. Does not recurse.
 */
export function flattenMarkup(root: ParentNode): string[] {
  const removed: string[] = [];
  /** The text since the last break, which decides how a raised run is written. */
  let before = "";
  const add = (text: string): void => {
    before = (before + text).slice(-contextLength);
  };
  const open: { readonly element: Element; readonly kind: Kind; readonly before: string }[] = [];
  walk(root, {
    text: add,
    enter: (element) => {
      if (isHidden(element)) return false;
      const field = fieldText(element);
      if (field !== null) {
        replaceBy(element, field === "" ? "" : ` ${field} `);
        before = " ";
        return false;
      }
      if (isBlock(element) || element.tagName === "br") before = "";
      const kind = kindOf(element);
      // Of nested elements of one kind, the outermost counts.
      const isInner = kind !== "formula" && open.some((each) => each.kind === kind);
      if (kind !== null && !isInner && open.length < deepest) {
        open.push({ element, kind, before });
      }
      return true;
    },
    leave: (element) => {
      const last = open.at(-1);
      if (last?.element === element) {
        open.pop();
        before = last.before;
        if (last.kind === "deleted") {
          const text = textOfLines(element);
          if (text !== "") removed.push(text);
          element.childNodes = [];
        } else {
          const text = textOf(element, last.kind, before);
          replaceBy(element, text);
          add(text);
        }
      }
      if (isBlock(element)) before = "";
    },
  });
  return removed;
}

/** Characters before a raised run that decide how it is written. */
const contextLength = 32;

type Shift = "raised" | "lowered";
type Kind = Shift | "deleted" | "ruby" | "formula";

/** Maximum number of elements open at once; anything nested deeper is not a real formula. */
const deepest = 50;

function textOf(element: Element, kind: Exclude<Kind, "deleted">, before: string): string {
  if (kind === "ruby") return rubyText(element);
  if (kind === "formula") return formulaText(element, before);
  return shiftedAfter(before, rawText(element).replace(/\s+/g, " "), kind);
}

/** A power, an index or a fraction of MathML on one line: "10⁶", "x_(n-1)", "1/2". */
function formulaText(element: Element, before: string): string {
  const [first = "", second = "", third = ""] = element.childNodes
    .flatMap((node) => asElement(node) ?? [])
    .map(textOfLines);
  switch (element.tagName) {
    case "msup":
      return first + raisedText(second);
    case "msub":
      return first + loweredText(second);
    case "msubsup":
      return first + loweredText(second) + raisedText(third);
    default:
      return `${/\p{N}$/u.test(before) ? " " : ""}${grouped(first)}/${grouped(second)}`;
  }
}

function kindOf(element: Element): Kind | null {
  if (isDeleted(element)) return "deleted";
  if (element.tagName === "ruby") return "ruby";
  return /^m(?:su[bp]|subsup|frac)$/.test(element.tagName) ? "formula" : shiftOf(element);
}

/** Turns a field, picture or block into an inline element with this text. */
function replaceBy(element: Element, text: string): void {
  element.tagName = "span";
  element.nodeName = "span";
  element.attrs = [];
  element.childNodes = [{ nodeName: "#text", value: text, parentNode: element }];
}

const deletedStyle = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;

function isDeleted(element: Element): boolean {
  return (
    /^(?:del|s|strike)$/.test(element.tagName) ||
    attribute(element, "role") === "deletion" ||
    deletedStyle.test(attribute(element, "style") ?? "")
  );
}

/** A vertical-align length that really shifts the text, not a sub-pixel correction. */
const shiftStyle =
  /(?:^|;)\s*vertical-align\s*:\s*(?:(super|text-top)|(sub|text-bottom)|(-?)(?:0?\.[2-9]\d*(?:em|ex|rem)|[1-9]\d*(?:\.\d+)?(?:em|ex|rem)|[2-9](?:\.\d+)?p[tx]|[1-9]\d+(?:\.\d+)?(?:p[tx]|%)))\s*(?:!important\s*)?(?:;|$)/i;

/** Whether an element's text is set above or below its line. */
function shiftOf(element: Element): Shift | null {
  if (element.tagName === "sup") return "raised";
  if (element.tagName === "sub") return "lowered";
  if (isBlock(element)) return null;
  const [found, above, below, sign] = shiftStyle.exec(attribute(element, "style") ?? "") ?? [];
  if (found === undefined) return null;
  if (above !== undefined) return "raised";
  return below !== undefined || sign === "-" ? "lowered" : "raised";
}

/** An ordinal ending after a number, which is not a note mark: "1st", "2e", "3ème", "4º". */
const ordinal = /^(?:st|nd|rd|th|ers?|res?|ères?|es?|nde?|[sd]?te|de|i?[eè]mes?|[ºª°])$/i;
/** Endings that abbreviate a word after its first letter: "Mme", "No", "Cie". */
const abbreviation = /^(?:mes?|lles?|gr|rs?|os?|ie|te?|ts)$/;
const initial = /(?:^|[^\p{L}\p{N}])(?:\p{Lu}|n)$/u;
const trademarks: ReadonlyMap<string, string> = new Map([
  ["TM", "™"],
  ["SM", "℠"],
]);

/**
 * A raised or lowered run, written so that it is never read as part of the number or the word
 * before it: "45³ million", "CO₂", "12^a". Endings of ordinals stay as they are.
 */
export function shiftedAfter(before: string, run: string, shift: Shift): string {
  const text = run.trim();
  // Signs such as "*" and "[3]" cannot be mistaken for part of a number.
  if (run.startsWith(" ") || !/^\(?[\p{L}\p{N}+\-−–]/u.test(text)) return run;
  const end = run.endsWith(" ") ? " " : "";
  if (shift === "raised") {
    const sign = trademarks.get(text);
    if (sign !== undefined) return sign + end;
    if (initial.test(before) && abbreviation.test(text)) return run;
    if (/\p{N}$/u.test(before) && ordinal.test(text)) return run;
    // The sign is the same for degrees and ordinals.
    if (/\p{N}$/u.test(before) && text === "o") return `º${end}`;
  }
  const write = shift === "raised" ? raisedText : loweredText;
  const [, digits, letters] = /^(\d+)(\p{L}+)$/u.exec(text) ?? [];
  if (shift === "lowered" && digits && letters) return write(digits) + letters + end;
  const small = write(text);
  const isSmall = !/^[\^_]/.test(small);
  const touches = /[\p{L}\p{M}\p{N})\]]$/u.test(before) && !text.startsWith("(");
  return isSmall || touches ? small + end : run;
}

/** A base text followed by its readings: "東京（とうきょう）"; unchanged if there are none. */
function rubyText(ruby: Element): string {
  const base: string[] = [];
  const readings: string[][] = [[]];
  collectRuby(ruby, base, readings);
  const text = base.join("").replace(/\s+/g, " ").trim();
  const joinedReadings = readings
    .map((group) => joinReadings(group.map((each) => each.trim()).filter(Boolean)))
    .filter(Boolean);
  if (joinedReadings.length === 0) return text;
  const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}]/u;
  return isWide.test(text)
    ? `${text}（${joinedReadings.join("、")}）`
    : `${text} (${joinedReadings.join(", ")})`;
}

/** Joins the readings of one text: in Latin letters as words, in kana without spaces. */
function joinReadings(readings: readonly string[]): string {
  return readings.join(readings.some((each) => /\p{Script=Latin}/u.test(each)) ? " " : "");
}

/** Collects the base text of a ruby element, and its readings: direct ones, then by container. */
function collectRuby(ruby: Element, base: string[], readings: string[][]): void {
  let group: string[] | undefined;
  let inContainer: Element | null = null;
  walk(ruby, {
    text: (value) => {
      if (inContainer) group?.push(value);
      else base.push(value);
    },
    enter: (element) => {
      if (isHidden(element) || element.tagName === "rp") return false;
      if (element.tagName === "rt") {
        (inContainer && group ? group : readings[0])?.push(textOfLines(element));
        return false;
      }
      if (element.tagName === "rtc") {
        inContainer = element;
        group = [];
        readings.push(group);
      }
      return true;
    },
    leave: (element) => {
      if (element === inContainer) inContainer = null;
    },
  });
}

/** Input types whose value is not text to read: secrets, and values that are shown graphically. */
const unreadInputs = /^(?:hidden|password|file|image|color|range)$/;

/** The text that a field shows: its value, chosen option or ticked box; null for other elements. */
function fieldText(element: Element): string | null {
  if (element.tagName === "select") return chosenOptions(element).join(", ");
  if (element.tagName !== "input") return null;
  const type = (attribute(element, "type") ?? "text").toLowerCase();
  if (unreadInputs.test(type)) return "";
  if (type === "checkbox" || type === "radio") {
    return attribute(element, "checked") === null ? "[ ]" : "[x]";
  }
  return (attribute(element, "value") ?? "").trim();
}

/** The chosen options of a list; a closed list with none chosen shows its first one. */
function chosenOptions(select: Element): string[] {
  const all: Element[] = [];
  walk(select, {
    enter: (element) => {
      if (element.tagName === "option") all.push(element);
      return element.tagName !== "option";
    },
  });
  const chosen = all.filter((option) => attribute(option, "selected") !== null);
  const isOpen =
    attribute(select, "multiple") !== null || Number(attribute(select, "size") ?? "1") > 1;
  const first = all.find((option) => attribute(option, "disabled") === null);
  // In a single-choice list with several options chosen, the last one counts.
  const shown = isOpen ? chosen : chosen.length > 0 ? chosen.slice(-1) : first ? [first] : [];
  return shown
    .map((option) => attribute(option, "label") || textOfLines(option))
    .filter((text) => text !== "");
}
