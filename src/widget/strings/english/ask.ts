/** Questions, answers, sources and how they were found. */
export const ask = {} as const;
