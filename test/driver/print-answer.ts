import type { Span } from "../../src/index.js";
import type { AskAnswer, AskOutcome } from "./ask-answer.js";

type Passage = AskAnswer["passages"][number];

/** An answer as people read it, on a terminal. */
export function printed(outcome: AskOutcome): string {
  return [...main(outcome), ...steps(outcome), searched(outcome.answer)].join("\n");
}

/** The answer with its sources, or the passages. */
function main(outcome: AskOutcome): string[] {
  const { kind, reason, answer, marked } = outcome;
  const passages = answer.passages.map((passage, index) =>
    printedPassage(passage, index + 1, marked[index] ?? []),
  );
  if (kind === "answered") return answerWithSources(answer);
  if (kind === "not-found") {
    const nearest = passages.length === 0 ? [] : ["What came nearest:\n", ...passages];
    return ["Not found in these documents.\n", ...nearest];
  }
  const why = reason ?? "No model took part";
  const head = reason === null ? `${why}; the best passages:\n` : `${why}\nThe best passages:\n`;
  if (passages.length > 0) return [head, ...passages];
  return ["Nothing was found.\n"];
}

function answerWithSources({ sentences }: AskAnswer): string[] {
  const sources: string[] = [];
  const numberOf = (source: string) => {
    if (!sources.includes(source)) sources.push(source);
    return sources.indexOf(source) + 1;
  };
  const text = sentences.map(({ text, supported, citations }) => {
    const numbers = citations.map(({ file, page, quote }) =>
      numberOf(`${file}, page ${page}\n   “${oneLine(quote)}”\n`),
    );
    const cited = [...new Set(numbers)].map((number) => `[${number}]`).join("");
    const mark = supported ? "" : "[not found in the documents]";
    return [text, cited, mark].filter((part) => part !== "").join(" ");
  });
  const listed = sources.map((source, index) => `${index + 1}. ${source}`);
  return [`${text.join("\n")}\n`, ...(listed.length > 0 ? ["Sources:\n", ...listed] : [])];
}

/** File, page and text; a `>` stands at the lines that most likely carry the answer. */
function printedPassage(
  { file, page, pageLabel, quote }: Passage,
  number: number,
  marked: readonly Span[],
): string {
  const label = pageLabel === null || pageLabel === String(page) ? "" : ` (labelled ${pageLabel})`;
  let start = 0;
  const lines = quote.split("\n").map((line) => {
    const end = start + line.length;
    const carries = marked.some((span) => span.start < end && span.end > start);
    start = end + 1;
    return ` ${carries ? ">" : " "} ${line.replaceAll("\t", "  ")}`.trimEnd();
  });
  return `${number}. ${file}, page ${page}${label}\n${lines.join("\n")}\n`;
}

/** What was looked for, where a model chose it. */
function steps({ kind, tried }: AskOutcome): string[] {
  return kind === "passages" || tried.length === 0 ? [] : [`${tried.join("\n")}\n`];
}

function searched({ coverage }: AskAnswer): string {
  const { documents, pages, pagesWithoutText, refused } = coverage;
  const gaps = pagesWithoutText === 0 ? "" : `; ${pagesWithoutText} without text`;
  const line = `Searched ${count(pages, "page")} in ${count(documents, "document")}${gaps}.\n`;
  if (refused.length === 0) return line;
  const lines = refused.map(({ file, message }) =>
    message.includes(file) ? `   ${message}` : `   ${file}: ${message}`,
  );
  return `${line}\nNot read:\n${lines.join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
