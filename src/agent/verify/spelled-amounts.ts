/** Numbers in words of English, German, French and Spanish; German ones are written together. */
const numeral =
  "(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|dozen|half|quarter|(?:null|ein|eine[nrs]?|eins|zwei|zwo|drei|vier|fünf|sechs|sechzehn|sieb|sieben|siebzehn|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|(?:vier|fünf|sech|sieb|acht|neun)zig|hundert|tausend|und)+|zéro|un|une|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|douze|treize|quatorze|quinze|seize|vingts?|trente|quarante|cinquante|soixante|cents?|cero|uno|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|trece|catorce|quince|veinte|treinta|cuarenta|cincuenta|cien|ciento|[a-z]+cientos)";
const scale =
  "(?:thousands?|millions?|billions?|trillions?|tausend|million(?:en)?|milliarden?|billionen|milliers?|mille|milliards?|mil|mill[oó]n(?:es)?)";
const unit =
  "(?:per[ -]?cent|percentage points?|prozent|pour cent|por ciento|[%€$£¥]|(?:US[ -]|U\\.S\\. )?dollars?|euros?|pounds?|francs?|yen|cents?|rupees?)";
const gap = "(?:[ \\t\\n\\u00a0-]+(?:(?:and|a|point|et|y|de|und)[ \\t\\n\\u00a0-]+){0,2})";
const amounts = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:an?${gap})?(?:(?:${numeral}|${scale})${gap})*(?:${numeral}${gap}(?:${scale}|${unit})|(?:an?|${scale})${gap}(?:${scale}|${unit})|an?${gap}${scale})(?:${gap}(?:${numeral}|${scale}|${unit}))*(?![\\p{L}\\p{N}])`,
  "giu",
);

/** Amounts of a text that are spelled out, with a scale word, a currency or percent: "two hundred percent". */
export function spelledAmounts(text: string): readonly string[] {
  return [...text.matchAll(amounts)].map(([words]) => words);
}

/** Whether a text has the same words. */
export function hasWords(text: string, words: string): boolean {
  return ` ${comparable(text)} `.includes(` ${comparable(words)} `);
}

function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}%€$£¥]+/gu, " ")
    .trim();
}
