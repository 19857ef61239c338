/** Ends of words behind which a full stop ends no sentence. */
const abbreviation =
  /(?:^|[\s(])(?:inc|corp|co|ltd|llc|plc|no|nos|vs|approx|adj|est|e\.g|i\.e|etc|cf|mr|mrs|ms|dr|prof|st|jr|sr|fig|vol|dept|u\.s|u\.k|\p{Lu})\.$/iu;

const bullet = /^(?:[-*•–]|\d{1,2}[.)])\s+/;

/** The sentences of a text without marks of Markdown; every line and every item of a list ends one. */
export function splitSentences(text: string): readonly string[] {
  return plain(text).split("\n").flatMap(sentencesOfLine);
}

/** A text with quotes of one kind and numbers in digits, without marks of Markdown inside its lines. */
export function plain(text: string): string {
  return withDigits(text)
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\r\n?/g, "\n")
    .replace(/\*\*|__|`/g, "")
    .replace(/^#+\s+/gm, "");
}

function sentencesOfLine(line: string): string[] {
  const text = line.trim().replace(bullet, "").trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const sentences: string[] = [];
  let start = 0;
  for (const { index, 0: gap } of text.matchAll(
    /(?<=[.!?]["')\]]{0,2})\s+(?=["'([]?[\p{Lu}\p{N}])/gu,
  )) {
    const sentence = text.slice(start, index);
    if (abbreviation.test(sentence)) continue;
    sentences.push(sentence);
    start = index + gap.length;
  }
  sentences.push(text.slice(start));
  return sentences;
}

/** An answer by what its sentences are for. */
export interface Claims {
  /** The first sentence that says something; empty for an answer without any. */
  readonly opening: string;
  /** The last sentence, and those that are marked as a conclusion, in order. */
  readonly concluding: readonly string[];
  /** Opening and concluding sentences; all of a short answer. In order, none twice. */
  readonly claims: readonly string[];
  readonly all: readonly string[];
}

/** So many sentences are short enough to be claims altogether. */
const shortAnswer = 3;

const introduction =
  /^(?:sure|certainly|of course|okay|great)[!.,]*$|:$|^to (?:calculate|determine|answer|find|compute|assess|evaluate)\b|^here (?:is|are|'s)\b/i;
const conclusion =
  /^(?:(?:and )?so|therefore|thus|hence|consequently|accordingly|in (?:summary|conclusion|short|total|sum|fact)|to (?:summari[sz]e|conclude|sum up)|overall|as a result|(?:when )?round(?:ed|ing)|finally|based on (?:this|these|the above)|the (?:final )?answer is|this (?:means|gives|indicates|shows|suggests|implies|represents|results|is))\b/i;

/** Finds the sentences of an answer that carry what it claims, apart from how it came to it. */
export function findClaims(answer: string): Claims {
  const all = splitSentences(answer);
  const opening = all.find((sentence) => !introduction.test(sentence)) ?? all[0] ?? "";
  const concluding = all.filter(
    (sentence, index) => index === all.length - 1 || conclusion.test(sentence),
  );
  const claims =
    all.length <= shortAnswer
      ? all
      : all.filter((sentence) => sentence === opening || concluding.includes(sentence));
  return { opening, concluding, claims: [...new Set(claims)], all };
}

const small = `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
  fifteen sixteen seventeen eighteen nineteen`.split(/\s+/);
const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const numberWord = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${tens.join("|")})(?:[- ](${small.slice(1, 10).join("|")}))?|(${small.slice(2).join("|")}))(?![\\p{L}\\p{N}])`,
  "giu",
);

/** A text with English numbers from two to ninety-nine in digits; "one" and "zero" are rather words. */
function withDigits(text: string): string {
  return text.replace(numberWord, (_, ten?: string, one?: string, unit?: string) => {
    if (unit !== undefined) return String(small.indexOf(unit.toLowerCase()));
    const whole = 10 * (tens.indexOf((ten ?? "").toLowerCase()) + 2);
    return String(whole + (one === undefined ? 0 : small.indexOf(one.toLowerCase())));
  });
}
