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

// What a page shows by markup alone, and its bare text would get wrong: raised digits, deleted
// words, readings beside their base text, values of fields.

/**
 * Replaces markup that changes what its text means by text that says the same, in place: "45³" for
 * a raised digit, "東京（とうきょう）" for ruby, the value for a field. Empties deleted elements and
 * returns their text. Does not recurse.
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
      // Of the same kind within one another, the outermost counts.
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

/** Elements open at once; formulas nested deeper are no formulas. */
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

/** Makes text of an element that is no field, picture or block any more. */
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

/** A length is a shift of the text, not of a fraction of a pixel that sets it right. */
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
/** What abbreviates a word after its first letter: "Mme", "No", "Cie". */
const abbreviation = /^(?:mes?|lles?|gr|rs?|os?|ie|te?|ts)$/;
const initial = /(?:^|[^\p{L}\p{N}])(?:\p{Lu}|n)$/u;
const trademarks: ReadonlyMap<string, string> = new Map([
  ["TM", "™"],
  ["SM", "℠"],
]);

/**
 * A raised or lowered run as it is written after a text, so that it is never read as part of the
 * number or the word before it: "45³ million", "CO₂", "12^a". Endings of ordinals stay as they are.
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
    // Degrees and ordinals alike.
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

/** A base text with its readings behind it: "東京（とうきょう）"; without readings, as it is. */
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

/** Readings of one text: those in letters are words, those in kana are not. */
function joinReadings(readings: readonly string[]): string {
  return readings.join(readings.some((each) => /\p{Script=Latin}/u.test(each)) ? " " : "");
}

/** Collects the base of a ruby element, and its readings: those beside it, and those of each container. */
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

/** Kinds of input fields whose value nobody reads: secrets, and what is shown otherwise. */
const unreadInputs = /^(?:hidden|password|file|image|color|range)$/;

/** What a field shows: its value, the chosen option, whether its box is ticked; null of all else. */
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

/** The options of a list that are chosen; where none is, a closed list shows its first one. */
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
  // Of a list in which one can be chosen, the last of several counts.
  const shown = isOpen ? chosen : chosen.length > 0 ? chosen.slice(-1) : first ? [first] : [];
  return shown
    .map((option) => attribute(option, "label") || textOfLines(option))
    .filter((text) => text !== "");
}
