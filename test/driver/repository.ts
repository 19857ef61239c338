import path from "node:path";

/** The repository's root folder. */
export const repository: string = path.resolve(import.meta.dirname, "../..");
