import type { NumberedThing } from "./ordered-things.js";
import { datesIn } from "./periods.js";

const numbered =
  /(?<![a-zß-ɏḀ-ỿ])(?<kind>\p{Alpha}[\p{Alpha}\p{M}]{1,30})(?: (?:no\.?|nr\.?|number|nummer|numéro|número))? [#№]?(?<number>\p{Alpha}{0,4}[-/]?\p{N}[\p{Alpha}\p{N}/-]{0,15})(?![\p{Alpha}\p{N}])/giu;
/** Years, and years and quarters as reports write them: "FY19", "Q3", "2Q18". */
const period = /^(?:(?:19|20)\p{N}\p{N}|[fc]y[-/]?\p{N}{2,4}|q[1-4]|[1-4]q\p{N}{0,4}|h[12])$/iu;

/** The numbered things in a text. Times are none. */
export function numberedThings(text: string): NumberedThing[] {
  const found = [...text.matchAll(numbered)];
  const dates = found.length === 0 ? [] : datesIn(text);
  return found.flatMap(({ 0: whole, index, groups }) => {
    const { kind = "", number = "" } = groups ?? {};
    const end = index + whole.length;
    const isTime =
      period.test(number) ||
      dates.some((date) => date.start < end && date.end > end - number.length);
    return isTime ? [] : [{ kind: kind.toLowerCase(), number: number.toLowerCase() }];
  });
}
