/**
 * Words that say that an amount is a loss, went down or went out, so that it may stand as a negative
 * in accounts and as a positive in a sentence. English, German, French, Spanish.
 */
const stems =
  /(?<![\p{L}\p{N}])(?:loss|lost|losing|negative|minus|deficit|decreas|declin|fell|fall|drop|reduc|lower|down|shrank|shrink|outflow|spen[dt]|paid|pay(?:s|ing|ments?)?(?!\p{L})|purchas|acquisition|expenditure|expens|capex|cost|repurchas|repay|buyback|dividend|charge|impair|write|us(?:ed|e of)(?!\p{L})|invest|financing|provision|tax|contra|treasury|verlust|gesunk|sank|sinken|rückgang|zurück|minder|abnahme|ausgab|auszahl|aufwand|aufwend|abschreib|kosten|gezahlt|perte|baiss|diminu|recul|dépens|charges|sortie|pérdida|disminu|baj[óa]|cay[óo]|reduj|gast|egres)/iu;

/** Whether a text speaks of something that accounts write as a negative. */
export function saysNegative(text: string): boolean {
  return stems.test(text);
}
