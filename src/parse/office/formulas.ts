import { longestFormula } from "../../core/page.js";
import { columnLetters } from "../../core/place.js";
import { oneLineOf } from "./drawing.js";
import { attribute, child, numberIn, textIn, type XmlElement } from "./package.js";
import { cellPlace } from "./sheet-pages.js";

/** Characters of formulas that are kept of a file; a small file can refer to one formula a million times. */
const maxCharacters = 32 * 1024 * 1024;
/** Formulas over several cells that are kept in mind. */
const maxArrays = 1_000;
/** Rows and columns of a sheet. */
const lastRow = 1_048_576;
const lastColumn = 16_384;

interface Place {
  readonly row: number;
  readonly column: number;
}

/** A formula that is worked out over a range of cells at once, which all show it. */
interface ArrayFormula {
  readonly from: Place;
  readonly to: Place;
  readonly text: string;
}

/** Counts what is kept of the formulas of a file. */
export class FormulaBudget {
  #left = maxCharacters;

  /** The formula on one line; null for none, and once there are too many. */
  kept(formula: string): string | null {
    const line = oneLineOf(formula.slice(0, longestFormula));
    if (line === "" || line.length > this.#left) return null;
    this.#left -= line.length;
    return line;
  }
}

/** The formulas of a sheet's cells (ECMA-376-1, 18.3.1.40), which are asked for in their order. */
export class SheetFormulas {
  readonly #budget: FormulaBudget;
  readonly #shared = new Map<string, Place & { readonly text: string }>();
  #arrays: ArrayFormula[] = [];

  constructor(budget: FormulaBudget) {
    this.#budget = budget;
  }

  /** The formula behind a cell as Excel shows it; null where there is none. */
  of(cell: XmlElement, place: Place): string | null {
    const element = child(cell, "f");
    const text = element ? this.#written(element, cell, place) : this.#arrayAt(place);
    return text === null ? null : this.#budget.kept(text);
  }

  #written(element: XmlElement, cell: XmlElement, place: Place): string | null {
    const own = textIn(element).replace(/_xl(?:fn|ws|pm|udf)\./g, "");
    switch (attribute(element, "t")) {
      case "shared": {
        const name = attribute(element, "si") ?? "";
        if (own !== "") this.#shared.set(name, { ...place, text: own });
        const first = this.#shared.get(name);
        if (!first) return null;
        return `=${shifted(first.text, place.row - first.row, place.column - first.column)}`;
      }
      case "array": {
        // What spills over by itself stands in its first cell alone.
        if (own === "" || attribute(cell, "cm") !== null) return own === "" ? null : `=${own}`;
        return this.#array(element, `{=${own}}`);
      }
      case "dataTable": {
        const [first, second] = [attribute(element, "r1") ?? "", attribute(element, "r2") ?? ""];
        const isRow = /^(?:1|true)$/.test(attribute(element, "dtr") ?? "");
        const isBoth = /^(?:1|true)$/.test(attribute(element, "dt2D") ?? "");
        const inputs = isBoth ? `${first},${second}` : isRow ? `${first},` : `,${first}`;
        return this.#array(element, `{=TABLE(${inputs})}`);
      }
      default:
        return own === "" ? null : `=${own}`;
    }
  }

  #array(element: XmlElement, text: string): string {
    const [first = null, last = first] = (attribute(element, "ref") ?? "").split(":");
    const [from, to] = [cellPlace(first), cellPlace(last)];
    const isOne = from?.row === to?.row && from?.column === to?.column;
    if (from && to && !isOne && this.#arrays.length < maxArrays) {
      this.#arrays.push({ from, to, text });
    }
    return text;
  }

  #arrayAt({ row, column }: Place): string | null {
    if (this.#arrays.length === 0) return null;
    if (this.#arrays.some(({ to }) => to.row < row)) {
      this.#arrays = this.#arrays.filter(({ to }) => to.row >= row);
    }
    const found = this.#arrays.find(
      ({ from, to }) => row >= from.row && column >= from.column && column <= to.column,
    );
    return found?.text ?? null;
  }
}

/** What stands for itself in a formula, and references to cells, to whole columns and to whole rows. */
const pieces = new RegExp(
  [
    /"(?:[^"]|"")*"|'(?:[^']|'')*'|\[(?:[^[\]]|\[[^\]]*\])*\]/,
    /(?<ca>\$?)(?<column>[A-Za-z]{1,3})(?<ra>\$?)(?<row>\d{1,7})(?![\w.(!])/,
    /(?<a1>\$?)(?<c1>[A-Za-z]{1,3}):(?<a2>\$?)(?<c2>[A-Za-z]{1,3})(?![\w.(!$])/,
    /(?<b1>\$?)(?<r1>\d{1,7}):(?<b2>\$?)(?<r2>\d{1,7})(?![\w.(!$])/,
    /[\p{L}\p{N}_.\\?]+/u,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

/** A formula as it is so many rows below and columns beside the cell that it was written for. */
function shifted(formula: string, rows: number, columns: number): string {
  if (rows === 0 && columns === 0) return formula;
  const row = (isFixed: string, number: string): string =>
    isFixed ? `$${number}` : within(Number(number) + rows, lastRow, String);
  const column = (isFixed: string, letters: string): string => {
    if (isFixed) return `$${letters}`;
    const place = cellPlace(`${letters}1`);
    return within((place?.column ?? 0) + columns, lastColumn, columnLetters);
  };
  return formula.replace(pieces, (whole: string, ...rest) => {
    const at = rest.at(-1) as Record<string, string | undefined>;
    const [a, b] =
      at.row !== undefined
        ? [column(at.ca ?? "", at.column ?? ""), row(at.ra ?? "", at.row)]
        : at.c1 !== undefined
          ? [column(at.a1 ?? "", at.c1), column(at.a2 ?? "", at.c2 ?? "")]
          : at.r1 !== undefined
            ? [row(at.b1 ?? "", at.r1), row(at.b2 ?? "", at.r2 ?? "")]
            : [whole, ""];
    if (a === nowhere || b === nowhere) return nowhere;
    return at.c1 !== undefined || at.r1 !== undefined ? `${a}:${b}` : `${a}${b}`;
  });
}

const nowhere = "#REF!";

function within(number: number, last: number, written: (number: number) => string): string {
  return number >= 1 && number <= last ? written(number) : nowhere;
}

/**
 * A formula of an OpenDocument sheet as programs show it: "of:=SUM([.B2:.B4])" is "=SUM(B2:B4)"
 * (ODF 1.3, part 4, 5.8), in braces where it is worked out over several cells at once.
 */
export function openFormula(cell: XmlElement): string | null {
  const written = attribute(cell, "formula");
  if (written === null) return null;
  const shown = written
    .replace(/^[a-z]+:(?==)/i, "")
    .replace(/"(?:[^"]|"")*"|\[([^\]]*)\]/g, (whole, reference?: string) =>
      reference === undefined ? whole : reference.replace(/(^|:)\./g, "$1"),
    );
  const isArray = numberIn(cell, "number-matrix-rows-spanned") !== null;
  return isArray ? `{${shown}}` : shown;
}
