import { answerUnits, type Span } from "../../core/index.js";

/** How far around a quote, in code units, words that change its meaning are searched for. */
const nearby = 160;

/** Sentences with more code units are shown only from or up to the word that changes them. */
const longestSentence = 1000;

/**
 * Words for a negation, a condition, or something that did not happen: English, German, French,
 * Spanish, Italian, Portuguese, Dutch, Russian and Arabic. A word that means something else in
 * another language only makes a quote longer.
 */
const turning = new RegExp(
  `(?<![\\p{Alpha}\\p{M}])(?:${[
    "not|no|never|neither|nor|none|nobody|nothing|without|cannot|\\p{Alpha}+n['’]t|unable|fail(?:s|ed)? to",
    "den(?:y|ies|ied)|hardly|barely|unless|if|except|provided|assuming|would|could|might|should",
    "alleged(?:ly)?|false(?:ly)?|untrue|unlikely|instead of|rather than|only when|until",
    "nicht|kein\\p{Alpha}{0,2}|nie|niemals|ohne|weder|wenn|falls|sofern|würden?|hätten?|könnten?|wären?|außer",
    "ne|n['’]\\p{Alpha}+|pas|jamais|sans|aucune?|ni|si|s['’]ils?|sauf|seraient|serait|auraient|aurait|pourrai(?:en)?t",
    "nunca|jamás|sin|ning[uú]n[oa]?|salvo|excepto|sería[n]?|habría[n]?|podría[n]?",
    "non|mai|senza|nessun[oa]?|né|se|sarebbero|sarebbe|avrebbero|avrebbe|potrebbero|potrebbe|tranne",
    "não|sem|nenhuma?|nem|exceto|seriam?|teriam?|poderiam?|caso",
    "niet|geen|nooit|zonder|tenzij|indien|als|zou(?:den)?",
    "не|нет|никогда|без|ни|если|бы|кроме",
    "لا|ليس|ليست|لم|لن|إذا|لو|بدون",
  ].join("|")})(?![\\p{Alpha}\\p{M}])|[不没沒無无未非]|ない|ません|なかった`,
  "giu",
);

/**
 * Widens the span of a quote to its whole sentence if the quote leaves out a negation, a condition
 * or a "would have" within 160 code units. All other spans, including those of table rows, are
 * returned unchanged. Spans are in UTF-16 code units of the text.
 */
export function withTurningWords(text: string, span: Span): Span {
  const units = answerUnits(text).filter(({ start, end }) => start < span.end && end > span.start);
  const [first, last] = [units[0], units.at(-1)];
  let { start, end } = span;
  if (first?.kind === "sentence" && first.start < start) {
    const from = Math.max(first.start, start - nearby);
    const word = text.slice(from, start).search(turning);
    if (word >= 0) start = isLong(first) ? from + word : first.start;
  }
  if (last?.kind === "sentence" && last.end > end) {
    const [word] = [...text.slice(end, Math.min(last.end, end + nearby)).matchAll(turning)].slice(
      -1,
    );
    if (word) end = isLong(last) ? end + word.index + word[0].length : last.end;
  }
  if (start === span.start && end === span.end) return span;
  // Readers can judge only by the whole sentence.
  return {
    start: first?.kind === "sentence" && !isLong(first) ? Math.min(start, first.start) : start,
    end: last?.kind === "sentence" && !isLong(last) ? Math.max(end, last.end) : end,
  };
}

function isLong({ start, end }: Span): boolean {
  return end - start > longestSentence;
}
