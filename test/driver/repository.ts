import path from "node:path";

/** The repository's root folder. */
export const repository: string = path.resolve(import.meta.dirname, "../..");

/** Where the person typed the command: npm moves to the package's folder before it starts a script. */
export function startFolder(): string {
  const folder = process.cwd();
  return folder === repository ? (process.env.INIT_CWD ?? folder) : folder;
}
