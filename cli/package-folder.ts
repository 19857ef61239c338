import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The folder of this package: installed, or the repository's root. */
export const packageFolder: string = folderAbove(import.meta.dirname);

/** The used fields of `package.json`. */
interface PackageManifest {
  readonly version: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The package's own manifest. */
export function packageManifest(): PackageManifest {
  return JSON.parse(readFileSync(path.join(packageFolder, "package.json"), "utf8"));
}

/** Where the person typed the command: npm moves to the package's folder before it starts a script. */
export function startFolder(): string {
  const folder = process.cwd();
  return folder === packageFolder ? (process.env.INIT_CWD ?? folder) : folder;
}

/** These files are at different depths in the repository and in the built package. */
function folderAbove(folder: string): string {
  if (existsSync(path.join(folder, "package.json"))) return folder;
  return folderAbove(path.dirname(folder));
}
