import { execFile } from "node:child_process";

export interface GrepPattern {
  readonly pattern: string;
  /** Whether it is a literal string rather than a regular expression. */
  readonly fixed: boolean;
  readonly ignoreCase?: boolean;
  readonly wholeWord?: boolean;
}

/**
 * Milliseconds that ripgrep, including its startup, takes to count all matches in the folders'
 * files. Runs `rounds` times after one run that fills the file cache; null if ripgrep is not
 * installed.
 */
export async function ripgrepTimes(
  { pattern, fixed, ignoreCase = false, wholeWord = false }: GrepPattern,
  folders: readonly string[],
  rounds: number,
): Promise<number[] | null> {
  const kind = [
    ...(fixed ? ["--fixed-strings"] : []),
    ...(ignoreCase ? ["--ignore-case"] : []),
    ...(wholeWord ? ["--word-regexp"] : []),
  ];
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    const ran = await run(["--no-config", "--count-matches", ...kind, "--", pattern, ...folders]);
    if (!ran) return null;
    if (round > 0) times.push(performance.now() - started);
  }
  return times;
}

/** Returns false if ripgrep is not installed. */
function run(parameters: readonly string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    execFile("rg", [...parameters], { maxBuffer: 2 ** 26 }, (error) => {
      // ripgrep exits with 1 if nothing matches.
      if (!error || error.code === 1) resolve(true);
      else if (error.code === "ENOENT") resolve(false);
      else reject(error);
    });
  });
}
