import { type Automaton, automatonOf } from "../../scripts/pattern-automaton.js";

/** States that an automaton may be in at once, with the transitions for each character class. */
interface StateSet {
  readonly states: ReadonlySet<number>;
  readonly next: (StateSet | undefined)[];
}

/** Determines from its automaton how far a pattern reads. */
class Reading {
  readonly #automaton: Automaton;
  readonly #classes = new Map<number, number>();
  readonly #sets = new Map<string, StateSet>();
  readonly #isUnicode: boolean;
  /** Whether a match can only start where the text does. */
  readonly isAtStart: boolean;

  constructor({ source, flags }: RegExp) {
    this.#automaton = automatonOf(source, flags.replace("y", ""));
    this.#isUnicode = /[uv]/.test(flags);
    const { steps, accepts, searching } = this.#automaton;
    this.isAtStart = [...searching].every(
      (state) =>
        accepts[state]?.every((accepting) => !accepting) &&
        steps[state]?.flat().every(({ to }) => searching.has(to)),
    );
  }

  /** Number of characters that a match attempt at an index may read. */
  from(text: string, place: number): number {
    const { steps, searching } = this.#automaton;
    let first: readonly number[] = [0];
    if (place > 0) {
      const before = this.#classAt(text, place - 1);
      const state = steps[0]?.[before]?.find(({ to }) => searching.has(to))?.to;
      first = state === undefined ? [] : [state];
    }
    let set = this.#setOf(first);
    let at = place;
    while (at < text.length && set.states.size > 0) {
      const over = this.#classAt(text, at);
      const next = set.next[over] ?? this.#after(set, over);
      set.next[over] = next;
      set = next;
      at++;
    }
    return at - place + 1;
  }

  #after({ states }: StateSet, over: number): StateSet {
    const { steps, searching } = this.#automaton;
    const leads = [...states].flatMap((state) => steps[state]?.[over] ?? []);
    return this.#setOf(leads.map(({ to }) => to).filter((to) => !searching.has(to)));
  }

  #setOf(states: readonly number[]): StateSet {
    const sorted = [...new Set(states)].toSorted((a, b) => a - b);
    const key = sorted.join(" ");
    const known = this.#sets.get(key) ?? { states: new Set(sorted), next: [] };
    this.#sets.set(key, known);
    return known;
  }

  #classAt(text: string, at: number): number {
    const code = (this.#isUnicode ? text.codePointAt(at) : text.charCodeAt(at)) ?? 0;
    const known = this.#classes.get(code);
    if (known !== undefined) return known;
    const found = this.#automaton.classOf(code);
    this.#classes.set(code, found);
    return found;
  }
}

const readings = new Map<string, Reading>();

function readingOf(pattern: RegExp): Reading {
  const key = String(pattern);
  const known = readings.get(key) ?? new Reading(pattern);
  readings.set(key, known);
  return known;
}

/** Calls of one kind to be counted, with their cost once they are done. */
interface Counted {
  readonly owner: object;
  readonly name: string;
  readonly cost: (self: never, args: readonly never[], result: never) => number;
}

const whole = (self: string): number => self.length + 1;
const every = (self: readonly unknown[]): number => self.length + 1;
const found = (self: { length: number }, [, from = 0]: readonly number[], at: number): number =>
  at < 0 ? self.length - from + 1 : at - from + 1;

const counted: readonly Counted[] = [
  ...["charAt", "charCodeAt", "codePointAt", "startsWith", "endsWith"].map((name) => ({
    owner: String.prototype,
    name,
    cost: () => 1,
  })),
  ...["includes", "lastIndexOf", "normalize", "toLowerCase", "toUpperCase", "trim", "trimEnd"].map(
    (name) => ({ owner: String.prototype, name, cost: whole }),
  ),
  ...["replaceAll", "split", "localeCompare"].map((name) => ({
    owner: String.prototype,
    name,
    cost: (self: string, [by]: readonly unknown[]) => (typeof by === "string" ? whole(self) : 0),
  })),
  { owner: String.prototype, name: "indexOf", cost: found },
  ...["filter", "map", "forEach", "flatMap", "reduce", "join", "sort", "reverse"].map((name) => ({
    owner: Array.prototype,
    name,
    cost: every,
  })),
  {
    owner: Array.prototype,
    name: "slice",
    cost: (_self: unknown, _args: unknown, result: readonly unknown[]) => every(result),
  },
  ...["shift", "unshift", "splice", "toSorted", "lastIndexOf"].map((name) => ({
    owner: Array.prototype,
    name,
    cost: every,
  })),
  ...["indexOf", "findIndex"].map((name) => ({
    owner: Array.prototype,
    name,
    cost: (self: readonly unknown[], _args: unknown, at: number) => found(self, [], at),
  })),
  {
    owner: Array.prototype,
    name: "includes",
    cost: (self: readonly unknown[], [sought]: readonly unknown[]) =>
      found(self, [], Reflect.apply(indexOf, self, [sought])),
  },
  {
    owner: Array.prototype,
    name: "find",
    cost: (self: readonly unknown[], _args: unknown, result: unknown) =>
      found(self, [], Reflect.apply(indexOf, self, [result])),
  },
  // How far these went is unknown, so they count as if they went to the end.
  {
    owner: Array.prototype,
    name: "some",
    cost: (self: readonly unknown[], _args: unknown, yes: boolean) => (yes ? 1 : every(self)),
  },
  {
    owner: Array.prototype,
    name: "every",
    cost: (self: readonly unknown[], _args: unknown, yes: boolean) => (yes ? every(self) : 1),
  },
];
const { indexOf } = Array.prototype;

/**
 * Counts the characters that strings and regular expressions read while something runs, and the
 * elements that array methods visit. Loops over characters count through the methods they read them
 * with. The same work gives the same count on every machine.
 */
export function countSteps(run: () => unknown): number {
  let steps = 0;
  let isCounting = true;
  const restore: (() => void)[] = [];
  const patch = (owner: object, name: string, made: (original: never) => unknown): void => {
    const original = Reflect.get(owner, name) as never;
    Reflect.set(owner, name, made(original));
    restore.push(() => Reflect.set(owner, name, original));
  };
  const uncounted = (work: () => number): void => {
    isCounting = false;
    steps += work();
    isCounting = true;
  };
  const { exec } = RegExp.prototype;
  patch(RegExp.prototype, "exec", () => {
    return function counting(this: RegExp, text: string): RegExpExecArray | null {
      if (!isCounting) return Reflect.apply(exec, this, [text]);
      const written = String(text);
      const from = this.global || this.sticky ? this.lastIndex : 0;
      const match = Reflect.apply(exec, this, [written]) as RegExpExecArray | null;
      uncounted(() => {
        const reading = readingOf(this);
        if (match) return match.index - from + reading.from(written, match.index);
        if (from > written.length) return 1;
        if (this.sticky || reading.isAtStart) return reading.from(written, from);
        return written.length - from + 1;
      });
      return match;
    };
  });
  for (const { owner, name, cost } of counted) {
    patch(owner, name, (original: (...args: unknown[]) => unknown) => {
      return function counting(this: unknown, ...args: unknown[]): unknown {
        if (!isCounting) return Reflect.apply(original, this, args);
        const result = Reflect.apply(original, this, args);
        uncounted(() => cost(this as never, args as never, result as never));
        return result;
      };
    });
  }
  try {
    run();
  } finally {
    for (const each of restore) each();
  }
  return steps;
}
