import type { Span } from "../../core/span.js";
import type { ViewerTarget } from "./target.js";

/** The two strengths of a mark. */
export type MarkStrength = "passage" | "word";

/** A span to mark, and how. */
export interface Mark extends Span {
  readonly strength: MarkStrength;
}

/** What a stop has on one page. */
export interface StopPart {
  readonly page: number;
  readonly marks: readonly Mark[];
}

/** A place that the reader goes to, on one page or on several that follow one another. */
export interface Stop {
  readonly parts: readonly StopPart[];
}

/** What is to be marked on one page for one stop: all of it or nothing. */
export interface MarkGroup {
  /** Index of the stop. */
  readonly stop: number;
  readonly current: boolean;
  readonly marks: readonly Mark[];
}

/** Matches of a search on one page. */
export interface PageMatches {
  readonly spans: readonly Span[];
  /** Index of the one the reader is at, or -1. */
  readonly current: number;
}

/** The stops a target asks for, and which of them it opens at. */
export function targetStops(target: Omit<ViewerTarget, "document" | "source">): {
  readonly stops: readonly Stop[];
  readonly current: number;
} {
  const { page, passage, marks = [] } = target;
  const places = target.places ?? [{ page, passage, spans: marks }];
  const stops: { parts: StopPart[] }[] = [];
  let current = 0;
  for (const [index, place] of places.entries()) {
    const part = { page: place.page, marks: placeMarks(place.passage, place.spans) };
    const last = stops.at(-1);
    if (last && "continues" in place && place.continues === true) last.parts.push(part);
    else stops.push({ parts: [part] });
    if (index === target.current) current = stops.length - 1;
  }
  return { stops, current };
}

/** Passages first, so that words are drawn on top of them. */
function placeMarks(passage: Span | null | undefined, spans: readonly Span[]): Mark[] {
  const marks: Mark[] = [];
  if (passage) marks.push({ ...passage, strength: "passage" });
  for (const span of spans) marks.push({ ...span, strength: "word" });
  return marks.filter((mark) => mark.start < mark.end);
}
