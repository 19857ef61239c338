import { expect, it } from "vitest";
import { queryTableTool } from "../../../../src/agent/tools/query-table.js";
import type { SourceRows } from "../../../../src/core/answer.js";
import { parseTablePlace } from "../../../../src/core/table.js";
import { tries } from "../../../tries.js";
import { contextOf, MemoryReader } from "./memory-reader.js";

/** A row of the test table, amounts in cents; null where a cell is empty. */
interface Sale {
  readonly id: string;
  readonly region: string | null;
  readonly product: string;
  readonly year: number;
  readonly amount: number | null;
  readonly units: number;
}
interface Region {
  readonly region: string;
  readonly manager: string;
}
/** A sale with its region. */
interface Pair {
  readonly sale: Sale;
  readonly region: Region | null;
}

/** Random numbers (mulberry32) that are the same in every run. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Random = (below: number) => number;
const regions = ["North", "south", "East", "West"];
const products = ["Pen", "Pad", "Ink", "Desk lamp"];

function someSales(random: Random): Sale[] {
  return Array.from({ length: 5 + random(120) }, (_, index) => {
    const region = random(9) === 0 ? null : pick(random, regions);
    return {
      id: `K${index + 1}`,
      region: region !== null && random(6) === 0 ? region.toUpperCase() : region,
      product: pick(random, products),
      year: 2020 + random(4),
      amount: random(8) === 0 ? null : random(2_000_000) - 300_000,
      units: random(50),
    };
  });
}

function pick<T>(random: Random, among: readonly T[]): T {
  return among[random(among.length)] as T;
}

function asCsv(sales: readonly Sale[]): string {
  const lines = sales.map(({ id, region, product, year, amount, units }) =>
    [id, region ?? "", product, year, amount === null ? "" : `"${money(amount)}"`, units].join(","),
  );
  const sum = sales.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return ["Id,Region,Product,Year,Net sales,Units", ...lines, `Total,,,,"${money(sum)}",`].join(
    "\n",
  );
}

function money(cents: number): string {
  const size = Math.abs(cents);
  const whole = Math.floor(size / 100).toLocaleString("en");
  return `${cents < 0 ? "-" : ""}${whole}.${String(size % 100).padStart(2, "0")}`;
}

/** Part of a query with its meaning; null if that is undefined for an empty cell. */
interface Filter {
  readonly text: string;
  holds(pair: Pair): boolean | null;
}

function someFilter(random: Random, depth = 0): Filter {
  const kind = random(depth > 1 ? 6 : 9);
  const n = random(2_000_000) - 300_000;
  switch (kind) {
    case 0: {
      const region = pick(random, regions).toLowerCase();
      return {
        text: `Region = '${region}'`,
        holds: ({ sale }) => (sale.region === null ? null : sale.region.toLowerCase() === region),
      };
    }
    case 1: {
      const some = [pick(random, regions), pick(random, regions)];
      const known = some.map((each) => each.toLowerCase());
      return {
        text: `region in ('${some.join("', '")}')`,
        holds: ({ sale }) =>
          sale.region === null ? null : known.includes(sale.region.toLowerCase()),
      };
    }
    case 2:
      return {
        text: `[Net sales] >= ${(n / 100).toFixed(2)}`,
        holds: ({ sale }) => (sale.amount === null ? null : sale.amount >= n),
      };
    case 3: {
      const from = 2020 + random(3);
      return {
        text: `Year between ${from} and ${from + 1}`,
        holds: ({ sale }) => sale.year >= from && sale.year <= from + 1,
      };
    }
    case 4:
      return { text: "Product like 'p%'", holds: ({ sale }) => sale.product.startsWith("P") };
    case 5:
      return { text: '"Net sales" is null', holds: ({ sale }) => sale.amount === null };
    case 6: {
      const negated = someFilter(random, depth + 1);
      return {
        text: `not (${negated.text})`,
        holds: (pair) => {
          const holds = negated.holds(pair);
          return holds === null ? null : !holds;
        },
      };
    }
    default: {
      const [a, b] = [someFilter(random, depth + 1), someFilter(random, depth + 1)];
      const and = kind === 7;
      return {
        text: `(${a.text} ${and ? "AND" : "OR"} ${b.text})`,
        holds: (pair) => {
          const both = [a.holds(pair), b.holds(pair)];
          if (both.includes(!and)) return !and;
          return both.includes(null) ? null : and;
        },
      };
    }
  }
}

interface Key {
  readonly text: string;
  of(pair: Pair): string;
}
const keys: readonly Key[] = [
  { text: "s.Region", of: ({ sale }) => sale.region?.toLowerCase() ?? "" },
  { text: "Year", of: ({ sale }) => String(sale.year) },
  { text: "product", of: ({ sale }) => sale.product.toLowerCase() },
];
const managerKey: Key = {
  text: "manager",
  of: ({ region }) => region?.manager.toLowerCase() ?? "",
};

interface Measure {
  readonly text: string;
  /** The value, or null if there is none. */
  of(pairs: readonly Pair[]): number | null;
}
const amounts = (pairs: readonly Pair[]) => pairs.flatMap(({ sale }) => sale.amount ?? []);
const total = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
const measures: readonly Measure[] = [
  { text: "count(*)", of: (pairs) => pairs.length },
  { text: "count([net_sales])", of: (pairs) => amounts(pairs).length },
  {
    text: "sum([Net sales])",
    of: (pairs) => (amounts(pairs).length === 0 ? null : total(amounts(pairs)) / 100),
  },
  {
    text: "avg(Units)",
    of: (pairs) =>
      pairs.length === 0 ? null : total(pairs.map(({ sale }) => sale.units)) / pairs.length,
  },
  {
    text: "max([Net sales])",
    of: (pairs) => (amounts(pairs).length === 0 ? null : Math.max(...amounts(pairs)) / 100),
  },
  {
    text: "min(Units)",
    of: (pairs) => (pairs.length === 0 ? null : Math.min(...pairs.map(({ sale }) => sale.units))),
  },
  {
    text: "count(distinct Product)",
    of: (pairs) => new Set(pairs.map(({ sale }) => sale.product)).size,
  },
  {
    text: "sum(Units * 2) + 1",
    of: (pairs) => (pairs.length === 0 ? null : total(pairs.map(({ sale }) => sale.units)) * 2 + 1),
  },
];

interface Expected {
  readonly query: string;
  readonly count: number;
  readonly rows: readonly {
    readonly numbers: readonly (number | null)[];
    readonly ids: readonly string[];
  }[];
}

/** A random query with its expected result, computed in the simplest way. */
function someQuery(random: Random, sales: readonly Sale[], managers: readonly Region[]): Expected {
  const joins = random(4);
  const filter = random(4) === 0 ? null : someFilter(random);
  const pairs = sales
    .flatMap((sale): Pair[] => {
      if (joins > 1) return [{ sale, region: null }];
      const found = managers.filter(
        ({ region }) => sale.region !== null && region.toLowerCase() === sale.region.toLowerCase(),
      );
      if (found.length > 0) return found.map((region) => ({ sale, region }));
      return joins === 0 ? [{ sale, region: null }] : [];
    })
    .filter((pair) => filter === null || filter.holds(pair) === true);
  const join =
    joins > 1 ? "" : ` ${joins === 0 ? "LEFT JOIN" : "JOIN"} regions.csv r ON r.Region = s.Region`;
  const text = filter?.text.replace(/\bregion\b/gi, "s.Region");
  const from = `FROM d1 s${join}${text === undefined ? "" : ` WHERE ${text}`}`;
  const limit = 1 + random(30);
  if (random(3) === 0) {
    const sorted = [...pairs].sort((a, b) => {
      const [x, y] = [a.sale.amount, b.sale.amount];
      if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
      return y - x;
    });
    return {
      query: `SELECT Id, "Net sales", Units ${from} ORDER BY [Net sales] DESC LIMIT ${limit}`,
      count: pairs.length,
      rows: sorted.slice(0, limit).map(({ sale, region }) => ({
        numbers: [null, sale.amount === null ? null : sale.amount / 100, sale.units],
        ids: region ? [sale.id, region.region] : [sale.id],
      })),
    };
  }
  const by = [...keys, ...(joins > 1 ? [] : [managerKey])].filter(() => random(3) === 0);
  const chosen = measures.filter(() => random(3) === 0);
  const shown = chosen.length === 0 ? measures.slice(0, 1) : chosen;
  const groups = new Map<string, Pair[]>(by.length === 0 ? [["", []]] : []);
  for (const pair of pairs) {
    const key = by.map((each) => each.of(pair)).join("|");
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  const least = random(3) === 0 ? random(6) : null;
  const kept = [...groups.values()].filter((group) => least === null || group.length > least);
  const having = least === null ? "" : ` HAVING count(*) > ${least}`;
  const titles = [...by.map((each) => each.text), ...shown.map((each) => each.text)];
  const group = by.length === 0 ? "" : ` GROUP BY ${by.map((each) => each.text).join(", ")}`;
  return {
    query: `SELECT ${titles.join(", ")} ${from}${group}${having} LIMIT 100`,
    count: kept.length,
    rows: kept.slice(0, 100).map((group) => ({
      numbers: [
        ...by.map((each) => (each.text === "Year" ? (group[0]?.sale.year ?? 0) : null)),
        ...shown.map((each) => each.of(group)),
      ],
      ids: [
        ...new Set(
          group.flatMap(({ sale, region }) => (region ? [sale.id, region.region] : [sale.id])),
        ),
      ],
    })),
  };
}

it("agrees with a reference implementation on random tables and queries, including sources", async () => {
  const random = randomNumbers(20_261_124);
  let queries = 0;
  while (queries < tries(60, 1000)) {
    const sales = someSales(random);
    const managers = [
      ...regions
        .slice(0, 1 + random(4))
        .map((region, index) => ({ region, manager: `Manager ${index % 2}` })),
      ...(random(2) === 0 ? [{ region: "north", manager: "Deputy" }] : []),
      { region: "Nowhere", manager: "Nobody" },
    ];
    const reader = new MemoryReader();
    await reader.add("sales.csv", asCsv(sales));
    await reader.add(
      "regions.csv",
      `Region,Manager\n${managers.map(({ region, manager }) => `${region},${manager}`).join("\n")}`,
    );
    const labels = new Labels(reader);
    const context = contextOf(reader, { tokens: 1_000_000 });
    for (let count = 0; count < 25; count++, queries++) {
      const { query, ...expected } = someQuery(random, sales, managers);
      const { selection } = await queryTableTool.run({ query }, context);
      const rows = await Promise.all(
        (selection?.rows ?? []).map(async ({ from, cells }, index) => ({
          numbers: cells.map((_, column) => {
            const id = `q1.r${index + 1}.c${column + 1}`;
            const figure = selection?.figures.find((each) => each.id === id);
            return figure ? Number(Number(figure.value).toFixed(8)) : null;
          }),
          ids: (await Promise.all(from.map((part) => labels.of(part)))).flat().sort(),
        })),
      );
      const wanted = expected.rows.map(({ numbers, ids }) => ({
        numbers: numbers.map((each) => (each === null ? null : Number(each.toFixed(8)))),
        ids: [...ids].sort(),
      }));
      expect({ query, count: selection?.count, rows }).toEqual({
        query,
        count: expected.count,
        rows: wanted,
      });
    }
  }
});

/** Generates row labels for tables. */
class Labels {
  readonly #reader: MemoryReader;
  readonly #known = new Map<string, Promise<readonly string[]>>();

  constructor(reader: MemoryReader) {
    this.#reader = reader;
  }

  async of({ table, rows }: SourceRows): Promise<string[]> {
    let labels = this.#known.get(table);
    if (!labels) {
      labels = this.#read(table);
      this.#known.set(table, labels);
    }
    const all = await labels;
    return rows.split(", ").flatMap((range) => {
      const [from = 0, to = from] = range.split("-").map(Number);
      return all.slice(from, to + 1);
    });
  }

  async #read(id: string): Promise<readonly string[]> {
    const place = parseTablePlace(id);
    if (!place) throw new Error(`the test got ${id} for a table`);
    const table = (await this.#reader.tables(place.document, place.page))[place.number - 1];
    return Array.from(
      { length: table?.rowCount ?? 0 },
      (_, row) => table?.cells.find((cell) => cell.row === row && cell.column === 0)?.text ?? "",
    );
  }
}
