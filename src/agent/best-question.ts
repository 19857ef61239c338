import { type NumberInText, numbersIn } from "../core/numbers.js";

/** What kind of thing would answer a question, as far as its words tell. */
export type AnswerKind = "percent" | "date" | "number" | "any";

/** A question, as passages are looked through for its answer. */
export interface ReadQuestion {
  readonly kind: AnswerKind;
  /** Keys of its words, in order. */
  readonly keys: readonly string[];
  /** Keys of words that stand side by side in it, joined by a space. */
  readonly pairs: ReadonlySet<string>;
  readonly years: readonly string[];
}

/** Words that ask for a kind of thing, in English, German, French and Spanish. */
const asksFor: readonly (readonly [RegExp, AnswerKind])[] = [
  [
    /%|(?<!\p{L})(?:percent|percentage|per cent|prozent|pour cent|por ciento|rate|ratio|margin|quote|taux|tasa)(?!\p{L})/iu,
    "percent",
  ],
  [
    /(?<!\p{L})(?:when|wann|quand|cuándo|(?:what|which) (?:year|date|day|month))(?!\p{L})/iu,
    "date",
  ],
  [
    /(?<!\p{L})(?:how (?:much|many|long|large|high|old|far|big)|number|amount|total|wie ?viele?|wie (?:lange|hoch|groß|alt)|combien|cuánt[oa]s?|montant|importe|betrag|anzahl)(?!\p{L})/iu,
    "number",
  ],
];

/** Reads a question. */
export function readQuestion(question: string): ReadQuestion {
  const kind = asksFor.find(([words]) => words.test(question))?.[1] ?? "any";
  // "many" of "how many" is not looked for in an answer; "margin" is.
  const rest =
    kind === "number" || kind === "date"
      ? asksFor.reduce((text, [words]) => text.replace(words, blank), question)
      : question;
  const words = [...rest.matchAll(/[\p{L}\p{M}]+|\p{N}+/gu)];
  const keys = words.map(([word]) => wordKey(word));
  const pairs = new Set<string>();
  words.forEach((word, index) => {
    const next = words[index + 1];
    const between = next && rest.slice(word.index + word[0].length, next.index);
    if (between !== undefined && isGap(between)) pairs.add(`${keys[index]} ${keys[index + 1]}`);
  });
  const years = numbersIn(question).flatMap(({ kind: sort, readings }) =>
    sort === "year" ? [readings[0]?.value ?? ""] : [],
  );
  return { kind, keys, pairs, years };
}

function blank(asking: string): string {
  return ".".repeat(asking.length);
}

/** Whether only a space or a hyphen stands between two words. */
export function isGap(between: string): boolean {
  return /^(?:\s+|[-‐‑–])$/.test(between);
}

/** What forms of a word have in common: its first letters, without accents and case. */
export function wordKey(word: string): string {
  const plain = word
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
  return plain.replace(/(?<=\p{L}{3})(?:e?s|ed|ing)$/u, "").slice(0, 6);
}

/** Whether one of some numbers is of a kind. */
export function hasKind(numbers: readonly NumberInText[], kind: AnswerKind): boolean {
  if (kind === "any") return true;
  return numbers.some((number) => {
    if (kind === "percent") return number.percent;
    if (kind === "date") return number.kind === "date" || number.kind === "year";
    return number.kind === "quantity";
  });
}
