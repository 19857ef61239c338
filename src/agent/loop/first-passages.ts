import {
  type BestPassage,
  type Correction,
  type DirectAnswer,
  type EvidenceId,
  mergeSpans,
  type PastTurn,
} from "../../core/index.js";
import { askedTerm, keysOf, type ReadQuestion, readQuestion } from "../../figures/index.js";
import type { QuerySide, SearchResponse } from "../../search/index.js";
import { fuse } from "../context/opening-text.js";
import { aggregateRows, mayStateTotal } from "./aggregate-rows.js";
import { lacksAnswer, missingWords } from "./answer-judgement.js";
import { bestPassages, unmarkedWhere, withCells } from "./best-passages.js";
import { checkRow } from "./check-row.js";
import { compareGroups } from "./compare-groups.js";
import { compareQuantities } from "./compare-quantities.js";
import { compareRows } from "./compare-rows.js";
import {
  asPossible,
  correctedQuestion,
  correctsName,
  tellingCorrections,
} from "./corrected-question.js";
import { findDefinitions, withDefinitions } from "./definitions.js";
import { countedList, saidAnswer } from "./direct-answer.js";
import { isFollowUp, pointsToThing, withoutEarlierRows } from "./follow-up.js";
import { lookUpCell } from "./look-up-cell.js";
import { lookUpRow, withoutOtherRows } from "./look-up-row.js";
import { lookUpTier } from "./look-up-tier.js";
import { matchRows } from "./match-rows.js";
import { plainQuestion } from "./plain-question.js";
import { readMessage } from "./read-message.js";
import type { RunState } from "./run-state.js";
import { spelledOut } from "./spelled-out.js";

/** Passages with marks on the likely answer, and their coverage. */
export interface PassageAnswer {
  /** The question, without polite words and with its typos corrected. */
  readonly question: string;
  readonly passages: readonly BestPassage[];
  readonly coverage: SearchResponse["coverage"];
  /** Words of the question that no searched document contains. */
  readonly unmatched: readonly string[];
  /** Words of the question that were taken for typos. */
  readonly corrections: readonly Correction[];
  /** The companies or files that the question names, if it names several. */
  readonly sides: readonly QuerySide[];
  /** Whether none of the results can be the answer. Lazy, because few runs need it. */
  readonly lacksAnswer: () => boolean;
  /** The fact that the passages state beyond doubt; null if there is none. */
  readonly direct: DirectAnswer | null;
  /** The questions of a message with several, each with its own passages; else missing. */
  readonly parts?: readonly PassageAnswer[];
}

/** The best passages for each question of a message, which may follow up on the one before. */
export async function passagesFor(
  state: RunState,
  history: readonly PastTurn[],
  limit: number,
): Promise<PassageAnswer> {
  const { question: asked, standalone } = state;
  const message = plainQuestion(standalone);
  const { questions, context } = readMessage(message);
  const [first = standalone, ...others] = questions.map(plainQuestion);
  let before = standalone === asked ? history.at(-1) : undefined;
  if (context !== "") before = turnOf(context, undefined);
  const around = context === "" ? null : { context, message: others.length > 0 ? null : message };
  const one = await passagesForOne(first, { state, before, around, limit });
  if (others.length === 0) return one;
  const answers = [one];
  for (const question of others) {
    before = turnOf(answers.length === 1 ? first : question, answers.at(-1));
    answers.push(await passagesForOne(question, { state, before, around, limit }));
  }
  return together(answers, limit);
}

/** A question of the message as the turn before the next one. */
function turnOf(question: string, answer: PassageAnswer | undefined): PastTurn {
  return { question, asked: question, answer: "", document: answer?.passages[0]?.document };
}

/** Minimum number of passages shown for each question of a message. */
const fewestPassages = 2;

/** The answers to the questions of a message, whose best passages take turns. */
function together(answers: readonly PassageAnswer[], limit: number): PassageAnswer {
  const share = Math.max(fewestPassages, Math.ceil(limit / answers.length));
  const ranked = Array.from({ length: limit }, (_, rank) =>
    answers.flatMap(({ passages }) => passages[rank] ?? []),
  ).flat();
  const [first] = answers as readonly [PassageAnswer, ...PassageAnswer[]];
  return {
    ...first,
    passages: withoutRepeated(ranked).slice(0, limit),
    unmatched: [...new Set(answers.flatMap(({ unmatched }) => unmatched))],
    corrections: [
      ...new Map(
        answers.flatMap(({ corrections }) => corrections.map((one) => [one.from, one])),
      ).values(),
    ],
    lacksAnswer: () => answers.every((answer) => answer.lacksAnswer()),
    direct: null,
    parts: answers.map((answer) => ({ ...answer, passages: answer.passages.slice(0, share) })),
  };
}

/** Each passage once, with all its marks. */
function withoutRepeated(passages: readonly BestPassage[]): readonly BestPassage[] {
  const found = new Map<EvidenceId, BestPassage>();
  for (const passage of passages) {
    const before = found.get(passage.evidence);
    found.set(passage.evidence, before ? withMarksOf(before, passage) : passage);
  }
  return [...found.values()];
}

function withMarksOf(passage: BestPassage, other: BestPassage): BestPassage {
  const { certainty = other.certainty, figure = other.figure } = passage;
  const marked = mergeSpans([...passage.marked, ...other.marked].sort((a, b) => a.start - b.start));
  return { ...passage, marked, certainty, figure };
}

/**
 * The results for a question, and for the whole message with it. If the message names the subject
 * of certain documents ("It is about the lease with Acme."), those come first.
 */
function withContext(
  response: SearchResponse,
  message: SearchResponse,
  limit: number,
): SearchResponse {
  const { unmatched } = response;
  return message.about ? { ...message, unmatched } : fuse([response, message], limit);
}

/**
 * Passages without marks in documents that have nothing of what the message says before its question,
 * if others have: "I lost my library card. What does a replacement cost?" asks for no sign's.
 */
function withoutStrangers(
  passages: readonly BestPassage[],
  context: string,
  { hits }: SearchResponse,
): readonly BestPassage[] {
  const { telling } = readQuestion(context);
  const about = new Set(
    hits.flatMap(({ document, text, heading, path }) => {
      const keys = new Set(keysOf(`${text} ${heading ?? ""} ${path}`));
      return telling.some((key) => keys.has(key)) ? [document] : [];
    }),
  );
  if (about.size === 0) return passages;
  return unmarkedWhere(passages, ({ document }) => !about.has(document));
}

/** Passages without marks in other documents than the one that the turn before was about. */
function inDocumentOf(
  { document: known }: PastTurn,
  passages: readonly BestPassage[],
): readonly BestPassage[] {
  return known === undefined
    ? passages
    : unmarkedWhere(passages, ({ document }) => document !== known);
}

/** Results without marks on words around a question that are not in it. */
function withoutMarks(
  response: SearchResponse,
  context: string,
  { keys }: ReadQuestion,
): SearchResponse {
  const others = new Set(keysOf(context).filter((key) => !keys.includes(key)));
  if (others.size === 0) return response;
  const hits = response.hits.map((hit) => ({
    ...hit,
    marks: hit.marks.filter(({ start, end }) => {
      const word = hit.text.slice(start - hit.span.start, end - hit.span.start);
      return !keysOf(word).every((key) => others.has(key));
    }),
  }));
  return { ...response, hits };
}

/** Words for a document and its writer, which most documents do not contain themselves. */
const documentWord =
  /^(?:(?:author|writer|narrator|document|text|essay|article|paper|passage|excerpt|pdf|file)(?:s|['’]s|s['’])?|autor(?:in|en|s|es)?|dokuments?|datei|auteurs?|documento|texte)$/iu;

/** The parts of a run that the passages for a question depend on. */
interface Asking {
  readonly state: RunState;
  /** The turn that the question may follow up on. */
  readonly before: PastTurn | undefined;
  /** What the message says besides its questions, and the message if it has one; null if nothing. */
  readonly around: { readonly context: string; readonly message: string | null } | null;
  readonly limit: number;
}

/** The best passages for one question. A follow-up is also searched with the previous question. */
async function passagesForOne(
  plain: string,
  { state, before, around, limit }: Asking,
): Promise<PassageAnswer> {
  const { reader, signal } = state;
  const depth = Math.min(1000, limit * 4);
  const search = (query: string) => reader.search(query, { limit: depth, figures: true, signal });
  const typed = await search(plain);
  const asTyped = readQuestion(plain);
  const corrections = [
    ...tellingCorrections(typed.corrections, asTyped),
    ...spelledOut(typed.unmatched, typed.hits),
  ];
  const text = correctedQuestion(plain, corrections);
  const response = text === plain ? typed : await search(text);
  const both =
    before && isFollowUp(text, before, response)
      ? fuse(
          [withoutEarlierRows(await search(`${text} ${before.question}`), text), response],
          depth,
        )
      : around
        ? withContext(response, await search(around.message ?? `${around.context} ${text}`), depth)
        : response;
  const { coverage, sides = [] } = response;
  const question = text === plain ? asTyped : readQuestion(text);
  const found = around ? withoutMarks(both, around.context, question) : both;
  const all = bestPassages(found, question, limit);
  const near = before && pointsToThing(text) ? inDocumentOf(before, all) : all;
  const judged = around ? withoutStrangers(near, around.context, found) : near;
  const comparison =
    (await compareGroups(text, both, state)) ??
    (await compareRows(text, both.hits, state)) ??
    (await compareQuantities(text, both, state)) ??
    (await matchRows(text, both, state)) ??
    (mayStateTotal(judged) ? null : await aggregateRows(text, both, state));
  const checked = comparison ? null : await checkRow(text, both, state);
  const computed = comparison ?? checked?.cells ?? null;
  const row = computed ? null : await lookUpRow(text, both, state);
  const known =
    computed ??
    row?.cells ??
    (await lookUpTier(text, both, { reader, signal, kind: question.kind }));
  // These account for every word of the question.
  const whole = known
    ? computed
    : await lookUpCell(text, both, {
        ...{ reader, signal, kind: question.kind, isRoleNoun: question.isRoleNoun },
        hasFigure: judged[0]?.figure !== undefined,
      });
  const cells = known ?? whole;
  const ofRow = row ? withoutOtherRows(judged, row, text) : judged;
  const best = correctsName(plain, corrections) ? asPossible(ofRow) : ofRow;
  const term = cells ? null : askedTerm(text);
  const definitions = term ? await findDefinitions(term, response, state) : [];
  const passages = cells
    ? withCells(best, cells)
    : definitions.length > 0
      ? withDefinitions(best, definitions, limit)
      : best;
  const missing = whole ? [] : missingWords(response, question);
  const unmatched = missing.filter((word) => !documentWord.test(word));
  const direct =
    comparison?.compared ??
    checked?.said ??
    saidAnswer(text, passages) ??
    (await countedList(question, passages, state));
  return {
    ...{ question: text, passages, coverage, unmatched, corrections, sides, direct },
    lacksAnswer: () => lacksAnswer(both, question),
  };
}
