import { checkEach } from "../../core/arguments.js";
/** A tool call by its tool's name and its arguments. */
export interface ComparedCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** How well the calls that were made meet those that were expected; each from 0 to 1. */
export interface ToolCallScore {
  readonly names: number;
  readonly keys: number;
  readonly values: number;
  /** Half of `names`, and a quarter each of `keys` and `values`. */
  readonly weighted: number;
}

/**
 * Compares tool calls as Toolshed does (Lumer et al., the appendix on its evaluation framework). For
 * each expected call: whether the name is right, the share of its parameters that were given, and
 * the share of its values that were given, whatever the parameter; then the mean over the expected
 * calls. A call without parameters needs none. Values are the same regardless of capitals and white
 * space, and "5" is 5. Being a recall, it does not punish calls beyond those expected.
 *
 * Each expected call is compared with one made call; pairs are taken by their score, the best first,
 * of equals that with fewer arguments too many, then the earlier. Null without expected calls.
 */
export function toolCallScore(
  expected: readonly ComparedCall[],
  made: readonly ComparedCall[],
): ToolCallScore | null {
  checkEach("The calls that were expected", expected, { arguments: "object" });
  checkEach("The calls that were made", made, { arguments: "object" });
  if (expected.length === 0) return null;
  const pairs = expected
    .flatMap((call, wanted) =>
      made.map((other, given) => {
        const surplus = Object.keys(other.arguments).length - Object.keys(call.arguments).length;
        return { wanted, given, surplus, score: compareCalls(call, other) };
      }),
    )
    .sort((one, other) => other.score.weighted - one.score.weighted || one.surplus - other.surplus);
  const taken = new Set<number>();
  const scores = new Map<number, ToolCallScore>();
  for (const { wanted, given, score } of pairs) {
    if (scores.has(wanted) || taken.has(given)) continue;
    scores.set(wanted, score);
    taken.add(given);
  }
  const meanOf = (part: keyof ToolCallScore): number =>
    [...scores.values()].reduce((sum, score) => sum + score[part], 0) / expected.length;
  return weigh(meanOf("names"), meanOf("keys"), meanOf("values"));
}

function compareCalls(expected: ComparedCall, made: ComparedCall): ToolCallScore {
  const keys = Object.keys(expected.arguments);
  const given = Object.values(made.arguments).map(plainValue);
  let found = 0;
  for (const value of Object.values(expected.arguments).map(plainValue)) {
    const at = given.indexOf(value);
    if (at < 0) continue;
    given.splice(at, 1);
    found++;
  }
  const held = keys.filter((key) => Object.hasOwn(made.arguments, key)).length;
  const share = (count: number): number => (keys.length === 0 ? 1 : count / keys.length);
  return weigh(expected.tool === made.tool ? 1 : 0, share(held), share(found));
}

function weigh(names: number, keys: number, values: number): ToolCallScore {
  return { names, keys, values, weighted: 0.5 * names + 0.25 * keys + 0.25 * values };
}

function plainValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(plainValue).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([key, one]) => `${key}:${plainValue(one)}`).join(",")}}`;
  }
  return String(value).trim().toLowerCase().replace(/\s+/g, " ");
}
