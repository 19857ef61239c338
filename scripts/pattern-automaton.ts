import { CharBase, CharSet, type Concatenation, type Element, JS } from "refa";

/** Finite repeats above these limits count as unbounded: of one character, and of anything else. */
const longestRun = 400;
const longestRepeat = 64;
/** A position between characters. `set` is null for an epsilon transition. */
interface Node {
  readonly kind: "pass" | "character" | "accept" | "body-end";
  readonly set: CharSet | null;
  readonly next: Node[];
  /** The condition for passing. */
  readonly condition: Condition | null;
  /** At the end of a repetition: where its rounds start. */
  readonly head?: Node;
}

interface Side {
  readonly set: CharSet;
  readonly edge: boolean;
}

/** Null allows everything. */
interface Condition {
  /** Characters that may come before, or the start of the text if `start`. */
  readonly before: Side | null;
  /** Characters that may follow, or the end of the text if `edge`. */
  readonly after: Side | null;
  /** Whether it may fail even if these conditions hold. */
  readonly mayFail: boolean;
}

/** A transition between states over a character class. */
export interface Step {
  readonly to: number;
  readonly count: number;
  readonly mayFail: boolean;
  /** Lower values are tried first. */
  readonly order: number;
}

/**
 * A regular expression as an automaton with a state for each of its characters, preceded by one
 * that skips any character, because an unanchored search may start anywhere. States also
 * distinguish the preceding character, as far as assertions look at it.
 *
 * Assertions about one character, such as `(?<!\d)`, `^`, `$` and `\b`, are exact; all others may
 * hold or not. A backreference may match anything its group may match.
 */
export interface Automaton {
  /** The transitions for each state and character class. */
  readonly steps: readonly (readonly (readonly Step[])[])[];
  /**
   * Whether a state accepts before each character class; the last class stands for the end of the
   * text.
   */
  readonly accepts: readonly (readonly boolean[])[];
  readonly samples: readonly string[];
  /** States that skip what precedes a match. */
  readonly searching: ReadonlySet<number>;
  readonly looksBackFar: boolean;
  /** The class of a character code. */
  readonly classOf: (code: number) => number;
}

/** Builds the automaton of a regular expression. Its initial state is 0. */
export function automatonOf(source: string, flags: string): Automaton {
  return new Builder(source, flags).build();
}

/** Parses assertions as lookaheads and lookbehinds, and keeps backreferences. */
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

  /** A backreference may match anything that its group may match. */
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
      // A single character may decide the assertion; otherwise the nearest character has to fit.
      const nearest = this.#nearest(alternatives, kind);
      const rest = nearest ? { ...nearest, set: nearest.set.intersect(others.set) } : others;
      ways.push(when(sides, false), when(rest, true));
    }
    return this.#pass(ways);
  }

  /** The adjacent characters that an assertion allows; null for any. */
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

  /** The alternatives of an assertion that look at one character or an edge of the text. */
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
    // The preceding characters that assertions distinguish; the start of the text comes first.
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
      classOf: (code) => base.sets.findIndex((set) => set.has(code)),
    };
  }
}

type Group = Extract<Parameters<JS.Parser["parseElement"]>[0], { type: "CapturingGroup" }>;

/** The capturing groups of a pattern, by number. */
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

/** A path from one character to the next, or to the end of the pattern. */
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
    // A round of a repetition that consumes nothing is not tried.
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
