import {
  appendTo,
  invalidArgument,
  notFound,
  noUnit,
  type PagehoundError,
  type TableUnit,
} from "../../core/index.js";
import { counted, firstOf, onOneLine } from "../reading/wording.js";
import { decimal } from "./evaluate-expression.js";
import { nearestNames } from "./find-documents.js";
import {
  aggregated,
  called,
  combined,
  compareValues,
  holdsSign,
  isLike,
  keyOf,
  literalValue,
  numberValue,
  type Value,
} from "./query-values.js";
import {
  type Condition,
  columnsIn,
  type Expression,
  holdsAggregate,
  type SelectStatement,
} from "./select-statement.js";
import { type DataCell, type DataTable, namesTotal, placeholder, unitKey } from "./table-data.js";
import { unitWords } from "./table-text.js";

export interface ResultRow {
  readonly cells: readonly ResultCell[];
  readonly rows: readonly SourceRow[];
  /** The values that distinguish it from the other rows of the result. */
  readonly keys: readonly string[];
}

export interface Selected {
  readonly titles: readonly string[];
  readonly rows: readonly ResultRow[];
  readonly count: number;
  /** True if its rows each represent several. */
  readonly isGrouped: boolean;
  /** Rows that add up others, which were left out. */
  readonly totals: readonly SourceRow[];
  /** Remarks on the numbers, in sentences. */
  readonly remarks: readonly string[];
}

/** Maximum number of joined rows. */
const mostRows = 200_000;
/**
 * Executes a statement. Rows that add up others are left out unless the condition names totals.
 * Strings are compared without regard to case; empty cells equal nothing and come last in any
 * order. Throws `invalid-argument` and `not-found`, saying what to ask instead.
 *
 * @param tables the table of FROM first, then the joined ones
 * @param usualLimit the limit of a statement without one
 */
export function selectRows(
  statement: SelectStatement,
  tables: readonly DataTable[],
  usualLimit: number,
): Selected {
  return new Selection(statement, tables).selected(usualLimit);
}

class Selection {
  readonly #statement: SelectStatement;
  readonly #tables: readonly DataTable[];
  readonly #items: readonly { readonly expression: Expression; readonly title: string }[];
  readonly #group: readonly Expression[];
  readonly #isGrouped: boolean;
  readonly #evaluator: Evaluator;

  constructor(statement: SelectStatement, tables: readonly DataTable[]) {
    this.#statement = statement;
    this.#tables = tables;
    this.#evaluator = new Evaluator(statement, tables);
    const { items, order, having } = statement;
    this.#items = items.flatMap((item) =>
      item.expression === null
        ? this.#evaluator.allColumns()
        : [{ ...item, expression: this.#asColumn(item.expression) }],
    );
    this.#group = statement.group.map((by) => this.#itemNamed(by));
    this.#isGrouped =
      this.#group.length > 0 ||
      having !== null ||
      this.#items.some(({ expression }) => holdsAggregate(expression)) ||
      order.some(({ by }) => holdsAggregate(by));
    if (this.#isGrouped) for (const { expression } of this.#items) this.#checkGrouped(expression);
  }

  selected(usualLimit: number): Selected {
    const { where, having, order, distinct, limit, offset } = this.#statement;
    const totals: SourceRow[] = [];
    const wantsTotals = where !== null && textsIn(where).some((text) => namesTotal.test(text));
    const kept = this.#tables.map((table) =>
      table.rows.flatMap(({ isTotal }, index) => {
        if (isTotal && !wantsTotals) totals.push({ table, index });
        return isTotal && !wantsTotals ? [] : [index];
      }),
    );
    const joined = this.#joined(kept).filter(
      (tuple) => where === null || this.#evaluator.holds(where, [tuple]) === true,
    );
    let groups = this.#isGrouped ? this.#groups(joined) : joined.map((tuple) => [tuple]);
    if (having) groups = groups.filter((group) => this.#evaluator.holds(having, group) === true);
    let rows = groups.map((group) => ({
      group,
      cells: this.#items.map(({ expression }) => this.#evaluator.value(expression, group)),
      by: order.map(({ by }) => this.#evaluator.value(this.#itemNamed(by), group)),
    }));
    if (distinct) {
      const first = new Map(
        rows.map((row) => [row.cells.map(keyOf).join("\n"), row] as const).reverse(),
      );
      rows = rows.filter((row) => first.get(row.cells.map(keyOf).join("\n")) === row);
    }
    rows.sort((a, b) => {
      for (const [index, { descending }] of order.entries()) {
        const [one, other] = [a.by[index] ?? null, b.by[index] ?? null];
        if (one === null || other === null) {
          if (one !== other) return one === null ? 1 : -1;
          continue;
        }
        const sign = compareValues(one, other);
        if (sign !== 0) return descending ? -sign : sign;
      }
      return 0;
    });
    const shown = rows.slice(offset, offset + (limit ?? usualLimit));
    return {
      titles: this.#items.map(({ title }) => title),
      rows: shown.map(({ group, cells }) => this.#resultRow(group, cells)),
      count: rows.length,
      isGrouped: this.#isGrouped,
      totals,
      remarks: [...this.#evaluator.remarks],
    };
  }

  #joined(kept: readonly (readonly number[])[]): Tuple[] {
    let tuples: Tuple[] = (kept[0] ?? []).map((index) => [index]);
    for (const [at, { on, keepsAll }] of this.#statement.joins.entries()) {
      const joined = at + 1;
      const sides = on.map(({ left, right }) => this.#sides(left, right, joined));
      const keyOfRow = (tuple: Tuple, side: 0 | 1): string | null => {
        const keys = sides.map((pair) => keyOf(this.#evaluator.value(pair[side], [tuple])));
        return keys.includes("") ? null : keys.join("\n");
      };
      const counterparts = new Map<string, number[]>();
      for (const index of kept[joined] ?? []) {
        const key = keyOfRow([...new Array<number>(joined).fill(-1), index], 1);
        if (key === null) continue;
        appendTo(counterparts, key, index);
      }
      const next: Tuple[] = [];
      for (const tuple of tuples) {
        const key = keyOfRow(tuple, 0);
        const found = (key === null ? undefined : counterparts.get(key)) ?? (keepsAll ? [-1] : []);
        for (const index of found) next.push([...tuple, index]);
        if (next.length > mostRows) {
          throw invalidArgument(
            `The joined tables have more than ${counted(mostRows, "row")} together. Join on columns that distinguish rows, or narrow what is joined.`,
          );
        }
      }
      tuples = next;
    }
    return tuples;
  }

  /** The two sides of a join condition: from the earlier tables, and from the joined table. */
  #sides(left: Expression, right: Expression, joined: number): readonly [Expression, Expression] {
    const tablesOf = (side: Expression) =>
      columnsIn(side).map((column) => this.#evaluator.place(column)[0]);
    const [ofLeft, ofRight] = [tablesOf(left), tablesOf(right)];
    const isOwn = (places: readonly number[]) =>
      places.length > 0 && places.every((at) => at === joined);
    const isBefore = (places: readonly number[]) =>
      places.length > 0 && places.every((at) => at < joined);
    if (isBefore(ofLeft) && isOwn(ofRight)) return [left, right];
    if (isBefore(ofRight) && isOwn(ofLeft)) return [right, left];
    throw invalidArgument(
      "ON must compare a column of the joined table with one of an earlier table, such as a.region = b.region.",
    );
  }

  #groups(tuples: readonly Tuple[]): Tuple[][] {
    if (this.#group.length === 0) return [[...tuples]];
    const groups = new Map<string, Tuple[]>();
    for (const tuple of tuples) {
      const key = this.#group.map((by) => keyOf(this.#evaluator.value(by, [tuple]))).join("\n");
      appendTo(groups, key, tuple);
    }
    return [...groups.values()];
  }

  #resultRow(group: readonly Tuple[], cells: readonly (Value | null)[]): ResultRow {
    const rows = new Map<string, SourceRow>();
    for (const tuple of group) {
      for (const [at, index] of tuple.entries()) {
        const table = this.#tables[at];
        if (index >= 0 && table) rows.set(`${at} ${index}`, { table, index });
      }
    }
    const keys = this.#isGrouped
      ? this.#group.map((by) => this.#evaluator.value(by, group.slice(0, 1))?.text ?? "")
      : cells.flatMap((cell) => (cell && cell.number === null ? [cell.text] : [])).slice(0, 1);
    return {
      cells: cells.map((value, index) => {
        const { expression } = this.#items[index] ?? {};
        if (!expression) return { value, unit: null, from: [] };
        const unit = value?.number ? this.#evaluator.unit(expression, group) : null;
        return {
          value,
          unit,
          from: value?.number ? this.#evaluator.cellsOf(expression, group, value) : [],
        };
      }),
      rows: [...rows.values()],
      keys,
    };
  }

  /** A number that names a column, such as a year, if it would be meaningless as a number. */
  #asColumn(expression: Expression): Expression {
    if (expression.kind === "aggregate" && expression.argument) {
      return { ...expression, argument: this.#asColumn(expression.argument) };
    }
    if (expression.kind !== "literal" || expression.quoted) return expression;
    const { text: name } = expression;
    const isName = this.#tables.some(({ columns }) =>
      columns.some((column) => column.name === name),
    );
    return isName ? { kind: "column", table: null, name } : expression;
  }

  /** The item that a number or name after GROUP BY or ORDER BY refers to. */
  #itemNamed(by: Expression): Expression {
    if (by.kind === "literal" && !by.quoted) {
      const item = this.#items[Number(by.text) - 1];
      return item ? item.expression : this.#asColumn(by);
    }
    if (by.kind !== "column" || by.table !== null) return this.#asColumn(by);
    const item = this.#items.find(({ title }) => title.toLowerCase() === by.name.toLowerCase());
    return item ? item.expression : by;
  }

  #checkGrouped(expression: Expression): void {
    if (
      this.#group.some((by) => this.#evaluator.isSame(by, expression)) ||
      expression.kind === "aggregate"
    )
      return;
    if (expression.kind === "sum") {
      this.#checkGrouped(expression.left);
      this.#checkGrouped(expression.right);
    } else if (expression.kind === "call") {
      for (const each of expression.arguments) this.#checkGrouped(each);
    } else if (expression.kind === "column") {
      throw invalidArgument(
        `${onOneLine(expression.name, 40)} is neither aggregated nor grouped. Add GROUP BY [${onOneLine(expression.name, 40)}], or leave it out.`,
      );
    }
  }
}

function textsIn(condition: Condition): string[] {
  const texts = (expression: Expression) =>
    expression.kind === "literal" ? [expression.text] : [];
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.of.flatMap(textsIn);
    case "not":
      return textsIn(condition.of);
    case "compare":
      return [...texts(condition.left), ...texts(condition.right)];
    case "in":
      return condition.values.flatMap(texts);
    case "like":
      return [condition.pattern.replaceAll("%", " ")];
    case "empty":
      return [];
  }
}

/** A table row that a result is based on. */
export interface SourceRow {
  readonly table: DataTable;
  /** Its index in `DataTable.rows`. */
  readonly index: number;
}

/** A table cell that a number of a result is based on. */
export interface SourceCell extends SourceRow {
  readonly cell: DataCell;
}

export interface ResultCell {
  readonly value: Value | null;
  /** Its unit, if it is a number. */
  readonly unit: TableUnit | null;
  /** The first cells it was computed from; for a count, one from each row. */
  readonly from: readonly SourceCell[];
}

/** A row of each joined table, by index; -1 if a table has no counterpart. */
export type Tuple = readonly number[];

const mostCells = 5;

/** Maximum number of columns listed as choices. */
const maxNamed = 12;

type Column = Extract<Expression, { kind: "column" }>;
type OfRows = Extract<Expression, { kind: "aggregate" }>;

/** Evaluates the expressions and conditions of a statement for rows of its tables. */
class Evaluator {
  readonly #statement: Pick<SelectStatement, "from" | "joins">;
  readonly #tables: readonly DataTable[];
  readonly #places = new Map<Column, readonly [table: number, column: number]>();
  readonly #literals = new Map<Expression, Value>();
  /** Remarks on the numbers, as sentences. */
  readonly remarks: Set<string> = new Set();

  constructor(statement: Pick<SelectStatement, "from" | "joins">, tables: readonly DataTable[]) {
    this.#statement = statement;
    this.#tables = tables;
  }

  allColumns(): { readonly expression: Expression; readonly title: string }[] {
    return this.#tables.flatMap(({ columns }, at) =>
      columns.map(({ name }, index) => {
        const expression: Column = { kind: "column", table: null, name };
        this.#places.set(expression, [at, index]);
        return { expression, title: name };
      }),
    );
  }

  /** True if two expressions are equivalent. */
  isSame(one: Expression, other: Expression): boolean {
    if (one.kind === "column" && other.kind === "column") {
      return String(this.place(one)) === String(this.place(other));
    }
    if (one.kind === "call" && other.kind === "call" && one.name === other.name) {
      return one.arguments.every((each, index) => {
        const counterpart = other.arguments[index];
        return counterpart !== undefined && this.isSame(each, counterpart);
      });
    }
    return one.kind !== "column" && JSON.stringify(one) === JSON.stringify(other);
  }

  /** The table and column that a name refers to. Throws `not-found`, listing columns. */
  place(column: Column): readonly [number, number] {
    const known = this.#places.get(column);
    if (known) return known;
    const { from, joins } = this.#statement;
    const sources = [from, ...joins].map(({ name, alias }, at) => ({
      at,
      names: [alias, name, this.#tables[at]?.id],
    }));
    const wanted = column.table?.toLowerCase();
    const among = sources.filter(
      ({ names }) => wanted === undefined || names.some((name) => name?.toLowerCase() === wanted),
    );
    if (among.length === 0) {
      throw invalidArgument(
        `No table is called ${onOneLine(column.table ?? "", 30)} here. The tables are ${sources.map(({ names }) => names.find(Boolean)).join(", ")}.`,
      );
    }
    const ways: ((name: string) => string)[] = [
      (name) => name.trim().toLowerCase(),
      (name) => name.toLowerCase().replace(/[^\p{Alpha}\p{N}]/gu, ""),
    ];
    for (const way of ways) {
      const found = among.flatMap(({ at }) =>
        (this.#tables[at]?.columns ?? []).flatMap(({ name }, index) =>
          way(name) === way(column.name) && way(name) !== "" ? [[at, index] as const] : [],
        ),
      );
      const [place, ...others] = found;
      if (place && others.length > 0 && found.some(([at]) => at !== place[0])) {
        const [a, b] = found.map(([at]) => sources[at]?.names.find(Boolean) ?? "");
        throw invalidArgument(
          `${onOneLine(column.name, 40)} is a column of several tables: write ${a}.[${column.name}] or ${b}.[${column.name}].`,
        );
      }
      if (place) {
        this.#places.set(column, place);
        return place;
      }
    }
    const [, number] = /^c(\d{1,3})$/i.exec(column.name) ?? [];
    const [only, ...others] = among;
    if (
      number !== undefined &&
      only &&
      others.length === 0 &&
      Number(number) < (this.#tables[only.at]?.columns.length ?? 0)
    ) {
      const place = [only.at, Number(number)] as const;
      this.#places.set(column, place);
      return place;
    }
    throw noColumn(
      column.name,
      among.flatMap(({ at }) => this.#tables[at]?.columns.map(({ name }) => name) ?? []),
    );
  }

  #cell(column: Column, tuple: Tuple | undefined): SourceCell | null {
    const [at, place] = this.place(column);
    const table = this.#tables[at];
    const index = tuple?.[at] ?? -1;
    const cell = table?.rows[index]?.cells[place];
    return table && cell ? { table, index, cell } : null;
  }

  /** An expression's value for the first row of a group, or for the group if it aggregates. */
  value(expression: Expression, group: readonly Tuple[]): Value | null {
    switch (expression.kind) {
      case "literal":
        return this.#literal(expression);
      case "column": {
        const [at, place] = this.place(expression);
        const found = this.#cell(expression, group[0]);
        if (!found) return null;
        const isText = this.#tables[at]?.columns[place]?.type === "text";
        return !isText && placeholder.test(found.cell.text) ? null : found.cell;
      }
      case "sum": {
        const [left, right] = [
          this.value(expression.left, group),
          this.value(expression.right, group),
        ];
        return combined(expression.sign, left?.number ?? null, right?.number ?? null);
      }
      case "call":
        return called(
          expression.name,
          expression.arguments.map((each) => this.value(each, group)),
        );
      case "aggregate":
        return this.#aggregate(expression, group);
    }
  }

  #literal(expression: Extract<Expression, { kind: "literal" }>): Value {
    const value = this.#literals.get(expression) ?? literalValue(expression);
    this.#literals.set(expression, value);
    return value;
  }

  #aggregate({ of: operation, argument, distinct }: OfRows, group: readonly Tuple[]): Value | null {
    if (argument === null) return numberValue(decimal(String(group.length)));
    let values = group.flatMap((tuple) => this.value(argument, [tuple]) ?? []);
    if (distinct) values = [...new Map(values.map((value) => [keyOf(value), value])).values()];
    if (operation === "count") return numberValue(decimal(String(values.length)));
    if (operation === "min" || operation === "max") {
      const sign = operation === "min" ? -1 : 1;
      return values.reduce<Value | null>(
        (best, value) => (best === null || compareValues(value, best) * sign > 0 ? value : best),
        null,
      );
    }
    const numbers = values.flatMap(({ number }) => number ?? []);
    if (numbers.length < values.length) {
      const odd = values.find(({ number }) => number === null)?.text ?? "";
      this.remarks.add(
        `${operation} leaves out ${counted(values.length - numbers.length, "cell")} without a number, such as "${onOneLine(odd, 30)}".`,
      );
    }
    return aggregated(operation, numbers);
  }

  /** Whether a condition holds; null if it is unknown for an empty cell. */
  holds(condition: Condition, group: readonly Tuple[]): boolean | null {
    switch (condition.kind) {
      case "and":
      case "or": {
        const decides = condition.kind === "or";
        const all = condition.of.map((each) => this.holds(each, group));
        return all.includes(decides) ? decides : all.includes(null) ? null : !decides;
      }
      case "not": {
        const holds = this.holds(condition.of, group);
        return holds === null ? null : !holds;
      }
      case "empty":
        return this.value(condition.left, group) === null;
      case "like": {
        const value = this.value(condition.left, group);
        return value && isLike(value.text, condition.pattern);
      }
      case "in": {
        const value = this.value(condition.left, group);
        if (value === null) return null;
        return condition.values.some((each) => {
          const other = this.value(each, group);
          return other !== null && compareValues(value, other) === 0;
        });
      }
      case "compare": {
        const [left, right] = [
          this.value(condition.left, group),
          this.value(condition.right, group),
        ];
        if (left === null || right === null) return null;
        const sign = compareValues(left, right);
        return holdsSign(condition.sign, sign);
      }
    }
  }

  /** The unit of an expression, or null. Throws `invalid-argument` if it adds different units. */
  unit(expression: Expression, group: readonly Tuple[]): TableUnit | null {
    switch (expression.kind) {
      case "column":
        return this.#cell(expression, group[0])?.cell.unit ?? null;
      case "literal":
        return null;
      case "call": {
        const [argument] = expression.arguments;
        return argument && (expression.name === "round" || expression.name === "abs")
          ? this.unit(argument, group)
          : null;
      }
      case "aggregate": {
        const { argument, of: operation } = expression;
        if (!argument || operation === "count") return null;
        const units = group.flatMap((tuple) =>
          this.value(argument, [tuple])?.number ? (this.unit(argument, [tuple]) ?? []) : [],
        );
        return oneUnit(units, operation);
      }
      case "sum": {
        const [left, right] = [
          this.unit(expression.left, group),
          this.unit(expression.right, group),
        ];
        if (expression.sign === "+" || expression.sign === "-") {
          return oneUnit(
            [left, right].flatMap((unit) => unit ?? []),
            expression.sign,
          );
        }
        if (
          left &&
          right &&
          unitKey(left) !== unitKey(noUnit) &&
          unitKey(right) !== unitKey(noUnit)
        )
          return null;
        return left && unitKey(left) !== unitKey(noUnit)
          ? left
          : expression.sign === "*"
            ? right
            : left;
      }
    }
  }

  /** The first cells that a number was computed from; for a count, one from each row. */
  cellsOf(expression: Expression, group: readonly Tuple[], value: Value | null): SourceCell[] {
    const cells: SourceCell[] = [];
    const add = (found: SourceCell | null): void => {
      if (found && cells.length < mostCells && !cells.some(({ cell }) => cell === found.cell))
        cells.push(found);
    };
    if (expression.kind === "aggregate") {
      const { of: operation, argument } = expression;
      const isOne = operation === "min" || operation === "max";
      for (const tuple of group) {
        if (cells.length === mostCells) break;
        if (argument === null) {
          const [index = -1] = tuple;
          const [table] = this.#tables;
          const cell = table?.rows[index]?.cells.find((each) => each !== null);
          if (table && cell) add({ table, index, cell });
          continue;
        }
        const next = this.value(argument, [tuple]);
        if (next === null || (isOne && value && compareValues(next, value) !== 0)) continue;
        for (const column of columnsIn(argument)) add(this.#cell(column, tuple));
      }
    } else if (expression.kind === "column") add(this.#cell(expression, group[0]));
    else if (expression.kind === "call" || expression.kind === "sum") {
      const parts =
        expression.kind === "call" ? expression.arguments : [expression.left, expression.right];
      for (const part of parts) for (const cell of this.cellsOf(part, group, null)) add(cell);
    }
    return cells;
  }
}

/** The unit shared by numbers; null if they have none. */
function oneUnit(units: readonly TableUnit[], what: string): TableUnit | null {
  const [first = null] = units;
  const differs = (read: (unit: TableUnit) => unknown): boolean =>
    new Set(units.map(read)).size > 1;
  const currencies = new Set(units.flatMap(({ currency }) => currency ?? []));
  if (
    differs(({ percent }) => percent) ||
    differs(({ scale }) => scale ?? 0) ||
    currencies.size > 1
  ) {
    const named = [...new Set(units.map((unit) => unitWords(unit) || "no unit"))].slice(0, 3);
    throw invalidArgument(
      `${what} would combine numbers in ${named.join(" and ")}. Narrow them with WHERE.`,
    );
  }
  return units.find(({ currency }) => currency !== null) ?? first;
}

function noColumn(name: string, columns: readonly string[]): PagehoundError {
  const nearest = nearestNames(name, columns, (each) => each);
  const named = nearest.map((each) => `[${onOneLine(each, 40)}]`);
  return notFound(
    `There is no column ${onOneLine(name, 40)}. There are: ${firstOf(named, maxNamed)}.`,
  );
}
