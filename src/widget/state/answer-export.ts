import { oneLine } from "../../core/one-line.js";
import type { Answer } from "../../index.js";
import type { Words } from "../strings/words.js";
import { type Citation, citedPlaces, numbering } from "./cited-places.js";

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
