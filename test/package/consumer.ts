import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { transformWithOxc } from "vite";
import { repository } from "../driver/repository.js";

const execute = promisify(execFile);
const require = createRequire(import.meta.url);

/** A project with Pagehound's packed tarball installed, and nothing else from this repository. */
export interface Consumer {
  readonly folder: string;
  /** Writes a file of the project. */
  write(name: string, text: string): Promise<void>;
  /** Runs a program of an installed package, such as `vite/bin/vite.js`, and returns its output. */
  run(program: string, ...parameters: string[]): Promise<string>;
  /** Checks the types of files as an editor would, including the package's declarations. */
  checkTypes(options: string, ...files: string[]): Promise<void>;
  remove(): Promise<void>;
}

/** What a project contains besides Pagehound. */
export interface ConsumerOptions {
  /** Folders next to this file whose contents are copied into the project. */
  readonly site?: readonly string[];
  /** Other packages, with their versions. */
  readonly packages?: Readonly<Record<string, string>>;
}

let packed: Promise<string> | null = null;

/** Installs the packed library into a fresh project in a temporary folder. */
export async function installConsumer({
  site = [],
  packages = {},
}: ConsumerOptions = {}): Promise<Consumer> {
  packed ??= pack();
  const tarball = await packed;
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-consumer-"));
  for (const name of site) {
    await cp(path.join(import.meta.dirname, name), folder, { recursive: true });
  }
  const dependencies = { pagehound: `file:${tarball}`, ...packages };
  await writeFile(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  try {
    // `engines` must hold for the package's own dependencies, and only for those.
    const strict = Object.keys(packages).length === 0 ? ["--engine-strict"] : [];
    await npm(folder, "install", ...strict, "--prefer-offline", "--no-audit", "--no-fund");
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
  return {
    folder,
    write: async (name, text) => {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    },
    run: (program, ...parameters) =>
      node(folder, path.join(folder, "node_modules", program), ...parameters),
    async checkTypes(options, ...files) {
      const compiler = path.join(
        path.dirname(require.resolve("typescript/package.json")),
        "bin/tsc",
      );
      const all = `--ignoreConfig --strict --noEmit --skipLibCheck false --target es2022 ${options}`;
      await node(folder, compiler, ...all.split(" "), ...files);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Copies the files that PDFs need to the site's static files, as documented. */
export async function copyAssets({ folder }: Consumer, to: string): Promise<void> {
  const from = path.join(folder, "node_modules/pagehound/dist/assets");
  await cp(from, path.join(folder, to), { recursive: true });
}

/** A script of the project without its types, for tools that only read JavaScript. */
export async function plainScript({ folder }: Consumer, name: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(path.join(folder, name), "utf8"), name);
  return code;
}

/** Vitest's `NODE_ENV` would turn a site into a test build. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };
}

async function pack(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-packed-"));
  await npm(repository, "pack", "--pack-destination", folder);
  const name = (await readdir(folder)).find((each) => each.endsWith(".tgz")) ?? "";
  return path.join(folder, name);
}

function node(folder: string, file: string, ...parameters: string[]): Promise<string> {
  return shown(
    execute(process.execPath, [file, ...parameters], { cwd: folder, env: environment() }),
  );
}

async function npm(folder: string, ...parameters: string[]): Promise<void> {
  // NODE_ENV=production would leave out development dependencies.
  const settings = { cwd: folder, shell: process.platform === "win32" };
  await shown(execute("npm", [...parameters, "--ignore-scripts"], settings));
}

/** A failed command's output says more than its exit code. */
async function shown(command: Promise<{ stdout: string }>): Promise<string> {
  try {
    return (await command).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}` || String(error), { cause: error });
  }
}
