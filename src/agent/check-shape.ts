import { isRecord } from "../core/is-record.js";

/** Looks at a value from outside. Null when it is as it should be, else where it is not. */
export type Check = (value: unknown) => string | null;

export const text: Check = (value) => (typeof value === "string" ? null : "");
export const number: Check = (value) => (Number.isFinite(value) ? null : "");
export const boolean: Check = (value) => (typeof value === "boolean" ? null : "");
/** An object with any names. */
export const record: Check = (value) => (isRecord(value) ? null : "");

/** One of these texts. */
export function oneOf(allowed: readonly string[]): Check {
  return (value) => (typeof value === "string" && allowed.includes(value) ? null : "");
}

export function nullable(check: Check): Check {
  return (value) => (value === null ? null : check(value));
}

/** May be missing. */
export function optional(check: Check): Check {
  return (value) => (value === undefined ? null : check(value));
}

export function list(check: Check): Check {
  return (value) => (Array.isArray(value) ? firstProblem(value.entries(), () => check) : "");
}

/** An object that has these names, and perhaps others. */
export function shape(checks: Readonly<Record<string, Check>>): Check {
  return (value) => {
    const problem = record(value);
    if (problem !== null) return problem;
    const fields = value as Readonly<Record<string, unknown>>;
    const own = Object.keys(checks).map((name) => {
      return [name, Object.hasOwn(fields, name) ? fields[name] : undefined] as const;
    });
    return firstProblem(own, (name) => checks[name]);
  };
}

function firstProblem<Name extends string | number>(
  entries: Iterable<readonly [Name, unknown]>,
  checkOf: (name: Name) => Check | undefined,
): string | null {
  for (const [name, value] of entries) {
    const problem = checkOf(name)?.(value) ?? null;
    if (problem !== null) return problem === "" ? String(name) : `${name}.${problem}`;
  }
  return null;
}
