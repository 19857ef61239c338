import { datesIn } from "./periods.js";
import { isContentWord } from "./superlative.js";

/** What a number behind a word tells apart from others of its kind: "plot 245", "invoice no. A-17". */
export interface NumberedThing {
  /** The word, in lower case. */
  readonly kind: string;
  /** The number with its letters, in lower case. */
  readonly number: string;
}

const numbered =
  /(?<![a-zß-ɏḀ-ỿ])(?<kind>\p{Alpha}[\p{Alpha}\p{M}]{1,30})(?: (?:no\.?|nr\.?|number|nummer|numéro|número))? [#№]?(?<number>\p{Alpha}{0,4}[-/]?\p{N}[\p{Alpha}\p{N}/-]{0,15})(?![\p{Alpha}\p{N}])/giu;
/** Years, and years and quarters as reports write them: "FY19", "Q3", "2Q18". */
const period = /^(?:(?:19|20)\p{N}\p{N}|[fc]y[-/]?\p{N}{2,4}|q[1-4]|[1-4]q\p{N}{0,4}|h[12])$/iu;

/** The numbered things in a text. Times are none. */
export function numberedThings(text: string): NumberedThing[] {
  return [...text.matchAll(numbered)].flatMap(({ groups }) => {
    const { kind = "", number = "" } = groups ?? {};
    const isTime = period.test(number) || datesIn(`${kind} ${number}`).length > 0;
    return isTime || !isContentWord(kind)
      ? []
      : [{ kind: kind.toLowerCase(), number: number.toLowerCase() }];
  });
}
