import { PagehoundError } from "../core/errors.js";
import type { EvidenceId } from "../core/passage.js";
import { type Fit, largestFit } from "./largest-fit.js";
import { type CountTokens, checkedBudget, type Reading, type TokenBudget } from "./reading.js";

/** A piece of a text that stays whole where it can. */
export interface Block {
  /** What stands before the body and is never cut. */
  readonly lead: string;
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
  /** Whether to use up the room by cutting a block, instead of only when not even one has room. */
  readonly fill?: boolean;
}

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
  const checked = checkedBudget(budget);
  const { blocks, fill = false } = layout;
  const whole = wholeBlocks(layout, checked);
  if (whole && (whole.size === blocks.length || !fill)) return composed(layout, whole, whole.size);
  const cut = fitCut(layout, whole?.size ?? 0, checked);
  if (cut) return composed(layout, cut.fit, whole?.size ?? 0, cut.at);
  if (whole) return composed(layout, whole, whole.size);
  throw tooSmall(layout, checked);
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
  const parts = blocks.slice(0, shown.blocks).map(({ lead, body }) => lead + body);
  const next = blocks[shown.blocks];
  if (shown.cut > 0 && next) parts.push(next.lead + next.body.slice(0, shown.cut));
  const end = [rest(shown).leftOut ?? "", foot].filter((line) => line !== "").join("\n");
  return [head, ...parts, end].filter((part) => part !== "").join(separator);
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
  // A sentence's end is worth some room, but not half of it.
  const ends = cutPoints(body, "sentence").filter((end) => end <= words.at && end * 2 >= words.at);
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

type Granularity = "sentence" | "word" | "grapheme";

const segmenters: Partial<Record<Granularity, Intl.Segmenter>> = {};

/** Where a text can be cut, ascending: the ends of its sentences and lines, words or characters; the text's own end is none. */
function cutPoints(text: string, granularity: Granularity): number[] {
  segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity });
  const points = [...segmenters[granularity].segment(text)].map(({ index }) => index);
  return points.filter((point) => point > 0);
}
