/** Brackets in one paragraph: for each that closes, the parser looks through what stands before it. */
const mostInParagraph = 1_000;
/** Brackets in a stretch of 64 KB; a list of nothing but links has half as many. */
const mostInStretch = 16_000;
/** Headings underlined on the line below, for each of which all before it is looked through. */
const mostUnderlined = 1_000;
/** Addresses that begin within one word: each is tried up to the word's end. */
const mostInWord = 100;

const heading = /^ {0,3}#{1,6}\s/;
const bullet = /^\s*[*+-]\s+\S/;
/** Neither begins a paragraph of its own in the middle of another one. */
const numbered = /^\s*(?:\d{1,9}[.)]\s|\[[^\]]+\]:)/;
const tableRule = /^[\s>]*\|?\s*:?-+:?\s*\|/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

/**
 * Whether a stretch of text is no document but something that the parser would take minutes over:
 * it is quadratic in what is counted here. Goes through the text once.
 */
export function isTooDense(stretch: string): boolean {
  let [inParagraph, inStretch, underlined] = [0, 0, 0];
  // What the lines of the paragraph are: all of one kind stand for themselves.
  let [afterBlank, inList, inTable] = [true, false, false];
  for (const line of stretch.split("\n")) {
    const blank = line.trim() === "";
    if (!blank && !afterBlank && underline.test(line)) underlined++;
    if (tableRule.test(line)) inTable = true;
    const lists = numbered.test(line);
    const begins = blank || heading.test(line) || bullet.test(line) || inTable;
    if (begins || (lists && (inList || afterBlank))) inParagraph = 0;
    if (blank || lists) inList = lists;
    if (blank) inTable = false;
    afterBlank = blank;
    const brackets = countBrackets(line);
    inParagraph += brackets;
    inStretch += brackets;
    if (inParagraph > mostInParagraph || inStretch > mostInStretch) return true;
    if (underlined > mostUnderlined || hasAddressesInWord(line)) return true;
  }
  return false;
}

function countBrackets(line: string): number {
  let count = 0;
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 0x5b || code === 0x5d) count++;
  }
  return count;
}

/** Whether so many addresses begin in one word that it is none. */
function hasAddressesInWord(line: string): boolean {
  let [count, end] = [0, 0];
  for (const { index } of line.matchAll(/www\.|https?:\/\/|@/gi)) {
    if (/\s/.test(line.slice(end, index))) count = 0;
    if (++count > mostInWord) return true;
    end = index;
  }
  return false;
}
