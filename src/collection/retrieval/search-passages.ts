import {
  type Correction,
  countsOf,
  documentDay,
  fold,
  isEnglishWord,
  likeWordsOf,
  literalSource,
  oncePer,
  queryLanguages,
  type Span,
  stemsOf,
  wordsOf,
} from "../../core/index.js";
import {
  type AnyOf,
  asWords,
  correctTypo,
  fuseRankings,
  type ParsedQuery,
  parseQuery,
  pathFilter,
  type QueryContext,
  type QueryFilter,
  type QueryItem,
  type Ranking,
  type RelaxedPart,
  type SearchHit,
  type SearchIndex,
  type SearchMode,
  type SearchResponse,
  type TranslatedQuery,
  textConditions,
  textOfQuery,
  toIndexQuery,
  type UnmetFilters,
} from "../../search/index.js";
import type { StoredDocument } from "../../store/index.js";
import type { MeaningRequest, NearestPassages } from "../vectors/embeddings.js";
import { coverageOf } from "./describe.js";
import { missingWords } from "./missing-words.js";
import { openFormsOf } from "./open-forms.js";
import {
  documentLanguage,
  type FoundPassages,
  type HitSource,
  type SearchedDocument,
  takeHits,
} from "./take-hits.js";
import { withWholeSentences } from "./whole-sentences.js";

export interface SearchRequest {
  readonly query: string;
  readonly limit: number;
  /** The documents in scope; the query's own filters narrow them. */
  readonly documents: readonly SearchedDocument[];
  readonly by: SearchMode;
  /** Whether passages with the same text are separate hits. */
  readonly keepsCopies?: boolean;
  /** For answers: also finds words of similar meaning, and adds sentence parts on other pages. */
  readonly forAnswers?: boolean;
  readonly signal: AbortSignal | undefined;
}

export interface SearchSource extends HitSource {
  readonly index: SearchIndex;
  /** Passages by closeness in meaning; throws if that cannot be computed. */
  nearest(request: MeaningRequest): Promise<NearestPassages>;
}

/** The passages found by words, and which words were treated as typing errors. */
interface FoundByWords {
  readonly ranking: Ranking;
  readonly query: TranslatedQuery["query"];
  readonly corrections: ReadonlyMap<string, AnyOf>;
}

/**
 * Answers a query: parses it, ranks passages, checks phrases in the text, and reports what it did.
 * If nothing meets the query's phrases or exclusions, searches once more with them as words.
 */
export async function searchPassages(
  request: SearchRequest,
  source: SearchSource,
): Promise<SearchResponse> {
  const { query } = request;
  const typed = parseQuery(query);
  const options = await optionsIn(typed, request, source);
  const { parsed, relaxed: asOptions } = asWords(query, typed, (item) => options.has(item));
  const relaxed: RelaxedPart[] = asOptions.map((part) => ({ ...part, kind: "option" }));
  const response = await searchParsed(parsed, request, source);
  if (response.hits.length === 0 && !response.unmet) {
    for (const kinds of relaxations(parsed)) {
      const words = asWords(query, parsed, ({ kind }) => kinds.includes(kind));
      const loose = await searchParsed(words.parsed, request, source);
      if (loose.hits.length === 0) continue;
      for (const part of words.relaxed) {
        relaxed.push({ ...part, kind: part.text.startsWith("-") ? "exclusion" : "phrase" });
      }
      return { ...loose, relaxed };
    }
  }
  return relaxed.length > 0 ? { ...response, relaxed } : response;
}

/** The conditions that may be dropped if nothing is found: each kind alone, then both. */
function relaxations({ items }: ParsedQuery): readonly (readonly QueryItem["kind"][])[] {
  const kinds = new Set(items.map(({ kind }) => kind));
  const asksMore = items.some(({ kind }) => kind !== "without");
  if (!asksMore) return [];
  const has = (kind: QueryItem["kind"]) => kinds.has(kind);
  return [
    ...(has("phrase") ? [["phrase"] as const] : []),
    ...(has("without") ? [["without"] as const] : []),
    ...(has("phrase") && has("without") ? [["phrase", "without"] as const] : []),
  ];
}

/** How many of the best passages are checked for command-line options. */
const lookedForOptions = 20;

/** Exclusions that documents write with a hyphen because they are command-line options: "-xzf". */
async function optionsIn(
  parsed: ParsedQuery,
  { query, documents, signal }: SearchRequest,
  source: SearchSource,
): Promise<ReadonlySet<QueryItem>> {
  const excluded = parsed.items.flatMap((item) =>
    item.kind === "without" && item.operand.kind === "word"
      ? [{ item, form: optionForm(item.operand.text) }]
      : [],
  );
  const options = new Set<QueryItem>();
  if (excluded.length === 0 || excluded.length === parsed.items.length) return options;
  const passes = documentFilter(parsed.filters);
  const scope = new Set(
    documents.flatMap(({ document }) => (passes(document) ? [document.ordinal] : [])),
  );
  const words = asWords(query, parsed, ({ kind }) => kind === "without").parsed;
  const translated = toIndexQuery(query, words, source.index.context(scope));
  const ranking = source.index.search(translated.query, scope);
  const request = { limit: lookedForOptions, holds: null, keepsCopies: true, signal };
  for (const { text } of await takeHits(ranking, request, source)) {
    for (const { item, form } of excluded) if (form.test(text)) options.add(item);
  }
  return options;
}

function optionForm(word: string): RegExp {
  return new RegExp(
    `(?<![\\p{Alpha}\\p{M}\\p{N}\\-\u2010-\u2015])[-\u2010-\u2015\u2212]${literalSource(word)}(?![\\p{Alpha}\\p{M}\\p{N}])`,
    "iu",
  );
}

/** Passages ranked for a query, before any of them is read. */
export interface RankedSearch {
  readonly ranking: FoundPassages;
  /** The response to the search, with the hits made from its passages. */
  respond(hits: readonly SearchHit[]): SearchResponse;
}

/** Ranks by a query without operators. */
export function rankPlain(request: SearchRequest, source: SearchSource): Promise<RankedSearch> {
  return rankParsed(parseQuery(request.query), request, source);
}

async function searchParsed(
  parsed: ParsedQuery,
  request: SearchRequest,
  source: SearchSource,
): Promise<SearchResponse> {
  const { limit, keepsCopies = false, signal } = request;
  const { ranking, respond } = await rankParsed(parsed, request, source);
  const holds = textConditions(parsed);
  const hits = await takeHits(ranking, { limit, holds, keepsCopies, signal }, source);
  return respond(request.forAnswers ? await withWholeSentences(hits, ranking.terms, source) : hits);
}

async function rankParsed(
  parsed: ParsedQuery,
  { query, documents, by, forAnswers, signal }: SearchRequest,
  source: SearchSource,
): Promise<RankedSearch> {
  const { index } = source;
  const passes = documentFilter(parsed.filters);
  const searched =
    parsed.filters.length === 0 ? documents : documents.filter(({ document }) => passes(document));
  const unmet = searched.length > 0 ? null : unmetFilters(query, parsed.filters, documents);
  const scope = ordinalsOf(searched);
  const known = index.context(scope);
  const likeWords = forAnswers && known.languages.has("en") ? likeWordsOf : undefined;
  const plain = { ...known, likeWords };
  const closed = toIndexQuery(query, parsed, plain);
  const openForms = await openFormsOf(closed.words, { context: plain, scope, signal }, source);
  const context = { ...plain, openForms };
  const typed = openForms.size > 0 ? toIndexQuery(query, parsed, context) : closed;
  const found =
    by === "meaning"
      ? { ranking: unranked(typed), query: typed.query, corrections: noCorrections }
      : rankByWords({ query, parsed, typed, context, scope }, index);
  const near =
    by === "words"
      ? null
      : await source.nearest({
          text: textOfQuery(query, parsed),
          documents: searched,
          keeps: index.narrow(found.query),
          signal,
        });
  const ranking = near ? joined(found, near, by) : found.ranking;
  return {
    ranking,
    respond: (hits) => ({
      query,
      hits,
      matches: by === "both" ? Math.max(found.ranking.matches, hits.length) : ranking.matches,
      corrections: [...found.corrections].map(([from, terms]) => ({
        from,
        to: written(terms, hits, source),
      })),
      unmatched: missingWords(query, typed, index, scope),
      ...alikeIn(hits, typed.alike, source),
      ignored: parsed.ignored,
      ...(unmet ? { unmet } : {}),
      coverage: coverageOf(
        searched.map(({ document }) => document),
        typed.query.pages,
      ),
      ...(near ? { withoutVectors: near.withoutVectors } : {}),
    }),
  };
}

/** The documents' numbers in the index. Cached for each list of documents. */
const ordinalsOf = oncePer(
  (documents: readonly SearchedDocument[]): ReadonlySet<number> =>
    new Set(documents.map(({ document }) => document.ordinal)),
);

/** A parsed query, with its meaning in the searched documents. */
interface ReadQuery {
  readonly query: string;
  readonly parsed: ParsedQuery;
  readonly typed: TranslatedQuery;
  readonly context: QueryContext;
  readonly scope: ReadonlySet<number>;
}

/** Ranks by the words as typed, or by the likely corrections of those that no document has. */
function rankByWords(
  { query, parsed, typed, context, scope }: ReadQuery,
  index: SearchIndex,
): FoundByWords {
  const corrections = findTypos(query, typed, context, (term) => index.holding(term, scope));
  if (corrections.size > 0) {
    const corrected = toIndexQuery(query, parsed, { ...context, corrections }).query;
    const ranking = index.search(corrected, scope);
    if (ranking.matches > 0) return { ranking, query: corrected, corrections };
  }
  const ranking = index.search(typed.query, scope);
  return { ranking, query: typed.query, corrections: noCorrections };
}

/** An empty ranking; its terms are still marked in hits. */
function unranked({ words }: TranslatedQuery): Ranking {
  const terms = words.flatMap((word) => word.terms);
  return { matches: 0, terms, greatest: 0, scoreOf: () => 0, take: () => [] };
}

/** The passages close in meaning, alone or merged with those found by words. */
function joined(
  { ranking: byWords, query: { hasNumber } }: FoundByWords,
  { ranking: near }: NearestPassages,
  by: SearchMode,
): FoundPassages {
  const { terms } = byWords;
  if (by === "meaning") return { terms, matches: near.compared, take: near.take };
  return {
    terms,
    matches: byWords.matches + near.compared,
    take: (count) => fuseRankings(byWords, near, { count, hasNumber }),
  };
}

const noCorrections: ReadonlyMap<string, AnyOf> = new Map();

/** The likely corrections of words that no document has, whether searched or not. */
function findTypos(
  query: string,
  { words, variants }: TranslatedQuery,
  { languages, vocabulary }: QueryContext,
  holding: (term: string) => number,
): ReadonlyMap<string, AnyOf> {
  const corrections = new Map<string, AnyOf>();
  // A word that documents have only in compounds is spelled right.
  const isInCompound = ({ start, end }: Span): boolean =>
    variants.some(
      (variant) =>
        variant.start === start &&
        variant.end === end &&
        variant.words.every((terms) => terms.some((term) => holding(term) > 0)),
    );
  const unknown = words.filter(
    (word) => !word.terms.some((term) => vocabulary.has(term)) && !isInCompound(word),
  );
  if (unknown.length === 0) return noCorrections;
  // Stems of other languages may resemble anything: "happens" loses "-ens" in German.
  const written = queryLanguages(query, languages);
  // Next to words that were found, only close corrections are made.
  const isPart = words.some(
    ({ terms, isFunctionWord }) => !isFunctionWord && terms.some((term) => holding(term) > 0),
  );
  for (const { text, start } of unknown.slice(0, maxCorrected)) {
    const word = text.replace(/['’]s$/u, "");
    // "Iran" is not "Iraq", and "Spain" not "spin"; the first of several words has a capital anyway.
    const mayBeName =
      /^\p{Uppercase}\p{Lowercase}/u.test(text) && (start > 0 || words.length === 1);
    if (isPart && word.length < shortestClose) continue;
    if (languages.has("en") && isEnglishWord(word)) continue;
    const near = correctTypo(word, vocabulary, written, candidates, holding);
    const held = near.find(
      ({ term, distance }) =>
        holding(term) > 0 &&
        !(mayBeName && Math.min(word.length, term.length) < shortestName) &&
        (!isPart || (distance === 1 && term.length >= leastKept * word.length)),
    );
    if (held) corrections.set(text, [held.term]);
  }
  return corrections;
}

/** Minimum number of letters of a word that is corrected next to words that were found. */
const shortestClose = 5;
/** Minimum number of letters of a word that may be a name, and of its correction. */
const shortestName = 5;
/** Minimum share of a word's letters in the term of a close correction: not "act" for "actress". */
const leastKept = 0.55;
/** Maximum number of words corrected in a query; each takes some milliseconds. */
const maxCorrected = 8;
/** How many terms to try for a word, because some may be only in documents out of scope. */
const candidates = 10;

/** Words of similar meaning to one in the query, as the hits write them. */
function alikeIn(
  hits: readonly SearchHit[],
  alike: TranslatedQuery["alike"],
  source: HitSource,
): Pick<SearchResponse, "alike"> {
  if (alike.length === 0) return {};
  const forms = new Map<string, readonly string[]>();
  for (const { text, span, marks, document } of hits) {
    for (const { start, end } of marks) {
      const form = text.slice(start - span.start, end - span.start).toLowerCase();
      if (!forms.has(form)) forms.set(form, stemsOf(form, documentLanguage(document, source)));
    }
  }
  const found = alike.map(({ word, terms }) => ({
    word,
    forms: [...forms].flatMap(([form, stems]) =>
      stems.some((stem) => terms.includes(stem)) ? [form] : [],
    ),
  }));
  return { alike: found.filter((each) => each.forms.length > 0) };
}

/** A term as the text writes it. */
function written(terms: AnyOf, hits: readonly SearchHit[], source: HitSource): Correction["to"] {
  for (const { text, document } of hits) {
    const words = wordsOf(text, documentLanguage(document, source));
    const word = words.find(({ term }) => terms.includes(term));
    if (word) return text.slice(word.start, word.end).toLowerCase();
  }
  return terms[0] ?? "";
}

/** The fields that filters check. */
type FilteredDocument = Pick<StoredDocument, "path" | "format" | "metadata">;

/** Maximum number of authors named in a message. */
const maxAuthors = 5;

/** Fields whose filters must all match; of other fields, any one including filter. */
const allHold: ReadonlySet<string> = new Set(["after", "before"]);

/**
 * Returns a test for a query's filters: a document must match all date filters and, for each other
 * field, one of the including filters and none of the excluding ones.
 */
function documentFilter(filters: readonly QueryFilter[]): (document: FilteredDocument) => boolean {
  const conditions = filters.flatMap((filter) => {
    const holds = conditionOf(filter);
    return holds ? [{ field: filter.field, exclude: filter.exclude, holds }] : [];
  });
  const fields = new Set(conditions.map(({ field }) => field));
  return (document) =>
    [...fields].every((field) => {
      const ofField = conditions.filter((condition) => condition.field === field);
      if (allHold.has(field)) return ofField.every(({ holds }) => holds(document));
      const including = ofField.filter(({ exclude }) => !exclude);
      return (
        (including.length === 0 || including.some(({ holds }) => holds(document))) &&
        !ofField.some(({ exclude, holds }) => exclude && holds(document))
      );
    });
}

type Condition = (document: FilteredDocument) => boolean;

function conditionOf(filter: QueryFilter): Condition | null {
  switch (filter.field) {
    case "page":
      return null;
    case "type":
      return ({ format }) => format === filter.format;
    case "after":
    case "before": {
      const isAfter = filter.field === "after";
      return ({ metadata }) => {
        const day = documentDay(metadata)?.day;
        return day !== undefined && day >= filter.day === isAfter;
      };
    }
    case "author": {
      const name = fold(filter.name);
      return ({ metadata: { author } }) => author !== null && fold(author).includes(name);
    }
    case "doc": {
      if (/[*?]/.test(filter.pattern)) {
        const matches = pathFilter([filter.pattern], []);
        return ({ path }) => matches(path);
      }
      // Some systems store accents in file names as separate characters.
      const part = filter.pattern.normalize().toLowerCase();
      return ({ path }) => path.normalize().toLowerCase().includes(part);
    }
  }
}

/** The date and author filters that rule out all of these documents; null if none do. */
function unmetFilters(
  query: string,
  filters: readonly QueryFilter[],
  documents: readonly SearchedDocument[],
): UnmetFilters | null {
  const reported = filters.filter(({ field }) => field === "author" || allHold.has(field));
  const passes = documentFilter(filters.filter((filter) => !reported.includes(filter)));
  const among = documents.map(({ document }) => document).filter(passes);
  if (reported.length === 0 || among.length === 0) return null;
  const fields = (["after", "before", "author"] as const).filter((field) => {
    const ofField = reported.filter((filter) => filter.field === field);
    return ofField.length > 0 && !among.some(documentFilter(ofField));
  });
  const [field = null] = fields;
  const unmet = field === null ? reported : reported.filter((filter) => filter.field === field);
  const dated = among
    .flatMap(({ path, metadata }) => {
      const day = documentDay(metadata)?.day;
      return day === undefined ? [] : [{ path, day }];
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const counts = countsOf(among.flatMap(({ metadata }) => metadata.author || []));
  return {
    filters: unmet.map(({ span }) => query.slice(span.start, span.end)),
    field,
    documents: among.length,
    undated: among.length - dated.length,
    oldest: dated[0] ?? null,
    newest: dated.at(-1) ?? null,
    authors: [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, maxAuthors)
      .map(([author]) => author),
  };
}
