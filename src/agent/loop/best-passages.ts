import {
  type BestPassage,
  type EvidenceId,
  intersect,
  lazy,
  type Span,
  wholeText,
  withoutItemMark,
} from "../../core/index.js";
import { numbersIn, type ReadQuestion, saysChange, spelledAsNumbers } from "../../figures/index.js";
import type { FoundFigure, SearchHit, SearchResponse } from "../../search/index.js";
import { isOver } from "./answer-features.js";
import {
  bestOf,
  certaintyOf,
  lacksName,
  markedSpan,
  missingWords,
  type ScoredCandidate,
  scoredCandidates,
} from "./answer-judgement.js";
import { type ShownCells, yearsOf } from "./compared-rows.js";
import { holdsKind, mayBeFigure } from "./kinds-of-answers.js";
import { isStatement, mayState } from "./left-out.js";
import { withTurn } from "./turns.js";
import { withWholeList } from "./whole-list.js";
import {
  sectionNamed,
  withDecision,
  withNameAbove,
  withRunInHeading,
  withTermLine,
} from "./whole-section.js";

/** Maximum number of marked sentences or rows in a passage. */
const maxMarked = 2;
const maxPassages = 3;
/** Minimum odds, relative to the best sentence, for another one to be marked too. */
const shareOfBest = 0.75;

/** The marked parts of a passage. */
interface Marked {
  readonly spans: readonly Span[];
  readonly certainty: NonNullable<BestPassage["certainty"]>;
  /** The figure itself, if it is in a table row. */
  readonly figure?: Span | undefined;
}

/** A search and its question, with the sentences and rows that may be the answer. */
interface Judging {
  readonly response: SearchResponse;
  readonly question: ReadQuestion;
  readonly candidates: () => readonly ScoredCandidate[];
}

/**
 * The best passages of a search, at most `limit`, with the sentences or table rows marked that are
 * likely or possibly the answer. The passage with the best of these comes first. Nothing is marked
 * if none is likely enough, or if a name or number from the question is in no document.
 *
 * A certain location of the requested figure is the answer. If table rows may contain the figure
 * but none certainly does, only a sentence that states it with most words of the question is marked.
 */
export function bestPassages(
  found: SearchResponse,
  question: ReadQuestion,
  limit: number,
): BestPassage[] {
  const response = { ...found, hits: found.hits.map(withWholeText) };
  const { hits } = found;
  const candidates = lazy(() => scoredCandidates(response, question));
  const judging = { response, question, candidates };
  const marked = lacksName(response, question)
    ? new Map<number, Marked>()
    : (byFigures(judging) ?? judged(judging));
  const first = [...marked.keys()];
  const order = [...first, ...hits.keys()].filter((hit, place, all) => all.indexOf(hit) === place);
  return order.slice(0, Math.max(0, limit)).flatMap((index) => {
    const hit = hits[index];
    if (!hit) return [];
    const { spans = [], certainty, figure: cell } = marked.get(index) ?? {};
    const figure = cell && spanInPassage(cell, hit);
    return [
      {
        ...passageOf(hit),
        marked: spans.flatMap((span) => spanInPassage(span, hit) ?? []),
        ...(certainty ? { certainty } : {}),
        ...(figure ? { figure } : {}),
      },
    ];
  });
}

/** A hit with its first and last sentence whole. Its places on the page continue before and after. */
function withWholeText(hit: SearchHit): SearchHit {
  const { sentenceStart, sentenceEnd, span } = hit;
  if (!sentenceStart && !sentenceEnd) return hit;
  const { text, before } = wholeText(hit);
  const start = span.start - before;
  const end = start + text.length;
  const moved = (marks: readonly Span[], by: number): readonly Span[] =>
    marks.map((mark) => ({ start: mark.start + by, end: mark.end + by }));
  const marks = [
    ...moved(sentenceStart?.marks ?? [], start),
    ...hit.marks,
    ...moved(sentenceEnd?.marks ?? [], end - (sentenceEnd?.text.length ?? 0)),
  ];
  return { ...hit, text, span: { start, end }, marks };
}

/** The part of a span of a hit's whole text that is in its passage; null if none is. */
function spanInPassage({ start, end }: Span, hit: SearchHit): Span | null {
  const { before } = wholeText(hit);
  const inPassage = { start: start - before, end: end - before };
  return intersect(inPassage, { start: 0, end: hit.text.length });
}

/**
 * The certain places of the requested figure, by hit, in the order of the hits. If table rows may
 * contain it but no place is certain, the sentences that state it. Null if the documents have no such
 * figures, or none is requested.
 */
function byFigures(judging: Judging): ReadonlyMap<number, Marked> | null {
  const { response, question } = judging;
  const { hits: all, asksFigure } = response;
  const hits = all.map((hit) => ({
    ...hit,
    figures: (hit.figures ?? []).filter(
      (figure) =>
        // No number is the captain of a ship.
        !question.isRoleNoun &&
        // A salary is no phone number.
        question.contact === null &&
        (figure.cell !== null ||
          ((asksFigure || mayBeFigure(question.kind)) &&
            !question.asksPurpose &&
            statesNumber(hit, figure, question))),
    ),
  }));
  const figures = hits.flatMap((hit) => hit.figures);
  if (!figures.some(({ sure }) => sure) || isCountedElsewhere(figures, judging)) {
    const isInTables = asksFigure && figures.some(({ cell }) => cell !== null);
    return isInTables
      ? judged(
          judging,
          (candidate) =>
            isNamedRow(candidate, question) || statesAll(candidate, response, question),
        )
      : null;
  }
  // A word that no document has may ask for another figure.
  const certainty = missingWords(response, question).length > 0 ? "possible" : "likely";
  return new Map(
    hits.flatMap((hit, index) => {
      const spans = sureFigures(hit, ({ span }) => span);
      const [figure] = sureFigures(hit, ({ cell }) => cell);
      return spans.length > 0 ? [[index, { spans, certainty, figure }]] : [];
    }),
  );
}

/**
 * Whether the certain figures are all in sentences that do not count what the question asks to
 * count, while the best sentence does.
 */
function isCountedElsewhere(
  figures: readonly FoundFigure[],
  { response: { hits }, question, candidates: judge }: Judging,
): boolean {
  const sure = figures.filter((figure) => figure.sure);
  if (question.counted.size === 0 || sure.some(({ cell }) => cell !== null)) return false;
  const candidates = judge();
  const found = bestOf(candidates, hits);
  if (!found || found.best.features.hasCount === 0) return false;
  if (found.best.lacksThing || certaintyOf(found.probability) === null) return false;
  const counting = candidates.filter(({ features }) => features.hasCount > 0);
  return !sure.some(({ span }) =>
    counting.some(({ hit, unit }) => {
      const passage = hits[hit];
      return passage !== undefined && isOver(span, unit, passage);
    }),
  );
}

/** Minimum share of the weight of the question's words in a sentence that states its figure. */
const leastStated = 0.6;

/**
 * Whether a row may have the figure, and the question contains its whole label and most of its words
 * are found. The column for a year is uncertain.
 */
function isNamedRow(
  { unit, features, lackingMeasure }: ScoredCandidate,
  { years }: Pick<ReadQuestion, "years">,
): boolean {
  const { label, figure, cover, heading, before, around } = features;
  const isNamed = unit.kind === "row" && label === 1 && figure > 0 && lackingMeasure === 0;
  return isNamed && years.length === 0 && cover + heading + before + around >= leastNamed;
}

/** Minimum share of the weight of the question's words in such a row and around it. */
const leastNamed = 0.5;

/**
 * Whether a sentence has a figure of the requested kind, and most words of the question. The figure
 * must be that of what is to be counted, and not a change.
 */
function statesAll(
  { hit, unit, features }: ScoredCandidate,
  { query, hits }: SearchResponse,
  { counted }: ReadQuestion,
): boolean {
  if (unit.kind !== "sentence" || features.hasFigure === 0) return false;
  if (counted.size > 0 && features.hasCount === 0) return false;
  const content = hits[hit]?.text.slice(unit.start, unit.end) ?? "";
  const isChange = saysChange(content) && !saysChange(query);
  return !isChange && features.cover >= leastStated;
}

/**
 * Whether a figure of a year is asked for, and the passage of a sentence and its headings have only
 * other years.
 */
function isOfOtherYear(
  { hit, unit }: ScoredCandidate,
  { hits, asksFigure }: SearchResponse,
  { years }: ReadQuestion,
): boolean {
  const passage = hits[hit];
  if (!asksFigure || years.length === 0 || unit.kind === "row" || !passage) return false;
  const stated = yearsOf(`${passage.text} ${passage.heading ?? ""} ${passage.path}`);
  return stated.length > 0 && !years.some((year) => stated.includes(year));
}

/** References to parts of a document, whose numbers are not figures. */
const reference =
  /(?<![a-zß-ɏḀ-ỿ])(?:sections?|chapters?|articles?|figures?|tables?|pages?|versions?|abschnitt|kapitel|artikel|abbildung|tabelle|seite|sección|capítulo|chapitre) \p{N}{1,4}(?:\.\p{N}{1,4}){0,3}/giu;
/** The version of what is named: "Acme 4.3". */
const version =
  /(?<=\p{Lowercase} )\p{Uppercase}\p{Alpha}{2,30} \p{N}{1,3}(?:\.\p{N}{1,3}){1,3}(?![\p{N}%])/gu;

/**
 * Whether a sentence has a number that is not the beginning of a name ("37signals"). Captions state
 * none, and the sentence must say what the thing is, or have a requested unit, if that is asked for.
 */
function statesNumber(
  { text, span: { start } }: SearchHit,
  { span }: FoundFigure,
  question: ReadQuestion,
): boolean {
  const all = text.slice(Math.max(0, span.start - start), Math.max(0, span.end - start));
  const sentence = withoutItemMark(all).replace(reference, " ").replace(version, " ");
  if (question.kind === "definition" && !holdsKind("definition", all, [], question)) return false;
  if (question.measures.size > 0 && !mayState(all, numbersIn(all), question)) return false;
  const hasNumber =
    /(?<![\p{Alpha}\p{N}])\p{N}{1,20}(?!\p{N}|\p{Alpha}{4})/u.test(sentence) ||
    spelledAsNumbers(sentence).length > 0;
  return hasNumber && isStatement(all);
}

/** The place of each certain figure that lies within a passage. */
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

/**
 * The marks for the likeliest candidates by hit, best first, of all documents or of each side.
 *
 * @param accepts whether a candidate may be the best one
 */
function judged(
  { response, question, candidates: judge }: Judging,
  accepts: (candidate: ScoredCandidate) => boolean = () => true,
): ReadonlyMap<number, Marked> {
  const { hits, sides = [] } = response;
  const candidates = judge();
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
    if (!found || !certainty || (certainty === "possible" && found.best.lacksThing)) continue;
    if (!accepts(found.best) || isOfOtherYear(found.best, response, question)) continue;
    const able = group.filter(
      ({ isOut, odds, features }) =>
        !isOut &&
        Math.exp(odds - found.best.odds) >= shareOfBest &&
        // A definition is not marked together with what does not say what the thing is.
        features.hasWording >= found.best.features.hasWording,
    );
    const near = withoutSame(able, hits);
    const passages = [...new Set(near.map(({ hit }) => hit))].slice(0, maxPassages);
    for (const hit of passages) {
      const passage = hits[hit];
      if (!passage) continue;
      const spans = spansOf(near, { hit, group, passage, question });
      marked.set(hit, { spans, certainty });
    }
  }
  return marked;
}

/** Candidates without those that another passage has too, as if a sentence is on two pages. */
function withoutSame(
  candidates: readonly ScoredCandidate[],
  hits: readonly SearchHit[],
): readonly ScoredCandidate[] {
  const seen = new Map<string, number>();
  return candidates.filter(({ hit, unit }) => {
    const text = hits[hit]?.text.slice(unit.start, unit.end) ?? "";
    const first = seen.get(text) ?? hit;
    seen.set(text, first);
    return first === hit;
  });
}

interface OfOneHit {
  readonly hit: number;
  readonly group: readonly ScoredCandidate[];
  readonly passage: SearchHit;
  readonly question: ReadQuestion;
}

/** The spans to mark for the best candidates of one hit, in text order. */
function spansOf(
  best: readonly ScoredCandidate[],
  { hit, group, passage, question }: OfOneHit,
): readonly Span[] {
  const [first, ...others] = best.filter((candidate) => candidate.hit === hit);
  if (!first) return [];
  const { asksList } = question;
  const { text } = passage;
  const whole = withWholeList(first.unit, { text, asksList });
  const isWhole = whole.start < first.unit.start || whole.end > first.unit.end;
  const list = isWhole ? whole : (sectionNamed(first.unit, passage, question) ?? whole);
  const isList = list.start < first.unit.start || list.end > first.unit.end;
  const span = isList
    ? list
    : extended(markedSpan(first, group, text, question), first, text, question);
  const isMore = span.start < first.unit.start || span.end > first.unit.end;
  const apart = others.map(({ unit }) => withWholeList(unit, { text, asksList }));
  const spans = [span, ...apart].slice(0, isMore ? 1 : maxMarked);
  return spans
    .filter((one) => !spans.some((other) => other !== one && contains(other, one)))
    .sort((a, b) => a.start - b.start);
}

/** The span of a sentence with what belongs to it: the heading, term or name above it, its turn. */
function extended(
  marked: Span,
  { features }: ScoredCandidate,
  text: string,
  question: ReadQuestion,
): Span {
  const named = withTermLine(withRunInHeading(marked, text, question), text);
  const span = withDecision(withNameAbove(named, text, question), text, question);
  // A number, a name or a date is in the sentence itself.
  return features.hasFigure + features.hasName > 0 ? span : withTurn(span, text);
}

/** Whether a span is within another. */
function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && outer.end >= inner.end;
}

/** The best passages, with the one that shows these cells first; only the cells are marked. */
export function withCells(
  passages: readonly BestPassage[],
  { hit, spans, figure }: ShownCells,
): BestPassage[] {
  const first: BestPassage = { ...passageOf(hit), marked: spans, certainty: "likely", figure };
  const others = unmarked(passages, new Set([hit.id]));
  return [first, ...others].slice(0, Math.max(1, passages.length));
}

/** Passages without marks, leaving out some. */
export function unmarked(
  passages: readonly BestPassage[],
  except: ReadonlySet<EvidenceId>,
): BestPassage[] {
  return unmarkedWhere(
    passages.filter(({ evidence }) => !except.has(evidence)),
    () => true,
  );
}

/** Passages, those that meet a condition without marks. */
export function unmarkedWhere(
  passages: readonly BestPassage[],
  isUnmarked: (passage: BestPassage) => boolean,
): BestPassage[] {
  return passages.map((passage) => {
    if (!isUnmarked(passage)) return passage;
    const { certainty: _certainty, figure: _figure, ...rest } = passage;
    return { ...rest, marked: [] };
  });
}

/** A hit as a passage of an answer, without marks. */
export function passageOf(hit: SearchHit): Omit<BestPassage, "marked"> {
  const { id, document, path, page, pageLabel, pageUnit, heading, span, text, marks, score } = hit;
  const { sentenceStart, sentenceEnd } = hit;
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
    ...(sentenceStart ? { sentenceStart } : {}),
    ...(sentenceEnd ? { sentenceEnd } : {}),
    marks,
    score,
  };
}
