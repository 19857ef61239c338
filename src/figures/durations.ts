import type { Span } from "../core/index.js";
import type { NumberInText } from "./find-numbers.js";
import { onesIn, spelledAsNumbers } from "./number-words.js";
import { unitsOfTime } from "./units.js";

/** The unit after a number, with at most one adjective: "14 consecutive days". */
const unitBehind = new RegExp(`^ (?:\\p{Alpha}{4,10} )?(?:${unitsOfTime})(?![a-zß-ɏḀ-ỿ])`, "iu");
/** Number of characters that contain the longest unit with an adjective. */
const longestUnit = 40;

/**
 * Returns the lengths of time in a text: "14 working days", "ten weeks", "an hour".
 *
 * @param numbers the numbers in the text that are written in digits
 */
export function durationsIn(text: string, numbers: readonly NumberInText[]): readonly Span[] {
  const inWords = spelledAsNumbers(text);
  const counts = [...[...numbers, ...inWords].map(({ span }) => span), ...onesIn(text)];
  return counts.flatMap(({ start, end }) => {
    const unit = unitBehind.exec(text.slice(end, end + longestUnit))?.[0];
    return unit === undefined ? [] : [{ start, end: end + unit.length }];
  });
}

const single = new RegExp(
  `(?<=\\S )(?:one|(?:for|within|in|after|takes?|lasts?|about|only|up to|at (?:least|most)) an?|(?:eine[nmrs]?|une?|una)(?! (?:sekund|second|segund)))(?: (?:full|whole|calendar))? (?:${unitsOfTime})(?![a-zß-ɏḀ-ỿ])`,
  "iu",
);

/**
 * Whether a text says that something takes one unit of time: "for one year", "about an hour". "A
 * month" alone may be part of a rate, and "one day" may begin a story.
 */
export function saysOneUnit(text: string): boolean {
  return single.test(text);
}
