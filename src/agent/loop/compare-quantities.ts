import { type Calculation, fold } from "../../core/index.js";
import {
  type ComparedQuantity,
  hasSense,
  measuresAsked,
  type Quantity,
  type QuantityKind,
  quantityIn,
  readSuperlative,
  type SuperlativeQuestion,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { fileNamed, grouped } from "../reading/wording.js";
import { type DataCell, type DataTable, namesTotal, placeholder } from "../tools/table-data.js";
import { sourceRows, TablePlaces } from "../tools/table-places.js";
import { agreed, type Comparison, type Found, type Row, type Scope } from "./compared-rows.js";
import { resultOf } from "./comparison-result.js";
import { allRows, captionOf, restOf, shownPart, tablesByPage, titleOf } from "./table-scope.js";

/** Number of pages of the best hits whose tables are compared. */
const mostPages = 5;
/** Maximum number of rows that share the first place. */
const mostWinners = 5;
/** With more rows than this, only the cells of the winners are marked and cited. */
const mostCited = 16;

/**
 * Answers which row of a table has the most or the least of what a superlative in everyday words
 * compares: "Which firm is the dearest?" Exactly one column must be of that quantity, or match the
 * question's words best, and every word of the question must be result by the heads of that column
 * and the rows, by the titles of table, section and document, or by the text right above the
 * table. Null if any of that, or any row, leaves the winner uncertain.
 */
export async function compareQuantities(
  question: string,
  response: SearchResponse,
  scope: Scope,
): Promise<Comparison | null> {
  const asked = readSuperlative(question);
  if (!asked) return null;
  const covers = coveredBy(asked, response);
  const found: FoundQuantities[] = [];
  for await (const tables of tablesByPage(response.hits, mostPages, scope)) {
    for (const table of tables) {
      const candidate = candidateIn(table, shownPart(table, response.hits), { asked, covers });
      if (candidate) found.push(candidate);
    }
  }
  const best = agreed(found);
  return best && (await listed(best, response.hits, scope));
}

/** The words of the question that a text has, as they are or with a similar meaning, by their keys. */
type Covers = (text: string) => ReadonlySet<string>;

function coveredBy({ words }: SuperlativeQuestion, { alike = [] }: SearchResponse): Covers {
  const similar = new Map(alike.map(({ word, forms }) => [word.toLowerCase(), new Set(forms)]));
  return (text) => {
    const present = text.toLowerCase().match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? [];
    return new Set(
      words.flatMap((word) => {
        const meant = similar.get(word.text);
        const isIn = present.some((one) => isOneWord(one, word.text) || meant?.has(one));
        return isIn ? [word.key] : [];
      }),
    );
  };
}

/** True for forms of one word that differ in an ending: "policies" and "policy". */
function isOneWord(one: string, other: string): boolean {
  const bases = basesOf(other);
  return basesOf(one).some((base) => bases.includes(base));
}

/** Endings, behind as many letters as a base must have, and what replaces them. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{2})ies$/u, "y"],
  [/(?<=.{2}[^s])s$/u, ""],
  [/(?<=.{2}(?:[sxz]|[cs]h|[^aeiou])|o)es$/u, ""],
  [/(?<=.{2})(?:ed|ing)$/u, ""],
  [/(?<=.{2})(?:ed|ing)$/u, "e"],
  [/(?<=.{2}(.))\1(?:ed|ing)$/u, ""],
  [/(?<=.{5})(?:en|e|n|x)$/u, ""],
];

/** Irregular forms of words that heads of tables have. */
const irregular: Readonly<Record<string, string>> = {
  ...{ paid: "pay", spent: "spend", sold: "sell", bought: "buy", sent: "send", held: "hold" },
  ...{ won: "win", lost: "lose", lent: "lend", left: "leave", began: "begin", begun: "begin" },
  ...{ people: "person", children: "child", men: "man", women: "woman" },
};

/** A word and what it may be a form of, in English, German, French and Spanish. */
function basesOf(word: string): readonly string[] {
  const plain = fold(word);
  const bases = endings.flatMap(([ending, base]) =>
    ending.test(plain) ? [plain.replace(ending, base)] : [],
  );
  const base = irregular[plain];
  return [plain, ...bases, ...(base === undefined ? [] : [base])];
}

interface QuantityRow extends Row {
  readonly quantity: Quantity;
}

interface FoundQuantities extends Found {
  readonly winners: readonly QuantityRow[];
  readonly rows: readonly QuantityRow[];
  readonly way: ComparedQuantity["way"];
  readonly isDate: boolean;
}

function candidateIn(
  table: DataTable,
  hit: SearchHit | undefined,
  { asked, covers }: { readonly asked: SuperlativeQuestion; readonly covers: Covers },
): FoundQuantities | null {
  if (hasGroups(table)) return null;
  const columns = table.columns.map((_, column) => readColumn(table, column));
  const labels = labelColumn(table, columns, { asked, covers });
  if (labels === null) return null;
  const { document } = table;
  const { title = "" } = document.metadata;
  const caption = captionOf(table);
  const near = [table.sheet, isTitle(caption) ? caption : "", hit?.heading].join(" ");
  const titles = [near, document.heading, title, document.path].join(" ");
  const head = columns[labels]?.head ?? "";
  const ofLabels = covers(`${head} ${columns[0]?.head ?? ""}`);
  const named = covers(`${head} ${titles}`);
  const ofTitles = covers(near);
  const isNamed = asked.asksWho
    ? isPerson.test(head) || ofLabels.size > 0
    : asked.things.some(
        (key) => ofLabels.has(key) || ofTitles.has(key) || (isGeneric.test(head) && named.has(key)),
      ) ||
      (asked.things.length === 0 && named.size > 0);
  if (!isNamed) return null;
  const eligible = columns.flatMap((column) => {
    if (column.at === labels && !asked.asksWhen) return [];
    const local = [...covers(column.head)].filter((key) => !ofLabels.has(key));
    const by = comparedBy(column, local, asked);
    return by ? [{ column, by, local }] : [];
  });
  const fitting = eligible.some(({ by }) => !by.isSecond)
    ? eligible.filter(({ by }) => !by.isSecond)
    : eligible;
  const most = Math.max(...fitting.map(({ local }) => local.length));
  const [best, other] = fitting.filter(({ local }) => local.length === most);
  if (!best || other) return null;
  const { column, by, local } = best;
  const loose = covers(titleOf(table, hit));
  const isSaid = asked.words.every(
    ({ key, senses, isOptional }) =>
      isOptional ||
      local.includes(key) ||
      named.has(key) ||
      loose.has(key) ||
      senses.some((sense) => hasSense(sense, column.head, column.kind)),
  );
  if (!isSaid) return null;
  const compared = comparedRows(table, column, labels, by.way);
  return (
    compared && {
      ...compared,
      ...{ table, way: by.way, isDate: column.kind === "date" },
      column: column.head || (hit?.heading ?? caption),
      fit: local.length + named.size,
    }
  );
}

/** True for a caption that is no sentence about something else: "There is room for a car." */
function isTitle(caption: string): boolean {
  return !caption.endsWith(".") || /^(?:table|tab\.|tabelle|tableau|tabla) /iu.test(caption);
}

/** Heads of columns that do not say of what kind the rows are, which the document's title may. */
const isGeneric =
  /^(?:label|what|which|items?|models?|types?|names?|variants?|kinds?|options?|products?|versions?|bezeichnung|modell|typ|art|name|artikel|modèle|type|nom|article|modelo|tipo|nombre|artículo)?$/iu;
/** Words for people in the heads of columns. */
const isPerson =
  /(?<!\p{L})(?:who|names?|person|people|members?|payees?|employees?|staff|players?|students?|pupils?|tenants?|customers?|clients?|owners?|authors?|wer|name|mitglied(?:er)?|nom|membres?|qui|nombre|miembros?|quién)(?!\p{L})/iu;

/** Rows below headings of their own may be of several things. */
function hasGroups({ parts }: DataTable): boolean {
  const groups = parts.flatMap(({ table }) => table.rows.map(({ group }) => group.join(" ")));
  return new Set(groups).size > 1;
}

interface Column {
  readonly at: number;
  readonly head: string;
  readonly kind: QuantityKind | null;
  readonly isText: boolean;
  readonly quantities: readonly (Quantity | null)[];
}

/** Minimum share of filled cells that must have a quantity. */
const enough = 0.6;

function readColumn({ rows, columns, parts: [first] }: DataTable, at: number): Column {
  const hasHeads = (first?.table.headRows ?? 0) > 0;
  const head = hasHeads ? (columns[at]?.name ?? "") : "";
  const cells = rows.map(({ cells }) => cells[at] ?? null);
  const filled = cells.filter((cell) => cell !== null && !placeholder.test(cell.text)).length;
  const dates = cells.map((cell) => cell && quantityIn(cell.date ?? cell.text));
  const isDated =
    dates.filter((one) => one?.kind === "date").length >= enough * filled &&
    (cells.every((cell) => !cell || cell.number === null) || isYears.test(head));
  const quantities = isDated ? dates : cells.map((cell) => cell && quantityOf(cell));
  const found = quantities.filter((one) => one !== null);
  const kinds = new Set(found.flatMap(({ kind, unit }) => (unit === null ? [] : [kind])));
  const [only = null, other] = kinds;
  const stated = other === undefined ? only : null;
  const isBare = found.every(({ unit }) => unit === null || unit.trim() === "");
  const ofHead = isBare ? [...measuresAsked(head)][0] : undefined;
  return {
    ...{ at, head, quantities },
    kind: stated ?? ofHead ?? null,
    isText: found.length < enough * filled || found.length === 0,
  };
}

/** Heads of columns whose numbers are years. */
const isYears =
  /(?<!\p{L})(?:years?|since|dates?|joined|built|founded|seit|depuis|desde|jahr|année|año|born|geboren|né|nacid[oa])(?!\p{L})/iu;

/** The quantity of a cell. The table knows the exact number, its scale and currency. */
function quantityOf({ text, number, unit }: DataCell): Quantity | null {
  const read = quantityIn(text);
  const isMeasured = read !== null && (read.unit === null || !isPlain.has(read.kind));
  if (number === null || isMeasured || (read && read.low !== read.high)) return read;
  const size = Number(number.toString()) * 10 ** (unit?.scale ?? 0);
  // A number that looks like a year.
  const named = read && read.kind !== "date" ? (read.unit ?? " ") : " ";
  return {
    kind: unit?.percent ? "share" : unit?.currency ? "money" : null,
    unit: named.startsWith(" ") ? `${unit?.currency ?? ""}${named}` : named,
    ...{ low: size, high: size },
  };
}

/** Kinds of quantities whose unit is known to tables. */
const isPlain: ReadonlySet<QuantityKind | null> = new Set(["money", "share", "date", null]);

/** The column that names the rows; null if there is none. */
function labelColumn(
  table: DataTable,
  columns: readonly Column[],
  { asked, covers }: { readonly asked: SuperlativeQuestion; readonly covers: Covers },
): number | null {
  if (asked.asksWhen) {
    const [dated, other] = columns.filter(({ kind }) => kind === "date");
    return dated && !other ? dated.at : null;
  }
  const named = columns.find(
    ({ at, head, isText }) =>
      (at === 0 || isText) && [...covers(head)].some((key) => asked.things.includes(key)),
  );
  const [first] = columns;
  if (named) return named.at === 0 && isIdentifier(table) ? firstText(columns) : named.at;
  return first && !isIdentifier(table) ? first.at : firstText(columns);
}

function firstText(columns: readonly Column[]): number | null {
  return columns.find(({ isText }) => isText)?.at ?? null;
}

/** True if the first column has numbers of rows: "Member no.". */
function isIdentifier({ columns: [first] }: DataTable): boolean {
  return (
    first?.type === "number" &&
    /(?<!\p{L})(?:no|nr|id|number|nummer|numéro|número)\.?$|#/iu.test(first.name)
  );
}

/**
 * What a column is compared by; null if the question does not mean it: the column must be of a
 * quantity that the superlative or a word names, and either its head says so, too, or the question
 * has words of its head.
 */
function comparedBy(
  { kind, head, isText }: Column,
  local: readonly string[],
  { by, words }: SuperlativeQuestion,
): ComparedQuantity | null {
  if (isText) return null;
  const means = ({ sense }: ComparedQuantity): boolean => {
    if (sense) return sense.kind === kind && (local.length > 0 || hasSense(sense, head, kind));
    const named = words.flatMap(({ senses }) => senses);
    return local.length > 0 || named.some((one) => hasSense(one, head, kind));
  };
  return by.find(means) ?? null;
}

function comparedRows(
  table: DataTable,
  { at, kind, quantities }: Column,
  labels: number,
  way: ComparedQuantity["way"],
): Pick<FoundQuantities, "winners" | "rows"> | null {
  const rows: QuantityRow[] = [];
  for (const [index, { cells, isTotal }] of table.rows.entries()) {
    const labelCell = cells[labels] ?? null;
    const cell = cells[at] ?? null;
    const quantity = quantities[index] ?? null;
    const label = labelCell?.text ?? "";
    if (isTotal || namesTotal.test(label) || allRows.test(label)) continue;
    if (labelCell && cell && quantity) {
      rows.push({ index, label, labelCell, cell, quantity });
      continue;
    }
    // What has no date has not happened; a dash is not the most.
    const isBlank = cell === null || placeholder.test(cell.text);
    const matters = kind === "date" ? !isBlank : cell === null || way === "lowest" || !isBlank;
    if (matters) return null;
  }
  const winners = winnersOf(rows, way);
  return winners && { winners, rows };
}

/** The rows that certainly have the most or the least, in order; null if that is uncertain. */
function winnersOf(
  rows: readonly QuantityRow[],
  way: ComparedQuantity["way"],
): readonly QuantityRow[] | null {
  const units = new Set(rows.flatMap(({ quantity: { unit } }) => unit ?? []));
  if (units.size !== 1 || rows.length < 2) return null;
  // Losses and costs are both printed below zero.
  if (rows.some(({ quantity: { low } }) => low < 0)) return null;
  const isBetter = (one: Quantity, other: Quantity): boolean =>
    way === "highest" ? one.low > other.high : one.high < other.low;
  const isSame = (one: Quantity, other: Quantity): boolean =>
    one.low === other.low && one.high === other.high;
  const best = rows.find(({ quantity }) =>
    rows.every((other) => isSame(quantity, other.quantity) || isBetter(quantity, other.quantity)),
  );
  if (!best) return null;
  const winners = rows.filter(({ quantity }) => isSame(quantity, best.quantity));
  const others = rows.filter((row) => !winners.includes(row));
  const sum = others.reduce((total, { quantity }) => total + quantity.low, 0);
  const isAmount = best.quantity.kind === null || best.quantity.kind === "money";
  // A total without a name, or the rest.
  const isTotal = way === "highest" && isAmount && others.length > 1 && sum === best.quantity.low;
  const isRest = winners.some(({ label }) => restOf.test(label));
  return isTotal || isRest || winners.length > mostWinners || others.length === 0 ? null : winners;
}

/** The result with the cells that were compared; the calculator does not read such quantities. */
async function listed(
  found: FoundQuantities,
  hits: readonly SearchHit[],
  scope: Scope,
): Promise<Comparison | null> {
  const { table, winners, rows, way, isDate, column } = found;
  const [winner] = winners;
  if (!winner) return null;
  const places = new TablePlaces(scope);
  const cited = rows.length > mostCited ? winners : rows;
  const operands = await Promise.all(cited.map((row) => places.operand({ table, ...row })));
  const known = operands.filter((operand) => operand !== null);
  if (known.length < cited.length) return null;
  const value = winner.cell.text;
  const calculation: Calculation = {
    id: "c1",
    expression: `${way === "highest" ? "max" : "min"}(${column}) · ${fileNamed(table.document.path)} (${grouped(rows.length)})`,
    value: String(winner.quantity.low),
    display: value,
    operands: known,
    rows: sourceRows(rows.map(({ index }) => ({ table, index }))),
    sourced: true,
  };
  const kind = isDate ? (way === "highest" ? "latest" : "earliest") : way;
  const result = { kind, value, calculation, across: "rows", isChange: false, others: [] } as const;
  return await resultOf(found, result, hits, places);
}
