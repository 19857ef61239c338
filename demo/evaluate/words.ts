import { PagehoundError } from "pagehound";

const numbers = new Intl.NumberFormat();
const list = new Intl.ListFormat("en", { type: "conjunction" });
const plural = new Intl.PluralRules("en");

/** A number in the reader's format. */
export function number(value: number): string {
  return numbers.format(value);
}

/** "1 question", "8 questions". */
export function counted(value: number, one: string, many: string = `${one}s`): string {
  return `${number(value)} ${plural.select(value) === "one" ? one : many}`;
}

/** "a, b, and c". */
export function all(words: readonly string[]): string {
  return list.format(words);
}

/** The message of an error, for people. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The messages of an error, for people: every mistake that was found, not only the first. */
export function faultsOf(error: unknown): readonly string[] {
  const list = PagehoundError.isInstance(error) ? error.data.list : undefined;
  return typeof list === "string" ? list.split("\n") : [messageOf(error)];
}
