import {
  type AskedRows,
  type AskedWord,
  type ConditionQuestion,
  hasSense,
  isWithin,
} from "../../figures/index.js";
import { type DataRow, type DataTable, placeholder } from "../tools/table-data.js";
import {
  type Column,
  type Covers,
  isOneWord,
  isPerson,
  type Subject,
  wordsOf,
} from "./asked-columns.js";
import { isList } from "./table-scope.js";

/** A condition on rows, and how it is checked. */
export interface RowCondition {
  readonly column: Column;
  /** Other columns with conditions; missing if there are none. */
  readonly others?: readonly Column[];
  /** Keys of the question's words that its head has. */
  readonly local: readonly string[];
  /** Whether a row meets the condition; null if that is uncertain. */
  readonly meets: (row: DataRow, index: number) => boolean | null;
  /** What the condition says of the first column, and of others by their heads. */
  readonly condition: string;
}

/** What the cells of a column must say. */
interface CellCondition {
  readonly column: Column;
  /** Keys of the question's words that the cells have, and those that the head has. */
  readonly ofCells: readonly string[];
  readonly ofHead: readonly string[];
  readonly text: string;
  /** True if the question denies it. */
  readonly denies: boolean;
  /** How near the words of the cells are to those of the question, from `amongOthers` to `sameForm`. */
  readonly nearness: number;
  /** Whether a cell, of a row with this index, meets it; null if that is uncertain. */
  readonly isMet: (text: string, index: number) => boolean | null;
}

/** What a question says of its rows by words. */
type Conditions = Pick<ConditionQuestion, "words" | "things" | "time" | "negated">;

/**
 * The conditions that the question's words state, each for a column: its cells consist of exactly
 * these words ("the Botany group") or, in lists, have them among others ("paint" in "Paint and
 * brushes"), say yes or no to what its head says ("have not paid"), or are dates in the time asked
 * for. Null unless together they account for all words, each once.
 */
export function conditionOfWords(
  table: DataTable,
  { columns, labels, ofLabels, named, isNamed }: Subject,
  asked: Conditions,
  covers: Covers,
): RowCondition | null {
  const { words, things, negated } = asked;
  const timed = timeIn(columns, asked, covers);
  const left = words.filter(
    ({ key, isOptional }) => !isOptional && !named.has(key) && !timed?.ofCells.includes(key),
  );
  const heads = columns.map(({ head }) => covers(head));
  const stated = columns.flatMap((column, index): CellCondition[] => {
    if (column.at === labels || column === timed?.column) return [];
    const ofHead = [...(heads[index] ?? [])].filter((key) => !ofLabels.has(key));
    const cells = table.rows.map((row) => row.cells[column.at]?.text ?? "");
    const open = left.filter(({ key }) => !ofHead.includes(key));
    // "Fee" in "Who is in the fee class Senior?" does not ask who has paid the fee.
    const isOwn = ofHead.some((key) => heads.filter((keys) => keys.has(key)).length === 1);
    const condition =
      valueIn(cells, open, words, negated) ??
      (isOwn ? yesOrNoIn(cells, ofHead, negated) : null) ??
      (column.isText && isList(table) ? wordsIn(cells, open, negated) : null);
    return condition ? [{ column, ofHead, ...condition }] : [];
  });
  const apart = stated.filter(
    (one) =>
      one.ofHead.length > 0 ||
      !stated.some(
        (other) =>
          other !== one &&
          one.ofCells.some((key) => other.ofCells.includes(key)) &&
          // "Engineering" is the department and not the job of an "Engineer".
          one.nearness <= other.nearness,
      ),
  );
  const conditions = timed ? [...apart, timed] : apart;
  const ofCells = conditions.flatMap((one) => one.ofCells);
  const accounted = new Set([...ofCells, ...conditions.flatMap(({ ofHead }) => ofHead)]);
  const [first, ...others] = conditions;
  // In "how many sopranos does the choir have" the cells say what is counted.
  const isWhole = (key: string): boolean =>
    conditions.some((one) => one.nearness > amongOthers && one.ofCells.includes(key));
  const areOfCells = things.every(isWhole);
  const isDescribed =
    named.size > 0 || others.length > 0 || (first?.ofHead.length ?? 0) > 0 || isList(table);
  if (
    !first ||
    new Set(ofCells).size < ofCells.length ||
    left.some(({ key }) => !accounted.has(key)) ||
    (negated !== null && !conditions.some(({ denies }) => denies)) ||
    !(isNamed || (areOfCells && isDescribed))
  )
    return null;
  return {
    column: first.column,
    others: others.map(({ column }) => column),
    local: [...accounted],
    condition: conditions
      .map(({ column: { head }, text }, index) => (index === 0 ? text : `${head}: ${text}`))
      .join("; "),
    meets: ({ cells }, index) => {
      const verdicts = conditions.map(({ column, isMet }) =>
        isMet(cells[column.at]?.text ?? "", index),
      );
      return verdicts.includes(false) ? false : verdicts.includes(null) ? null : true;
    },
  };
}

/** The rows that a question is about, besides a column that it asks for. */
export interface Restriction {
  /** The columns with conditions; empty if the question is about all rows. */
  readonly columns: readonly Column[];
  /** Keys of the question's words that the conditions account for. */
  readonly local: readonly string[];
  /** As a part of an expression; empty for all rows. */
  readonly text: string;
  /** Whether a row is one of them; null if that is uncertain. */
  readonly meets: RowCondition["meets"];
}

const allRows: Restriction = { columns: [], local: [], text: "", meets: () => true };

/**
 * The rows that the words left of a question, and its time, restrict it to; null if these are no
 * conditions on columns other than `column`.
 */
export function restrictionOf(
  table: DataTable,
  subject: Subject,
  { words, time }: Pick<AskedRows, "words" | "time">,
  { column, left, covers }: RestrictedBy,
): Restriction | null {
  if (left.length === 0 && time === null) return allRows;
  const columns = subject.columns.filter(({ at }) => at !== column.at);
  const named = new Set(words.flatMap((one) => (left.includes(one) ? [] : [one.key])));
  const found = conditionOfWords(
    table,
    { ...subject, columns, named, isNamed: true },
    { words, time, things: [], negated: null },
    covers,
  );
  return (
    found && {
      columns: [found.column, ...(found.others ?? [])],
      local: found.local,
      text: `${found.column.head}: ${found.condition}`,
      meets: found.meets,
    }
  );
}

interface RestrictedBy {
  /** The column that the question asks for, which states no condition. */
  readonly column: Column;
  /** The words that nothing else accounts for. */
  readonly left: readonly AskedWord[];
  readonly covers: Covers;
}

/**
 * The time that a question asks for as a condition on a column of dates: the only one, or the only
 * one whose head the question's words name.
 */
export function timeIn(
  columns: readonly Column[],
  { words, time, things }: Pick<AskedRows, "words" | "time" | "things">,
  covers: Covers,
): CellCondition | null {
  const dated = columns.filter(({ kind, isText }) => kind === "date" && !isText);
  if (!time || dated.length === 0) return null;
  const asked = dated.map((column) => {
    const sensed = words.filter(({ key, senses }) => {
      return (
        !things.slice(0, 1).includes(key) &&
        senses.some((one) => hasSense(one, column.head, "date"))
      );
    });
    return { column, keys: new Set([...covers(column.head), ...sensed.map(({ key }) => key)]) };
  });
  const most = Math.max(...asked.map(({ keys }) => keys.size));
  const [best, other] = asked.filter(({ keys }) => keys.size === most);
  if (!best || other) return null;
  const { column, keys } = best;
  return {
    ...{ column, ofCells: [...time.keys, ...keys], ofHead: [], denies: false, nearness: sameForm },
    text: time.text,
    isMet: (text, index) => {
      const date = column.quantities[index];
      // What has no date has not happened.
      if (text === "" || placeholder.test(text)) return false;
      return date?.kind === "date" && date.unit === "date" ? isWithin(time, date) : null;
    },
  };
}

type StatedOfCells = Pick<CellCondition, "ofCells" | "text" | "denies" | "nearness" | "isMet">;

/** The only value of cells that consists of words of the question; null without one. */
function valueIn(
  cells: readonly string[],
  open: readonly AskedWord[],
  words: readonly AskedWord[],
  negated: string | null,
): StatedOfCells | null {
  const statedBy = (cell: string): readonly AskedWord[] => {
    const present = cell.toLowerCase().match(/[\p{Alpha}\p{M}\p{N}]+/gu) ?? [];
    const isStated = present.every((each) => words.some(({ text }) => isOneWord(each, text)));
    return isStated ? open.filter(({ text }) => present.some((each) => isOneWord(each, text))) : [];
  };
  const values = [...new Set(cells)].flatMap((cell) => {
    const stated = statedBy(cell);
    return stated.length > 0 ? [{ cell, stated, key: stated.map(({ key }) => key).join(" ") }] : [];
  });
  const most = Math.max(...values.map(({ stated }) => stated.length));
  const best = values.filter(({ stated }) => stated.length === most);
  const [one] = best;
  // An office that most people do not hold.
  const isSparse = cells.filter((cell) => cell === "").length * 2 > cells.length;
  // "Member" may be a role of some of the members.
  if (
    !one ||
    best.some(({ key }) => key !== one.key) ||
    one.stated.some(({ text }) => isPerson.test(text))
  )
    return null;
  const written = new Set(values.flatMap(({ cell }) => wordsOf(cell)));
  const meeting = new Set(values.flatMap(({ cell, key }) => (key === one.key ? [cell] : [])));
  const denies = one.stated.some(({ key }) => key === negated);
  const text = one.stated.map((each) => each.text).join(" ");
  return {
    ofCells: one.stated.map(({ key }) => key),
    text: denies ? `not ${text}` : text,
    denies,
    nearness: Math.min(...one.stated.map(({ text }) => nearest(text, written))),
    isMet: (cell) =>
      placeholder.test(cell) || (cell === "" && !isSparse) ? null : meeting.has(cell) !== denies,
  };
}

/** The words of a question that cells of descriptions and full names have among others. */
function wordsIn(
  cells: readonly string[],
  open: readonly AskedWord[],
  negated: string | null,
): StatedOfCells | null {
  const distinct = [...new Set(cells)].map((cell) => ({ cell, words: wordsOf(cell) }));
  const has = (present: readonly string[], { text }: AskedWord): boolean =>
    present.some((one) => isOneWord(one, text));
  const stated = open.filter((word) => distinct.some(({ words }) => has(words, word)));
  const meeting = new Set(
    distinct.flatMap(({ cell, words }) => (stated.every((word) => has(words, word)) ? [cell] : [])),
  );
  const isOther = ({ key, text }: AskedWord): boolean => key === negated || isPerson.test(text);
  if (stated.length === 0 || stated.some(isOther) || meeting.size === 0) return null;
  return {
    ofCells: stated.map(({ key }) => key),
    text: stated.map(({ text }) => text).join(" "),
    denies: false,
    nearness: amongOthers,
    isMet: (cell) => meeting.has(cell),
  };
}

const [amongOthers, farForm, pluralForm, sameForm] = [0, 1, 2, 3];

/** How near a word is to the nearest of others: the same, a plural or singular, or another form. */
function nearest(word: string, others: ReadonlySet<string>): number {
  if (others.has(word)) return sameForm;
  const isPlural = (one: string, other: string): boolean =>
    /^(?:e?s|e?n|x)$/u.test(other.slice(one.length)) && other.startsWith(one);
  const isNear = [...others].some((one) => isPlural(one, word) || isPlural(word, one));
  return isNear ? pluralForm : farForm;
}

const isYes = /^(?:yes|y|true|x|✓|✔|ja|oui|sí)$/iu;
const isNo = /^(?:no|n|false|nein|non)$/iu;

/** The condition of a column whose cells say yes or no, if the question has words of its head. */
function yesOrNoIn(
  cells: readonly string[],
  ofHead: readonly string[],
  negated: string | null,
): StatedOfCells | null {
  const isEither = cells.some((cell) => isYes.test(cell)) && cells.some((cell) => isNo.test(cell));
  if (!isEither) return null;
  const denies = negated !== null && ofHead.includes(negated);
  const wanted = denies ? isNo : isYes;
  return {
    ofCells: [],
    nearness: sameForm,
    text: denies ? "no" : "yes",
    denies,
    isMet: (cell) =>
      wanted.test(cell)
        ? true
        : isYes.test(cell) || isNo.test(cell) || isNotApplicable.test(cell)
          ? false
          : null,
  };
}

const isNotApplicable = /^(?:n\/a|n\.a\.|not applicable)$/iu;
