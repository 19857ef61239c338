/** Characters of a run after which it is cut: the tokenizer takes the square of a run's length. */
const longestRun = 128;
const longRuns = new RegExp(`\\S{${longestRun + 1},}|\\s{${longestRun + 1},}`, "g");

/**
 * Loads a tokenizer (o200k), by which the papers' chunks have their sizes. It has 2 MB, which only
 * evaluations load: `estimateTokens` does where a question is answered. What it returns never throws:
 * the names of special tokens count as the ordinary text they are in a document. Runs of more than
 * 128 characters without white space, or of white space alone, are counted in pieces, which may add a
 * token a piece.
 */
export async function loadTokenCounter(): Promise<(text: string) => number> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  const ordinary = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
  return (text) => {
    let tokens = 0;
    for (const piece of pieces(text)) {
      try {
        tokens += countTokens(piece, ordinary);
      } catch {
        tokens += piece.length;
      }
    }
    return tokens;
  };
}

function* pieces(text: string): Generator<string> {
  let from = 0;
  for (const { 0: run, index } of text.matchAll(longRuns)) {
    if (index > from) yield text.slice(from, index);
    for (let start = 0; start < run.length; start += longestRun) {
      yield run.slice(start, start + longestRun);
    }
    from = index + run.length;
  }
  if (from < text.length) yield text.slice(from);
}
