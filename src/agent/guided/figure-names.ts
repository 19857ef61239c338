import type { FoundRow } from "../../search/api.js";

/** Titles of the statements of a company. */
export const statements: Readonly<Record<"income" | "balance" | "flows", RegExp>> = {
  income:
    /statements?\s+of\s+(?:consolidated\s+)?(?:income|operations|earnings)|income\s+statements?|results\s+of\s+operations/iu,
  balance:
    /balance\s+sheets?|statements?\s+of\s+(?:consolidated\s+)?financial\s+(?:position|condition)/iu,
  flows: /cash\s+flows?/iu,
};

/**
 * What reports call the figures of statements, beside what they are asked by, and the statement that
 * they stand in: only a row that is called so may be one.
 */
const otherNames: readonly (readonly [keyof typeof statements, names: string])[] = [
  ["income", "revenue | net revenue | total revenue | net sales | sales | top line"],
  ["income", "net income | net earnings | net profit | net income attributable"],
  [
    "income",
    "operating income | income from operations | operating profit | operating earnings | unadjusted operating income",
  ],
  ["income", "gross profit"],
  ["income", "cost of sales | cost of revenue | cost of goods sold | COGS"],
  ["income", "interest expense"],
  ["income", "total operating expenses | operating expenses | operating costs | opex"],
  [
    "income",
    "selling, general and administrative | SG&A | sales, general and administrative | marketing, general and administrative",
  ],
  ["income", "research and development | R&D"],
  [
    "balance",
    "property, plant and equipment | property and equipment | PP&E | PPE | PPNE | net PP&E",
  ],
  ["balance", "accounts payable | trade payables | payables"],
  ["balance", "accounts receivable | trade receivables | receivables"],
  ["balance", "inventories | inventory | merchandise inventories"],
  ["balance", "total current assets | current assets"],
  ["balance", "total current liabilities | current liabilities"],
  ["balance", "total assets"],
  ["balance", "total liabilities"],
  ["balance", "total equity | shareholders' equity | stockholders' equity | equity"],
  ["balance", "total debt | long-term debt | debt"],
  [
    "flows",
    "capital expenditures | capex | purchases of property | additions to property | capital spending",
  ],
  ["flows", "depreciation and amortization | D&A"],
  ["flows", "dividends paid | cash dividends | dividends | payments of dividends"],
  [
    "flows",
    "cash provided by operating activities | cash flow from operating activities | operating cash flow | cash from operations | operating activities",
  ],
  [
    "flows",
    "stock repurchases | repurchase of common shares | repurchases of common stock | share repurchases | spend on stock repurchases | total spend on stock repurchases | buybacks",
  ],
];

/** The names of a figure, and the statement that it stands in; null for one that has no other name. */
export function groupOf(label: string): (typeof otherNames)[number] | null {
  const asked = figureKey(label);
  const isNamed = ([, group]: (typeof otherNames)[number]): boolean =>
    group.split(" | ").some((name) => figureKey(name) === asked);
  return otherNames.find(isNamed) ?? null;
}

/** A name with the others that mean the same, and the statement that it stands in. */
export function namesOf(label: string): {
  readonly names: readonly string[];
  readonly home: RegExp | null;
} {
  const group = groupOf(label);
  if (!group) return { names: [label], home: null };
  const [home, names] = group;
  const asked = keyOf(label);
  const others = names.split(" | ").filter((name) => keyOf(name) !== asked);
  return { names: [label, ...others], home: statements[home] };
}

/** What else the things are called that a text names by one of their names. */
export function otherNamesIn(text: string): string[] {
  const said = ` ${keyOf(text)} `;
  return otherNames.flatMap(([, group]) => {
    const names = group.split(" | ");
    const isNamed = names.some((name) => said.includes(` ${keyOf(name)} `));
    return isNamed ? names.filter((name) => !said.includes(` ${keyOf(name)} `)) : [];
  });
}

/** The statement that a figure stands in, by its name; null where nothing is known of it. */
export function homeOf(label: string): string | null {
  return namesOf(label).home?.source ?? null;
}

export function keyOf(name: string): string {
  return wordsOf(name).join(" ");
}

/** A name without what may stand before or behind it: "total operating expenses", "R&D expenditure". */
function figureKey(name: string): string {
  const words = wordsOf(
    name.replace(/^(?:investments?|spending|expen(?:ses?|ditures?))\s+(?:in|on|for)\s+/iu, ""),
  ).filter((word) => word !== "total" && word !== "consolidated");
  const isSpending = /^(?:expenditure|expense|spend|spending|cost|level|balance)$/u.test(
    words.at(-1) ?? "",
  );
  const rest = isSpending ? words.slice(0, -1) : words;
  // "Interest" alone is no interest expense; inventory levels are inventories.
  const isPlain = words.at(-1) === "level" || words.at(-1) === "balance";
  return (rest.length > 1 || isPlain || /&/u.test(rest[0] ?? "") ? rest : words).join(" ");
}

/** What a table counts, so that its rows need not say it. */
type Counted = "sales" | "costs";

const counted: Readonly<Record<Counted, { readonly word: string; readonly of: string }>> = {
  sales: { word: "(?:net )?(?:revenues?|sales)", of: "(?:generated )?(?:from|of|for|by)" },
  costs: { word: "(?:costs?|expenses?|spending)", of: "(?:of|for|on)" },
};

/**
 * "Revenue from iPhone sales", "Services segment revenue", "fuel costs": what a table of revenue or of
 * costs calls by its own name alone; null for other figures.
 */
export function partOf(label: string): { readonly name: string; readonly counted: Counted } | null {
  if (groupOf(label)) return null;
  for (const kind of ["sales", "costs"] as const) {
    const { word, of } = counted[kind];
    const [, part] =
      new RegExp(`^(?:total )?${word}\\s+${of}\\s+(?:the\\s+|its\\s+)?(.+)$`, "ius").exec(label) ??
      new RegExp(`^(?:total )?(.+?)\\s{1,9}${word}$`, "iu").exec(label) ??
      [];
    const name = part
      ?.replace(
        /(?:\s{1,9}(?:segments?|business(?:es)?|division|products?|product line|sales|revenues?)){1,9}$/iu,
        "",
      )
      .trim();
    if (name !== undefined && wordsOf(name).some((one) => !neutral.has(one))) {
      return { name, counted: kind };
    }
  }
  return null;
}

/**
 * Whether a row is of a table of revenue or of a part of one that lists costs, as its title, its heads,
 * the groups above it or the row of the total say.
 */
export function isPartOf(kind: Counted, { table, row }: Pick<FoundRow, "table" | "row">): boolean {
  const { caption, columns, rows } = table;
  const heads = [caption?.text ?? "", ...columns.flatMap((one) => one.heads)];
  // A statement lists costs below revenue, so the row's own group tells most.
  const { group = [] } = rows.find((one) => one.row === row) ?? {};
  if (kind === "costs") return (group.length > 0 ? group : heads).some((text) => costs.test(text));
  if (group.some((text) => costs.test(text)) && !group.some((text) => sales.test(text)))
    return false;
  const groups = rows.flatMap((one) => one.group);
  const totals = rows.map(({ label }) => label).filter((label) => /^total/iu.test(label));
  return [...heads, ...groups, ...totals].some((text) => sales.test(text));
}

const sales = /\b(?:revenues?|sales)\b/iu;
const costs = /\b(?:costs|expenses|spending)\b/iu;

/** What was paid or spent: some statements print it below zero, and it is meant without its sign. */
const spent =
  /expenditure|capex|capital spending|purchase|(?<!based )payments?\b|\bpaid|dividend|repurchase|buyback|\bcosts?\b|expenses?\b|additions|spend|depreciation|amortization|COGS/iu;

/** Whether figures of such names were paid: "Income tax expense (benefit)" says that those below zero were not. */
export function isSpending(...names: readonly string[]): boolean {
  const isEither = (name: string): boolean =>
    /\(\s*(?:benefits?|credits?|income|gains?|recover\w+|reversals?)\b[^()]*\)/iu.test(name);
  return names.some((name) => spent.test(name)) && !names.some(isEither);
}

/** Words that part no figure from another. */
export const neutral: ReadonlySet<string> = new Set([
  "total",
  "net",
  "non",
  "gaap",
  "consolidated",
  "company",
  "inc",
  "co",
  "corp",
  "corporation",
  "of",
  "the",
  "and",
  "at",
  "in",
  "for",
  "end",
  "year",
  "period",
  "attributable",
  "to",
  "common",
  "stockholder",
  "shareholder",
  "amount",
  "our",
  "its",
  "provided",
  "by",
  "used",
  "cash",
  "from",
  "flow",
]);

/** Words of a name or a label by their stems; "net income" is one. */
export function wordsOf(text: string): string[] {
  const joined = text
    .toLowerCase()
    .replace(/['’]s?\b/gu, "")
    // "Non-current" is the contrary of "current".
    .replace(/\bnon[- ](?!gaap)(?=\p{L})/gu, "non")
    .replace(/\bnet (income|earnings?|profit|loss)/gu, "net$1");
  const words = joined.match(/[\p{L}&]+/gu) ?? [];
  return words
    .filter((word) => word !== "&")
    .map((word) => word.replace(/(?<=\p{L}{3})ies$/u, "y").replace(/(?<=\p{L}{2})s$/u, ""))
    .map((word) => word.replace(/(?<=\p{L}{5})(?:ion|ing)$/u, ""));
}
