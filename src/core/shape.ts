import { isRecord } from "./json.js";

// What comes from outside, such as a file, a message of another tab or an older version's record, is
// looked at before it is used. A shape is declared once: it checks a value, names the first thing in it
// that is not as it has to be, and gives the compiler its type. What callers pass is checked with
// `arguments.ts` instead, which speaks to them of arguments.

/** What a value has to be. */
export interface Shape<Value> {
  /** In words, such as "a text of at most 200 characters". */
  readonly expected: string;
  /** The value without what its shape has no name for. Throws `Mismatch`. */
  read(value: unknown): Value;
}

/** A member of an object that may be missing. */
export interface OptionalShape<Value> extends Shape<Value> {
  readonly optional: true;
}

/** The type of the values that a shape lets pass. */
export type Shaped<Declared> = Declared extends Shape<infer Value> ? Value : never;

/** A value is not of its shape. The message goes on after the name of the place: "is not a text". */
export class Mismatch extends Error {
  override readonly name = "Mismatch";
  /** Names and indices that lead to the place; empty for the value itself. */
  readonly path: (string | number)[] = [];

  constructor(expected: string, value: unknown) {
    super(value === undefined ? "is missing" : `is not ${expected}`);
  }

  /** The path as text, such as `outcome.calls[0].tool`. */
  get place(): string {
    return this.path.reduce<string>((before, step) => {
      if (typeof step === "number") return `${before}[${step}]`;
      return before === "" ? step : `${before}.${step}`;
    }, "");
  }
}

/** The first thing in a value that is not of the shape; null when all is. */
export function mismatch(shape: Shape<unknown>, value: unknown): Mismatch | null {
  try {
    shape.read(value);
    return null;
  } catch (thrown) {
    if (thrown instanceof Mismatch) return thrown;
    throw thrown;
  }
}

/** Whether a value is of the shape. */
export function matches<Value>(shape: Shape<Value>, value: unknown): value is Value {
  return mismatch(shape, value) === null;
}

/** A value that `is` so. */
export function shape<Value>(expected: string, is: (value: unknown) => boolean): Shape<Value> {
  return {
    expected,
    read: (value) => {
      if (is(value)) return value as Value;
      throw new Mismatch(expected, value);
    },
  };
}

/** True or false. */
export const boolean: Shape<boolean> = shape("true or false", (each) => typeof each === "boolean");

/** An object with any names. */
export const anyObject: Shape<Readonly<Record<string, unknown>>> = shape("an object", isRecord);

export const text: Shape<string> = shape("a text", (each) => typeof each === "string");

/** Text of at most so many characters. */
export function textWithin(max: number): Shape<string> {
  return shape(
    `a text of at most ${max} characters`,
    (each) => typeof each === "string" && each.length <= max,
  );
}

/** A finite number. */
export const number: Shape<number> = shape("a number", Number.isFinite);

/** A whole number in a range, small enough to be exact. */
export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Shape<number> {
  const end = max === Number.MAX_SAFE_INTEGER ? "" : ` to ${max}`;
  return shape(
    `a whole number from ${min}${end}`,
    (each) => Number.isSafeInteger(each) && Number(each) >= min && Number(each) <= max,
  );
}

/** How many of something there are. */
export const count: Shape<number> = integer(0);

/** One of a few values. */
export function oneOf<const Value>(...values: readonly Value[]): Shape<Value> {
  const listed = values.map((each) => JSON.stringify(each)).join(", ");
  return shape(values.length === 1 ? listed : `one of ${listed}`, (each) =>
    (values as readonly unknown[]).includes(each),
  );
}

/** A list of at most so many values, each of the same shape. */
export function list<Value>(each: Shape<Value>, max: number = Infinity): Shape<Value[]> {
  const whole = shape<unknown[]>(
    max === Infinity ? "a list" : `a list of at most ${max}`,
    (value) => Array.isArray(value) && value.length <= max,
  );
  return {
    ...whole,
    read: (value) => whole.read(value).map((item, index) => readAt(index, each, item)),
  };
}

/** What an object with these members is, in the eyes of the compiler. */
export type Members<Declared> = {
  readonly [Name in keyof Declared as Declared[Name] extends OptionalShape<unknown>
    ? never
    : Name]: Shaped<Declared[Name]>;
} & {
  readonly [Name in keyof Declared as Declared[Name] extends OptionalShape<unknown>
    ? Name
    : never]?: Shaped<Declared[Name]>;
};

/** An object with these members, and perhaps others. */
export function object<const Declared extends Readonly<Record<string, Shape<unknown>>>>(
  members: Declared,
): Shape<Members<Declared>> {
  return {
    expected: anyObject.expected,
    read: (value) => {
      const given = anyObject.read(value);
      const taken: Record<string, unknown> = {};
      for (const [name, member] of Object.entries(members)) {
        const own = Object.hasOwn(given, name) ? given[name] : undefined;
        if (own === undefined && "optional" in member) continue;
        taken[name] = readAt(name, member, own);
      }
      return taken as Members<Declared>;
    },
  };
}

/** An object that has the shape which the text under `name` chooses. */
export function variant<Value>(
  name: string,
  shapes: Readonly<Record<string, Shape<unknown>>>,
): Shape<Value> {
  const chosen = object({ [name]: oneOf(...Object.keys(shapes)) });
  return {
    expected: anyObject.expected,
    read: (value) => {
      const kind = chosen.read(value)[name] as string;
      return { [name]: kind, ...(shapes[kind]?.read(value) as object) } as Value;
    },
  };
}

/** Null, or a value of the shape. */
export function nullable<Value>(given: Shape<Value>): Shape<Value | null> {
  return { ...given, read: (value) => (value === null ? null : given.read(value)) };
}

/** A member that may be missing. */
export function optional<Value>(given: Shape<Value>): OptionalShape<Value> {
  return { ...given, optional: true };
}

/** A value of the shape, made into something else. What `make` throws is thrown. */
export function mapped<Value, Made>(
  given: Shape<Value>,
  make: (value: Value) => Made,
): Shape<Made> {
  return { ...given, read: (value) => make(given.read(value)) };
}

function readAt<Value>(step: string | number, { read }: Shape<Value>, value: unknown): Value {
  try {
    return read(value);
  } catch (thrown) {
    if (thrown instanceof Mismatch) thrown.path.unshift(step);
    throw thrown;
  }
}
