import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "./repository.js";

const require = createRequire(import.meta.url);
const run = promisify(execFile);

/** Builds the library into `dist/`. Prints nothing unless it fails. */
export async function build(): Promise<void> {
  await node("vite/bin/vite.js", "build");
  await node("typescript/bin/tsc", "-p", "src");
  await node("tsx/dist/cli.mjs", "scripts/finish-package.ts");
  await node("vite/bin/vite.js", "build", "--mode", "cli");
}

/** Builds the site into `site/`. Prints nothing unless it fails. */
export async function buildDemo(): Promise<void> {
  await node("vite/bin/vite.js", "build", "--mode", "demo");
}

async function node(program: string, ...parameters: string[]): Promise<void> {
  const [name = "", ...rest] = program.split("/");
  const file = path.join(path.dirname(require.resolve(`${name}/package.json`)), ...rest);
  try {
    await run(process.execPath, [file, ...parameters], {
      cwd: repository,
      env: { ...process.env, NODE_ENV: "production" },
    });
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${name} failed: ${`${stdout}${stderr}`.trim() || String(error)}`);
  }
}
