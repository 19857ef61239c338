const small = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen sixteen seventeen eighteen nineteen`.split(/\s+/);
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const numberWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${tens.join("|")})(?:[- ](${small.slice(1, 10).join("|")}))?|(${small.slice(2).join("|")}))(?![\\p{L}\\p{N}])`,
  "giu",
);

/** A text with English numbers from two to ninety-nine in digits; "one" and "zero" are rather words. */
export function withDigits(text: string): string {
  return text.replace(numberWord, (_, ten?: string, one?: string, unit?: string) => {
    if (unit !== undefined) return String(small.indexOf(unit.toLowerCase()));
    const whole = 10 * (tens.indexOf((ten ?? "").toLowerCase()) + 2);
    return String(whole + (one === undefined ? 0 : small.indexOf(one.toLowerCase())));
  });
}
