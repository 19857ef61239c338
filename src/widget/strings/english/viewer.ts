/** The page viewer. */
export const viewer = {} as const;
