import { CharBase, CharSet, type Concatenation, type Element, JS } from "refa";

/** How the steps of a backtracking matcher grow with the length of a text. */
export type Growth = "linear" | "polynomial" | "exponential";

export interface Judgement {
  readonly growth: Growth;
  /** What to repeat in a text to slow the pattern down; empty if its growth is linear. */
  readonly pump: string;
}

/** Finite repeats above this are taken for endless ones: of one character, and of anything else. */
const longestRun = 400;
const longestRepeat = 64;
/** Steps of the search; a pattern that needs more is not proven linear. */
const maxSteps = 20_000_000;

/**
 * Tells how many steps a backtracking matcher takes at most for a pattern, in the length of the text.
 *
 * The pattern becomes an automaton with a state for each of its characters, in front of it one that
 * passes over any character, since an unanchored search begins everywhere. Steps are exponential if a
 * state returns to itself in two ways over one text; they are polynomial if a text leads from a state
 * back to itself, from there to another state, and from that one back to itself (Weideman et al.,
 * "Analyzing matching time behavior of backtracking regular expression matchers", 2016). States from
 * which no text fails are left out: the matcher returns to nothing before them.
 *
 * Assertions about one character, such as `(?<!\d)`, `^`, `$` and `\b`, are exact. Others may hold or
 * not, so that a pattern may be judged too slow, but none is judged too fast. A pattern that looks
 * back over any number of characters counts as polynomial.
 *
 * @param isRepeated whether the search resumes after each match, as with the flag `g`
 */
export function judgePattern(
  source: string,
  flags: string,
  isRepeated: boolean = flags.includes("g"),
): Judgement {
  const automaton = new Builder(source, flags).build();
  return new Analysis(automaton, isRepeated).judge();
}

/** A node between characters. `set` is null if it passes without one. */
interface Node {
  readonly kind: "pass" | "character" | "accept" | "body-end";
  readonly set: CharSet | null;
  readonly next: Node[];
  /** What must hold to pass. */
  readonly condition: Condition | null;
  /** Of the end of a round of a repeat: where its rounds begin. */
  readonly head?: Node;
}

interface Side {
  readonly set: CharSet;
  readonly edge: boolean;
}

/** Null allows everything. */
interface Condition {
  /** Characters that may come before; the start of the text if `start`. */
  readonly before: Side | null;
  /** Characters that may follow; the end of the text if `edge`. */
  readonly after: Side | null;
  /** Whether it may fail even so. */
  readonly mayFail: boolean;
}

/** A step from a state to another over a character. */
interface Step {
  readonly to: number;
  readonly count: number;
  readonly mayFail: boolean;
  /** Steps with a lower one are tried first. */
  readonly order: number;
}

interface Automaton {
  /** For each state and character class, where it leads. */
  readonly steps: readonly (readonly (readonly Step[])[])[];
  /** Whether a state accepts before each character class; the last stands for the end of the text. */
  readonly accepts: readonly (readonly boolean[])[];
  readonly samples: readonly string[];
  /** States that pass over what comes before a match. */
  readonly searching: ReadonlySet<number>;
  readonly looksBackFar: boolean;
}

/** Assertions become looks ahead and back, and references to groups stay. */
const asWritten: JS.ParseOptions = {
  assertions: "parse",
  backreferences: "unknown",
  maxBackreferenceWords: 0,
  simplify: false,
};

class Builder {
  readonly #parser: JS.Parser;
  readonly #expression: readonly Concatenation[];
  readonly #isSticky: boolean;
  readonly #maximum: number;
  #looksBackFar = false;

  constructor(source: string, flags: string) {
    this.#parser = JS.Parser.fromLiteral({ source, flags });
    this.#expression = this.#parser.parse(asWritten).expression.alternatives;
    this.#isSticky = flags.includes("y");
    this.#maximum = /[uv]/.test(flags) ? 0x10ffff : 0xffff;
  }

  build(): Automaton {
    const accept: Node = { kind: "accept", set: null, next: [], condition: null };
    const first = this.#choice(this.#expression, accept);
    const any: Node = { kind: "character", set: this.#all(), next: [], condition: null };
    const start = this.#pass(this.#isSticky ? [first] : [first, any]);
    any.next.push(first, any);
    return this.#compile(start, any);
  }

  #all(): CharSet {
    return CharSet.all(this.#maximum);
  }

  #pass(next: Node[], condition: Condition | null = null): Node {
    return { kind: "pass", set: null, next, condition };
  }

  #choice(alternatives: readonly Concatenation[], next: Node): Node {
    const [only, second] = alternatives.map((each) => this.#sequence(each.elements, next));
    if (only && !second) return only;
    return this.#pass(alternatives.map((each) => this.#sequence(each.elements, next)));
  }

  #sequence(elements: readonly Element[], next: Node): Node {
    return elements.reduceRight((after, element) => this.#element(element, after), next);
  }

  #element(element: Element, next: Node): Node {
    switch (element.type) {
      case "CharacterClass":
        return { kind: "character", set: element.characters, next: [next], condition: null };
      case "Alternation":
        return this.#choice(element.alternatives, next);
      case "Quantifier":
        return this.#repeat(element, next);
      case "Assertion":
        return this.#assertion(element, next);
      case "Unknown":
        return this.#reference(element.id, next);
    }
  }

  /** A reference to a group may be anything that the group may be. */
  #reference(written: string, next: Node): Node {
    const groups = capturingGroups(this.#parser.ast.pattern);
    const name = /^\\k<(.*)>$/.exec(written)?.[1];
    const group =
      name === undefined
        ? groups[Number(written.slice(1)) - 1]
        : groups.find((each) => each.name === name);
    if (!group) throw new Error(`${written} refers to no group.`);
    const { expression } = this.#parser.parseElement(group, asWritten);
    const after = this.#pass([next], { before: null, after: null, mayFail: true });
    return this.#pass([this.#choice(expression.alternatives, after), after]);
  }

  #repeat(
    { min, max, lazy, alternatives }: Extract<Element, { type: "Quantifier" }>,
    next: Node,
  ): Node {
    const body = (after: Node): Node => this.#choice(alternatives, after);
    const ordered = (round: Node): Node[] => (lazy ? [next, round] : [round, next]);
    const most = isOneCharacter(alternatives) ? longestRun : longestRepeat;
    const least = Math.min(min, most);
    let node = next;
    if (max > most) {
      const head = this.#pass([]);
      head.next.push(...ordered(body({ ...this.#pass([head]), head })));
      node = head;
    } else {
      for (let count = min; count < max; count++) node = this.#pass(ordered(body(node)));
    }
    for (let count = 0; count < least; count++) node = body(node);
    return node;
  }

  #assertion(
    { kind, negate, alternatives }: Extract<Element, { type: "Assertion" }>,
    next: Node,
  ): Node {
    const { sides, isWhole } = this.#singles(alternatives, kind);
    const others = { set: this.#all().without(sides.set), edge: !sides.edge };
    const when = (side: Side | null, mayFail: boolean): Node => {
      const isAhead = kind === "ahead";
      const condition = { before: isAhead ? null : side, after: isAhead ? side : null, mayFail };
      return this.#pass([next], condition);
    };
    if (isWhole) return when(negate ? others : sides, false);
    const ways: Node[] = [];
    if (kind === "behind") {
      this.#looksBackFar ||= alternatives.some(({ elements }) => elements.some(isEndless));
    } else {
      const end: Node = { kind: "body-end", set: null, next: [], condition: null };
      ways.push(this.#choice(alternatives, end));
    }
    if (negate) ways.push(when(others, true));
    else {
      // One character alone may settle it; where it does not, what is nearest has to fit.
      const nearest = this.#nearest(alternatives, kind);
      const rest = nearest ? { ...nearest, set: nearest.set.intersect(others.set) } : others;
      ways.push(when(sides, false), when(rest, true));
    }
    return this.#pass(ways);
  }

  /** The characters next to a place that an assertion allows, whatever else it looks at; null for any. */
  #nearest(alternatives: readonly Concatenation[], kind: "ahead" | "behind"): Side | null {
    let set = CharSet.empty(this.#maximum);
    for (const { elements } of alternatives) {
      const ordered = kind === "ahead" ? elements : elements.toReversed();
      let isOpen = true;
      for (const element of ordered) {
        if (element.type === "CharacterClass") {
          set = set.union(element.characters);
          isOpen = false;
        } else if (element.type === "Quantifier" || element.type === "Alternation") {
          const inner = this.#nearest(element.alternatives, kind);
          if (!inner) return null;
          set = set.union(inner.set);
          isOpen = element.type === "Quantifier" && element.min === 0;
        } else return null;
        if (!isOpen) break;
      }
      if (isOpen) return null;
    }
    return { set, edge: false };
  }

  /** The alternatives of an assertion that look at one character or at an edge of the text. */
  #singles(
    alternatives: readonly Concatenation[],
    kind: "ahead" | "behind",
  ): { sides: Side; isWhole: boolean } {
    let set = CharSet.empty(this.#maximum);
    let edge = false;
    let isWhole = true;
    for (const { elements } of alternatives) {
      const [element, more] = elements;
      const inner = element?.type === "Alternation" && !more ? element.alternatives : null;
      const nested = inner ? this.#singles(inner, kind) : null;
      if (nested) {
        set = set.union(nested.sides.set);
        edge ||= nested.sides.edge;
        isWhole &&= nested.isWhole;
      } else if (element?.type === "CharacterClass" && !more) {
        set = set.union(element.characters);
      } else if (
        element?.type === "Assertion" &&
        element.kind === kind &&
        element.negate &&
        !more
      ) {
        const { sides, isWhole: isPlain } = this.#singles(element.alternatives, kind);
        if (isPlain) {
          set = set.union(this.#all().without(sides.set));
          edge ||= !sides.edge;
        } else isWhole = false;
      } else isWhole = false;
    }
    return { sides: { set, edge }, isWhole };
  }

  #compile(start: Node, any: Node): Automaton {
    const paths = new Map<Node, readonly Path[]>();
    const characters: Node[] = [];
    const pending = [start];
    for (let node = pending.pop(); node; node = pending.pop()) {
      if (paths.has(node)) continue;
      const found = pathsFrom(node);
      paths.set(node, found);
      if (node.kind === "character") characters.push(node);
      pending.push(...found.map(({ to }) => to).filter((to) => to.kind === "character"));
    }
    const conditions = [...paths.values()].flat().flatMap((path) => path.conditions);
    const base = new CharBase([
      ...new Set([
        ...characters.flatMap(({ set }) => (set ? [set] : [])),
        ...conditions.flatMap(({ before, after }) =>
          [before, after].flatMap((side) => (side ? [side.set] : [])),
        ),
        this.#all(),
      ]),
    ]);
    const classes = base.sets.map((_, index) => index);
    const splits = new Map<CharSet, ReadonlySet<number>>();
    const classesOf = (set: CharSet): ReadonlySet<number> => {
      const known = splits.get(set) ?? new Set(base.split(set));
      splits.set(set, known);
      return known;
    };
    // What assertions about the character before can tell apart; the start of the text comes first.
    const befores = [...new Set(conditions.flatMap(({ before }) => (before ? [before.set] : [])))];
    const kinds = new Map<string, number>([["start", 0]]);
    const kindOf = classes.map((each) => {
      const key = befores.map((set) => (classesOf(set).has(each) ? "1" : "0")).join("");
      const kind = kinds.get(key) ?? kinds.size;
      kinds.set(key, kind);
      return kind;
    });
    const numbers = new Map<string, number>();
    const states: { readonly node: Node; readonly kind: number }[] = [];
    const ids = new Map([start, ...characters].map((node, index) => [node, index]));
    const stateOf = (node: Node, kind: number): number => {
      const key = `${ids.get(node)} ${kind}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, states.length);
      return states.push({ node, kind }) - 1;
    };
    stateOf(start, 0);
    const steps: Step[][][] = [];
    const accepts: boolean[][] = [];
    for (let state = 0; state < states.length; state++) {
      const { node, kind } = states[state] as (typeof states)[number];
      const row = classes.map(() => new Map<number, Omit<Step, "to">>());
      const accepting = [...classes, -1].map(() => false);
      for (const [order, { to, conditions }] of (paths.get(node) ?? []).entries()) {
        const mayFail = conditions.some((each) => each.mayFail);
        const isAllowedBefore = conditions.every(({ before }) => {
          if (!before) return true;
          if (kind === 0) return before.edge;
          return classes.some((each) => kindOf[each] === kind && classesOf(before.set).has(each));
        });
        if (!isAllowedBefore) continue;
        const afters = conditions.flatMap(({ after }) => (after ? [after] : []));
        for (const each of classes) {
          if (!afters.every(({ set }) => classesOf(set).has(each))) continue;
          if (to.kind === "accept") {
            if (!mayFail) accepting[each] = true;
          } else if (to.set && classesOf(to.set).has(each)) {
            const next = stateOf(to, kindOf[each] as number);
            const known = row[each]?.get(next);
            row[each]?.set(next, {
              count: (known?.count ?? 0) + 1,
              mayFail: mayFail && (known?.mayFail ?? true),
              order: known?.order ?? order,
            });
          }
        }
        if (to.kind === "accept" && !mayFail && afters.every(({ edge }) => edge)) {
          accepting[classes.length] = true;
        }
      }
      steps.push(row.map((each) => [...each].map(([to, step]) => ({ to, ...step }))));
      accepts.push(accepting);
    }
    const searching = states.flatMap(({ node }, index) => (node === any ? [index] : []));
    return {
      steps,
      accepts,
      samples: base.sets.map((set) => sampleOf(set)),
      searching: new Set(searching),
      looksBackFar: this.#looksBackFar,
    };
  }
}

type Group = Extract<Parameters<JS.Parser["parseElement"]>[0], { type: "CapturingGroup" }>;

/** The capturing groups of a pattern in the order of their numbers. */
function capturingGroups(root: object): Group[] {
  const found: Group[] = [];
  const visit = (node: object): void => {
    if ("type" in node && node.type === "CapturingGroup") found.push(node as Group);
    for (const key of ["alternatives", "elements", "element"]) {
      const inner: unknown = (node as Record<string, unknown>)[key];
      for (const each of Array.isArray(inner) ? inner : [inner]) {
        if (typeof each === "object" && each !== null) visit(each);
      }
    }
  };
  visit(root);
  return found;
}

function isOneCharacter(alternatives: readonly Concatenation[]): boolean {
  const [only, other] = alternatives;
  return !other && only?.elements.length === 1 && only.elements[0]?.type === "CharacterClass";
}

function isEndless(element: Element): boolean {
  if (element.type === "CharacterClass") return false;
  if (element.type === "Unknown") return true;
  if (element.type === "Quantifier" && element.max > longestRun) return true;
  return element.alternatives.some(({ elements }) => elements.some(isEndless));
}

function sampleOf(set: CharSet): string {
  const plain = set.ranges.find(({ max }) => max > 0x20);
  const range = plain ?? set.ranges[0];
  return range ? String.fromCodePoint(Math.max(range.min, Math.min(range.max, 0x21))) : "";
}

/** A way from a character to the next, or to the end of the pattern. */
interface Path {
  readonly to: Node;
  readonly conditions: readonly Condition[];
}

function pathsFrom(from: Node): Path[] {
  const found: Path[] = [];
  const passed = new Set<Node>();
  const walk = (node: Node, conditions: readonly Condition[]): void => {
    if (node.kind !== "pass") {
      found.push({ to: node, conditions });
      return;
    }
    // A round of a repeat that takes no character is not tried.
    if (node.head && passed.has(node.head)) return;
    const isNew = !passed.has(node);
    passed.add(node);
    const all = node.condition ? [...conditions, node.condition] : conditions;
    for (const next of node.next) walk(next, all);
    if (isNew) passed.delete(node);
  };
  if (from.kind === "pass") walk(from, []);
  else for (const next of from.next) walk(next, []);
  return found;
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

  /** Whether a match is certain from a state that has a character before it. */
  #isCertain(state: number, over: number): boolean {
    const { steps, accepts } = this.#automaton;
    if (accepts[state]?.[over]) return true;
    return steps[state]?.[over]?.some(({ to, mayFail }) => !mayFail && !this.#alive[to]) === true;
  }

  /** The states from which a text can fail; of those that search, a match that begins right there. */
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

  /** Strongly connected components of some of the states (Tarjan). */
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

  /** A text over which a state returns to itself in two ways. */
  #exponential({ component, members }: Components): string | null {
    const { steps, samples } = this.#automaton;
    const size = steps.length;
    for (const [group, states] of members.entries()) {
      if (states.length === 0) continue;
      // Pairs of states that one text leads to from one state, and how they were reached.
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
      // Of those, the ones that lead to one state again.
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

  /** A text that leads from a state to itself and to another one that fails, and from that one to itself. */
  #polynomial(failing: Components): string | null {
    const { searching } = this.#automaton;
    const all = this.#components(() => true);
    for (const [group, from] of all.members.entries()) {
      if (from.length === 0) continue;
      const reach = this.#reachable(from, all.component);
      for (const to of failing.members) {
        const [target] = to;
        if (target === undefined || !reach.has(target) || searching.has(target)) continue;
        // Within a component of states that all fail, two ways would be exponential.
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

  /** States that the matcher may try from some, and return from. */
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
    // Whether both ways are still one, and can fail or not; or the one to `q` is tried first, or last.
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
              // What is tried last is never tried behind what cannot fail.
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
  /** The component of each state; -1 for none. */
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
