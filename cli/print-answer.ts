import type { Span } from "../src/index.js";
import type { AskOutcome } from "./ask-answer.js";

/** The number of nearest passages that are shown. */
const maxNearest = 3;

/** An answer as people read it, on a terminal. */
export function printed(outcome: AskOutcome): string {
  const missing = missed(outcome).map((line) => `${line}\n`);
  return [...missing, ...main(outcome), ...steps(outcome), searched(outcome)].join("\n");
}

/** The words of the question that no document has, and those searched for instead. */
export function missed({ unmatched, corrections }: AskOutcome): string[] {
  const quoted = (words: readonly string[]): string =>
    words.map((word) => `"${oneLine(word)}"`).join(", ");
  const from = quoted(corrections.map((correction) => correction.from));
  const to = quoted(corrections.map((correction) => correction.to));
  return [
    ...(corrections.length > 0
      ? [`No document searched has ${from}; these are results for ${to}.`]
      : []),
    ...(unmatched.length > 0 ? [`No document searched has ${quoted(unmatched)}.`] : []),
  ];
}

/** The answer with its sources, or the nearest passages. */
function main(outcome: AskOutcome): string[] {
  const { kind, reason, missing, answer, places, marked } = outcome;
  const passages = answer.passages.map(({ quote }, index) =>
    printedPassage(quote, `${index + 1}. ${places[index]}`, marked[index] ?? []),
  );
  const nearest =
    passages.length === 0 ? [] : ["What came nearest:\n", ...passages.slice(0, maxNearest)];
  const what = oneLine(missing);
  const doubt = what === "" ? [] : [`The model says what is missing: ${what}\n`];
  if (kind === "answered") return [...sentencesWithSources(outcome), ...doubt, ...nearest];
  if (kind === "not-found") {
    return [
      "Not found in these documents.\n",
      ...doubt,
      ...(answer.sentences.length === 0
        ? []
        : ["What they do say:\n", ...sentencesWithSources(outcome)]),
      ...nearest,
    ];
  }
  const why = reason ?? "No model was used";
  const head = reason === null ? `${why}; the best passages:\n` : `${why}\nThe best passages:\n`;
  const isMarked = marked.some((spans) => spans.length > 0);
  const unclear = isMarked ? [] : ["No clear answer in these passages.\n"];
  if (passages.length > 0) return [head, ...unclear, ...passages];
  return ["Nothing was found.\n"];
}

function sentencesWithSources({ answer: { sentences }, remarks }: AskOutcome): string[] {
  const sources = new Sources();
  const text = sentences.map(({ text, supported, citations }, index) => {
    const {
      unsupportedNumbers = [],
      places = [],
      quotes = [],
      doubt: unsure,
    } = remarks[index] ?? {};
    const numbers = citations.map(({ file, quote }, place) =>
      sources.numberOf(places[place] ?? file, oneLine(quotes[place] ?? quote)),
    );
    const cited = [...new Set(numbers)].map((number) => `[${number}]`).join("");
    // If the sentence has sources, only its numbers are in doubt.
    const doubt =
      unsure !== undefined
        ? "[in the documents, but perhaps not what was asked]"
        : citations.length > 0 && unsupportedNumbers.length > 0
          ? `[not found: ${unsupportedNumbers.map(oneLine).join("; ")}]`
          : "[not found in the documents]";
    return [text, cited, supported ? "" : doubt].filter((part) => part !== "").join(" ");
  });
  const listed = sources.listed();
  return [`${text.join("\n")}\n`, ...(listed.length > 0 ? ["Sources:\n", ...listed] : [])];
}

/** Numbered sources; a quote that contains another one on the same page counts as the same. */
class Sources {
  readonly #sources: { readonly place: string; quote: string }[] = [];

  numberOf(place: string, quote: string): number {
    const index = this.#sources.findIndex(
      (each) => each.place === place && (each.quote.includes(quote) || quote.includes(each.quote)),
    );
    const same = this.#sources[index];
    if (!same) return this.#sources.push({ place, quote });
    if (quote.length > same.quote.length) same.quote = quote;
    return index + 1;
  }

  listed(): string[] {
    return this.#sources.map(
      ({ place, quote }, index) => `${index + 1}. ${place}\n   “${quote}”\n`,
    );
  }
}

/** A heading and a text; a `>` marks the lines that most likely contain the answer. */
function printedPassage(quote: string, heading: string, marked: readonly Span[]): string {
  let start = 0;
  const lines = quote.split("\n").map((line) => {
    const end = start + line.length;
    const carries = marked.some((span) => span.start < end && span.end > start);
    start = end + 1;
    return ` ${carries ? ">" : " "} ${line.replaceAll("\t", "  ")}`.trimEnd();
  });
  return `${heading}\n${lines.join("\n")}\n`;
}

/** The queries that were tried, if a model chose them. */
function steps({ kind, tried }: AskOutcome): string[] {
  return kind === "passages" || tried.length === 0 ? [] : [`${tried.join("\n")}\n`];
}

function searched({ answer: { coverage }, extent }: AskOutcome): string {
  const { documents, pagesWithoutText, refused } = coverage;
  const gaps = pagesWithoutText === 0 ? "" : `; ${pagesWithoutText} without text`;
  const line = `Searched ${extent} in ${documents} document${documents === 1 ? "" : "s"}${gaps}.\n`;
  if (refused.length === 0) return line;
  const lines = refused.map(({ file, message }) =>
    message.includes(file) ? `   ${message}` : `   ${file}: ${message}`,
  );
  return `${line}\nNot read:\n${lines.join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
