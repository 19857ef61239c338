import type { ClaimedNumber } from "./match-number.js";
import { wordsAfter, wordsBefore } from "./near-words.js";

// Words of English, German, French and Spanish, by their stems.
const stems = (words: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, "iu");

/** An amount below zero. */
const losses = stems(
  "loss|lost|losing|negative|minus|deficit|shortfall|verlust|fehlbetrag|perte|déficit|pérdida",
);
/** A change downwards. */
const changes = stems(
  "decreas|declin|fell(?!\\p{L})|fall(?:s|en|ing)?(?!\\p{L})|drop|reduc|lower by|down(?!\\p{L})|shr[aiu]nk|gesunken|sank|sinken|rückgang|zurück|minder|abnahme|baiss|diminu|recul|disminu|baj[óa]|cay[óo]",
);
const changesAfter = stems(
  "lower|less|below|decreas|declin|drop|reduc|fall|weniger|niedriger|menos",
);
/** Money that goes out. */
const outflows = stems(
  "outflow|spen[dt]|paid|pay(?:s|ing|ments?)?(?!\\p{L})|purchas|repurchas|acquisition|expenditure|capex|repay|buyback|dividend|us(?:ed|e of)(?!\\p{L})|ausgab|auszahl|gezahlt|dépens|sortie|egres",
);
/** What is taken off: a row named so may have its amounts in brackets. */
const costs = stems(
  "cost|expens|charge|tax|provision|depreciat|amorti[sz]|impair|write|wage|salar|rent(?!\\p{L})|interest(?! income)|fee(?:s)?(?!\\p{L})|aufwand|aufwend|abschreib|kosten|steuer|charges|impôt|gasto|impuesto",
);
/** What may be above or below zero, so that brackets say which. */
const results = stems(
  "profit|income|earning|margin|gain|surplus|ebit|eps(?!\\p{L})|result(?!ed|ing)|cash flow|net cash|equity|balance|change|growth|gewinn|ergebnis|überschuss|bénéfice|résultat|beneficio|utilidad|ganancia|resultado",
);

/** "income tax" is a cost; "profit before tax" is a profit. */
const costOfResult = /(?<!\p{L})income tax(?:es)?/giu;
const aside =
  /(?<!\p{L})(?:before|after|excluding|including|net of|without|despite|vor|nach|avant|après|antes de|después de)(?:\s+(?!was|were|is|are|of|came|amounted|total|war|betrug|était|fue)[\p{L}-]+){1,6}/giu;
/** "a reduced profit" is above zero. */
const lesserResult = new RegExp(
  `(?<!\\p{L})(?:lower|reduced|decreased|declining|falling|reduzierter?)(?:\\s+\\p{L}+){0,2}\\s+${results.source}`,
  "giu",
);
/** "fell to 5" says how high it is, not how far it fell. */
const reaches =
  /(?<!\p{L})(?:to|auf|à|a)(?:\s+(?:about|approximately|only|just|around|nearly|a|an))*\s*$/iu;

function plain(words: string): string {
  // "Net income (loss)" does not say which.
  const said = words.replace(/\([^()]*\)/g, " ");
  return said.replace(costOfResult, "tax").replace(aside, " ").replace(lesserResult, " profit");
}

/** Whether words before and after an amount say that it is a loss, went down, or went out. */
function namesDirection(before: string, after: string): boolean {
  if (losses.test(before) || losses.test(after)) return true;
  if ((changes.test(before) && !reaches.test(before)) || changesAfter.test(after)) return true;
  return !results.test(before) && (outflows.test(before) || outflows.test(after));
}

/**
 * Whether a number of a sentence and one of a document are the same although their signs differ:
 * words near the one above zero say that it is a loss, a decrease or an outflow, or the document's
 * is the cost that the sentence speaks of, in the brackets of accounts. `label` stands before the
 * document's number, `value` is how the sentence's is read.
 */
export function negativeIsSaid(
  { number, sentence, question }: ClaimedNumber,
  label: string,
  value: string,
): boolean {
  const row = plain(label);
  if (value.startsWith("-")) return namesDirection(row, "");
  const before = plain(wordsBefore(sentence, number.span));
  const after = plain(wordsAfter(sentence, number.span));
  if (namesDirection(before, after)) return true;
  if (results.test(before) || results.test(row)) return false;
  const isCost = [before, after, row, question].some((words) => costs.test(words));
  return isCost && sharesWord(row, `${sentence}\n${question}`);
}

const common =
  /^(?:the|and|for|net|total|other|from|with|was|were|der|die|das|und|les|des|los|las)$/;

function sharesWord(label: string, text: string): boolean {
  const words = contentWords(text);
  return contentWords(label).some((one) => words.some((other) => areAlike(one, other)));
}

function contentWords(text: string): readonly string[] {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  return words.filter((word) => !common.test(word));
}

/** "purchases" and "purchased", "cost" and "costs". */
function areAlike(one: string, other: string): boolean {
  const length = Math.min(5, one.length, other.length);
  return one.slice(0, length) === other.slice(0, length);
}
