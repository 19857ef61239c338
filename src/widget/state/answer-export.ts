import type { Answer, Trace } from "../../index.js";
import { placeName } from "./words.js";

/** An answer as plain text, with numbered sources; what has none is said to have none. */
export function answerText(answer: Answer): string {
  const sources: string[] = [];
  const numberOf = numbering(answer);
  for (const { citations } of answer.sentences) {
    for (const citation of citations) {
      const number = numberOf(citation);
      const place = placeName(citation.pageUnit, citation.page, citation.pageLabel);
      sources[number - 1] = `[${number}] ${citation.path}, ${place}: “${oneLine(citation.quote)}”`;
    }
  }
  const sentences = answer.sentences.map(({ text, supported, citations }) => {
    const numbers = [...new Set(citations.map(numberOf))].map((number) => `[${number}]`);
    if (!supported) numbers.push("[not found in the documents]");
    return numbers.length > 0 ? `${text} ${numbers.join("")}` : text;
  });
  const passages = answer.passages.map(
    ({ path, page, pageUnit, pageLabel, text }) =>
      `${path}, ${placeName(pageUnit, page, pageLabel)}\n${text.trim()}`,
  );
  const body =
    answer.kind === "answered"
      ? [sentences.join(" "), sources.join("\n")]
      : [answer.kind === "not-found" ? "Not found in the documents." : "", ...passages];
  return [answer.question, ...body].filter((part) => part !== "").join("\n\n");
}

interface Place {
  readonly document: string;
  readonly page: number;
  readonly span: { readonly start: number; readonly end: number };
}

/** Numbers the places an answer cites, in the order they come; the same place has one number. */
export function numbering(answer: Answer): (place: Place) => number {
  const numbers = new Map<string, number>();
  for (const { citations } of answer.sentences) {
    for (const citation of citations) {
      const key = placeKey(citation);
      if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
    }
  }
  return (place) => numbers.get(placeKey(place)) ?? 0;
}

/** Names a place in the documents. */
export function placeKey({ document, page, span }: Place): string {
  return `${document} ${page} ${span.start} ${span.end}`;
}

/** Hands a trace or an answer to the browser as a file to save. */
export function saveJson(name: string, content: Trace | Answer): void {
  const blob = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has taken it up by then; a minute is plenty for a dialog that asks where to.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** White space as one blank each. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
