import { intersect, type Span } from "../../core/index.js";
import type { ReadQuestion } from "../../figures/index.js";
import type { FoundFigure, SearchHit, SearchResponse } from "../../search/index.js";
import type { BestPassage } from "../answer.js";
import {
  bestOf,
  certaintyOf,
  lacksName,
  markedSpan,
  type ScoredCandidate,
  scoredCandidates,
} from "./answer-judgement.js";
import { withWholeList } from "./whole-list.js";

/** At most this many sentences or rows of a passage are marked, … */
const maxMarked = 2;
/** … of this many passages. */
const maxPassages = 3;
/** The share of the best sentence's odds from which another one is marked too. */
const shareOfBest = 0.75;

/** The marked parts of a passage. */
interface Marked {
  readonly spans: readonly Span[];
  readonly certainty: NonNullable<BestPassage["certainty"]>;
  /** The figure itself, where a row of a table holds it. */
  readonly figure?: Span | undefined;
}

/**
 * The best passages of a search, `limit` at most, with the sentences or table rows marked that are
 * likely or possibly the answer, and the passage with the best of them first. Nothing is marked where
 * none is likely enough, and where a name or number of the question is in no document.
 *
 * The place that surely holds the figure asked for is the answer. Where rows of tables may hold it, and
 * none surely does, nothing is marked.
 */
export function bestPassages(
  response: SearchResponse,
  question: ReadQuestion,
  limit: number,
): BestPassage[] {
  const { hits } = response;
  const marked = lacksName(response, question)
    ? new Map<number, Marked>()
    : (byFigures(response) ?? judged(response, question));
  const first = [...marked.keys()];
  const order = [...first, ...hits.keys()].filter((hit, place, all) => all.indexOf(hit) === place);
  return order.slice(0, Math.max(0, limit)).flatMap((index) => {
    const hit = hits[index];
    if (!hit) return [];
    const { spans = [], certainty, figure } = marked.get(index) ?? {};
    return [
      {
        ...passageOf(hit),
        marked: spans,
        ...(certainty ? { certainty } : {}),
        ...(figure ? { figure } : {}),
      },
    ];
  });
}

/**
 * The certain places of the requested figure, by hit, in the order of the hits; empty if table rows
 * may contain it but no place is certain. Null if the documents have no such figures, or none is
 * requested.
 */
function byFigures({ hits, asksFigure }: SearchResponse): ReadonlyMap<number, Marked> | null {
  const figures = hits.flatMap((hit) => hit.figures ?? []);
  if (!figures.some(({ sure }) => sure)) {
    return asksFigure && figures.some(({ cell }) => cell !== null) ? new Map() : null;
  }
  return new Map(
    hits.flatMap((hit, index) => {
      const spans = sureFigures(hit, ({ span }) => span);
      const [figure] = sureFigures(hit, ({ cell }) => cell);
      return spans.length > 0 ? [[index, { spans, certainty: "likely", figure }]] : [];
    }),
  );
}

/** A place of each certain figure in a passage, as far as it is in there. */
function sureFigures(
  { figures = [], span }: SearchHit,
  placeOf: (figure: FoundFigure) => Span | null,
): readonly Span[] {
  return figures.flatMap((figure) => {
    const place = figure.sure ? placeOf(figure) : null;
    const inside = place && intersect(place, span);
    return inside ? [{ start: inside.start - span.start, end: inside.end - span.start }] : [];
  });
}

/** What is marked by the judgement, by hit, best first: of all documents, or of those of each side. */
function judged(response: SearchResponse, question: ReadQuestion): ReadonlyMap<number, Marked> {
  const { hits, sides = [] } = response;
  const candidates = scoredCandidates(response, question);
  const groups =
    sides.length > 1
      ? sides.map(({ documents }) => {
          const ids = new Set(documents.map(({ document }) => document));
          return candidates.filter(({ hit }) => {
            const passage = hits[hit];
            return passage !== undefined && ids.has(passage.document);
          });
        })
      : [candidates];
  const marked = new Map<number, Marked>();
  for (const group of groups) {
    const found = bestOf(group, hits);
    const certainty = found && certaintyOf(found.probability);
    if (!found || !certainty) continue;
    const near = group.filter(({ odds }) => Math.exp(odds - found.best.odds) >= shareOfBest);
    const passages = [...new Set(near.map(({ hit }) => hit))].slice(0, maxPassages);
    for (const hit of passages) {
      const { text = "" } = hits[hit] ?? {};
      const spans = spansOf(near, { hit, group, text, asksList: question.asksList });
      marked.set(hit, { spans, certainty });
    }
  }
  return marked;
}

interface OfOneHit {
  readonly hit: number;
  readonly group: readonly ScoredCandidate[];
  readonly text: string;
  readonly asksList: boolean;
}

/** What is marked for the best candidates of one hit, in the order of its text. */
function spansOf(
  best: readonly ScoredCandidate[],
  { hit, group, text, asksList }: OfOneHit,
): readonly Span[] {
  const [first, ...others] = best.filter((candidate) => candidate.hit === hit);
  if (!first) return [];
  const list = withWholeList(first.unit, { text, asksList });
  const isList = list.start < first.unit.start || list.end > first.unit.end;
  const span = isList ? list : markedSpan(first, group, text);
  const isMore = span.start < first.unit.start || span.end > first.unit.end;
  const apart = others.map(({ unit }) => withWholeList(unit, { text, asksList }));
  const spans = [span, ...apart].slice(0, isMore ? 1 : maxMarked);
  return spans
    .filter((one) => !spans.some((other) => other !== one && contains(other, one)))
    .sort((a, b) => a.start - b.start);
}

/** Whether a span is within another. */
function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

function passageOf(hit: SearchHit): Omit<BestPassage, "marked"> {
  const { id, document, path, page, pageLabel, pageUnit, heading, span, text, marks, score } = hit;
  return {
    evidence: id,
    document,
    path,
    page,
    pageLabel,
    pageUnit,
    ...(hit.recognised ? { recognised: true } : {}),
    ...(hit.from ? { from: hit.from } : {}),
    heading,
    span,
    text,
    marks,
    score,
  };
}
