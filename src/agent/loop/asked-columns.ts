import { fold } from "../../core/index.js";
import {
  type AskedRows,
  type AskedWord,
  currencyKey,
  decimalSignOf,
  isContentWord,
  isOfWork,
  measuresAsked,
  namesRecords,
  type Quantity,
  type QuantityKind,
  quantityIn,
  wordKey,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import {
  type DataCell,
  type DataColumn,
  type DataTable,
  placeholder,
} from "../tools/table-data.js";
import type { Scope } from "./compared-rows.js";
import {
  captionOf,
  otherLists,
  shownPart,
  tablesByPage,
  tablesElsewhere,
  titleOf,
} from "./table-scope.js";

/** The keys of the question's words that a text contains, literally or with a similar meaning. */
export type Covers = (text: string) => ReadonlySet<string>;

export function coveredBy(
  { words }: Pick<AskedRows, "words">,
  { alike = [] }: SearchResponse,
): Covers {
  const similar = new Map(alike.map(({ word, forms }) => [word.toLowerCase(), new Set(forms)]));
  return (text) => {
    const present = wordsOf(text);
    return new Set(
      words.flatMap((word) => {
        const meant = similar.get(word.text);
        const isIn = present.some((one) => isOneWord(one, word.text) || meant?.has(one));
        return isIn ? [word.key] : [];
      }),
    );
  };
}

/** The words of a question that only ask, but may also be the head of a column: "amount". */
export function wordsThatAsk(question: string, words: readonly AskedWord[]): readonly AskedWord[] {
  return wordsOf(question)
    .filter((text) => isContentWord(text) && !words.some((word) => word.text === text))
    .map((text) => ({ text, key: wordKey(text), senses: [], isOptional: true }));
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{Alpha}\p{M}]+|\p{N}+/gu) ?? [];
}

/** True for forms of one word that differ in an ending: "policies" and "policy". */
export function isOneWord(one: string, other: string): boolean {
  const bases = basesOf(other);
  return basesOf(one).some((base) => bases.includes(base));
}

export function textsOf(cells: readonly (DataCell | null)[]): readonly string[] {
  return cells.map((cell) => cell?.text ?? "");
}

/** Whether any of these texts has a form of a word. */
export function hasWord(texts: readonly string[], word: string): boolean {
  return texts.flatMap(wordsOf).some((one) => isOneWord(one, word));
}

/** Endings, behind as many letters as a base must have, and what replaces them. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/(?<=.{2})ies$/u, "y"],
  [/(?<=.{2}[^s])s$/u, ""],
  [/(?<=.{2}(?:[sxz]|[cs]h|[^aeiou])|o)es$/u, ""],
  [/(?<=.{2})(?:ed|ing)$/u, ""],
  [/(?<=.{2})(?:ed|ing)$/u, "e"],
  [/(?<=.{2}(.))\1(?:ed|ing)$/u, ""],
  [/(?<=.{4})ly$/u, ""],
  [/(?<=.{5})(?:en|e|n|x)$/u, ""],
];

/** Irregular forms of words that heads of tables have. */
const irregular: Readonly<Record<string, string>> = {
  ...{ paid: "pay", spent: "spend", sold: "sell", bought: "buy", sent: "send", held: "hold" },
  ...{ won: "win", lost: "lose", lent: "lend", left: "leave", began: "begin", begun: "begin" },
  ...{ finished: "done", completed: "done", complete: "done", fixed: "done" },
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

/** Number of pages of the best hits whose tables are read. */
const mostPages = 5;

/** Where tables are looked for if those on the pages of the best hits have nothing. */
interface Elsewhere {
  /**
   * On the other pages of the same documents, because words may not lead to the table: "quietest" to
   * its row "Noise".
   */
  readonly pages?: boolean;
  /** On other sheets, because nothing in a list may have the question's words: "How many bookings?" */
  readonly lists?: boolean;
}

/**
 * What `candidateIn` finds in each table on the pages of the best hits, or else in the table turned
 * on its side. It gets the hit that shows a part of the table.
 */
export async function candidatesOn<One>(
  hits: readonly SearchHit[],
  scope: Scope,
  candidateIn: (table: DataTable, hit: SearchHit | undefined) => One | null,
  { pages = false, lists = false }: Elsewhere = {},
): Promise<One[]> {
  const foundIn = async (tablesOf: AsyncIterable<readonly DataTable[]>): Promise<One[]> => {
    const found: One[] = [];
    for await (const tables of tablesOf) {
      for (const table of tables) {
        const hit = shownPart(table, hits);
        const onSide = turned(table);
        const candidate = candidateIn(table, hit) ?? (onSide && candidateIn(onSide, hit));
        if (candidate) found.push(candidate);
      }
    }
    return found;
  };
  let found = await foundIn(tablesByPage(hits, mostPages, scope));
  if (found.length === 0 && pages) found = await foundIn(tablesElsewhere(hits, mostPages, scope));
  return found.length > 0 || !lists ? found : await foundIn(otherLists(hits, scope));
}

/** A question about rows, and the words of it that a text has. */
export interface Asked {
  readonly asked: AskedRows;
  readonly covers: Covers;
}

/** The rows of a table, if they are the ones that a question asks for. */
export interface Subject {
  readonly columns: readonly Column[];
  /** The column that names the rows. */
  readonly labels: number;
  /** Words of the question that the head of the labels has. */
  readonly ofLabels: ReadonlySet<string>;
  /** Those that the head of the labels or a title has. */
  readonly named: ReadonlySet<string>;
  /** Those that the text around the table has. */
  readonly around: ReadonlySet<string>;
  /** Those that name rows such as these, or what is done in each: "purchases". */
  readonly ofRecords: ReadonlySet<string>;
  /** True if the table says that its rows are what the question asks for. */
  readonly isNamed: boolean;
  /** What a column without a head is called. */
  readonly title: string;
}

/** Reads what the rows of a table are; null for rows of several things or without names. */
export function subjectOf(
  table: DataTable,
  hit: SearchHit | undefined,
  { asked, covers }: Asked,
): Subject | null {
  if (hasGroups(table)) return null;
  const sign = decimalSignOf(textOf(table)) ?? decimalSignOf(hit?.text ?? "");
  const columns = table.columns.map((_, column) => readColumn(table, column, sign));
  const labels = labelColumn(table, columns, { asked, covers });
  if (labels === null) return null;
  const { document } = table;
  const { title = "" } = document.metadata;
  const caption = captionOf(table);
  const near = [table.sheet, isTitle(caption) ? caption : "", hit?.heading].join(" ");
  const titles = [near, document.heading, title, document.path].join(" ");
  const head = columns[labels]?.head ?? "";
  const ofPeople = asked.asksWho ? `${withVerbs(head)} ${namesOfRows(table, columns)}` : head;
  const ofLabels = covers(`${ofPeople} ${columns[0]?.head ?? ""}`);
  const ofRecords = recordWords(columns, { head, titles, asked });
  const named = new Set([...covers(`${ofPeople} ${titles}`), ...ofRecords]);
  // The title says what has numbers, as "What", "Model" or "No." do not.
  const isOfTitle = isGeneric.test(head) || isIdentifier(table);
  const ofTitles = covers(near);
  const isNamed = asked.asksWho
    ? isPerson.test(head) || ofLabels.size > 0
    : asked.things.some(
        (key) =>
          ofLabels.has(key) ||
          ofTitles.has(key) ||
          ofRecords.has(key) ||
          (isOfTitle && named.has(key)),
      ) ||
      (asked.things.length === 0 && named.size > 0);
  return {
    ...{ columns, labels, ofLabels, named, ofRecords, isNamed },
    around: covers(titleOf(table, hit)),
    title: hit?.heading ?? caption,
  };
}

/** Keys of the question's words that name the rows of a list of payments or of people. */
function recordWords(
  columns: readonly Column[],
  {
    head,
    titles,
    asked: { words },
  }: { readonly head: string; readonly titles: string; readonly asked: AskedRows },
): ReadonlySet<string> {
  const has = (kind: QuantityKind): boolean =>
    columns.some((column) => column.kind === kind && !column.isText);
  const people = columns.some((one) => one.isText && isPerson.test(one.head));
  // Members with the day they joined and their fee are no payments.
  const payments = has("date") && has("money") && (!isPerson.test(head) || isPayer.test(head));
  const staff = people && isOfWork(`${columns.map((each) => each.head).join(" ")} ${titles}`);
  const records = { payments, people, staff };
  return new Set(words.flatMap(({ text, key }) => (namesRecords(text, records) ? [key] : [])));
}

/** The heads of the columns that tell rows apart: "Task" in a list of tasks with their owners. */
function namesOfRows(table: DataTable, columns: readonly Column[]): string {
  return columns
    .flatMap((column) => (column.isText && tellsApart(table, column) ? [column.head] : []))
    .join(" ");
}

/** True for a caption that is not a sentence about something else: "There is room for a car." */
function isTitle(caption: string): boolean {
  return !caption.endsWith(".") || /^(?:table|tab\.|tabelle|tableau|tabla) /iu.test(caption);
}

/** Heads of columns that do not say of what kind the rows are, which the document's title may. */
export const isGeneric: RegExp =
  /^(?:label|what|which|items?|models?|types?|(?:sur)?names?|variants?|kinds?|options?|products?|versions?|bezeichnung|modell|typ|art|(?:nach)?name|artikel|modèle|type|nom|article|modelo|tipo|nombre|apellidos?|artículo)?$/iu;
/** Words for people in the heads of columns. */
export const isPerson: RegExp =
  /(?<![a-zß-ɏḀ-ỿ])(?:who|names?|surnames?|person|people|members?|payees?|employees?|staff|players?|students?|pupils?|tenants?|customers?|clients?|owners?|authors?|wer|name|nachname|mitglied(?:er)?|nom|membres?|qui|nombre|apellidos?|miembros?|quién)(?![a-zß-ɏḀ-ỿ])/iu;

/** Those of them who pay. */
const isPayer =
  /(?<![a-zß-ɏḀ-ỿ])(?:payees?|payers?|customers?|clients?|buyers?|kund(?:en?|in)|käufer|clientes?|acheteurs?)(?![a-zß-ɏḀ-ỿ])/iu;

/** The only column of money, or the one of amounts beside prices; null if it is uncertain. */
export function amountColumn(columns: readonly Column[]): Column | null {
  const money = columns.filter(({ kind, isText }) => kind === "money" && !isText);
  const [only, other] =
    money.length > 1 ? money.filter(({ head }) => amountWords.test(head)) : money;
  return only && !other ? only : null;
}

/** Words for amounts in heads of columns. */
const amountWords =
  /(?<![a-zß-ɏḀ-ỿ])(?:amounts?|totals?|net|gross|sum|betrag|summe|gesamt|montant|total|importe)(?![a-zß-ɏḀ-ỿ])/iu;

/** Heads of columns of those who do something in each row: "Assigned to", "Paid by", "Owner". */
export const isDoer: RegExp =
  /(?<![a-zß-ɏḀ-ỿ])(?:(?:assigned|lent|given|issued|sold|reported|zugewiesen|attribué|asignad[oa]) (?:to|an|à|a)|(?:paid|sold|done|made|bought|signed|approved|led|taught|reported|bezahlt|verkauft|payée?|vendue?|pagad[oa]|vendid[oa]) (?:by|von|par|por)|assignee|owner|manager|teacher|trainer|driver|picker|sell?er|salesperson|(?:sales )?rep|agent|author|leader|keeper|tutor|editor|instructor|supervisor|reviewer|reporter|tester|organi[sz]er|speaker|winner|borrower|reader|donor|sponsor|caller|referee|coach|contact|responsible|bearbeiter(?:in)?|verantwortliche?r?|zuständig|fahrer(?:in)?|leiter(?:in)?|lehrer(?:in)?|responsable|chauffeur|enseignant|vendeur|encargad[oa]|conductor|vendedor)$/iu;

/** A head with what those whom it names do: "teach" and "manage" for "Teacher" and "Manager". */
export function withVerbs(head: string): string {
  return head.replace(
    /(?<!\p{Alpha})(?<stem>\p{Alpha}{3,30}?)[eo]rs?(?!\p{Alpha})/giu,
    "$& $<stem> $<stem>e",
  );
}

/** Rows below headings of their own may be of several things. */
export function hasGroups({ parts }: DataTable): boolean {
  const groups = parts.flatMap(({ table }) => table.rows.map(({ group }) => group.join(" ")));
  return new Set(groups).size > 1;
}

export interface Column {
  readonly at: number;
  readonly head: string;
  readonly kind: QuantityKind | null;
  readonly isText: boolean;
  readonly quantities: readonly (Quantity | null)[];
}

/** Minimum share of filled cells that must have a quantity. */
const enough = 0.6;

/** The cells of a table, a line each. */
function textOf({ rows }: DataTable): string {
  return rows.flatMap(({ cells }) => cells.map((cell) => cell?.text ?? "")).join("\n");
}

/** Whether a table has rows of heads. */
export function hasHeads({ parts: [first] }: DataTable): boolean {
  return (first?.table.headRows ?? 0) > 0;
}

function readColumn(table: DataTable, at: number, sign: "." | "," | null): Column {
  const { rows, columns } = table;
  const head = hasHeads(table) ? (columns[at]?.name ?? "") : "";
  const cells = rows.map(({ cells }) => cells[at] ?? null);
  const filled = cells.filter((cell) => cell !== null && !placeholder.test(cell.text)).length;
  const dates = cells.map((cell) => cell && quantityIn(cell.date ?? cell.text));
  const isDated =
    dates.filter((one) => one?.kind === "date").length >= enough * filled &&
    (cells.every((cell) => !cell || cell.number === null) || isYears.test(head));
  const quantities = isDated ? dates : cells.map((cell) => cell && quantityOf(cell, sign));
  const found = quantities.filter((one) => one !== null);
  const kinds = new Set(found.flatMap(({ kind, unit }) => (unit === null ? [] : [kind])));
  const [only = null, other] = kinds;
  const stated = other === undefined ? only : null;
  const isBare = found.every(({ unit }) => unit === null || unit.trim() === "");
  const ofHead = isBare ? (isRate.test(head) ? "money" : [...measuresAsked(head)][0]) : undefined;
  return {
    ...{ at, head, quantities },
    kind: stated ?? ofHead ?? null,
    isText: found.length < enough * filled || found.length === 0,
  };
}

/** Heads of columns that have prices and only say for what: "Per week". */
const isRate =
  /^(?:per|each|pro|je|par|por) \p{Alpha}{2,20}$|^(?:hourly|daily|weekly|monthly|yearly)$/iu;
/** Heads of columns whose numbers are years. */
const isYears =
  /(?<![a-zß-ɏḀ-ỿ])(?:years?|since|dates?|joined|built|founded|seit|depuis|desde|jahr|année|año|born|geboren|né|nacid[oa])(?![a-zß-ɏḀ-ỿ])/iu;

/** The quantity of a cell. The table knows the exact number, its scale and currency. */
function quantityOf({ text, number, unit }: DataCell, sign: "." | "," | null): Quantity | null {
  const read = quantityIn(text, sign);
  const isMeasured = read !== null && (read.unit === null || !isPlain.has(read.kind));
  const isRange = read !== null && read.kind !== "date" && read.low !== read.high;
  if (number === null || isMeasured || isRange) return read;
  const size = Number(number.toString()) * 10 ** (unit?.scale ?? 0);
  // A number that looks like a year.
  const named = read && read.kind !== "date" ? (read.unit ?? " ") : " ";
  return {
    kind: unit?.percent ? "share" : unit?.currency ? "money" : null,
    unit: named.startsWith(" ") ? `${currencyKey(unit?.currency ?? "")}${named}` : named,
    ...{ low: size, high: size },
  };
}

/** Kinds of quantities whose unit is known to tables. */
const isPlain: ReadonlySet<QuantityKind | null> = new Set(["money", "share", "date", null]);

/** The column that names the rows; null if there is none. */
function labelColumn(
  table: DataTable,
  columns: readonly Column[],
  { asked, covers }: Asked,
): number | null {
  if (asked.asksWhen) {
    const [dated, other] = columns.filter(({ kind }) => kind === "date");
    return dated && !other ? dated.at : null;
  }
  const isNamed = ({ head }: Column): boolean =>
    asked.asksWho
      ? isPerson.test(head)
      : [...covers(head)].some((key) => asked.things.includes(key));
  const named = columns.find(
    (column) =>
      (column.at === 0 || (column.isText && tellsApart(table, column))) && isNamed(column),
  );
  const [first] = columns;
  const [doer, otherDoer] = columns.filter(({ head, isText }) => isText && isDoer.test(head));
  if (!named && asked.asksWho && doer && !otherDoer) return doer.at;
  if (named) return named.at === 0 && isIdentifier(table) ? firstText(columns) : named.at;
  return first && !isIdentifier(table) ? first.at : firstText(columns);
}

/** True if most cells of a column are different, as names are. */
export function tellsApart({ rows }: DataTable, { at }: Column): boolean {
  return new Set(rows.map(({ cells }) => cells[at]?.text)).size > rows.length * mostlyApart;
}

/** Minimum share of different cells in a column of names. */
const mostlyApart = 0.75;

function firstText(columns: readonly Column[]): number | null {
  return columns.find(({ isText }) => isText)?.at ?? null;
}

/** True if the first column has numbers of rows: "Member no.". */
export function isIdentifier({ columns: [first], rows }: DataTable): boolean {
  const isCode = /^\p{Alpha}{0,4}[-/ ]?\p{N}+$/u;
  return (
    first !== undefined &&
    (first.type === "number" || rows.every(({ cells: [cell] }) => isCode.test(cell?.text ?? ""))) &&
    /(?<![a-zß-ɏḀ-ỿ])(?:no|nr|id|number|nummer|numéro|número)\.?$|#/iu.test(first.name)
  );
}

/** A table whose columns are things, with quantities of several kinds in each; null for others. */
function turned(table: DataTable): DataTable | null {
  const [first, ...others] = table.parts;
  const [labels, ...columns] = table.columns;
  if (!first || !labels || others.length > 0 || first.table.headRows !== 1) return null;
  const isMixed = columns.some((_, index) => {
    const read = table.rows.map(({ cells }) => quantityIn(cells[index + 1]?.text ?? ""));
    return new Set(read.flatMap((one) => (one?.unit == null ? [] : [one.kind]))).size > 1;
  });
  const attributes = table.rows.map(({ cells: [label] }) => label?.text ?? "");
  const heads = columns.map((_, index) =>
    first.table.cells.find(({ head, column }) => head && column === index + 1),
  );
  if (!isMixed || attributes.includes("") || heads.length < 2) return null;
  const rows = heads.flatMap((cell, index) => {
    const text = cell?.text.trim() ?? "";
    if (!cell || !/\p{Alpha}/u.test(text)) return [];
    const name: DataCell = { text, number: null, date: null, unit: null, cell };
    const cells = [name, ...table.rows.map((row) => row.cells[index + 1] ?? null)];
    return [{ part: first, row: cell.row, cells, isTotal: false }];
  });
  if (rows.length < heads.length) return null;
  const asColumn = (name: string): DataColumn => ({ name, type: "text", unit: null, dates: null });
  // The head of the labels is about the quantities: "Property".
  return { ...table, columns: ["", ...attributes].map(asColumn), rows };
}
