import { counted, onOneLine } from "../reading/wording.js";
import { invalid } from "./arithmetic.js";
import { Evaluator, type ResultCell, type SourceRow, type Tuple } from "./evaluate-select.js";
import { compareValues, keyOf, type Value } from "./query-values.js";
import {
  type Condition,
  columnsIn,
  type Expression,
  holdsAggregate,
  type SelectStatement,
} from "./select-statement.js";
import { type DataTable, namesTotal } from "./table-data.js";

/** A row of a result. */
export interface ResultRow {
  readonly cells: readonly ResultCell[];
  /** The rows that it was made of. */
  readonly rows: readonly SourceRow[];
  /** The values that distinguish it from the other rows of the result. */
  readonly keys: readonly string[];
}

/** The result of a query. */
export interface Selected {
  readonly titles: readonly string[];
  /** Those within the limit, in order. */
  readonly rows: readonly ResultRow[];
  /** How many there are without the limit. */
  readonly count: number;
  /** True if its rows stand for several each. */
  readonly isGrouped: boolean;
  /** Rows that add up others, which were not taken. */
  readonly totals: readonly SourceRow[];
  /** Remarks on the numbers, in sentences. */
  readonly remarks: readonly string[];
}

/** Rows that are put side by side at most. */
const mostRows = 200_000;
/**
 * Carries a statement out. Rows that add up others are left out unless the condition names totals. Texts
 * are compared without regard to case, empty cells are equal to nothing and come last in any order.
 * Throws `invalid-argument` and `not-found`, saying what to ask instead.
 *
 * @param tables that of FROM first, then those that are joined
 * @param usualLimit rows where the statement has no limit
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

  /** The rows of all tables side by side. */
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
        const found = counterparts.get(key);
        if (found) found.push(index);
        else counterparts.set(key, [index]);
      }
      const next: Tuple[] = [];
      for (const tuple of tuples) {
        const key = keyOfRow(tuple, 0);
        const found = (key === null ? undefined : counterparts.get(key)) ?? (keepsAll ? [-1] : []);
        for (const index of found) next.push([...tuple, index]);
        if (next.length > mostRows) {
          throw invalid(
            `The joined tables have more than ${counted(mostRows, "row")} together. Join by columns that tell rows apart, or narrow what is joined.`,
          );
        }
      }
      tuples = next;
    }
    return tuples;
  }

  /** The sides of a join: what of it is of the tables before, and what of the one that is joined. */
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
    throw invalid(
      "ON compares a column of the joined table with one of the tables before it, such as a.region = b.region.",
    );
  }

  #groups(tuples: readonly Tuple[]): Tuple[][] {
    if (this.#group.length === 0) return [[...tuples]];
    const groups = new Map<string, Tuple[]>();
    for (const tuple of tuples) {
      const key = this.#group.map((by) => keyOf(this.#evaluator.value(by, [tuple]))).join("\n");
      const group = groups.get(key);
      if (group) group.push(tuple);
      else groups.set(key, [tuple]);
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

  /** A number that is the name of a column, such as a year, where a number by itself would say nothing. */
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

  /** What an item's number or name behind GROUP BY and ORDER BY stands for. */
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
      throw invalid(
        `${onOneLine(expression.name, 40)} is neither counted nor grouped by. Add GROUP BY [${onOneLine(expression.name, 40)}], or leave it out.`,
      );
    }
  }
}

/** The values that a condition names. */
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
