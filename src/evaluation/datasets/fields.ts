import { cutText, isRecord, PagehoundError } from "../../core/index.js";
import type { EvaluationDataSet, EvaluationQuestion, SourcePlace } from "../api.js";

/**
 * Reads the fields of a record from a file, and records each invalid one as a fault. Its return
 * value is then a placeholder: call `Faults.throwIfAny` before using it.
 */
export class Fields {
  readonly record: Readonly<Record<string, unknown>>;
  readonly place: SourcePlace;
  readonly #faults: Faults;
  readonly #path: string;

  constructor(
    record: Readonly<Record<string, unknown>>,
    place: SourcePlace,
    faults: Faults,
    path = "",
  ) {
    this.record = record;
    this.place = place;
    this.#faults = faults;
    this.#path = path;
  }

  /** Whether the field exists; null counts as absent. */
  has(name: string): boolean {
    return Object.hasOwn(this.record, name) && this.record[name] !== null;
  }

  /** Records a fault of a field, or of the record itself if the name is empty. */
  fault(name: string, problem: string): void {
    this.#faults.add(this.place, [this.#path, name].filter(Boolean).join(".") || null, problem);
  }

  /** A required, non-blank text. */
  text(name: string): string {
    const value = this.#required(name, "a text");
    if (value === undefined) return "";
    if (typeof value !== "string") this.#wrong(name, "a text", value);
    else if (value.trim() === "") this.fault(name, "must not be empty.");
    else return value;
    return "";
  }

  /** A text; empty if the field is absent. */
  optionalText(name: string): string {
    if (!this.has(name)) return "";
    const value = this.record[name];
    if (typeof value === "string") return value;
    this.#wrong(name, "a text", value);
    return "";
  }

  /** A required text or number, as text. */
  label(name: string): string {
    const value = this.#required(name, "a text or a number");
    return value === undefined ? "" : this.#labelOf(name, value);
  }

  /** A text or a number, as text; empty if the field is absent. */
  optionalLabel(name: string): string {
    return this.has(name) ? this.#labelOf(name, this.record[name], true) : "";
  }

  /** A list of texts or numbers, or a single one; empty if the field is absent. */
  labels(name: string, mayBeEmpty = false): string[] {
    if (!this.has(name)) return [];
    const value = this.record[name];
    if (!Array.isArray(value)) return [this.#labelOf(name, value, mayBeEmpty)];
    return value.map((one: unknown, index) => this.#labelOf(`${name}[${index}]`, one, mayBeEmpty));
  }

  flag(name: string): boolean {
    if (!this.has(name)) return false;
    const value = this.record[name];
    if (typeof value !== "boolean") this.#wrong(name, "true or false", value);
    return value === true;
  }

  /** A whole number from `min`; `what` names it in messages. */
  count(name: string, min: number, what: string): number {
    const value = this.#required(name, `${what} from ${min}`);
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= min) return value;
    if (value !== undefined) this.#wrong(name, `${what} from ${min}`, value);
    return min;
  }

  /** The records in a list; empty if the field is absent. */
  records(name: string): Fields[] {
    if (!this.has(name)) return [];
    return this.list(name).flatMap((one, index) => this.#below(`${name}[${index}]`, one) ?? []);
  }

  list(name: string): readonly unknown[] {
    const value = this.#required(name, "a list");
    if (Array.isArray(value)) return value;
    if (value !== undefined) this.#wrong(name, "a list", value);
    return [];
  }

  /** A required record; null after a fault. */
  child(name: string): Fields | null {
    const value = this.#required(name, "an object");
    return value === undefined ? null : this.#below(name, value);
  }

  #below(name: string, value: unknown): Fields | null {
    const path = [this.#path, name].filter(Boolean).join(".");
    if (isRecord(value)) return new Fields(value, this.place, this.#faults, path);
    this.#wrong(name, "an object", value);
    return null;
  }

  #labelOf(name: string, value: unknown, mayBeEmpty = false): string {
    if (typeof value === "number") return String(value);
    if (typeof value !== "string") this.#wrong(name, "a text or a number", value);
    else if (value.trim() === "" && !mayBeEmpty) this.fault(name, "must not be empty.");
    else return value;
    return "";
  }

  #required(name: string, expected: string): unknown {
    if (this.has(name)) return this.record[name];
    this.fault(name, `is missing; it must be ${expected}.`);
    return undefined;
  }

  #wrong(name: string, expected: string, value: unknown): void {
    this.fault(name, `must be ${expected}, not ${shown(value)}.`);
  }
}

/** Maximum number of faults that are collected before reading stops. */
const maxFaults = 20;
/** Characters of a field's path in a message; the data itself may contain field names. */
const longestField = 200;

interface Fault {
  readonly place: SourcePlace;
  readonly field: string | null;
  readonly message: string;
}

/** Collects the faults in a data set's files, so that a person sees more than one at a time. */
export class Faults {
  readonly #found: Fault[] = [];

  /** The number of faults so far. */
  get count(): number {
    return this.#found.length;
  }

  /**
   * Records a fault. `problem` continues after the place and the field, such as "must be a text".
   * Throws what `throwIfAny` throws once there are too many.
   */
  add(place: SourcePlace, field: string | null, problem: string): void {
    const path = [place.entry, field ?? ""].filter(Boolean).join(".");
    const where = cutText(path, longestField);
    const line = place.line === null ? "" : `, line ${place.line}`;
    const named = where === "" ? ` ${problem}` : `: "${where}" ${problem}`;
    const message = `${place.file}${line}${named}`;
    this.#found.push({ place, field: where || null, message });
    if (this.#found.length >= maxFaults) this.throwIfAny();
  }

  /**
   * Throws `invalid-data` if a fault was recorded. The message states the first and counts the
   * others; `data` has its `file`, `line` and `field` (null if there is none), the number of
   * `faults`, and all messages as `list`, one per line.
   */
  throwIfAny(): void {
    const [first, ...others] = this.#found;
    if (!first) return;
    const more = others.length === 1 ? "1 more fault" : `${others.length} more faults`;
    const least = this.#found.length >= maxFaults ? "at least " : "";
    throw new PagehoundError(
      "invalid-data",
      others.length === 0 ? first.message : `${first.message} (And ${least}${more}.)`,
      {
        data: {
          file: first.place.file,
          line: first.place.line,
          field: first.field,
          faults: this.#found.length,
          list: this.#found.map(({ message }) => message).join("\n"),
        },
      },
    );
  }
}

/** A value as shown in a message: short, and never the whole of a long text. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return cutText(JSON.stringify(value) ?? String(value), 60);
}

/**
 * Checks that the pages named as evidence exist, once the documents are read. Throws `invalid-data`
 * like `loadDataSet`, with the place of each question that names a page beyond the end. Documents
 * that are not in `pages`, because they could not be read, are skipped.
 *
 * @param pages the number of pages of each document, by its path in the data set
 */
export function checkEvidence(
  dataSet: EvaluationDataSet,
  pages: ReadonlyMap<string, number>,
): void {
  const faults = new Faults();
  for (const question of dataSet.questions) {
    for (const [index, gold] of question.evidence.entries()) {
      if (gold.unit !== "page") continue;
      const count = pages.get(gold.document);
      if (count === undefined || gold.page <= count) continue;
      const has = count === 1 ? "1 page" : `${count} pages`;
      const problem = `names page ${gold.page} of ${gold.document}, which has ${has}.`;
      faults.add(placeOf(question), `evidence[${index}]`, problem);
    }
  }
  faults.throwIfAny();
}

function placeOf({ place, id }: EvaluationQuestion): NonNullable<EvaluationQuestion["place"]> {
  return place ?? { file: `question ${shown(id)}`, line: null, entry: "" };
}
