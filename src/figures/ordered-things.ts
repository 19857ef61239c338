import { ordinalOf, ordinals } from "./periods.js";

/** What a number tells apart from others of its kind: "plot 245", "invoice no. A-17", "third year". */
export interface NumberedThing {
  /** The word, in lower case. */
  readonly kind: string;
  /** The number with its letters, in lower case: "a-17", "3". */
  readonly number: string;
}

const ordered = new RegExp(
  `(?<![a-zß-ɏḀ-ỿ\\p{N}])(?<ordinal>${ordinals.join("|")}|\\p{N}{1,2}(?:st|nd|rd|th))[ -](?<kind>\\p{Alpha}{3,30})(?![a-zß-ɏḀ-ỿ])`,
  "giu",
);

/** The things that an ordinal numbers in a text: "third year" is year 3. */
export function orderedThings(text: string): NumberedThing[] {
  return [...text.matchAll(ordered)].map(({ groups: { ordinal = "", kind = "" } = {} }) => ({
    kind: kind.toLowerCase(),
    number: ordinalOf(ordinal),
  }));
}

/** Whether things are of a kind that a question asks about, but none has the number asked for. */
export function haveOtherNumber(
  things: readonly NumberedThing[],
  asked: readonly NumberedThing[],
): boolean {
  const isOfKind = things.some(({ kind }) => asked.some((one) => one.kind === kind));
  const isAsked = ({ kind, number }: NumberedThing): boolean =>
    asked.some((one) => one.kind === kind && one.number === number);
  return isOfKind && !things.some(isAsked);
}
