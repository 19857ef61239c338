import { PagehoundError } from "../core/errors.js";
import type { EvidenceId } from "../core/passage.js";
import { cutPoints, isWorthEnding } from "./cut-points.js";
import { type Fit, largestFit } from "./largest-fit.js";
import { type CountTokens, checkedBudget, type Reading, type TokenBudget } from "./reading.js";

/** A piece of a text that stays whole where it can. */
export interface Block {
  /** What stands before the body and is never cut. */
  readonly lead: string;
  /** What stands between lead and body where there is room for it, and is no part of the body. */
  readonly aside?: string | undefined;
  readonly body: string;
  readonly evidence: readonly EvidenceId[];
}

/** How much of the blocks a text shows. */
export interface Shown {
  /** Blocks that are shown whole. */
  readonly blocks: number;
  /** How much is shown of the next one's body, in UTF-16 code units; 0 when nothing. */
  readonly cut: number;
}

/** What a text does not show. */
export type Rest = Pick<Reading, "leftOut" | "next">;

/** A text to be made: head, as many blocks as there is room for, what is left out, foot. */
export interface Layout {
  readonly head: string;
  readonly blocks: readonly Block[];
  /** What stands between the parts of the text. */
  readonly separator: string;
  /** What is left when so much is shown. */
  readonly rest: (shown: Shown) => Rest;
  /** What stands last; empty when there is nothing to say. */
  readonly foot: string;
  /**
   * When a block is cut: `needed`, only when not even one has room whole, unless told;
   * `half-empty`, also when more than half of the room would stay empty; `always`, to use up the room.
   */
  readonly fill?: Fill | undefined;
}

export type Fill = "needed" | "half-empty" | "always";

/** A text within its budget, and how much of the blocks it shows. */
interface Composed {
  readonly reading: Reading;
  readonly shown: Shown;
}

interface CheckedBudget {
  readonly limit: number;
  readonly countTokens: CountTokens;
}

/**
 * Makes the longest text within the budget. At least the first block, or its beginning, is in it;
 * throws `invalid-argument` when there is no room for that.
 */
export function compose(layout: Layout, budget: TokenBudget): Composed {
  return composeAtLeast(1, [layout], budget);
}

/**
 * As `compose`, in the first of several forms that shows at least so many blocks whole; where none
 * does, in the one that shows most. The smallest form comes last.
 */
export function composeAtLeast(
  least: number,
  layouts: readonly [Layout, ...Layout[]],
  budget: TokenBudget,
): Composed {
  const checked = checkedBudget(budget);
  const smallest = bare(layouts.at(-1) ?? layouts[0]);
  let best: Composed | null = null;
  for (const layout of [...layouts, smallest]) {
    const made = composeWithin(layout, checked);
    if (made && (best === null || made.shown.blocks > best.shown.blocks)) best = made;
    // Asides go only where nothing has room beside them.
    if (best && (best.shown.blocks >= least || layout === layouts.at(-1))) return best;
  }
  throw tooSmall(smallest, checked);
}

function bare(layout: Layout): Layout {
  return { ...layout, blocks: layout.blocks.map(({ aside: _, ...block }) => block) };
}

function composeWithin(layout: Layout, budget: CheckedBudget): Composed | null {
  const { blocks, fill = "needed" } = layout;
  const whole = wholeBlocks(layout, budget);
  const size = whole?.size ?? 0;
  const enough =
    size === blocks.length ||
    fill === "needed" ||
    (fill === "half-empty" && (whole?.tokens ?? 0) * 2 >= budget.limit);
  if (whole && enough) return composed(layout, whole, size);
  const cut = fitCut(layout, size, budget);
  if (cut) return composed(layout, cut.fit, size, cut.at);
  return whole && composed(layout, whole, size);
}

/**
 * As `compose`, in the first of several forms in which at least one block has room whole. The
 * smallest form comes last.
 */
export function composeFirstOf<Form>(
  forms: readonly [Form, ...Form[]],
  layoutOf: (form: Form) => Layout,
  budget: TokenBudget,
): Composed {
  const checked = checkedBudget(budget);
  const [first, ...smaller] = forms;
  const layout = layoutOf(first);
  const whole = wholeBlocks(layout, checked);
  if (whole) return composed(layout, whole, whole.size);
  const [next, ...others] = smaller;
  if (next === undefined) throw tooSmall(layout, checked);
  return composeFirstOf([next, ...others], layoutOf, budget);
}

function wholeBlocks(layout: Layout, budget: CheckedBudget): Fit | null {
  const greatest = layout.blocks.length;
  const range = { least: Math.min(1, greatest), greatest };
  return largestFit(range, (size) => render(layout, { blocks: size, cut: 0 }), budget);
}

function composed(layout: Layout, { text, tokens }: Fit, blocks: number, cut = 0): Composed {
  const shown = { blocks, cut };
  const visible = layout.blocks.slice(0, blocks + (cut > 0 ? 1 : 0));
  const evidence = [...new Set(visible.flatMap((block) => block.evidence))];
  return { reading: { text, tokens, evidence, ...layout.rest(shown) }, shown };
}

function render({ head, blocks, separator, rest, foot }: Layout, shown: Shown): string {
  const parts = blocks.slice(0, shown.blocks).map((block) => blockText(block));
  const next = blocks[shown.blocks];
  if (shown.cut > 0 && next) parts.push(blockText(next, shown.cut));
  const end = [rest(shown).leftOut ?? "", foot].filter((line) => line !== "").join("\n");
  return [head, ...parts, end].filter((part) => part !== "").join(separator);
}

/** A block as it stands in a text, or its beginning. */
export function blockText({ lead, aside = "", body }: Block, length?: number): string {
  return lead + aside + body.slice(0, length);
}

/** The longest beginning of the block at `index` for which there is room beside those before it. */
function fitCut(
  layout: Layout,
  index: number,
  budget: CheckedBudget,
): { fit: Fit; at: number } | null {
  const body = layout.blocks[index]?.body ?? "";
  const at = (points: readonly number[]) => {
    const sized = (size: number) => ({ blocks: index, cut: points[size] ?? 0 });
    const range = { least: 0, greatest: points.length - 1 };
    const fit = largestFit(range, (size) => render(layout, sized(size)), budget);
    return fit && { fit, at: points[fit.size] ?? 0 };
  };
  const words = at(cutPoints(body, "word")) ?? at(cutPoints(body, "grapheme"));
  if (!words) return null;
  const ends = cutPoints(body, "sentence").filter((end) => isWorthEnding(end, words.at));
  return at(ends) ?? words;
}

function tooSmall(layout: Layout, { limit, countTokens }: CheckedBudget): PagehoundError {
  const [first] = layout.blocks;
  const shortest = first ? (cutPoints(first.body, "grapheme")[0] ?? 0) : 0;
  const shown = shortest > 0 ? { blocks: 0, cut: shortest } : { blocks: first ? 1 : 0, cut: 0 };
  const needed = countTokens(render(layout, shown));
  return new PagehoundError(
    "invalid-argument",
    `A budget of ${limit} tokens is too small for even the beginning of this text, which takes ${needed}. Give it more.`,
    { data: { limit, needed } },
  );
}
