/** What went wrong, by the code of the error. */
export const errors = {} as const;
