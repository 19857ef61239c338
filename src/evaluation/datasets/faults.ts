import { checkEach, checkShape } from "../../core/arguments.js";
import { PagehoundError } from "../../core/errors.js";
import type { EvaluationDataSet, EvaluationQuestion, SourcePlace } from "../data-set.js";

/** Faults that are gathered before reading stops. */
const maxFaults = 20;
/** Characters of a field's path in a message; names of fields can be the data's. */
const longestField = 200;

interface Fault {
  readonly place: SourcePlace;
  readonly field: string | null;
  readonly message: string;
}

/** Gathers what is wrong in the files of a data set, so that a person sees more than one fault at a time. */
export class Faults {
  readonly #found: Fault[] = [];

  /** How many were noted. */
  get count(): number {
    return this.#found.length;
  }

  /**
   * Notes a fault. `problem` goes on after the place and the field, such as "must be a text". Throws
   * what `throwIfAny` throws once there are too many.
   */
  add(place: SourcePlace, field: string | null, problem: string): void {
    const path = [place.entry, field ?? ""].filter(Boolean).join(".");
    const where = path.length > longestField ? `${path.slice(0, longestField - 1)}…` : path;
    const line = place.line === null ? "" : `, line ${place.line}`;
    const named = where === "" ? ` ${problem}` : `: "${where}" ${problem}`;
    const message = `${place.file}${line}${named}`;
    this.#found.push({ place, field: where || null, message });
    if (this.#found.length >= maxFaults) this.throwIfAny();
  }

  /**
   * Throws `invalid-data` if a fault was noted. The message tells the first and counts the others;
   * `data` has its `file`, `line` and `field` (null where there is none), the number of `faults`, and
   * all messages as `list`, one a line.
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

/** A value as a message shows it: short, and never the whole of a long text. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/**
 * Checks that the pages named as evidence exist, once the documents are read. Throws `invalid-data`
 * like `loadDataSet`, with the place of each question that names a page behind the end. Documents that
 * are not in `pages`, because they could not be read, are passed over.
 *
 * @param pages the number of pages of each document, by its path in the data set
 */
export function checkEvidence(
  dataSet: EvaluationDataSet,
  pages: ReadonlyMap<string, number>,
): void {
  checkEach("The questions of a data set", dataSet?.questions, { evidence: "list" });
  checkShape("The numbers of pages", pages, { get: "function" });
  const { questions } = dataSet;
  const faults = new Faults();
  for (const question of questions) {
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
