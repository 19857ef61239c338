import {
  appendTo,
  documentId,
  documentOrdinal,
  evidenceId,
  intersect,
  never,
  slicer,
} from "../../core/index.js";
import {
  type FigureQuestion,
  type FiscalCalendar,
  fiscalCalendar,
  type NamedThing,
  numberedThings,
  readFigureQuestion,
  wantedPeriods,
} from "../../figures/index.js";
import {
  type FoundFigure,
  type FoundRow,
  parseQuery,
  type SearchHit,
  type SearchResponse,
  toIndexQuery,
} from "../../search/index.js";
import { firstOnPage, packedLength, unpackPassage } from "../../store/index.js";
import {
  figurePlaces,
  isContents,
  type PageTables,
  pagesOf,
  type RowsPlace,
  type TabledPage,
} from "./figure-places.js";
import { documentNames, termsOf, thingWeights, weightsIn } from "./named-things.js";
import {
  corroborated,
  type FigureScore,
  isSurely,
  type ScoredPlace,
  scoreFigure,
} from "./score-figures.js";
import { type SearchRequest, type SearchSource, searchPassages } from "./search-passages.js";
import { documentLanguage, type SearchedDocument, takeHits, withoutCopies } from "./take-hits.js";

export interface FigureSource extends SearchSource {
  readonly tables: PageTables;
}

/** Passages whose pages are searched, for the query itself and for the things it names. */
const lookedThrough = 30;
/** Maximum number of passages with likely figures that move to the top if near the best. */
const maxFirst = 3;
const shareOfBest = 0.6;
/** Minimum score of a passage that is moved to the top. */
const minScore = 0.25;
/**
 * Answers a query as `searchPassages` does, and moves passages with the requested figure to the
 * top. If the query asks for no figure, moves only a passage with a certain one; if it asks for
 * something else, moves none.
 */
export async function searchFigures(
  request: SearchRequest,
  source: FigureSource,
): Promise<SearchResponse> {
  const { query, limit, signal } = request;
  const question = questionOf(request, source);
  const { asksFigure } = question;
  if (question.asksOther) return { ...(await searchPassages(request, source)), asksFigure };
  // Instructions on how to answer are not searched for.
  const wording = asksFigure && isPlain(query) ? question.text : query;
  const found = await searchPassages(
    { ...request, query: wording, limit: Math.max(limit, lookedThrough), keepsCopies: true },
    source,
  );
  const response = { ...found, query };
  const all = await candidatesFor(question, request, response.hits, source);
  const best = all[0];
  if (!best) {
    const hits = asksFigure ? contentsLast(response.hits) : response.hits;
    return { ...response, hits: withoutCopies(hits).slice(0, limit), asksFigure };
  }
  const isSure = isSurely(best, all, question);
  const likely = all.filter(({ score }) => score >= minScore && score >= shareOfBest * best.score);
  const hits = new Map(response.hits.map((hit) => [hit.id, hit]));
  const first: SearchHit[] = [];
  for (const candidate of likely) {
    if (first.length === maxFirst) break;
    if (!asksFigure && !(isSure && candidate === best)) continue;
    const hit = await hitWith(candidate, hits, request, source);
    if (hit && !first.some(({ id }) => id === hit.id)) first.push(hit);
  }
  signal?.throwIfAborted();
  const leading = new Set(first.map(({ id }) => id));
  const rest = response.hits.filter(({ id }) => !leading.has(id));
  const ordered = [...first, ...(asksFigure ? contentsLast(rest) : rest)];
  const withFigures = withoutCopies(ordered)
    .slice(0, limit)
    .map((hit) => {
      const figures = likely
        .filter((candidate) => isInside(candidate, hit))
        .map((candidate) => figureOf(candidate, candidate === best && isSure));
      return figures.length > 0 ? { ...hit, figures } : hit;
    });
  return { ...response, hits: withFigures, asksFigure };
}

/** Moves tables of contents to the end: they name everything, but have no figures. */
function contentsLast(hits: readonly SearchHit[]): SearchHit[] {
  const contents = hits.filter(({ text }) => isContents(text));
  return [...hits.filter((hit) => !contents.includes(hit)), ...contents];
}

/** The table rows that fit the query, best first. */
export async function findRows(
  request: SearchRequest,
  source: FigureSource,
): Promise<readonly FoundRow[]> {
  const whole = { ...request, limit: lookedThrough, keepsCopies: true };
  const { hits } = await searchPassages(whole, source);
  const question = questionOf(request, source);
  const found = await candidatesFor(question, request, hits, source);
  const rows = found.flatMap(({ document, page, place, cell, score }): FoundRow[] => {
    const path = source.find(document)?.document.path;
    if (place.kind !== "row" || !cell || path === undefined) return [];
    const { tableNumber, table, row } = place;
    return [
      {
        ...{
          document: documentId(document),
          path,
          page,
          tableNumber,
          table,
          score: Math.min(1, score),
        },
        ...{ row: row.row, column: cell.column },
      },
    ];
  });
  return rows.slice(0, request.limit);
}

function questionOf({ query, documents }: SearchRequest, { index }: FigureSource): FigureQuestion {
  const context = index.context(new Set(documents.map(({ document }) => document.ordinal)));
  return readFigureQuestion(query, context.languages, context.expand);
}

/** The rows and sentences on pages with hits, likeliest first, if they fit the question at all. */
async function candidatesFor(
  question: FigureQuestion,
  request: SearchRequest,
  hits: readonly SearchHit[],
  source: FigureSource,
): Promise<ScoredPlace[]> {
  const pause = slicer(request.signal ?? never());
  const subject = await subjectOf(question, request.documents, source);
  const { places, pages } = await placesToScore(question, subject, request, hits, source, pause);
  const scoringIn = await scoringOf(question, subject, places, pages, source, pause);
  const scored: ScoredPlace[] = [];
  for (const { relevance, ...candidate } of places) {
    const { score, cell, amount } = scoreFigure(candidate.place, scoringIn(candidate.document));
    if (score > 0) scored.push({ ...candidate, cell, amount, score: score * relevance });
    await pause();
  }
  return corroborated(scored).sort((a, b) => b.score - a.score);
}

/** The documents that a question is about: those that have most of the names in it. */
interface Subject {
  readonly documents: SearchRequest["documents"];
  /** The names in the first of them, used for all. */
  readonly names: ReadonlySet<NamedThing>;
  /** How much a page counts whatever its hits: more, the more certain the documents are. */
  readonly least: number;
}

async function subjectOf(
  question: FigureQuestion,
  documents: SearchRequest["documents"],
  source: FigureSource,
): Promise<Subject> {
  const names = await documentNames(question, documents, source.tables);
  const most = Math.max(0, ...[...names.values()].map(({ size }) => size));
  const about = documents.filter(({ document }) => names.get(document.ordinal)?.size === most);
  return {
    documents: about,
    names: names.get(about[0]?.document.ordinal ?? 0) ?? new Set<NamedThing>(),
    least: about.length === 1 ? 0.9 : most > 0 ? 0.7 : 0.3,
  };
}

/** A row or sentence, before it is scored. */
interface PlaceToScore extends Omit<ScoredPlace, keyof FigureScore> {
  /** The weight of its page, from 0 to 1. */
  readonly relevance: number;
}

/** The rows and sentences on the pages with hits, and these pages by document. */
async function placesToScore(
  question: FigureQuestion,
  { documents, names, least }: Subject,
  request: SearchRequest,
  hits: readonly SearchHit[],
  source: FigureSource,
  pause: () => Promise<void>,
): Promise<{
  readonly places: readonly PlaceToScore[];
  readonly pages: ReadonlyMap<number, readonly TabledPage[]>;
}> {
  const within = { ...request, documents };
  const more = await hitsByThings(question, names, within, source);
  const rows = isPlain(request.query)
    ? await placesOfRows(question, names, within, source, pause)
    : [];
  const isAbout = new Set(documents.map(({ document }) => document.ordinal));
  const places: PlaceToScore[] = [];
  const pages = new Map<number, TabledPage[]>();
  const best = hits[0]?.score ?? 1;
  for (const { document, page, passages, share } of pagesOf(hits, more, rows, best, source)) {
    if (!isAbout.has(document)) continue;
    const content = source.find(document)?.document.content;
    const tabled = content === undefined ? null : await source.tables.on(content, page);
    await pause();
    if (!tabled) continue;
    appendTo(pages, document, tabled);
    const language = documentLanguage(documentId(document), source);
    const { text } = tabled.page;
    const relevance = least + (1 - least) * share;
    for (const place of figurePlaces({ text, tables: tabled.tables, language, passages })) {
      places.push({ document, page, place, relevance });
    }
  }
  return { places, pages };
}

/** Returns what places are scored by: the weights of the question's words, and periods. */
async function scoringOf(
  question: FigureQuestion,
  { names }: Subject,
  places: readonly PlaceToScore[],
  pages: ReadonlyMap<number, readonly TabledPage[]>,
  source: FigureSource,
  pause: () => Promise<void>,
): Promise<(document: number) => Parameters<typeof scoreFigure>[1]> {
  const weights = thingWeights(
    question,
    places.map(({ place }) => place),
    names,
  );
  const terms = termsOf(question.things.filter((thing) => (weights.get(thing) ?? 0) > 0));
  const titles = new Map<string, number>();
  const calendars = new Map<number, FiscalCalendar | null>();
  const weightsOf = new Map<number, ReadonlyMap<NamedThing, number>>();
  const mayName = question.things.some(({ isCapitalised }) => isCapitalised);
  for (const [document, read] of pages) {
    const described = mayName ? source.find(document)?.document : undefined;
    if (described) {
      const opening = await source.tables.opening(described.content);
      weightsOf.set(document, weightsIn(weights, described, opening));
    }
    const tables = read.flatMap((each) => each.tables);
    const texts = read.map(({ page }) => page.text);
    calendars.set(document, fiscalCalendar(tables, texts));
    await pause();
  }
  const asked = wantedPeriods(question.text);
  const { asksMoment } = question;
  const numbered = numberedThings(question.text);
  return (document) => ({
    ...{ question, numbered, terms, titles },
    periods: { asked, asksMoment, calendar: calendars.get(document) ?? null },
    weights: weightsOf.get(document) ?? weights,
  });
}

/**
 * The hits for the things that a question names, under all their names. Leaves out names of the
 * documents' subject, which are on every page and would mislead. Empty for a query that requires or
 * excludes something.
 */
async function hitsByThings(
  { text, things }: FigureQuestion,
  names: ReadonlySet<NamedThing>,
  request: SearchRequest,
  source: FigureSource,
): Promise<readonly SearchHit[]> {
  const unnamed = things.filter((thing) => !names.has(thing));
  if (!isPlain(request.query) || unnamed.length === 0) return [];
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu) ?? [];
  const words = [...unnamed.flatMap((thing) => [thing.text, ...thing.otherNames]), ...years];
  // Operators of the query language have no meaning inside names.
  const query = words.join(" ").replace(/["()*:-]/gu, " ");
  const byThings = {
    ...request,
    query,
    limit: lookedThrough,
    by: "words",
    keepsCopies: true,
  } as const;
  return (await searchPassages(byThings, source)).hits;
}

/** Whether a query requires and excludes nothing. */
export function isPlain(query: string): boolean {
  const { items, filters } = parseQuery(query);
  return filters.length === 0 && items.every(({ kind }) => kind === "word");
}

/** Maximum number of passages full of numbers to search for each thing named. */
const passagesOfThing = 12;
/** The titles of statements, found at the top of their pages. */
const titleWords =
  "consolidated statements of operations income earnings cash flows balance sheets";

/**
 * The passages full of numbers that have all words of one of a thing's names, statement pages
 * first: ranking by words alone prefers prose about a thing to rows with its figure.
 */
async function placesOfRows(
  { text, things, asksCount }: FigureQuestion,
  names: ReadonlySet<NamedThing>,
  { documents }: SearchRequest,
  { index }: FigureSource,
  pause: () => Promise<void>,
): Promise<readonly RowsPlace[]> {
  const scope = new Set(documents.map(({ document }) => document.ordinal));
  const context = index.context(scope);
  const years = text.match(/(?<!\d)(?:19|20)\d\d(?!\d)/gu) ?? [];
  const words = `${titleWords} ${years.join(" ")}`;
  const { query } = toIndexQuery(words, parseQuery(words), context);
  const unnamed = things.filter((thing) => !names.has(thing) && thing.weight >= 1);
  const places: RowsPlace[] = [];
  for (const thing of unnamed.slice(0, maxThings)) {
    const required = [thing.names.filter((name) => name.length > 0)];
    const concepts = thing.names.flatMap((name) =>
      name.map((terms) => ({ terms, occurrences: 1 })),
    );
    // Counts are mostly in sentences.
    for (const title of asksCount ? [query.concepts, []] : [query.concepts]) {
      const sought = { ...query, concepts: [...title, ...concepts], required, hasNumber: true };
      places.push(...index.search(sought, scope).take(passagesOfThing));
      await pause();
    }
  }
  return places;
}

const maxThings = 4;

function figureOf({ place, cell, score }: ScoredPlace, sure: boolean): FoundFigure {
  const [start, end] = [cell?.spans[0]?.start, cell?.spans.at(-1)?.end];
  return {
    span: place.span,
    cell: start === undefined || end === undefined ? null : { start, end },
    score: Math.min(1, score),
    sure,
  };
}

function isInside({ document, page, place }: ScoredPlace, hit: SearchHit): boolean {
  return (
    documentOrdinal(hit.document) === document &&
    hit.page === page &&
    intersect(hit.span, place.span) !== null
  );
}

/** The passage that contains a candidate: one of the hits, else one read from the document. */
async function hitWith(
  { document, page, place }: ScoredPlace,
  hits: ReadonlyMap<string, SearchHit>,
  { query, signal }: SearchRequest,
  source: FigureSource,
): Promise<SearchHit | null> {
  const found = source.find(document);
  const passage = found && passageAt(found, page, place.span.start);
  if (passage === undefined || !found) return null;
  const { ordinal } = unpackPassage(found.passages.entries, passage);
  const known = hits.get(evidenceId(documentId(document), page, ordinal));
  if (known) return known;
  const context = source.index.context(new Set([document]));
  const { words } = toIndexQuery(query, parseQuery(query), context);
  const ranked = { document, passage, score: 0 };
  const ranking = {
    matches: 1,
    terms: words.flatMap(({ terms }) => terms),
    take: () => [ranked],
  };
  const taking = { limit: 1, holds: null, keepsCopies: true, signal };
  const [hit] = await takeHits(ranking, taking, source);
  return hit ?? null;
}

/** Index of the passage with a place on a page, else of the last one that begins before it. */
function passageAt({ passages }: SearchedDocument, page: number, start: number) {
  let found: number | undefined;
  const count = packedLength(passages.entries);
  for (let index = firstOnPage(passages.entries, page); index < count; index++) {
    const passage = unpackPassage(passages.entries, index);
    if (passage.page !== page) break;
    if (found === undefined || passage.start <= start) found = index;
  }
  return found;
}
