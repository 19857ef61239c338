/**
 * The source of a pattern for any of several, with a group for each: compiling one pattern takes a
 * fraction of compiling many. `firstGroup` says which of them matched.
 */
export function anyOf(forms: readonly string[]): string {
  return `(?:${forms.map((form) => `(${form})`).join("|")})`;
}

/** The number of the first group that is part of a match, from 0; -1 if there is none. */
export function firstGroup(match: RegExpExecArray | null): number {
  return match ? match.slice(1).findIndex((group) => group !== undefined) : -1;
}
