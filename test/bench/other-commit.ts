import { execFile } from "node:child_process";
import { access, mkdir, rename, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { BadInput } from "../../cli/bad-input.js";
import type { Driver } from "../driver/driver.js";
import { repository } from "../driver/repository.js";
import { driveBench } from "./bench-driver.js";
import { say } from "./command.js";

const run = promisify(execFile);

/**
 * Runs `use` with a browser, and with the URL of another commit's library; null without a commit.
 * Throws `BadInput` if there is no such commit.
 */
export async function driveAgainst<T>(
  commit: string | null,
  use: (driver: Driver, library: string | null) => Promise<T>,
): Promise<T> {
  if (commit === null) return driveBench((driver) => use(driver, null));
  const mounts = { "/other/": await libraryOf(commit) };
  return driveBench((driver) => use(driver, "/other/index.js"), { mounts });
}

/**
 * Returns the library's folder at another commit, built once with this commit's dependencies.
 * Throws `BadInput` if there is no such commit.
 */
async function libraryOf(commit: string): Promise<string> {
  const named = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`];
  const { stdout } = await run("git", named, { cwd: repository }).catch(() => {
    throw new BadInput(`--against needs a commit of this repository, not "${commit}".`);
  });
  const hash = stdout.trim();
  const folder = path.join(repository, ".cache/commits", hash);
  const library = path.join(folder, "dist");
  const isBuilt = await access(library).then(
    () => true,
    () => false,
  );
  if (isBuilt) return library;
  say(`Building the library of ${hash.slice(0, 8)}.`);
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  const archive = path.join(part, "source.tar");
  await run("git", ["archive", "--output", archive, hash], { cwd: repository });
  await run("tar", ["-xf", archive, "-C", part]);
  await rm(archive);
  await symlink(path.join(repository, "node_modules"), path.join(part, "node_modules"));
  const vite = path.join(repository, "node_modules/vite/bin/vite.js");
  await run(process.execPath, [vite, "build"], {
    cwd: part,
    env: { ...process.env, NODE_ENV: "production" },
  });
  await rename(part, folder);
  return library;
}
