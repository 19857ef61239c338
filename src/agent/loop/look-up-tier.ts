import {
  type AnswerKind,
  amountsIn,
  isInTier,
  keysOf,
  rowsAsked,
  type StatedAmount,
} from "../../figures/index.js";
import type { SearchHit, SearchResponse } from "../../search/index.js";
import { type DataTable, placeholder } from "../tools/table-data.js";
import { type Covers, candidatesOn, coveredBy, hasHeads } from "./asked-columns.js";
import type { Scope, ShownCells } from "./compared-rows.js";
import { type FoundCell, lookedUpCell } from "./comparison-result.js";
import { captionOf } from "./table-scope.js";

/** Minimum share of the question's words that the table, its titles or its heads must have. */
const leastSaid = 0.5;

/**
 * The cell in the row whose range has an amount of the question: of "under 2", "2 to 5" and "6 to 10"
 * in a column "Years with us", the last one for "I have been here for 7 years". Null unless exactly
 * one row fits, and exactly one other column is asked for.
 */
export async function lookUpTier(
  question: string,
  response: SearchResponse,
  { kind, ...scope }: Scope & { readonly kind: AnswerKind },
): Promise<ShownCells | null> {
  const [amount, other] = amountsIn(question);
  if (!amount?.unit || other || (kind !== "number" && kind !== "any" && kind !== "percent"))
    return null;
  const { words } = rowsAsked(question, { rest: question, behind: "" });
  const ofAmount = new Set(keysOf(`${amount.value} ${amount.unit}`));
  const asked = words.filter(({ key }) => !ofAmount.has(key));
  const covers = coveredBy({ words: asked }, response);
  const needed = new Set(asked.flatMap(({ key, isOptional }) => (isOptional ? [] : [key])));
  const found = await candidatesOn(response.hits, scope, (table, hit) =>
    cellIn(table, hit, { amount, needed, covers }),
  );
  const most = Math.max(...found.map(({ fit }) => fit));
  const fitting = found.filter(({ fit }) => fit === most);
  return await lookedUpCell(fitting, response.hits, scope);
}

interface FoundTier extends FoundCell {
  /** Number of the question's words that the table and its titles have. */
  readonly fit: number;
}

interface AskedTier {
  readonly amount: StatedAmount;
  readonly needed: ReadonlySet<string>;
  readonly covers: Covers;
}

function cellIn(
  table: DataTable,
  hit: SearchHit | undefined,
  { amount, needed, covers }: AskedTier,
): FoundTier | null {
  if (!hasHeads(table)) return null;
  const { document, columns, rows } = table;
  const tiers = columns.flatMap(({ name }, at) => {
    const fits = rows.map(({ cells }) => isInTier(amount, cells[at]?.text ?? "", name));
    const ranges = fits.filter((fit) => fit !== null);
    return ranges.length > 1 && ranges.filter(Boolean).length === 1 ? [{ at, fits }] : [];
  });
  const [tier, second] = tiers;
  if (!tier || second) return null;
  const row = tier.fits.indexOf(true);
  const others = columns.flatMap(({ name }, at) =>
    at === tier.at ? [] : [{ at, words: covers(name) }],
  );
  const most = Math.max(...others.map(({ words }) => words.size));
  const [only, rival] = others.filter(({ words }) => words.size === most);
  const cell = only && !rival ? (rows[row]?.cells[only.at] ?? null) : null;
  if (!cell || placeholder.test(cell.text)) return null;
  const around = [
    captionOf(table),
    hit?.heading,
    hit?.text,
    document.path,
    document.metadata.title,
  ];
  const texts = rows[row]?.cells.map((one) => one?.text ?? "") ?? [];
  const heads = columns.map(({ name }) => name);
  const stated = covers([...heads, ...texts, ...around, document.heading].join(" "));
  const fit = [...needed].filter((key) => stated.has(key)).length;
  if (fit < leastSaid * needed.size) return null;
  const labelCell = rows[row]?.cells[tier.at] ?? null;
  return { table, fit, row: { index: row, label: labelCell?.text ?? "", labelCell, cell } };
}
