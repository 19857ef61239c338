import { type Automaton, automatonOf } from "./pattern-automaton.js";

/** How a backtracking matcher's steps grow with the length of a text. */
export type Growth = "linear" | "polynomial" | "exponential";

export interface Judgement {
  readonly growth: Growth;
  /** The text to repeat to slow the pattern down; empty if growth is linear. */
  readonly pump: string;
}

/** Maximum number of steps of the analysis; a pattern that needs more is not proven linear. */
const maxSteps = 20_000_000;

/**
 * Determines how the worst-case steps of a backtracking matcher grow with the length of the text.
 *
 * Steps are exponential if a state of its automaton returns to itself in two ways over one text.
 * They are polynomial if a text leads from a state back to itself, from there to another state, and
 * from that one back to itself (Weideman et al., "Analyzing Matching Time Behavior of Backtracking
 * Regular Expression Matchers by Using Ambiguity of NFA", CIAA 2016). The matcher never backtracks
 * past a state from which no text fails.
 *
 * The automaton's approximations may make a pattern look too slow, but never too fast. A pattern
 * that looks back over any number of characters counts as polynomial.
 *
 * @param isRepeated whether the search resumes after each match, as with the flag `g`
 */
export function judgePattern(
  source: string,
  flags: string,
  isRepeated: boolean = flags.includes("g"),
): Judgement {
  return new Analysis(automatonOf(source, flags), isRepeated).judge();
}

class Analysis {
  readonly #automaton: Automaton;
  readonly #isRepeated: boolean;
  readonly #alive: readonly boolean[];
  #left = maxSteps;

  constructor(automaton: Automaton, isRepeated: boolean) {
    this.#automaton = automaton;
    this.#isRepeated = isRepeated;
    this.#alive = this.#findAlive();
  }

  judge(): Judgement {
    const failing = this.#components((state) => this.#alive[state] === true);
    const exponential = this.#exponential(failing);
    if (exponential !== null) return { growth: "exponential", pump: exponential };
    const polynomial = this.#polynomial(failing);
    if (polynomial !== null) return { growth: "polynomial", pump: polynomial };
    if (this.#left < 0) return { growth: "polynomial", pump: "(too large to prove)" };
    if (this.#automaton.looksBackFar) return { growth: "polynomial", pump: "(looks back)" };
    return { growth: "linear", pump: "" };
  }

  /** True if a match is certain from a state that has a character before it. */
  #isCertain(state: number, over: number): boolean {
    const { steps, accepts } = this.#automaton;
    if (accepts[state]?.[over]) return true;
    return steps[state]?.[over]?.some(({ to, mayFail }) => !mayFail && !this.#alive[to]) === true;
  }

  /** The states from which a text can fail; for searching states, a match that starts there. */
  #findAlive(): boolean[] {
    const { steps, accepts, searching } = this.#automaton;
    const isSure = steps.map((_, state) => !searching.has(state));
    for (let isChanged = true; isChanged; ) {
      isChanged = false;
      for (const [state, row] of steps.entries()) {
        if (!isSure[state]) continue;
        const accepting = accepts[state] ?? [];
        const stays =
          accepting.at(-1) === true &&
          row.every(
            (next, each) =>
              accepting[each] || next.some(({ to, mayFail }) => !mayFail && isSure[to]),
          );
        if (!stays) {
          isSure[state] = false;
          isChanged = true;
        }
      }
    }
    return isSure.map((sure) => !sure);
  }

  /** Strongly connected components of a subset of states (Tarjan). */
  #components(isIncluded: (state: number) => boolean): Components {
    const { steps } = this.#automaton;
    const component = steps.map(() => -1);
    const members: number[][] = [];
    const index = steps.map(() => -1);
    const low = steps.map(() => 0);
    const stack: number[] = [];
    let count = 0;
    const next = steps.map((row) => [...new Set(row.flat().map(({ to }) => to))]);
    for (const root of steps.keys()) {
      if (index[root] !== -1 || !isIncluded(root)) continue;
      const work: { state: number; at: number }[] = [{ state: root, at: 0 }];
      while (work.length > 0) {
        const frame = work.at(-1) as { state: number; at: number };
        const { state } = frame;
        if (frame.at === 0) {
          index[state] = low[state] = count++;
          stack.push(state);
        }
        const to = next[state]?.[frame.at++];
        if (to !== undefined) {
          if (!isIncluded(to)) continue;
          if (index[to] === -1) work.push({ state: to, at: 0 });
          else if (component[to] === -1) {
            low[state] = Math.min(low[state] as number, index[to] as number);
          }
          continue;
        }
        work.pop();
        const parent = work.at(-1)?.state;
        if (parent !== undefined) {
          low[parent] = Math.min(low[parent] as number, low[state] as number);
        }
        if (low[state] !== index[state]) continue;
        const group = stack.splice(stack.lastIndexOf(state));
        const isCyclic = group.length > 1 || next[state]?.includes(state);
        for (const each of group) component[each] = members.length;
        members.push(isCyclic ? group : []);
      }
    }
    return { component, members };
  }

  /** A text over which a state returns to itself in two ways, if any. */
  #exponential({ component, members }: Components): string | null {
    const { steps, samples } = this.#automaton;
    const size = steps.length;
    for (const [group, states] of members.entries()) {
      if (states.length === 0) continue;
      // Pairs of states that one text reaches from the same state, and how.
      const reached = new Map<number, Reached>();
      const backward = new Map<number, number[]>();
      const pending: number[] = [];
      for (const state of states) {
        reached.set(state * size + state, { from: -1, over: -1 });
        pending.push(state * size + state);
      }
      for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
        const [a, b] = [Math.floor(pair / size), pair % size];
        for (const [over, nextA] of (steps[a] ?? []).entries()) {
          const nextB = steps[b]?.[over] ?? [];
          if (this.#isCertain(a, over) || this.#isCertain(b, over)) continue;
          for (const { to: toA, count } of nextA) {
            if (component[toA] !== group) continue;
            if (a === b && count > 1) return samples[over] ?? "";
            for (const { to: toB } of nextB) {
              if (component[toB] !== group) continue;
              if (this.#left-- < 0) return null;
              const next = toA * size + toB;
              const known = backward.get(next);
              if (known) known.push(pair);
              else backward.set(next, [pair]);
              if (reached.has(next)) continue;
              reached.set(next, { from: pair, over });
              pending.push(next);
            }
          }
        }
      }
      // Starts from the pairs of a state with itself.
      const open = states.map((state) => state * size + state);
      const returning = new Set(open);
      for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
        if (Math.floor(pair / size) !== pair % size) return textTo(pair, reached, samples);
        for (const before of backward.get(pair) ?? []) {
          if (returning.has(before)) continue;
          returning.add(before);
          open.push(before);
        }
      }
    }
    return null;
  }

  /**
   * A text that leads from a state to itself and to another one that fails, and from there to
   * itself.
   */
  #polynomial(failing: Components): string | null {
    const { searching } = this.#automaton;
    const all = this.#components(() => true);
    for (const [group, from] of all.members.entries()) {
      if (from.length === 0) continue;
      const reach = this.#reachable(from, all.component);
      for (const to of failing.members) {
        const [target] = to;
        if (target === undefined || !reach.has(target) || searching.has(target)) continue;
        // Within a component whose states all fail, two ways would make it exponential.
        if (all.component[target] === group && from.every((state) => this.#alive[state])) continue;
        for (const p of from) {
          for (const q of to) {
            if (p === q) continue;
            const found = this.#pump(p, q, { all, failing, reach });
            if (found !== null) return found;
            if (this.#left < 0) return null;
          }
        }
      }
    }
    return null;
  }

  /** States that the matcher may try after some states, and backtrack from. */
  #reachable(from: readonly number[], component: readonly number[]): ReadonlySet<number> {
    const { steps } = this.#automaton;
    const found = new Set(from);
    const pending = [...from];
    for (let state = pending.pop(); state !== undefined; state = pending.pop()) {
      for (const { to } of (steps[state] ?? []).flat()) {
        const isWay =
          this.#isRepeated || this.#alive[to] || component[to] === component[from[0] ?? -1];
        if (found.has(to) || !isWay) continue;
        found.add(to);
        pending.push(to);
      }
    }
    return found;
  }

  #pump(
    p: number,
    q: number,
    { all, failing, reach }: { all: Components; failing: Components; reach: ReadonlySet<number> },
  ): string | null {
    const { steps, samples, searching } = this.#automaton;
    const size = steps.length;
    // Whether both paths are the same, with or without a possible failure, or which comes first.
    const [one, sure, first, last] = [0, 1, 2, 3];
    const keyOf = (a: number, b: number, c: number, kind: number): number =>
      ((a * size + b) * size + c) * 4 + kind;
    const start = keyOf(p, p, q, one);
    const goals = new Set([keyOf(p, q, q, first), keyOf(p, q, q, last)]);
    const reached = new Map<number, Reached>([[start, { from: -1, over: -1 }]]);
    const pending = [start];
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      const kind = key % 4;
      const isOne = kind === one || kind === sure;
      const triple = (key - kind) / 4;
      const a = Math.floor(triple / size / size);
      const b = Math.floor(triple / size) % size;
      const c = triple % size;
      for (const [over, nextA] of (steps[a] ?? []).entries()) {
        const nextC = steps[c]?.[over] ?? [];
        if (nextC.length === 0 || this.#isCertain(c, over)) continue;
        const nextB = steps[b]?.[over] ?? [];
        for (const { to: toA, order: orderA } of nextA) {
          if (all.component[toA] !== all.component[p]) continue;
          for (const { to: toC } of nextC) {
            if (failing.component[toC] !== failing.component[q]) continue;
            for (const { to: toB, order: orderB } of nextB) {
              if (this.#left-- < 0) return null;
              const staysOne = isOne && toA === toB;
              const isWay = this.#isRepeated || this.#alive[toB] || staysOne;
              if (!isWay || !reach.has(toB)) continue;
              const isSure =
                kind === sure ||
                !this.#alive[toA] ||
                (!searching.has(a) && this.#isCertain(a, over));
              const parting = orderB < orderA || searching.has(a) ? first : last;
              const nextKind = staysOne ? (isSure ? sure : one) : isOne ? parting : kind;
              // The last alternative is never tried after one that cannot fail.
              if (nextKind === last && isSure) continue;
              const next = keyOf(toA, toB, toC, nextKind);
              if (reached.has(next)) continue;
              reached.set(next, { from: key, over });
              if (goals.has(next)) return textTo(next, reached, samples);
              pending.push(next);
            }
          }
        }
      }
    }
    return null;
  }
}

interface Components {
  /** The component of each state; -1 if it has none. */
  readonly component: readonly number[];
  /** The states of each component that returns to itself. */
  readonly members: readonly (readonly number[])[];
}

interface Reached {
  readonly from: number;
  /** The class of the character that led here. */
  readonly over: number;
}

function textTo(
  key: number,
  reached: ReadonlyMap<number, { readonly from: number; readonly over: number }>,
  samples: readonly string[],
): string {
  let text = "";
  for (let at = reached.get(key); at && at.from >= 0; at = reached.get(at.from)) {
    text = (samples[at.over] ?? "") + text;
  }
  return text;
}
