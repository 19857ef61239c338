import { appendTo, fileName, fold, oncePer, type Span } from "../../core/index.js";
import {
  type FigureQuestion,
  leadOf,
  type NamedThing,
  type TermSequence,
  writesCapitals,
} from "../../figures/index.js";
import {
  commonWords,
  isGrammar,
  legalWord,
  mayBeNamed,
  type SubjectName,
  subjectName,
  subjectTest,
} from "./document-subjects.js";
import type { FigurePlace, PageTables, Words } from "./figure-places.js";
import type { SearchedDocument } from "./take-hits.js";

/** The most by which rarity can multiply a thing's weight: it may be rare by chance. */
const rarest = 2;
/** The factor for a thing that no place names. */
const nowhere = 0.5;

/**
 * The weights of the things that a question names: the fewer places have them, the higher. Names of
 * the document's subject do not distinguish its places, so they weigh nothing.
 */
export function thingWeights(
  { things }: FigureQuestion,
  places: readonly FigurePlace[],
  names: ReadonlySet<NamedThing>,
): Map<NamedThing, number> {
  return new Map(
    things.map((thing) => {
      if (names.has(thing)) return [thing, 0];
      const thingTerms = termsOf([thing]);
      const holders = places.filter((place) => {
        if (!mayName(place, thingTerms)) return false;
        const above = place.kind === "row" ? place.above : empty;
        const words = place.kind === "row" ? place.label : place.words;
        const context = { own: words, heads: above, above, around: place.around };
        return coverage(thing, context).share >= 0.8;
      }).length;
      if (holders === 0) return [thing, nowhere * thing.weight];
      return [thing, thing.weight * Math.min(rarest, Math.log(1 + places.length / holders))];
    }),
  );
}

/** The weights in a document: names in its path or its title do not distinguish its places, either. */
export function weightsIn(
  weights: ReadonlyMap<NamedThing, number>,
  { path }: SearchedDocument["document"],
  opening: string,
): ReadonlyMap<NamedThing, number> {
  const [title = ""] = opening.trimStart().split("\n", 1);
  const words = new Set(`${path} ${title}`.match(nameWord)?.map(fold));
  const isInTitle = ({ isCapitalised, text }: NamedThing): boolean =>
    isCapitalised && (text.match(nameWord) ?? []).every((word) => words.has(fold(word)));
  const others = [...weights].filter(([thing]) => !isInTitle(thing));
  if (others.length === weights.size || others.every(([, weight]) => weight === 0)) return weights;
  return new Map([...[...weights.keys()].map((thing) => [thing, 0] as const), ...others]);
}

const nameWord = /[\p{Alpha}\p{M}\p{N}]{2,}/gu;

export const empty: ReadonlySet<string> = new Set();

export function termsOf(things: readonly NamedThing[]): ReadonlySet<string> {
  return new Set(things.flatMap(({ names }) => names.flat(2)));
}

/** Whether a place contains one of these terms, in its own words or in its context. */
export function mayName(place: FigurePlace, thingTerms: ReadonlySet<string>): boolean {
  const holds = (terms: ReadonlySet<string>): boolean => {
    for (const term of thingTerms) if (terms.has(term)) return true;
    return false;
  };
  if (holds(place.terms)) return true;
  return (
    place.kind === "row" && (holds(place.above) || place.cells.some(({ heads }) => holds(heads)))
  );
}

/** The words of a place: its own, and those of ever wider contexts. */
interface PlaceWords {
  /** All words of the sentence; missing for rows, whose labels are short. */
  readonly sentence?: Words;
  readonly own: Words;
  readonly heads: ReadonlySet<string>;
  readonly above: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

/** Maximum number of other words between the words of a name in a sentence. */
const betweenWords = 3;

/** Whether the words of a name are near each other in a text. */
function isNear(name: TermSequence, words: Words): boolean {
  const places = name.map((terms) =>
    words.flatMap((word, index) => (word.some((term) => terms.includes(term)) ? [index] : [])),
  );
  const reached = name.length + betweenWords;
  return (places[0] ?? []).some((from) =>
    places.every((some) => some.some((at) => Math.abs(at - from) < reached)),
  );
}

interface Coverage {
  /** From 0 to 1. */
  readonly share: number;
  /** The indices of the place's own words that belong to the thing. */
  readonly words: ReadonlySet<number>;
}

/** How much of a thing a place names, by the best-fitting name. */
export function coverage({ names }: NamedThing, place: PlaceWords): Coverage {
  const { sentence, own: placeWords, heads, above, around } = place;
  let best: Coverage = { share: 0, words: new Set() };
  names.forEach((name, index) => {
    const words = new Set<number>();
    let sum = 0;
    for (const terms of name) {
      const found = (is: (term: string) => boolean): number =>
        placeWords.findIndex((word, i) => !words.has(i) && word.some(is));
      const whole = found((term) => terms.includes(term));
      // "Admin" is short for "administrative".
      const at =
        whole >= 0
          ? whole
          : found((term) => terms.some((candidate) => isBeginning(candidate, term)));
      if (at >= 0) words.add(at);
      const holds = (set: ReadonlySet<string>) => terms.some((term) => set.has(term));
      sum +=
        whole >= 0
          ? 1
          : at >= 0
            ? 0.8
            : holds(heads)
              ? 0.9
              : holds(above)
                ? 0.8
                : holds(around)
                  ? name.length > 1
                    ? 0.2
                    : 0.4
                  : 0;
    }
    const isApart = sentence !== undefined && name.length > 1 && !isNear(name, sentence);
    // The question's own wording is preferred to other names, and complete names to parts.
    const share =
      name.length === 0
        ? 0
        : (sum / name.length) ** 1.5 * (index === 0 ? 1 : otherName) * (isApart ? scattered : 1);
    const isClose = share > best.share * otherName ** 1.5;
    if (share > best.share || (isClose && words.size > best.words.size)) {
      best = { share: Math.max(share, best.share), words };
    }
  });
  return best;
}

/** The factor for a name whose words are far apart in a sentence. */
const scattered = 0.5;
/** The factor for a name other than the one in the question. */
const otherName = 0.97;
const shortestBeginning = 4;

function isBeginning(beginning: string, term: string): boolean {
  return (
    beginning.length >= shortestBeginning &&
    term.length > beginning.length &&
    term.startsWith(beginning)
  );
}

/** How much of the question a place names, and how much else its own words contain. */
export function covered(
  things: readonly NamedThing[],
  weights: ReadonlyMap<NamedThing, number>,
  place: PlaceWords,
): { readonly cover: number; readonly named: ReadonlySet<number> } {
  const named = new Set<number>();
  let sum = 0;
  let whole = 0;
  for (const thing of things) {
    const weight = weights.get(thing) ?? 0;
    if (weight === 0) continue;
    const { share, words } = coverage(thing, place);
    whole += weight;
    sum += weight * share;
    for (const word of words) named.add(word);
  }
  return { cover: whole === 0 ? 0 : (sum / whole) ** 1.25, named };
}

/**
 * The capitalised things of a question that name the subject of a document.
 *
 * @param bears whether a document has such a name in its path or on its first page
 */
function namesOf(
  { text, things }: FigureQuestion,
  bears: (name: SubjectName) => boolean,
): ReadonlySet<NamedThing> {
  const names = new Set<NamedThing>();
  for (let from = 0; from < things.length; from++) {
    for (let to = from + 1; to <= things.length; to++) {
      const some = things.slice(from, to);
      if (!some.every(({ isCapitalised }) => isCapitalised)) break;
      const name = text.slice(some[0]?.start, some.at(-1)?.end).replace(/['’]s$/u, "");
      if (bears(subjectName(name))) for (const thing of some) names.add(thing);
    }
  }
  return names;
}

/** With more documents than this, only paths decide which company a document is about. */
const maxOpened = 200;

/** Which of the named things are each document's subject, by its path and its first page. */
export async function documentNames(
  question: FigureQuestion,
  documents: readonly SearchedDocument[],
  tables: Pick<PageTables, "opening">,
): Promise<ReadonlyMap<number, ReadonlySet<NamedThing>>> {
  const mayName = question.things.some(({ isCapitalised }) => isCapitalised);
  const isFew = documents.length <= maxOpened;
  const common = commonWords(documents);
  const names = new Map<number, ReadonlySet<NamedThing>>();
  for (const { document } of documents) {
    const opening = mayName && isFew ? await tables.opening(document.content) : "";
    names.set(document.ordinal, namesOf(question, subjectTest(document, opening, common)));
  }
  return names;
}

/** One of the subjects that a question names, with its documents and the rest of the question. */
export interface NamedSide {
  readonly name: string;
  readonly ordinals: ReadonlySet<number>;
  readonly query: string;
  /** The question without any of the names. */
  readonly rest: string;
}

/** With more sides than this, they are not searched separately: each would get hardly any hits. */
const maxSides = 8;

/**
 * The sides of a question that names several files, or several companies that documents are about,
 * in
 * the question's order; a single side for a single name; none if all names fit the same documents.
 *
 * @param tables provides first pages; null to decide what documents are about by their paths alone
 */
export async function sidesOf(
  query: string,
  documents: readonly SearchedDocument[],
  tables: Pick<PageTables, "opening"> | null,
): Promise<readonly NamedSide[]> {
  const files = filesNamed(query, documents);
  // Without capitals, the name of a file is more certain than that of a company.
  const isSure = files.size > (writesCapitals(query) ? 1 : 0);
  const companies = isSure ? files : await companiesNamed(query, documents, tables);
  const isAny = [...companies.values()].some((spans) => spans.length > 0);
  const named = isAny ? companies : files;
  const sides = new Map<string, { spans: readonly Span[]; ordinals: Set<number> }>();
  for (const [ordinal, spans] of named) {
    if (spans.length === 0) continue;
    const key = spans.map(({ start, end }) => `${start}-${end}`).join();
    const side = sides.get(key) ?? { spans, ordinals: new Set() };
    sides.set(key, side);
    side.ordinals.add(ordinal);
  }
  const all = [...sides.values()];
  const isIn = (one: Span, other: Span): boolean =>
    other.start <= one.start && one.end <= other.end;
  // "Bank of America" contains "America", and "Gannett's annual report" is one of many reports: the
  // longer name wins.
  const whole = all.filter(
    (side) =>
      !all.some(
        (other) =>
          other !== side && side.spans.every((one) => other.spans.some((span) => isIn(one, span))),
      ),
  );
  if (whole.length > maxSides) return [];
  return whole
    .sort((one, other) => (one.spans[0]?.start ?? 0) - (other.spans[0]?.start ?? 0))
    .map(({ spans, ordinals }) => {
      const others = whole.flatMap((side) => side.spans);
      const foreign = others.filter(
        (span) => !spans.some((named) => isIn(named, span) || isIn(span, named)),
      );
      const name = spans.map(({ start, end }) => query.slice(start, end)).join(" ");
      const rest = without(query, [...others, ...namingLead(query, others)]);
      return { name, ordinals, query: without(query, foreign), rest };
    });
}

/** Words that only say which document to look in: "According to the report of …,". */
const namingWord =
  /^(?:in|under|according|to|per|by|between|and|with|of|the|an?|our|my|agreement|contract|lease|policy|report|paper|article|manual|guide|letter|laut|nach|gemäß|im|der|die|dem|den|des|vertrag|mit|von|bericht|selon|dans|le|la|les|du|de|contrat|rapport|avec|según|en|el|contrato|informe|con)$/iu;

/** The lead of a question, if it only names a document to look in. */
function namingLead(query: string, names: readonly Span[]): readonly Span[] {
  const end = leadOf(query).length;
  const inside = names.filter((name) => name.end <= end);
  if (inside.length === 0) return [];
  const others =
    without(query, inside)
      .slice(0, end)
      .match(/[\p{Alpha}\p{N}]+/gu) ?? [];
  return others.every((word) => namingWord.test(word)) ? [{ start: 0, end }] : [];
}

const capitalised = /(?:\p{Uppercase}|(?<!\p{N})\p{N}+\p{Uppercase})[\p{Alpha}\p{N}&.-]*/gu;
const anyWord = /[\p{Alpha}\p{N}][\p{Alpha}\p{N}&.-]*/gu;
/** Capitalised words that are not company names: times, and kinds of reports. */
const noCompany =
  /^(?:q[1-4]|[1-4]q|h[12]|[fc]y\d*|\d+-?[kq]|annual|quarterly|interim|reports?|forms?|filings?|statements?|results|earnings)$/iu;

/** The spans of a question that name companies that documents are about, in order. */
async function companiesNamed(
  query: string,
  documents: readonly SearchedDocument[],
  tables: Pick<PageTables, "opening"> | null,
): Promise<ReadonlyMap<number, readonly Span[]>> {
  // Some people type no capitals at all.
  const written = writesCapitals(query) ? capitalised : anyWord;
  const words = [...query.matchAll(written)].flatMap(({ index, 0: word }) => {
    const text = word.replace(/(?<![.-])[.-]+$/u, "");
    // Function words are capitalised at the start of a sentence; "IT" and "US" are names.
    const isName = /^\p{Uppercase}{2,}$/u.test(text) || !isGrammar(text);
    return isName ? [{ start: index, end: index + text.length, text }] : [];
  });
  const names = words.map((_, from) => namesFrom(from, words, query));
  const named = new Map<number, readonly Span[]>();
  if (words.length === 0) return named;
  const isRead = documents.length <= maxOpened && tables !== null;
  const common = commonWords(documents);
  const all = names.flat().map(({ name }) => name);
  for (const { document } of documents) {
    if (!isRead && !mayBeNamed(document, all, common)) continue;
    const opening = isRead ? await tables.opening(document.content) : "";
    const bears = subjectTest(document, opening, common);
    const spans: Span[] = [];
    for (let from = 0; from < words.length; from++) {
      const longest = names[from]?.find(({ name }) => bears(name));
      if (!longest) continue;
      spans.push(longest.span);
      from = longest.last;
    }
    named.set(document.ordinal, spans);
  }
  return named;
}

/** A run of capitalised words that may be a company's name, and the index of its last word. */
interface PossibleName {
  readonly name: SubjectName;
  readonly span: Span;
  readonly last: number;
}

/** The names that begin with a capitalised word of a question, the longest first. */
function namesFrom(
  from: number,
  words: readonly (Span & { readonly text: string })[],
  query: string,
): readonly PossibleName[] {
  const names: PossibleName[] = [];
  for (let to = Math.min(words.length, from + maxNameWords); to > from; to--) {
    const some = words.slice(from, to);
    if (some.every(({ text }) => noCompany.test(text) || legalWord.test(text))) continue;
    const span = { start: some[0]?.start ?? 0, end: some.at(-1)?.end ?? 0 };
    names.push({ name: subjectName(query.slice(span.start, span.end)), span, last: to - 1 });
  }
  return names;
}

const maxNameWords = 4;

/** Where a question names files: with extensions, or by names that are not plain words. */
function filesNamed(
  query: string,
  documents: readonly SearchedDocument[],
): ReadonlyMap<number, readonly Span[]> {
  let rest = query.toLowerCase();
  const named = new Map<number, readonly Span[]>();
  const files: { ordinal: number; name: string; forms: readonly string[] }[] = [];
  // Nearly all files are ruled out by how their names begin.
  const byStart = filesByStart(documents);
  const begun = new Set(byStart.get("") ?? []);
  if (byStart.size < rest.length) {
    for (const [start, some] of byStart) {
      if (rest.includes(start)) for (const index of some) begun.add(index);
    }
  } else {
    for (let at = 0; at < rest.length; at++) {
      for (const index of byStart.get(rest.slice(at, at + startLength)) ?? []) begun.add(index);
    }
  }
  for (const index of [...begun].sort((a, b) => a - b)) {
    const document = documents[index]?.document;
    if (!document) continue;
    const forms = formsOfName(document);
    if (!forms.some((form) => rest.includes(form))) continue;
    files.push({ ordinal: document.ordinal, name: forms[0] ?? "", forms });
  }
  // The longest first, because it may contain another file's name.
  for (const { ordinal, forms } of files.sort((a, b) => b.name.length - a.name.length)) {
    const foundForm = forms.find((form) => rest.includes(form));
    if (foundForm === undefined) continue;
    const start = rest.indexOf(foundForm);
    const span = { start, end: start + foundForm.length };
    named.set(ordinal, [span]);
    rest = without(rest, [span]);
  }
  return named;
}

/** The number of characters by which names of files are looked up in a question. */
const startLength = 3;

/** The indices of documents by the first letters of their file names, cached for each list. */
const filesByStart = oncePer((documents: readonly SearchedDocument[]) => {
  const byStart = new Map<string, number[]>();
  for (const [index, { document }] of documents.entries()) {
    const shortest = formsOfName(document).at(-1) ?? "";
    const start = shortest.length < startLength ? "" : shortest.slice(0, startLength);
    appendTo(byStart, start, index);
  }
  return byStart;
});

/** A file's name in lower case, and without its extension if it is not a plain word. Cached. */
const formsOfName = oncePer(({ path }: SearchedDocument["document"]): readonly string[] => {
  const name = fileName(path).toLowerCase();
  const stem = name.replace(/\.[^.]*$/u, "");
  return /[^\p{Alpha}]/u.test(stem) ? [name, stem] : [name];
});

/** A text with parts replaced by spaces. */
function without(text: string, spans: readonly Span[]): string {
  return spans.reduce(
    (rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end),
    text,
  );
}
