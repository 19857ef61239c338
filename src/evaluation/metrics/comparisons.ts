import { countsOf } from "../../core/index.js";
/**
 * The words of an answer as SQuAD compares them (Rajpurkar et al. 2016, arXiv:1606.05250, the
 * official evaluation script): lower case, without punctuation and the articles "a", "an" and
 * "the", split at white space. Punctuation is the script's, which is that of ASCII, and also
 * Unicode's; "1,577.00" becomes "157700".
 */
export function answerTokens(text: string): readonly string[] {
  return text
    .toLowerCase()
    .replace(/[!-/:-@[-`{-~\p{P}]/gu, "")
    .replace(/(?<![\p{Alpha}\p{N}_])(?:a|an|the)(?![\p{Alpha}\p{N}_])/gu, " ")
    .split(/\s+/)
    .filter((token) => token !== "");
}

/** Exact match of SQuAD (Rajpurkar et al. 2016): whether both have the same tokens in the same order. */
export function exactMatch(answer: string, gold: string): boolean {
  return answerTokens(answer).join(" ") === answerTokens(gold).join(" ");
}

/**
 * Token F1 of SQuAD (Rajpurkar et al. 2016): precision is the share of the answer's tokens that
 * gold has, recall the share of gold's tokens that the answer has; repeated tokens count as often
 * as both have them. If one of them has no tokens, 1 if the other has none either, else 0.
 */
export function tokenF1(answer: string, gold: string): number {
  const ours = answerTokens(answer);
  const theirs = answerTokens(gold);
  if (ours.length === 0 || theirs.length === 0) return ours.length === theirs.length ? 1 : 0;
  const left = countsOf(theirs);
  let common = 0;
  for (const token of ours) {
    const count = left.get(token) ?? 0;
    if (count === 0) continue;
    left.set(token, count - 1);
    common++;
  }
  return harmonicMean(common / ours.length, common / theirs.length);
}

/**
 * ROUGE-L (Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, section 3, sentence
 * level; AU-RAG reports it): the F1 (β = 1) of the longest common subsequence of words relative to
 * the lengths of answer and gold. Words are in lower case, not stemmed. 0 if either has no words.
 */
export function rougeL(answer: string, gold: string): number {
  const ours = wordTokens(answer);
  const theirs = wordTokens(gold);
  if (ours.length === 0 || theirs.length === 0) return 0;
  const common = commonSubsequence(ours, theirs);
  return harmonicMean(common / ours.length, common / theirs.length);
}

/**
 * Length of the longest common subsequence of two lists of tokens. The positions in `one` are the
 * bits of one number, which is fast for long answers (Hyyrö, "Bit-parallel LCS-length computation
 * revisited", 2004).
 */
export function commonSubsequence(one: readonly string[], other: readonly string[]): number {
  const places = new Map<string, bigint>();
  for (const [index, token] of one.entries()) {
    places.set(token, (places.get(token) ?? 0n) | (1n << BigInt(index)));
  }
  const all = (1n << BigInt(one.length)) - 1n;
  let unused = all;
  for (const token of other) {
    const here = unused & (places.get(token) ?? 0n);
    if (here !== 0n) unused = ((unused + here) | (unused - here)) & all;
  }
  return [...(all ^ unused).toString(2)].filter((bit) => bit === "1").length;
}

/**
 * Answer length ratio (AU-RAG, section 6.1): words of the answer divided by words of gold; above 1
 * the answer is longer. Null if gold has no words.
 */
export function answerLengthRatio(answer: string, gold: string): number | null {
  const length = wordTokens(gold).length;
  return length === 0 ? null : wordTokens(answer).length / length;
}

const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const word = /[\p{Alpha}\p{M}\p{N}]+/gu;
const ownSign = new RegExp(`[${unspaced}]\\p{M}*|[^${unspaced}]+`, "gu");
const hasOwnSign = new RegExp(`[${unspaced}]`, "u");

/**
 * The words of a text, in order: runs of letters and digits in lower case, with compatible
 * characters unified (NFKC); in scripts without spaces, each character is a word. "$1,577.00" is
 * "1", "577", "00".
 */
export function wordTokens(text: string): readonly string[] {
  const plain = text.normalize("NFKC").toLowerCase();
  const words = plain.match(word) ?? [];
  if (!hasOwnSign.test(plain)) return words;
  return words.flatMap((one) => one.match(ownSign) ?? []);
}

/** The highest score of an answer against any gold answer (Rajpurkar et al.); null without one. */
export function bestOf(
  golds: readonly string[],
  figure: (gold: string) => number | null,
): number | null {
  const figures = golds.map(figure).filter((one) => one !== null);
  return figures.length === 0 ? null : Math.max(...figures);
}

/**
 * The cosine of the angle between two vectors of the same length, from -1 to 1 (the thesis on
 * retrieval agents compares answers by the cosine of their embeddings). 0 if either is all zeros.
 */
export function cosineSimilarity(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  let oneSquared = 0;
  let otherSquared = 0;
  for (let index = 0; index < one.length; index++) {
    const left = one[index] ?? 0;
    const right = other[index] ?? 0;
    product += left * right;
    oneSquared += left * left;
    otherSquared += right * right;
  }
  const lengths = Math.sqrt(oneSquared) * Math.sqrt(otherSquared);
  return lengths === 0 ? 0 : Math.max(-1, Math.min(1, product / lengths));
}

/** F1: the harmonic mean of precision and recall (van Rijsbergen 1979, with β = 1); 0 when both are 0. */
export function harmonicMean(precision: number, recall: number): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}
