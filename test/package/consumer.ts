import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { repository } from "../driver/repository.js";

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** A project that has Pagehound's packed tarball installed and nothing of this repository. */
export interface Consumer {
  readonly folder: string;
  /** Checks the project's types as its own editor would. */
  checkTypes(): Promise<void>;
  /** Builds the site to be served under `base`; returns the folder. */
  build(base: string): Promise<string>;
  remove(): Promise<void>;
}

/** Packs the built library and installs it into a fresh Vite project in a temporary folder. */
export async function installConsumer(): Promise<Consumer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-consumer-"));
  await cp(path.join(import.meta.dirname, "consumer"), folder, { recursive: true });
  await npm(repository, "pack", "--pack-destination", folder);
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  await writeFile(path.join(folder, "package.json"), await manifest(`file:./${tarball}`));
  await npm(folder, "install", "--prefer-offline", "--no-audit", "--no-fund");
  // What the README tells people who embed the library to do.
  await cp(
    path.join(folder, "node_modules/pagehound/dist/assets"),
    path.join(folder, "public/pagehound-assets"),
    { recursive: true },
  );
  return {
    folder,
    async checkTypes() {
      const options =
        "--strict --noEmit --target es2022 --module esnext --moduleResolution bundler";
      await node(folder, "typescript/bin/tsc", ...options.split(" "), "main.ts");
    },
    async build(base) {
      const vite = path.join(folder, "node_modules/vite/bin/vite.js");
      const program = ["build", "--base", base, "--target", "es2022", "--logLevel", "error"];
      await run(process.execPath, [vite, ...program], { cwd: folder, env: environment() });
      return path.join(folder, "dist");
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

async function manifest(pagehound: string): Promise<string> {
  const text = await readFile(path.join(repository, "package.json"), "utf8");
  const { overrides, devDependencies } = JSON.parse(text);
  return JSON.stringify({
    private: true,
    type: "module",
    dependencies: { pagehound },
    devDependencies: { vite: devDependencies.vite },
    overrides,
  });
}

/** Vitest's `NODE_ENV` would make the site a test build. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: "production" };
}

async function node(folder: string, program: string, ...parameters: string[]): Promise<void> {
  const [name = "", ...rest] = program.split("/");
  const file = path.join(path.dirname(require.resolve(`${name}/package.json`)), ...rest);
  await shown(run(process.execPath, [file, ...parameters], { cwd: folder, env: environment() }));
}

async function npm(folder: string, ...parameters: string[]): Promise<void> {
  // NODE_ENV=production would leave development dependencies out.
  const settings = { cwd: folder, shell: process.platform === "win32" };
  await shown(run("npm", [...parameters, "--ignore-scripts"], settings));
}

/** A failed command's own output says more than its exit code. */
async function shown(command: Promise<unknown>): Promise<void> {
  try {
    await command;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}` || String(error), { cause: error });
  }
}
