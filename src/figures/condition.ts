import { word } from "./comparison.js";
import { type NumberInText, numbersIn } from "./find-numbers.js";
import { type Quantity, quantityIn } from "./quantities.js";
import { type AskedRows, rowsAsked, type Sense, senses } from "./superlative.js";

/** A question for the rows of a table that meet a condition, or for their number. */
export interface ConditionQuestion extends AskedRows {
  /** What a quantity is compared with. Null if cells must have words of the question. */
  readonly bound: Bound | null;
  /** True if it asks how many rows there are. */
  readonly isCounting: boolean;
  /** The key of what is not so: "paid" in "Who has not paid?"; null without a negation. */
  readonly negated: string | null;
}

export interface Bound {
  readonly is: "above" | "below";
  /** True if the bound itself meets the condition: "at least". */
  readonly isIncluded: boolean;
  readonly quantity: Quantity;
  /** What the comparing word names, such as a price for "cheaper"; empty for "more than". */
  readonly senses: readonly Sense[];
  /** As in the question: "less than 30". */
  readonly text: string;
}

const counting =
  /^¿?(?:how (?:often|many(?: times)?)(?![a-zß-ɏḀ-ỿ])|wie (?:oft|viele)(?![a-zß-ɏḀ-ỿ])|wieviele(?![a-zß-ɏḀ-ỿ])|combien de fois(?![a-zß-ɏḀ-ỿ])|cuántas veces(?![a-zß-ɏḀ-ỿ])|combien d(?:e(?![a-zß-ɏḀ-ỿ])|['’])|cuánt[oa]s(?![a-zß-ɏḀ-ỿ]))/iu;
const listing =
  /^(?:(?:please )?(?:list|show(?: me)?|names?|give me|find)(?: all| every(?:one|body)?)?(?: of)?(?: the)?|(?:all|every(?:one|body)|alle|tou(?:te)?s les|tod[oa]s l[oa]s)|(?:liste|nenne|zeige?|finde)(?: mir)?(?: alle)?|(?:liste[rz]?|montre[rz]?|énumère[rz]?)(?: (?:toutes?|tous))?(?: les)?|(?:enumera|lista|muestra|muéstrame)(?: tod[oa]s)?(?: l[oa]s)?)(?![a-zß-ɏḀ-ỿ])/iu;
export const choosing: RegExp =
  /^¿?(?:which|who|whose|welche[mnrs]?|wer|quel(?:le)?s?|qui|cuál(?:es)?|quién(?:es)?|qué(?= \p{Alpha}{2,30}s ))(?![a-zß-ɏḀ-ỿ])/iu;

/** Keywords for rows: "vehicles without a tracker", "high priority tasks that are open". */
const plainList =
  /^(?:\p{Alpha}{1,20}[ -]){0,3}\p{Alpha}{2,20}s (?:who|that|which|whose|with|without|in|from|of|over|under|above|below)(?= )/iu;
const whatAre = /^¿?(?:what (?:are|were)|was (?:sind|waren)|qué son)(?![a-zß-ɏḀ-ỿ])/iu;
/** Without a bound or a time, "what" rarely asks for rows otherwise. */
const what = /^¿?(?:what|qué)(?![a-zß-ɏḀ-ỿ])/iu;

type Comparing = Pick<Bound, "is" | "isIncluded" | "senses"> & {
  readonly form: RegExp;
  /** True for words that compare times only. */
  readonly isOfTime?: boolean;
};

const { price, duration, length, weight, age } = senses;
const above = { is: "above", isIncluded: false, senses: [] } as const;
const below = { is: "below", isIncluded: false, senses: [] } as const;

/** Words in front of a bound; longer ones come first. */
const comparing: readonly Comparing[] = [
  {
    ...{ ...below, isIncluded: true },
    form: word(
      "no more than|not more than|at most|up to|höchstens|nicht mehr als|au plus|au maximum|como máximo|hasta",
    ),
  },
  {
    ...{ ...above, isIncluded: true },
    form: word("no less than|not less than|at least|mindestens|au moins|al menos|como mínimo"),
  },
  {
    ...{ ...above, senses: [price] },
    form: word(
      "(?:more expensive|dearer|costlier) than|teurer als|plus ch(?:er|ère)s? que|más car[oa]s? que",
    ),
  },
  {
    ...{ ...below, senses: [price] },
    form: word(
      "(?:cheaper|less expensive) than|(?:billiger|günstiger) als|moins ch(?:er|ère)s? que|más barat[oa]s? que",
    ),
  },
  {
    ...{ ...above, senses: [weight] },
    form: word("heavier than|schwerer als|plus lourde?s? que|más pesad[oa]s? que"),
  },
  {
    ...{ ...below, senses: [weight] },
    form: word("lighter than|leichter als|plus lég(?:er|ère)s? que|más liger[oa]s? que"),
  },
  {
    ...{ ...above, senses: [duration, length] },
    form: word("longer than|länger als|plus long(?:ue)?s? que|más larg[oa]s? (?:de|que)"),
  },
  {
    ...{ ...below, senses: [duration, length] },
    form: word("shorter than|kürzer als|plus courte?s? que|más cort[oa]s? (?:de|que)"),
  },
  {
    ...{ ...above, senses: [age] },
    form: word("older than|älter als|plus (?:âgée?s?|vieux|vieilles) que|mayor(?:es)? de"),
  },
  {
    ...{ ...below, senses: [age] },
    form: word("younger than|jünger als|plus jeunes? que|menor(?:es)? de"),
  },
  {
    ...above,
    form: word(
      "(?:more|greater|higher|larger|bigger) than|over|above|exceed(?:s|ing)?|(?:mehr|größer|höher) als|über|plus (?:grande?s?|élevée?s? )?(?:de|que)|supérieure?s? à|más (?:grandes? |alt[oa]s? )?(?:de|que)",
    ),
  },
  {
    ...below,
    form: word(
      "(?:less|fewer|lower|smaller) than|under|below|(?:weniger|kleiner|niedriger) als|unter|moins (?:de|que)|inférieure?s? à|menos (?:de|que)",
    ),
  },
  { ...above, isOfTime: true, form: word("after|later than|nach|après|después de") },
  { ...below, isOfTime: true, form: word("before|earlier than|vor|avant|antes de") },
];

/** What makes the number in front of it a bound: "2018 or later". */
const behind: readonly Comparing[] = [
  {
    ...{ ...above, isIncluded: true },
    form: word("or (?:more|over|above)|and over|oder mehr|ou plus|o más"),
  },
  {
    ...{ ...below, isIncluded: true },
    form: word("or (?:less|fewer|under)|oder weniger|ou moins|o menos"),
  },
  { ...{ ...above, isIncluded: true }, isOfTime: true, form: word("or later|oder später") },
  { ...{ ...below, isIncluded: true }, isOfTime: true, form: word("or earlier|oder früher") },
];

/** Other conditions, which are not read. */
const restricts = word(
  "without|\\p{Alpha}+n['’]t|except|excluding|not|no|never|between|since|neither|ohne|außer|nicht|kein\\p{Alpha}*|zwischen|seit|sans|sauf|pas|entre|depuis|sin|excepto|desde|or|oder|ou|than|als",
);
/** A verb with "not". */
const negation = word(
  "(?:is|are|was|were|has|have|had|does|do|did)(?:n['’]t| (?:not|never))|(?:has|have|had|with) no|without|ohne|(?:hat|haben|mit) kein(?:en?|e[rs])?|sans|sin|no tienen?|nicht|noch nicht|n['’](?:est|ont|a)(?: pas)?|ne (?:sont|font) pas|no (?:está|están|ha|han|es|son)",
);
/** Verbs that say nothing more than the columns of a table. */
const filler = word(
  "came|come|comes|made|belong(?:s|ed)?(?: to)?|lives?(?: in)?|wohn(?:t|en)|habitent?|viven?|still|there are|gibt es|hay|y a-t-il",
);
const english = /^(?:please|how|which|what|who|list|show|name|give|find)(?![a-zß-ɏḀ-ỿ])/iu;
/** Maximum number of words of a bound. */
const mostWords = 3;

/** A question without signs, except in numbers, and without "’s". */
export function bareText(question: string): string {
  return question
    .replace(/[’']s(?!\p{Alpha})/gu, "")
    .replace(/[?¿!]|\.(?!\p{N})/gu, " ")
    .trim();
}

/** Reads a question for rows that meet a condition; null for all others. */
export function readCondition(question: string): ConditionQuestion | null {
  const text = bareText(question);
  const isCounting = counting.test(text);
  const asksAll =
    isCounting || [listing, choosing, whatAre, plainList].some((form) => form.test(text));
  if (!asksAll && !what.test(text)) return null;
  const open = [counting, listing, choosing, what].reduce(
    (rest, form) => rest.replace(form, " "),
    text,
  );
  const read = boundIn(open, english.test(text));
  if (read === undefined) return null;
  const whole = (read ? `${read.before} ${read.after}` : open).replace(filler, " ");
  const [, behindNegation] = read ? [] : whole.split(negation, 2);
  const rest = behindNegation === undefined ? whole : whole.replace(negation, " ");
  const asked = rowsAsked(question, { rest, behind: read?.before ?? rest });
  if (!read && !asksAll && asked.time === null) return null;
  // "Since 2023" is a time.
  if (restricts.test(asked.time ? rest.replace(asked.time.text, " ") : rest)) return null;
  const [denied] = rowsAsked(question, { rest: behindNegation ?? "", behind: "" }).words;
  return { ...asked, bound: read?.bound ?? null, isCounting, negated: denied?.key ?? null };
}

/** The bound in a text and what is around it; null without one, undefined if there are several. */
function boundIn(
  text: string,
  isEnglish: boolean,
): { readonly bound: Bound; readonly before: string; readonly after: string } | null | undefined {
  let rest = text;
  const found = [...comparing, ...behind].flatMap((one) => {
    const match = one.form.exec(rest);
    if (!match) return [];
    // "More than" is part of "no more than".
    rest = rest.replace(one.form, (whole) => "#".repeat(whole.length));
    const isBehind = behind.includes(one);
    return [{ ...one, start: match.index, end: match.index + match[0].length, isBehind }];
  });
  const [only, other] = found;
  if (!only) return null;
  if (other || [...comparing, ...behind].some(({ form }) => form.test(rest))) return undefined;
  const [head, tail] = [text.slice(0, only.start), text.slice(only.end)];
  const words = (only.isBehind ? head : tail).trim().split(/\s+/u);
  for (let count = Math.min(mostWords, words.length); count > 0; count--) {
    const [stated, others] = only.isBehind
      ? [words.slice(-count), words.slice(0, -count)]
      : [words.slice(0, count), words.slice(count)];
    const written = stated.join(" ");
    const number = isEnglish ? written : written.replace(/(?<=\p{N})\.(?=\p{N}{3}(?!\p{N}))/gu, "");
    const quantity = mayBeDecimal(number) ? null : boundOf(number, only);
    if (!quantity) continue;
    const around = others.join(" ");
    const parts = only.isBehind ? { before: around, after: tail } : { before: head, after: around };
    const { is, isIncluded, senses } = only;
    const phrase = [text.slice(only.start, only.end), stated.join(" ")];
    const whole = (only.isBehind ? phrase.reverse() : phrase).join(" ");
    return { ...parts, bound: { is, isIncluded, senses, quantity, text: whole } };
  }
  return undefined;
}

/** Number of characters that contain the words next to a bound. */
const besideBound = 24;

/** The side of a bound that words next to a number name: "over 80", "80 hours or less". */
function sideOf({ span }: NumberInText, text: string): Bound["is"] | null {
  const before = text.slice(Math.max(0, span.start - besideBound), span.start);
  const after = text.slice(span.end, span.end + besideBound);
  const isRightBefore = ({ form, isOfTime }: Comparing): boolean => {
    const found = isOfTime ? null : form.exec(before);
    return found !== null && /^ [$£€]?$/u.test(before.slice(found.index + found[0].length));
  };
  const isRightBehind = ({ form, isOfTime }: Comparing): boolean => {
    const found = isOfTime ? null : form.exec(after);
    return found !== null && /^(?: \p{Alpha}{1,12})? $/u.test(after.slice(0, found.index));
  };
  const side = comparing.find(isRightBefore) ?? behind.find(isRightBehind);
  return side?.is ?? null;
}

/** By value, the sides of the numbers in a text that are bounds. */
export function boundsIn(
  numbers: readonly NumberInText[],
  text: string,
): ReadonlyMap<string, Bound["is"]> {
  return new Map(
    numbers.flatMap((one) => {
      const side = one.kind === "quantity" ? sideOf(one, text) : null;
      return side === null ? [] : [[one.readings[0]?.value ?? "", side] as const];
    }),
  );
}

/** True if a text has a number that may have decimals or thousands: "1.900". */
export function mayBeDecimal(text: string): boolean {
  return numbersIn(text).some(({ readings: [first, other] }) => other && first?.lastPlace !== 0);
}

/** The quantity of a bound without other words; a year only where times are compared. */
function boundOf(text: string, { isOfTime = false }: Comparing): Quantity | null {
  const quantity = quantityIn(text);
  if (!quantity || quantity.low < 0) return null;
  const isTime = quantity.kind === "date" || quantity.unit === "clock";
  if (quantity.kind === "date" && /^\p{N}+$/u.test(text) && !isOfTime) {
    const size = Number(text);
    return { kind: null, unit: " ", low: size, high: size };
  }
  const isBare = isTime || quantity.unit?.endsWith(" ");
  return isBare && (isTime || !isOfTime) && quantity.high !== Number.POSITIVE_INFINITY
    ? quantity
    : null;
}
