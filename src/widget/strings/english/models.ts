/** Models and where they come from. */
export const models = {} as const;
