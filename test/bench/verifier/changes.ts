import { textHash } from "../../../src/core/bytes.js";
import { seededRandom } from "../seeded-random.js";
import { amountIn, type Form, type SaidAmount, scales, type Unit } from "./amount.js";
import { type FigureCell, signOf } from "./figure-cell.js";
import {
  type Claim,
  questionText,
  sentenceCount,
  statementText,
  type Wording,
} from "./statement.js";

/**
 * What a false statement changes: the column (the year), the row, the scale by a thousand, the
 * sign, one digit, the company, or the unit.
 */
export const changeKinds = ["column", "row", "scale", "sign", "digit", "company", "unit"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A sentence and what it claims. */
export interface Statement {
  readonly claim: Claim;
  readonly text: string;
}

/** A true statement about a cell, and false ones that each differ from it in one thing. */
export interface StatementCase {
  readonly cell: FigureCell;
  /** The question that these statements answer. */
  readonly question: string;
  readonly truth: Statement;
  readonly changed: readonly (Statement & { readonly kind: ChangeKind })[];
}

type Random = () => number;

/**
 * Makes the statements about a cell, the same ones each time. `companies` lists all that may be
 * named.
 */
export function statementsAbout(cell: FigureCell, companies: readonly string[]): StatementCase {
  const { context, label, period, amount } = cell;
  const random = seededRandom(textHash([context, label, period, amount.digits].join("\n")));
  const form = drawForm(cell, random);
  const spoken = amountIn(amount.digits, cell.scale, form) ?? {
    digits: amount.digits,
    scale: null,
  };
  // A loss is usually called one, and then has no sign.
  const isInWords = signOf(label, amount.negative) === "outgoing" && random() < 0.7;
  const wording: Wording = {
    sentence: Math.floor(random() * sentenceCount),
    brackets: random() < 0.5,
    named: random() < 0.25,
  };
  const claim: Claim = {
    company: random() < 0.7 ? cell.company : null,
    ...{ label, period, ...spoken },
    negative: amount.negative && !isInWords,
    unit: form === "bare" && cell.scale !== null ? null : cell.unit,
  };
  const statement = (claim: Claim): Statement => ({
    claim: claim,
    text: statementText(claim, wording),
  });
  const changed = changeKinds.flatMap((kind) => {
    const change = changes[kind]({ cell, claim, form, random, companies });
    return change ? [{ kind, ...statement({ ...claim, ...change }) }] : [];
  });
  return { cell, question: questionText(claim), truth: statement(claim), changed };
}

function drawForm({ scale, amount }: FigureCell, random: Random): Form {
  if (scale === null) return "bare";
  const drawn = random();
  const form: Form =
    drawn < 0.6 ? "printed" : drawn < 0.8 ? "rounded" : drawn < 0.92 ? "full" : "bare";
  return amountIn(amount.digits, scale, form) ? form : "printed";
}

interface Parts {
  readonly cell: FigureCell;
  readonly claim: Claim;
  readonly form: Form;
  readonly random: Random;
  readonly companies: readonly string[];
}

/** The changed part of a claim; null if this kind of change is impossible. */
type Change = (parts: Parts) => Partial<Claim> | null;

const changes: Readonly<Record<ChangeKind, Change>> = {
  column: (parts) => {
    const { cell, claim, random } = parts;
    const others = cell.others.filter(({ amount }) => differs(cell.amount, amount));
    const other = others[Math.floor(random() * others.length)];
    if (!other) return null;
    const amount = restated(parts, other.amount);
    const period =
      other.period ?? (others.length === cell.others.length ? yearBefore(claim) : null);
    const takesPeriod = random() < 0.5;
    if (takesPeriod && period !== null) return { period };
    if (amount !== null) return amount;
    return period === null ? null : { period };
  },
  row: (parts) => {
    const { cell, random } = parts;
    const near = cell.neighbours.filter(({ amount }) => differs(cell.amount, amount));
    const other = near[Math.floor(random() * near.length)];
    if (!other) return null;
    const amount = random() < 0.5 ? restated(parts, other.amount) : null;
    return amount ?? { label: other.label };
  },
  scale: ({ claim, form, random }) => {
    if (form === "full") return { digits: `${claim.digits},000` };
    if (claim.scale === null) return null;
    const at = scales.indexOf(claim.scale);
    const neighbours = [scales[at - 1], scales[at + 1]].filter((one) => one !== undefined);
    const scale = neighbours[Math.floor(random() * neighbours.length)];
    return scale === undefined ? null : { scale };
  },
  sign: ({ claim, cell }) => {
    // If words express the cell's sign, the sentence has none to change.
    const { negative } = cell.amount;
    const matters = signOf(claim.label, negative) === "matters" && claim.negative === negative;
    return matters ? { negative: !negative } : null;
  },
  digit: ({ cell, claim, form, random }) => {
    const { digits } = claim;
    // The zeros of an amount that is written out are not digits of the cell.
    const length = form === "full" ? digits.replace(/(?:0|,000)+$/, "").length : digits.length;
    for (let attempt = 0; attempt < 20; attempt++) {
      const at = Math.floor(random() * length);
      const digit = String(Math.floor(random() * 10));
      if (!/\d/.test(digits.charAt(at)) || digit === digits.charAt(at)) continue;
      if (at === 0 && digit === "0") continue;
      const other = digits.slice(0, at) + digit + digits.slice(at + 1);
      const isPresent = [...cell.around].some((one) => isStatedSo(one, cell, form, other));
      if (!isPresent && Number(other.replaceAll(",", "")) > 0) return { digits: other };
    }
    return null;
  },
  company: ({ claim, companies, random }) => {
    const others = companies.filter((name) => name !== claim.company);
    const company = others[Math.floor(random() * others.length)];
    return claim.company === null || company === undefined ? null : { company };
  },
  unit: ({ claim, random }) => {
    const others = otherUnits.get(claim.unit) ?? [];
    const unit = others[Math.floor(random() * others.length)];
    return unit === undefined ? null : { unit };
  },
};

const otherUnits: ReadonlyMap<Unit, readonly Unit[]> = new Map<Unit, readonly Unit[]>([
  ["$", ["€", "£"]],
  ["€", ["$", "£"]],
  ["£", ["$", "€"]],
  ["%", ["$", "€"]],
]);

function differs(one: FigureCell["amount"], other: FigureCell["amount"]): boolean {
  return amountOf(one.digits) !== amountOf(other.digits);
}

function amountOf(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}

/** Another amount in the claim's form; null if its sign differs or it reads the same. */
function restated(
  { cell, claim, form }: Parts,
  other: FigureCell["amount"],
): Pick<Claim, "digits"> | null {
  if (other.negative !== cell.amount.negative) return null;
  const spoken = amountIn(other.digits, cell.scale, form);
  if (!spoken || spoken.scale !== claim.scale) return null;
  return amountOf(spoken.digits) === amountOf(claim.digits) ? null : { digits: spoken.digits };
}

function isStatedSo(digits: string, { scale }: FigureCell, form: Form, wanted: string): boolean {
  const spoken: SaidAmount | null = amountIn(digits, scale, form);
  return spoken !== null && amountOf(spoken.digits) === amountOf(wanted);
}

/** The same period one year earlier; null if its year is not written out. */
function yearBefore({ period }: Claim): string | null {
  const earlier = period.replace(/(?:19|20)\d\d/, (year) => String(Number(year) - 1));
  return earlier === period ? null : earlier;
}
