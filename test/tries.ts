/**
 * How many random examples a test tries: `few` in every run, `many` in a long one (`npm run
 * test:long`, or `PAGEHOUND_LONG=1`).
 */
export function tries<Amount>(few: Amount, many: Amount): Amount {
  return import.meta.env.PAGEHOUND_LONG ? many : few;
}

/**
 * Whether this is a long run, for tests that run only there (`test.runIf(isLong)`). `npm test`
 * covers their purpose with a similar, shorter test.
 */
export const isLong: boolean = tries(false, true);
