import { PagehoundError } from "../../core/errors.js";
import type { SourcePlace } from "../data-set.js";

/** Faults that are gathered before reading stops. */
const most = 20;
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
    if (this.#found.length >= most) this.throwIfAny();
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
    const least = this.#found.length >= most ? "at least " : "";
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
