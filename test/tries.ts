/**
 * How many of something random a test tries: `few` in every run, `many` in a long one
 * (`npm run test:long`, or `PAGEHOUND_LONG=1`).
 */
export function tries<Amount>(few: Amount, many: Amount): Amount {
  return import.meta.env.PAGEHOUND_LONG ? many : few;
}

/**
 * Whether this is a long run, for tests that it alone has (`test.runIf(isLong)`): what they show, `npm
 * test` shows by another of their kind.
 */
export const isLong: boolean = tries(false, true);
