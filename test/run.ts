import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { ensureBuilt, ensureSiteBuilt } from "./driver/ensure-built.js";
import { findBrowser } from "./driver/find-browser.js";
import { repository } from "./driver/repository.js";

/** Where the results are left for a program to read. */
const results = path.join(repository, ".cache/test-results.json");
const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** What a long run has in its environment: tests of something random try it far more often (`tries`). */
const long = { PAGEHOUND_LONG: "1" };

/** Finds a browser, builds what is tested, then runs every test. Returns the exit code. */
async function test([first, ...rest]: readonly string[]): Promise<number> {
  const isLong = first === "--long";
  const parameters = isLong ? rest : [first ?? [], ...rest].flat();
  await rm(results, { force: true });
  const browser = await findBrowser();
  say(`Browser: ${browser}`);
  await ensureBuilt();
  await ensureSiteBuilt();
  say("The library and the demo page are built.");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...parameters], {
    cwd: repository,
    stdio: "inherit",
    env: {
      ...(isLong ? long : {}),
      ...process.env,
      PAGEHOUND_BROWSER: browser,
    },
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code ?? 1)));
}

try {
  process.exitCode = await test(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
