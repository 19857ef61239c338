/** Searching by words and by patterns. */
export const search = {} as const;
