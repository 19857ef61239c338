/**
 * The words of an answer as SQuAD compares them (Rajpurkar et al. 2016, arXiv:1606.05250, the official
 * evaluation script): small letters, punctuation dropped, the articles "a", "an" and "the" dropped,
 * split at white space. Punctuation is the script's, which is that of ASCII, and Unicode's besides;
 * "1,577.00" becomes "157700".
 */
export function answerTokens(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~\p{P}]/gu, "")
    .replace(/(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu, " ")
    .split(/\s+/)
    .filter((token) => token !== "");
}
