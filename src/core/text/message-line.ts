/** The sign of a quote at the beginning of a line of a mail. */
export interface QuoteMark {
  /** The number of signs: 2 for a quote within a quote, 0 for a line that is not quoted. */
  readonly depth: number;
  /** The length of the signs and the spaces after them. */
  readonly length: number;
}

/** The sign of the quote that a line belongs to, as in "> > I agree." */
export function quoteMark(line: string): QuoteMark {
  const [signs = ""] = /^(?:> ?){0,50}/.exec(line) ?? [];
  return { depth: signs.split(">").length - 1, length: signs.length };
}

/**
 * A date or a time of day, in brackets or before a dash and a name: "[02/04/2025, 18:02:11] Nadia:",
 * "02.04.25, 18:02 - Nadia:", "[00:02:20] Sian:".
 */
const message =
  /^\W{0,2}(?:\[[^[\]\n]{0,24}\d:\d\d[^[\]\n]{0,12}\] ?\S|\d[\d./-]{4,9},? \d\d?[:.]\d\d[^\n–-]{0,8} [–-] \S)/u;

/** True if a line begins a message of a chat or of a transcript, with its time. */
export function beginsMessage(line: string): boolean {
  return message.test(line);
}

/**
 * A label of up to five words and a colon, as lines of transcripts, forms and the heads of mails
 * have: "Ben: See you at five", "Date of birth: 5 May 1970".
 */
const labelled = /^\s{0,20}\p{Uppercase}[^\s:;,!?]{0,30}(?: [^\s:;,!?]{1,30}){0,4}:\s{1,20}\S/u;

/** A label, perhaps after a date or time in brackets or before a dash. */
const timeAndLabel =
  /^\s{0,20}(?:\[[^[\]\n]{1,30}\] ?|\d[\d./-]{4,9},? \d\d?[:.]\d\d[^\n–-]{0,8} [–-] )?(\p{Uppercase}[^\s:;!?]{0,30}(?: [^\s:;!?]{1,30}){0,4}):(?=\s)/u;

/** The label that a line begins with, perhaps after the time of a message: "Ben" in "Ben: See you". */
export function labelOf(line: string): string | null {
  const [, label = ""] = timeAndLabel.exec(line) ?? [];
  return label === "" ? null : label;
}

/** True if a line begins with a label: who speaks, or what the line is about. */
export function isLabelled(line: string): boolean {
  return labelled.test(line);
}
