import { bulletLabel } from "../parts.js";
import { numeral } from "./numerals.js";
import { attribute, child, childrenNamed, elements, numberIn, type XmlElement } from "./package.js";

/** The label of the items at one level of a list. */
type Level =
  | { readonly kind: "bullet" }
  | {
      readonly kind: "number";
      /** Word's name for the numbering format; null if no number is shown. */
      readonly format: string | null;
      readonly prefix: string;
      readonly suffix: string;
      readonly start: number;
      /** The number of levels whose numbers are shown, with this one last. */
      readonly shown: number;
    };

/** The levels of a list style; the first one is 1. */
type ListStyle = ReadonlyMap<number, Level>;

/** Word's names of the numbering formats of OpenDocument. */
const formats: Readonly<Record<string, string>> = {
  "1": "decimal",
  a: "lowerLetter",
  A: "upperLetter",
  i: "lowerRoman",
  I: "upperRoman",
};

/** The deepest level that a list style can define. */
const deepest = 10;

/** The last number used at each level; the first level is 1. */
type Counters = number[];

/** A list that is being read, at one of its levels. */
export interface OpenList {
  readonly style: ListStyle | undefined;
  readonly level: number;
  readonly counters: Counters;
}

/** Numbers the items of lists and the headings of a text (ODF 1.3, part 3, 5.3 and 16.30). */
export class OpenDocumentLists {
  readonly #styles = new Map<string, ListStyle>();
  /** The counters of lists by their names, and of the last list with each style. */
  readonly #named = new Map<string, Counters>();
  readonly #last = new Map<string, Counters>();
  #outline: ListStyle | undefined;
  readonly #headings: Counters = [];

  /** Adds the list styles, and the numbering of headings, that are listed in an element. */
  add(styles: XmlElement | null): void {
    for (const style of childrenNamed(styles, "list-style")) {
      this.#styles.set(attribute(style, "name") ?? "", levelsOf(style));
    }
    const outline = child(styles, "outline-style");
    if (outline) this.#outline = levelsOf(outline);
  }

  /** Opens a list, which is one level deeper if it is in an item of `outer`. */
  open(list: XmlElement, outer: OpenList | null): OpenList {
    const name = attribute(list, "style-name");
    const style = (name === null ? undefined : this.#styles.get(name)) ?? outer?.style;
    if (outer) return { style, level: outer.level + 1, counters: outer.counters };
    const counters = this.#continued(list, name) ?? [];
    if (name !== null) this.#last.set(name, counters);
    const id = attribute(list, "id");
    if (id !== null) this.#named.set(id, counters);
    return { style, level: 1, counters };
  }

  #continued(list: XmlElement, style: string | null): Counters | undefined {
    const continued = attribute(list, "continue-list");
    if (continued !== null) return this.#named.get(continued);
    const continuesNumbers = attribute(list, "continue-numbering") === "true";
    return continuesNumbers && style !== null ? this.#last.get(style) : undefined;
  }

  /**
   * The number of the next item of a list, "3.2.", or "•" for a bullet; empty if it has neither. An
   * item that only contains a deeper list has none, and is not counted.
   */
  next(list: OpenList, item: XmlElement): string {
    const [first] = elements(item);
    if (item.name !== "list-item" || !/^[ph]$/.test(first?.name ?? "")) return "";
    return labelOf(list, numberIn(item, "start-value"));
  }

  /** The number of the next heading outside lists; empty if headings have none. */
  heading(heading: XmlElement, level: number): string {
    if (attribute(heading, "is-list-header") === "true") return "";
    const list = { style: this.#outline, level, counters: this.#headings };
    const restarts = attribute(heading, "restart-numbering") === "true";
    return labelOf(list, restarts ? numberIn(heading, "start-value") : null);
  }
}

function labelOf({ style, level, counters }: OpenList, restart: number | null): string {
  const definition = style?.get(level);
  if (!definition) return "";
  if (definition.kind === "bullet") return bulletLabel;
  const { format, prefix, suffix, start, shown } = definition;
  counters[level] = restart ?? (counters[level] ?? start - 1) + 1;
  counters.length = level + 1;
  if (format === null) return "";
  const numbers: string[] = [];
  for (let each = Math.max(1, level - shown + 1); each <= level; each++) {
    const other = style?.get(each);
    if (other?.kind !== "number" || other.format === null) continue;
    numbers.push(numeral(counters[each] ?? other.start, other.format));
  }
  return `${prefix}${numbers.join(".")}${suffix}`.trim();
}

function levelsOf(style: XmlElement): ListStyle {
  const levels = new Map<number, Level>();
  for (const each of elements(style)) {
    const level = numberIn(each, "level") ?? 0;
    if (level >= 1 && level <= deepest) levels.set(level, levelOf(each));
  }
  return levels;
}

function levelOf(level: XmlElement): Level {
  if (/^list-level-style-(?:bullet|image)$/.test(level.name)) return { kind: "bullet" };
  return {
    kind: "number",
    format: formats[attribute(level, "num-format") ?? ""] ?? null,
    prefix: attribute(level, "num-prefix") ?? "",
    suffix: attribute(level, "num-suffix") ?? "",
    start: numberIn(level, "start-value") ?? 1,
    shown: Math.max(1, numberIn(level, "display-levels") ?? 1),
  };
}
