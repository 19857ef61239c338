/** The list of documents, adding files, and what came of it. */
export const documents = {} as const;
