import { oneLine } from "../../core/one-line.js";
import type { Answer } from "../../index.js";
import type { Words } from "../strings/words.js";

/** An answer as plain text, with numbered sources; what has none is said to have none. */
export function answerText(words: Words, answer: Answer): string {
  const numberOf = numbering(answer);
  const sources = citedPlaces(answer).map(({ citation, number }) => {
    return `[${number}] ${sourceWords(words, citation)}`;
  });
  const sentences = answer.sentences.map(({ text, supported, citations }) => {
    const numbers = [...new Set(citations.map(numberOf))].map((number) => `[${number}]`);
    if (!supported) numbers.push(`[${words.t("export.unsupported")}]`);
    return numbers.length > 0 ? `${oneLine(text)} ${numbers.join("")}` : oneLine(text);
  });
  const passages = answer.passages.map(
    (passage) => `${placeWords(words, passage)}\n${passage.text.trim()}`,
  );
  const body =
    answer.kind === "answered"
      ? [sentences.join(" "), sources.join("\n")]
      : [answer.kind === "not-found" ? words.t("export.notFound") : "", ...passages];
  return [answer.question, ...body].filter((part) => part !== "").join("\n\n");
}

type Citation = Answer["sentences"][number]["citations"][number];

/** A place that an answer cites, and its number. */
export interface CitedPlace {
  readonly citation: Citation;
  readonly number: number;
}

/** The places that an answer cites, each once, in the order of their numbers. */
export function citedPlaces({ sentences }: Pick<Answer, "sentences">): CitedPlace[] {
  const places = new Map<string, CitedPlace>();
  for (const citation of sentences.flatMap(({ citations }) => citations)) {
    const key = placeKey(citation);
    if (!places.has(key)) places.set(key, { citation, number: places.size + 1 });
  }
  return [...places.values()];
}

/** “report.pdf, page 12: “Net sales …””: a source in full. */
function sourceWords(words: Words, { path, page, pageUnit, pageLabel, quote }: Citation): string {
  const place = words.place(pageUnit, page, pageLabel);
  return oneLine(words.t("export.source", { path, place, quote: oneLine(quote) }));
}

/** “folder/report.pdf, page 12”. */
function placeWords(
  words: Words,
  { path, page, pageUnit, pageLabel }: Answer["passages"][number],
): string {
  return oneLine(words.t("export.place", { path, place: words.place(pageUnit, page, pageLabel) }));
}

interface Place {
  readonly document: string;
  readonly page: number;
  readonly span: { readonly start: number; readonly end: number };
}

/** Numbers the places an answer cites, in the order they come; the same place has one number. */
export function numbering(answer: Answer): (place: Place) => number {
  const numbers = new Map<string, number>();
  for (const { citation, number } of citedPlaces(answer)) numbers.set(placeKey(citation), number);
  return (place) => numbers.get(placeKey(place)) ?? 0;
}

/** Names a place in the documents. */
export function placeKey({ document, page, span }: Place): string {
  return `${document} ${page} ${span.start} ${span.end}`;
}
