import { execFile, spawn } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { ensureBuilt, ensureSiteBuilt } from "./driver/ensure-built.js";
import { findBrowser } from "./driver/find-browser.js";
import { installDebianPackages } from "./driver/install-browser.js";
import { repository } from "./driver/repository.js";
import { otherBrowsers } from "./e2e/other-browsers/installed.js";
import { longFiles } from "./long-files.js";

/** Where the results are written for scripts. */
const results = path.join(repository, ".cache/test-results.json");
const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The environment of a long run, in which randomised tests try far more examples (`tries`). */
const long = { PAGEHOUND_LONG: "1" };
/** Number of parts into which the longer tests of a long run are divided; each commit runs one. */
const parts = 8;

/**
 * The part of the longer tests that belongs to this commit: those that a long run tries more of, or
 * that only it runs. A commit always gets the same part.
 */
async function partOfCommit(): Promise<string[]> {
  const folder = path.join(repository, "test");
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    file.endsWith(".test.ts"),
  );
  const longer: string[] = [];
  for (const file of files.toSorted()) {
    const source = await readFile(path.join(folder, file), "utf8");
    // Accessibility checks of the page's states are in another file, with one test per state.
    const isLonger = /from "(?:fast-check|.*\/(?:tries|test-accessible)\.js)"|PAGEHOUND_LONG/;
    if (isLonger.test(source)) longer.push(`test/${file}`);
  }
  const part = (await commitNumber()) % parts;
  return longer.filter((_, at) => at % parts === part);
}

/** A number derived from the commit; 0 if there is none. */
async function commitNumber(): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)("git", ["rev-parse", "HEAD"], { cwd: repository });
    return Number.parseInt(stdout.slice(0, 8), 16);
  } catch {
    return 0;
  }
}

/** Tests the site in Firefox and WebKitGTK. */
const inOtherBrowsers = ["--project", "built", "test/e2e/other-browsers.test.ts"];

/** Installs missing browsers other than Chromium. Throws if one cannot be installed. */
async function installOthers(): Promise<void> {
  const missing = () => otherBrowsers().filter(({ start }) => start === null);
  const packages = missing().flatMap((browser) => browser.packages);
  const why = packages.length > 0 ? await installDebianPackages(packages) : null;
  if (missing().length === 0) return;
  const names = missing().map(({ name }) => name);
  throw new Error(
    `${names.join(" and ")} could not be installed${why === null ? "" : ` (apt-get: ${why})`}. As root on Debian, apt-get installs them; elsewhere, install what has the commands firefox, WebKitWebDriver and Xvfb.`,
  );
}

/**
 * What to run: which tests, how thoroughly to try randomised ones, and the maximum number of
 * minutes.
 */
interface Wanted {
  readonly parameters: readonly string[];
  readonly isLong: boolean;
  readonly minutes: number | null;
}

/**
 * Parses the command line: `--browsers` for Firefox and WebKitGTK, `--long` for a long run, and
 * `--long --minutes N` for the commit's part of one, which ends after N minutes. All other
 * arguments are vitest's.
 */
async function wanted(args: readonly string[]): Promise<Wanted> {
  const [first, second, third, ...rest] = args;
  if (first === "--long" && second === "--minutes") {
    return {
      parameters: [...(await partOfCommit()), ...rest],
      isLong: true,
      minutes: Number(third),
    };
  }
  const isLong = first === "--long";
  const isOthers = first === "--browsers";
  const after = args.slice(isLong || isOthers ? 1 : 0);
  if (isOthers) await installOthers();
  const parameters = isOthers ? [...inOtherBrowsers, ...after] : after;
  const namesFiles = parameters.some((parameter) => parameter.startsWith("test/"));
  const leftOut = isLong || namesFiles ? [] : longFiles.flatMap((file) => ["--exclude", file]);
  return {
    parameters: [...leftOut, ...parameters],
    isLong,
    minutes: null,
  };
}

/** Finds a browser, builds what is tested, then runs the tests. Returns the exit code. */
async function test(args: readonly string[]): Promise<number> {
  const { parameters, isLong, minutes } = await wanted(args);
  const browser = await findBrowser();
  say(`Browser: ${browser}`);
  await Promise.all([ensureBuilt(), ensureSiteBuilt()]);
  say("The library and the demo page are built.");
  const reporters = [
    "default",
    "./test/driver/end-hung-run.ts",
    "./test/driver/slowest-files.ts",
  ].map((reporter) => `--reporter=${reporter}`);
  // The results of part of a long run must not pass for those of a whole one.
  if (minutes === null) {
    await rm(results, { force: true });
    reporters.push("--reporter=json", `--outputFile.json=${results}`);
  }
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...parameters], {
    cwd: repository,
    stdio: "inherit",
    env: {
      ...(isLong ? long : {}),
      ...(minutes === null ? {} : { PAGEHOUND_SEED: String(await commitNumber()) }),
      ...process.env,
      PAGEHOUND_BROWSER: browser,
    },
  });
  const ended = new Promise<number>((resolve) => child.on("close", (code) => resolve(code ?? 1)));
  if (minutes === null) return ended;
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
    say(`The ${minutes} minutes are over; the rest was not run.`);
    child.kill();
  }, minutes * 60_000);
  const code = await ended;
  clearTimeout(limit);
  return isOver ? 0 : code;
}

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
