import {
  type Answer,
  type AnswerPart,
  type AnswerSentence,
  type BestPassage,
  boolean,
  type Calculation,
  type CellId,
  type Citation,
  type Coverage,
  count,
  type DirectAnswer,
  type EvidenceId,
  integer,
  listWithin,
  longestPath,
  mapped,
  matches,
  misplacedNumber,
  nullable,
  number,
  object,
  oneOf,
  optional,
  pageUnits,
  runUsage,
  type SentencePart,
  type Shape,
  type Span,
  shape,
  type TableId,
  textWithin,
  variant,
  withoutUnseen,
} from "../../core/index.js";
import { documentIdShape as document, hash, id, versioned } from "./checked.js";

// A stranger's file is checked in every detail before it is stored and displayed.

/** A question and its answer. The steps that led to the answer are not in the file. */
export interface ArchivedTurn {
  readonly question: string;
  readonly standalone: string;
  readonly text: string;
  readonly answer: Answer;
}

export interface ArchivedConversation {
  readonly id: string;
  readonly title: string;
  readonly startedAt: number;
  readonly updatedAt: number;
  readonly turns: readonly ArchivedTurn[];
}

export interface ArchivedConversations {
  readonly version: number;
  /** The documents that answers name, the first as `d1`. Some may be missing from the file. */
  readonly documents: readonly { readonly path: string; readonly hash: string | null }[];
  readonly list: readonly ArchivedConversation[];
  /** Number of further conversations that cannot be read. */
  readonly malformed?: number | undefined;
}

/** Maximum number of conversations in a file, and of turns in a conversation. */
export const maxConversations: number = 10_000;
const maxTurns = 10_000;
/** Maximum number of documents that the conversations in a file name. */
const maxNamed = 500_000;
/** Maximum number of items in any list of an answer. */
const maxItems = 2_000;
/** Maximum number of characters of a text, and of a name. */
const [longestText, longestName] = [200_000, 1_000];

const longText = textWithin(longestText);
const name = textWithin(longestName);
const listOf = <Value>(each: Shape<Value>): Shape<Value[]> => listWithin(maxItems, each);

function placeId<Id extends string>(form: RegExp): Shape<Id> {
  return shape<Id>("the id of a place", (each) => typeof each === "string" && form.test(each));
}

const evidence = placeId<EvidenceId>(/^d[1-9]\d{0,14}\.p[1-9]\d{0,8}\.s[1-9]\d{0,8}$/);
const table = placeId<TableId>(/^d[1-9]\d{0,14}\.p\d{1,9}\.t\d{1,9}$/);
const cell = placeId<CellId>(/^d[1-9]\d{0,14}\.p\d{1,9}\.t\d{1,9}\.r\d{1,9}\.c\d{1,9}$/);

const path = mapped(
  shape<string>(
    "the name of a document",
    (each) => typeof each === "string" && each !== "" && each.length <= longestPath,
  ),
  withoutUnseen,
);

const ordered = shape<Span>("a place that ends after it starts", (each) => {
  const { start, end } = each as Span;
  return start <= end;
});
const span = mapped(object({ start: count, end: count }), ordered);

const tool = { tool: name, source: name, at: count };

const place = {
  evidence,
  document,
  path,
  page: integer(1),
  pageLabel: nullable(name),
  pageUnit: oneOf(...pageUnits),
  recognised: optional(oneOf(true)),
  tool: optional(object(tool)),
  from: optional(object({ url: longText, title: name, kind: optional(oneOf("engine")) })),
  span,
};

const citation: Shape<Citation> = object({ ...place, quote: longText });

const calculation: Shape<Calculation> = object({
  id: name,
  expression: longText,
  value: longText,
  scale: optional(number),
  display: longText,
  operands: listOf(
    object({
      text: longText,
      value: longText,
      citation: nullable(citation),
      origin: oneOf("document", "constant", "result", "unknown"),
      cell: optional(cell),
    }),
  ),
  rows: optional(listOf(object({ table, rows: longText }))),
  keys: optional(listOf(longText)),
  sourced: boolean,
});

const sentence: Shape<AnswerSentence> = object({
  text: longText,
  supported: boolean,
  citations: listOf(citation),
  calculations: listOf(calculation),
  unsupportedNumbers: listOf(longText),
  misplacedNumbers: optional(listOf(misplacedNumber(longText))),
  dropped: listOf(longText),
  doubt: optional(longText),
  ownLine: optional(boolean),
});

const sentencePart: Shape<SentencePart> = object({
  page: integer(1),
  pageLabel: nullable(longText),
  span,
  text: longText,
  marks: listOf(span),
});

const passage: Shape<BestPassage> = object({
  ...place,
  heading: nullable(longText),
  text: longText,
  sentenceStart: optional(sentencePart),
  sentenceEnd: optional(sentencePart),
  marked: listOf(span),
  certainty: optional(oneOf("likely", "possible")),
  figure: optional(span),
  marks: listOf(span),
  score: number,
});

const compared = object({
  label: longText,
  value: longText,
  isAsked: optional(oneOf(true)),
  isChange: boolean,
  whole: optional(longText),
  across: oneOf("rows", "years"),
  column: longText,
  rows: count,
  says: optional(oneOf("yes", "no")),
  evidence,
  calculation,
});

const stated = object({ evidence });

const direct: Shape<DirectAnswer> = variant("kind", {
  ...{ yes: stated, no: stated },
  count: object({ count, isAsked: boolean, evidence }),
  unsaid: object({ fact: oneOf("author", "day"), document, path, evidence }),
  ...{ highest: compared, lowest: compared, share: compared },
  ...{ earliest: compared, latest: compared, matching: compared },
});

const part: Shape<AnswerPart> = object({
  question: longText,
  passages: listOf(passage),
  direct: optional(direct),
});

const coverage: Shape<Coverage> = object({
  documents: count,
  pages: count,
  units: optional(object({ page: count, slide: count, sheet: count, part: count })),
  pagesWithoutText: count,
  gaps: listOf(
    object({
      document,
      path,
      reason: oneOf("empty", "scanned", "unreadable"),
      pages: listOf(object({ from: integer(1), to: integer(1) })),
    }),
  ),
  pagesNotNamed: count,
  termsLeftOut: optional(count),
  notSearched: optional(
    listOf(
      object({
        source: name,
        url: longText,
        kind: oneOf("unreachable", "slow", "refused", "unable"),
        reason: longText,
      }),
    ),
  ),
});

const answer: Shape<Answer> = object({
  kind: oneOf("answered", "not-found", "passages"),
  question: longText,
  standalone: longText,
  text: longText,
  sentences: listOf(sentence),
  passages: listOf(passage),
  direct: optional(direct),
  parts: optional(listOf(part)),
  missing: longText,
  tried: listOf(longText),
  unmatched: optional(listOf(longText)),
  corrections: optional(listOf(object({ from: longText, to: longText }))),
  coverage,
  calculations: listOf(calculation),
  toolTexts: optional(listOf(object({ ...tool, document, text: longText }))),
  reason: nullable(longText),
  usage: runUsage,
});

const turn: Shape<ArchivedTurn> = object({
  question: longText,
  standalone: longText,
  text: longText,
  answer,
});

const conversation: Shape<ArchivedConversation> = object({
  id,
  title: mapped(longText, withoutUnseen),
  startedAt: count,
  updatedAt: count,
  turns: listWithin(maxTurns, turn),
});

/** The version in which conversations are written, and the latest one that can be read. */
export const conversationsVersion: number = 1;

const section = object({
  version: oneOf(conversationsVersion),
  documents: listWithin(maxNamed, object({ path, hash: nullable(hash) })),
  list: listWithin(maxConversations, (each) => each),
});

/** The conversations in a file; undefined if it has none, empty if a later version wrote them. */
export const archivedConversations: Shape<ArchivedConversations | undefined> = versioned(
  conversationsVersion,
  mapped(section, ({ version, documents, list }) => {
    const readable = new Map<string, ArchivedConversation>();
    for (const each of list) {
      // An unreadable conversation must not make the others unusable.
      const read = matches(conversation, each) ? conversation(each) : null;
      if (read && read.turns.length > 0 && !readable.has(read.id)) readable.set(read.id, read);
    }
    const malformed = list.length - readable.size;
    return { version, documents, list: [...readable.values()], malformed };
  }),
  (version) => ({ version, documents: [], list: [] }),
);

/** A stored answer in the format for files; null if it does not fit. */
export function readableAnswer(value: unknown): Answer | null {
  return matches(answer, value) ? answer(value) : null;
}
