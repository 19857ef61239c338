import { withDigits } from "./number-words.js";

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
