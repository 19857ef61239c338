import { PagehoundError } from "../core/errors.js";
import { isRecord } from "../core/is-record.js";

/** Where a value stands in a recording, for messages. */
export interface RecordPlace {
  /** What the recording is called. */
  readonly name: string;
  /** Counts from 1. */
  readonly line: number;
  /** The field, such as `outcome.usage.total`; empty for the whole line. */
  readonly field: string;
}

/** A check of a value: throws `invalid-data`, naming line and field, when it is something else. */
export type FieldCheck = (value: unknown, place: RecordPlace) => void;

/** Throws `invalid-data` with line and field. */
export function invalidRecord({ name, line, field }: RecordPlace, problem: string): never {
  const what = field === "" ? "the line" : `the field "${field}"`;
  throw new PagehoundError(
    "invalid-data",
    `${name}, line ${line}: ${what} ${problem}. Mend or delete this line; the others are as they were.`,
    { data: { file: name, line, field } },
  );
}

function plain(expected: string, is: (value: unknown) => boolean): FieldCheck {
  return (value, place) => {
    if (value === undefined) invalidRecord(place, "is missing");
    if (!is(value)) invalidRecord(place, `is not ${expected}`);
  };
}

export const text: FieldCheck = plain("a text", (value) => typeof value === "string");
export const finiteNumber: FieldCheck = plain("a number", Number.isFinite);
export const wholeNumber: FieldCheck = plain(
  "a whole number from 0",
  (value) => Number.isInteger(value) && Number(value) >= 0,
);
export const truth: FieldCheck = plain("true or false", (value) => typeof value === "boolean");
export const anyObject: FieldCheck = plain("an object", isRecord);

/** One of these values. */
export function oneOf(...values: readonly (string | number)[]): FieldCheck {
  const listed = values.map((value) => JSON.stringify(value)).join(", ");
  return plain(values.length === 1 ? listed : `one of ${listed}`, (value) =>
    values.some((one) => one === value),
  );
}

/** Null, or what the other check says. */
export function orNull(check: FieldCheck): FieldCheck {
  return (value, place) => {
    if (value !== null) check(value, place);
  };
}

/** Absent, or what the other check says. */
export function optional(check: FieldCheck): FieldCheck {
  return (value, place) => {
    if (value !== undefined) check(value, place);
  };
}

/** A list, each item of which the other check holds for. */
export function listOf(check: FieldCheck): FieldCheck {
  const isList = plain("a list", Array.isArray);
  return (value, place) => {
    isList(value, place);
    for (const [index, item] of (value as unknown[]).entries()) {
      check(item, { ...place, field: `${place.field}[${index}]` });
    }
  };
}

/** An object with these fields. Others are let be. */
export function fields(checks: Readonly<Record<string, FieldCheck>>): FieldCheck {
  return (value, place) => {
    anyObject(value, place);
    for (const [name, check] of Object.entries(checks)) {
      const field = place.field === "" ? name : `${place.field}.${name}`;
      check((value as Readonly<Record<string, unknown>>)[name], { ...place, field });
    }
  };
}
