import {
  askedOf,
  countsOf,
  type DocumentSummary,
  documentTitle,
  fileName,
  type GridAnswer,
  type GridDefinition,
  type GridValue,
  keyOf,
} from "../core/index.js";

/** A document of a grid with its answers. */
export interface GridRow {
  readonly document: DocumentSummary;
  /** One answer per column, in order; null if it is missing or outdated. */
  readonly answers: readonly (GridAnswer | null)[];
}

/** A grid with its answers, as shown and saved. */
export interface GridTable extends GridDefinition {
  readonly rows: readonly GridRow[];
}

/** The documents that are the rows of a grid, in the order they were added. */
export function rowsOf(
  { documents: chosen }: Pick<GridDefinition, "documents">,
  documents: readonly DocumentSummary[],
): readonly DocumentSummary[] {
  if (chosen === null) return documents;
  const paths = new Map(documents.map((document) => [document.path, document]));
  const hashes = new Map(documents.map((document) => [document.hash, document]));
  // A moved file is found by its content.
  const found = chosen.flatMap(({ path, hash }) => paths.get(path) ?? hashes.get(hash) ?? []);
  const ids = new Set(found.map(({ id }) => id));
  return documents.filter(({ id }) => ids.has(id));
}

/** Combines the answers of a grid with its documents. */
export function gridTable(
  definition: GridDefinition,
  documents: readonly DocumentSummary[],
  answers: Iterable<GridAnswer>,
): GridTable {
  const known = new Map<string, GridAnswer>();
  for (const answer of answers) known.set(keyOf(answer), answer);
  const columns = definition.columns.map(({ id, ...column }) => ({
    id,
    asked: askedOf({ id, ...column }),
  }));
  const rows = rowsOf(definition, documents).map((document) => ({
    document,
    answers: columns.map(({ id, asked }) => {
      const answer = known.get(keyOf({ hash: document.hash, column: id }));
      return answer?.asked === asked ? answer : null;
    }),
  }));
  return { ...definition, rows };
}

/** The sum and mean of a column's numbers. */
export interface ColumnTotal {
  /** Exact, as a decimal string. */
  readonly sum: string;
  /** Rounded to six decimal places. */
  readonly mean: string;
  /** The unit of all numbers; null if none is stated. */
  readonly unit: string | null;
  /** The rows whose numbers are included. */
  readonly rows: readonly GridRow[];
}

/**
 * The total and average of a number column over the answers that fit it and are not marked as
 * wrong; null if there are none, or if their units differ. An answer with several numbers counts
 * only once a person has checked it, because its first may be another year's.
 */
export function totalOf(rows: readonly GridRow[], column: number): ColumnTotal | null {
  const counted = rows.flatMap((row) => {
    const answer = row.answers[column];
    return answer?.value?.type === "number" && isCounted(answer)
      ? [{ row, value: answer.value }]
      : [];
  });
  const values = counted.map(({ value }) => value);
  const [first] = values;
  if (!first || values.some(({ unit }) => unit !== first.unit)) return null;
  const places = Math.max(0, ...values.map(({ number }) => placesOf(number)));
  const sum = values.reduce((total, { number }) => total + scaled(number, places), 0n);
  const meanPlaces = places + 6;
  const mean = divided(sum * 10n ** 6n, BigInt(values.length));
  return {
    sum: decimal(sum, places),
    mean: decimal(roundTo(mean, meanPlaces, 6), 6),
    unit: first.unit,
    rows: counted.map(({ row }) => row),
  };
}

function isCounted({ remark, review }: GridAnswer): boolean {
  return review === "checked" || (review === null && remark !== "several");
}

function placesOf(number: string): number {
  return number.split(".")[1]?.length ?? 0;
}

function scaled(number: string, places: number): bigint {
  const [whole = "0", fraction = ""] = number.split(".");
  return BigInt(whole + fraction.padEnd(places, "0"));
}

/** Divides, rounding halves away from zero. */
function divided(value: bigint, by: bigint): bigint {
  const half = value < 0n ? -by / 2n : by / 2n;
  return (value + half) / by;
}

function roundTo(value: bigint, from: number, to: number): bigint {
  return from <= to ? value * 10n ** BigInt(to - from) : divided(value, 10n ** BigInt(from - to));
}

function decimal(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  let end = digits.length;
  while (end > digits.length - places && digits[end - 1] === "0") end--;
  const fraction = digits.slice(digits.length - places, end);
  return `${value < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The sort order of a grid's rows: by a column's answers, or by the documents' titles. */
export interface GridSort {
  /** The column's id; null for the documents' titles, or file names if they have none. */
  readonly column: string | null;
  readonly descending: boolean;
}

/** Sorts rows; those without an answer come last in either direction. */
export function sortedRows(
  { columns, rows }: Pick<GridTable, "columns" | "rows">,
  sort: GridSort,
  compareText: (a: string, b: string) => number,
): readonly GridRow[] {
  const index = columns.findIndex(({ id }) => id === sort.column);
  const sign = sort.descending ? -1 : 1;
  if (sort.column === null || index < 0) {
    return rows.toSorted((a, b) => {
      const byName = compareText(nameOf(a.document), nameOf(b.document));
      return sign * (byName || compareText(a.document.path, b.document.path));
    });
  }
  return rows.toSorted((a, b) => {
    const [one, other] = [a.answers[index], b.answers[index]];
    const [has, hasOther] = [hasContent(one), hasContent(other)];
    if (!one || !other || !has || !hasOther) return Number(hasOther) - Number(has);
    return sign * compareAnswers(one, other, compareText);
  });
}

/** The display name of a row: its document's title, or else the file's name. */
export function nameOf(document: DocumentSummary): string {
  return documentTitle(document) ?? fileName(document.path);
}

function hasContent(answer: GridAnswer | null | undefined): boolean {
  return answer != null && answer.text !== "";
}

function compareAnswers(
  one: GridAnswer,
  other: GridAnswer,
  compareText: (a: string, b: string) => number,
): number {
  const [a, b] = [one.value, other.value];
  // Answers that fit the column come before others.
  if (a && !b) return -1;
  if (b && !a) return 1;
  if (a?.type === "number" && b?.type === "number") return Number(a.number) - Number(b.number);
  if (a && b) return compareText(textOfValue(a), textOfValue(b));
  return compareText(one.text, other.text);
}

/** A value as text: equal values give equal texts, and dates sort in order. */
export function textOfValue(value: GridValue): string {
  switch (value.type) {
    case "number":
      return value.number;
    case "date":
      return value.date;
    case "yes-no":
      return value.yes ? "yes" : "no";
    case "choice":
      return value.choice;
  }
}

/**
 * The value that most documents share in a column; null if no two share one, if all do, or if two
 * values are equally common. Documents with a different value are worth a look.
 */
export function usualValue(rows: readonly GridRow[], column: number): string | null {
  const counts = countsOf(rows.flatMap(({ answers }) => comparable(answers[column]) ?? []));
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first || !second || first[1] < 2 || first[1] === second[1]) return null;
  return first[0];
}

/** The text by which an answer is compared with other documents; null if it has no value. */
export function comparable(answer: GridAnswer | null | undefined): string | null {
  if (!answer || answer.review === "wrong" || answer.text === "") return null;
  if (answer.value) return textOfValue(answer.value);
  // Sentences from two documents are hardly ever equal.
  return null;
}
