import { isRecord } from "../../core/json.js";
import type { SourcePlace } from "../data-set.js";
import { type Faults, shown } from "./faults.js";

/**
 * Reads the fields of a record from a file, and notes as a fault each that is not as it must be. What
 * it returns then only stands in: whoever reads has to call `Faults.throwIfAny` before it is used.
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

  /** Whether the field is there; null counts as absent. */
  has(name: string): boolean {
    return Object.hasOwn(this.record, name) && this.record[name] !== null;
  }

  /** Notes a fault of a field, or of the record itself with an empty name. */
  fault(name: string, problem: string): void {
    this.#faults.add(this.place, [this.#path, name].filter(Boolean).join(".") || null, problem);
  }

  /** A text that has to be there and not be blank. */
  text(name: string): string {
    const value = this.#required(name, "a text");
    if (value === undefined) return "";
    if (typeof value !== "string") this.#wrong(name, "a text", value);
    else if (value.trim() === "") this.fault(name, "must not be empty.");
    else return value;
    return "";
  }

  /** A text; empty where the field is absent. */
  optionalText(name: string): string {
    if (!this.has(name)) return "";
    const value = this.record[name];
    if (typeof value === "string") return value;
    this.#wrong(name, "a text", value);
    return "";
  }

  /** A text or a number that has to be there, as text. */
  label(name: string): string {
    const value = this.#required(name, "a text or a number");
    return value === undefined ? "" : this.#labelOf(name, value);
  }

  /** A text or a number, as text; empty where the field is absent. */
  optionalLabel(name: string): string {
    return this.has(name) ? this.#labelOf(name, this.record[name], true) : "";
  }

  /** A list of texts or numbers, or one of them alone; empty where the field is absent. */
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

  /** The records in a list; empty where the field is absent. */
  records(name: string): Fields[] {
    if (!this.has(name)) return [];
    return this.list(name).flatMap((one, index) => this.#below(`${name}[${index}]`, one) ?? []);
  }

  /** The entries of a list that has to be there. */
  list(name: string): readonly unknown[] {
    const value = this.#required(name, "a list");
    if (Array.isArray(value)) return value;
    if (value !== undefined) this.#wrong(name, "a list", value);
    return [];
  }

  /** A record that has to be there; null after a fault. */
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
