import {
  hasSense,
  readSuperlative,
  type SuperlativeQuestion,
  senses,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { compute, inUnit, type ShownResult, writeNumber } from "../tools/arithmetic.js";
import { decimal } from "../tools/evaluate-expression.js";
import { type DataTable, placeholder } from "../tools/table-data.js";
import {
  type Column,
  type Covers,
  candidatesOn,
  coveredBy,
  isDoer,
  isIdentifier,
  isPerson,
  type Subject,
  subjectOf,
  tellsApart,
  withVerbs,
} from "./asked-columns.js";
import { type Restriction, restrictionOf } from "./cell-conditions.js";
import {
  agreed,
  areAddends,
  type Comparison,
  type Found,
  type Row,
  type Scope,
} from "./compared-rows.js";
import { listedResult, mostCited } from "./comparison-result.js";
import { isOfTotals, mayGoOn } from "./table-scope.js";

/**
 * Which value of a column has the most rows, or the highest total of another column: "Who has the
 * most tasks?", "Which category cost the most?" The column must have the same values again and
 * again, and the question must name it, or ask who. Every other word must name the rows, the
 * column that is added up, or a condition on the rows. Null otherwise, and for a tie.
 */
export async function compareGroups(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<Comparison | null> {
  const read = readSuperlative(question.replace(ofTotal, " "));
  const [by, other] = read?.by ?? [];
  if (!read || !by || other || read.asksWhen) return null;
  // "Which person" is who.
  const isPersonAsked = read.words.some(
    ({ key, text }) => key === read.things[0] && isPersonWord.test(text),
  );
  const asked = isPersonAsked ? { ...read, asksWho: true } : read;
  const isTotal = ofTotal.test(question) || ofMost.test(question);
  if (!isTotal || (by.sense !== null && by.sense !== senses.price)) return null;
  const covers = coveredBy(asked, response);
  const found = await candidatesOn(
    response.hits,
    scope,
    (table, hit) => candidateIn(table, hit, { asked, covers, way: by.way }),
    { lists: true },
  );
  const best = agreed(found, ({ label, result }) => `${label} ${result.display}`);
  if (!best) return null;
  const { label, result, column, groups, condition, measure, winners } = best;
  const computed = {
    ...{ kind: by.way, label, value: result.display, across: "groups" as const, count: groups },
    ...{ size: writeNumber(result.value), scale: result.scale },
    expression: `${by.way === "highest" ? "max" : "min"}(${measure}; ${column}${condition})`,
    cited: winners.slice(0, mostCited),
  };
  return await listedResult(best, computed, response.hits, scope);
}

/** Wording for totals of groups, which have no word in tables. */
const ofTotal =
  /(?<![a-zß-ɏḀ-ỿ])(?:in total|altogether|overall|totals?|insgesamt|zusammen|gesamt|au total|en tout|total(?:es)?|en total)(?![a-zß-ɏḀ-ỿ])/iu;
/** "The most" of something that can be added up; a "highest" number is one of a row. */
const ofMost =
  /(?<![a-zß-ɏḀ-ỿ])(?:most|least|fewest|(?:am )?(?:meisten|wenigsten)|le (?:plus|moins)|más|menos)(?![a-zß-ɏḀ-ỿ])/iu;

const isPersonWord = /^(?:persons?|people|leute|personnes?|personas?)$/iu;

interface FoundGroup extends Found {
  /** The value that the rows of the winning group share. */
  readonly label: string;
  readonly result: ShownResult;
  /** Number of groups. */
  readonly groups: number;
  /** What is compared, as a part of the expression. */
  readonly measure: string;
  /** What the rows have in common, as a part of the expression; empty for all rows. */
  readonly condition: string;
}

interface AskedGroups {
  readonly asked: SuperlativeQuestion;
  readonly covers: Covers;
  readonly way: "highest" | "lowest";
}

function candidateIn(
  table: DataTable,
  hit: SearchHit | undefined,
  { asked, covers, way }: AskedGroups,
): FoundGroup | null {
  const subject = subjectOf(table, hit, { asked, covers });
  if (!subject || mayGoOn(table)) return null;
  const group = groupColumn(table, subject, asked, covers);
  if (!group) return null;
  const { column, local } = group;
  const measured = measuredColumn(table, subject, column, { asked, covers, local });
  if (measured === undefined) return null;
  const keys = [...local, ...(measured?.keys ?? [])];
  const left = asked.words.filter(
    ({ key, text, isOptional }) =>
      !(isOptional || keys.includes(key) || subject.named.has(key) || isPersonWord.test(text)),
  );
  const restriction = restrictionOf(table, subject, asked, { column, left, covers });
  if (!restriction) return null;
  const groups = groupsOf(table, column, measured?.column ?? null, restriction);
  const best = groups && bestOf(groups, way);
  if (!best) return null;
  return {
    ...{ table, label: best.label, result: best.result, winners: best.rows, rows: best.rows },
    ...{ groups: groups.length, measure: measured ? `sum(${measured.column.head})` : "count" },
    column: [column, ...(measured ? [measured.column] : [])].map(({ head }) => head).join(", "),
    condition: restriction.text && `; ${restriction.text}`,
    fit: keys.length + subject.named.size,
  };
}

interface GroupColumn {
  readonly column: Column;
  /** Keys of the question's words that its head has. */
  readonly local: readonly string[];
}

/** The only column with repeated values whose head the question names, or of people for "who". */
function groupColumn(
  table: DataTable,
  { columns, labels }: Subject,
  { things: [thing = ""], asksWho }: SuperlativeQuestion,
  covers: Covers,
): GroupColumn | null {
  // In a list of people, "who" is one of them and not their manager.
  const areWho = columns.some(
    (column) => column.at === labels && isPerson.test(column.head) && tellsApart(table, column),
  );
  const repeated = columns.flatMap((column) => {
    if (!column.isText || column.head === "" || tellsApart(table, column)) return [];
    const isWho = asksWho && !areWho && (isPerson.test(column.head) || isDoer.test(column.head));
    const local = [...covers(asksWho ? withVerbs(column.head) : column.head)];
    const isNamed = isWho || (asksWho ? local.length > 0 : local.includes(thing));
    return [{ column, local, isNamed }];
  });
  const named = repeated.filter(({ isNamed }) => isNamed);
  const most = Math.max(...named.map(({ local }) => local.length));
  const [best, other] = named.filter(({ local }) => local.length === most);
  return best && !other ? best : null;
}

interface MeasuredColumn {
  readonly column: Column;
  /** Keys of the question's words that name it. */
  readonly keys: readonly string[];
}

/** The column that is added up; null if rows are counted, undefined if it is uncertain. */
function measuredColumn(
  table: DataTable,
  { columns, labels, ofLabels, ofRecords }: Subject,
  group: Column,
  { asked, covers, local }: Pick<AskedGroups, "asked" | "covers"> & Pick<GroupColumn, "local">,
): MeasuredColumn | null | undefined {
  const { words, by } = asked;
  // "Paid" may be said of the group, "Paid by", and of what is added up.
  const isOfRows = (key: string): boolean =>
    !local.includes(key) && (ofLabels.has(key) || ofRecords.has(key));
  const fitting = columns.flatMap((column): MeasuredColumn[] => {
    const { at, head, kind, isText } = column;
    if (at === labels || at === group.at || isText || kind === "date" || head === "") return [];
    if (at === 0 && isIdentifier(table)) return [];
    const named = [...covers(head)].filter((key) => !local.includes(key) && !isOfRows(key));
    const sensed = words.flatMap(({ key, senses: meant }) =>
      !isOfRows(key) && meant.some((sense) => hasSense(sense, head, kind ?? sense.kind))
        ? [key]
        : [],
    );
    const isPriced = by[0]?.sense && hasSense(by[0].sense, head, kind);
    return named.length + sensed.length > 0 || isPriced
      ? [{ column, keys: [...named, ...sensed] }]
      : [];
  });
  const counted = words.filter(({ key }) => isOfRows(key));
  const most = Math.max(...fitting.map(({ keys }) => keys.length));
  const [best, other] = fitting.filter(({ keys }) => keys.length === most);
  if (other) return undefined;
  // "Who paid for the most purchases" counts them.
  if (counted.length > 0 && (!best || best.keys.every((key) => local.includes(key)))) return null;
  return best;
}

interface Group {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly result: ShownResult;
}

/** The groups with their totals, or their numbers of rows; null if any row is uncertain. */
function groupsOf(
  table: DataTable,
  { at }: Column,
  measured: Column | null,
  restriction: Restriction,
): readonly Group[] | null {
  const grouped = new Map<string, Row[]>();
  const labels = new Map<string, string>();
  for (const [index, row] of table.rows.entries()) {
    const labelCell = row.cells[at] ?? null;
    const label = labelCell?.text.trim() ?? "";
    if (isOfTotals(row, label) || isOfTotals(row, row.cells[0]?.text ?? "")) continue;
    const verdict = restriction.meets(row, index);
    if (verdict === null) return null;
    if (!verdict || !labelCell || label === "" || placeholder.test(label)) continue;
    const cell = measured ? (row.cells[measured.at] ?? null) : labelCell;
    if (cell === null || (measured && placeholder.test(cell.text))) continue;
    if (measured && cell.number === null) return null;
    const key = label.toLowerCase();
    const rows = grouped.get(key) ?? [];
    grouped.set(key, rows);
    labels.set(key, labels.get(key) ?? label);
    rows.push({ index, label, labelCell: null, cell });
  }
  const all = [...grouped.values()].flat();
  const isSum = measured !== null;
  if (isSum && (!areAddends(all) || all.some(({ cell: { unit } }) => unit?.percent))) return null;
  return [...grouped].map(([key, rows]) => {
    const [first] = rows;
    const total = isSum
      ? compute(
          "sum",
          rows.flatMap(({ cell: { number } }) => number ?? []),
        )
      : decimal(String(rows.length));
    const result = inUnit(total, isSum ? (first?.cell.unit ?? null) : null);
    return { label: labels.get(key) ?? key, rows, result };
  });
}

/** The group with the most or the least; null for a tie. */
function bestOf(groups: readonly Group[], way: "highest" | "lowest"): Group | null {
  const sizes = groups.map(({ result: { value } }) => value.toNumber());
  const most = way === "highest" ? Math.max(...sizes) : Math.min(...sizes);
  const [best, other] = groups.filter((_, index) => sizes[index] === most);
  return best && !other && groups.length > 1 ? best : null;
}
