import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type {} from "../../cli/harness.js";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";

const examples = path.join(repository, "examples");
const plant = {
  name: "plant.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("The heliostat field has 4212 mirrors."),
};
let folder: string;
let tarball: string;

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-examples-"));
  // Only a long run installs the packed library.
  if (!process.env.PAGEHOUND_LONG) return;
  await npm(repository, {}, "pack", "--pack-destination", folder);
  tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "";
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("bundlers find no files in the package except its workers", async () => {
  const dist = path.join(repository, "dist");
  const scripts = (await readdir(dist)).filter((file) => file.endsWith(".js"));
  const codes = await Promise.all(scripts.map((file) => readFile(path.join(dist, file), "utf8")));
  // Bundlers look for this reference; Turbopack fails if it is not a file.
  const found = codes.join("\n").match(/new URL\(\s*["'`][^)]*?,\s*import\.meta\.url/g) ?? [];
  const others = found.filter((url) => !/^new URL\(["'`]\.\/workers\/[\w-]+\.worker\.js/.test(url));
  expect([found.length, others]).toEqual([9, []]);
});

test("a plain page asks a document", async () => {
  const mounts = {
    "/plain/": path.join(examples, "plain"),
    "/plain/pagehound/": path.join(repository, "site"),
  };
  await drive(
    async ({ context, url, problems }) => {
      const page = await context.newPage();
      await page.goto(`${url}/plain/`);
      await page.locator("#pick-files").setInputFiles(plant);
      await page.locator(".ask-box .chip", { hasText: "1 document" }).waitFor();
      await page.getByRole("textbox", { name: "Question" }).fill("How many mirrors are there?");
      await page.keyboard.press("Enter");
      await page.getByText("4212 mirrors").first().waitFor();
      expect(problems).toEqual([]);
    },
    { mounts },
  );
});

// Only in a long run, because installing and building takes most of a minute. `package.test.ts` has
// a site that Vite builds with the packed library.
test.runIf(process.env.PAGEHOUND_LONG)(
  "React and Vite build and ask a document",
  { timeout: 600_000 },
  async () => {
    const site = await built("vite-react", "dist");
    await drive(
      async ({ context, url, problems }) => {
        const page = await context.newPage();
        await page.goto(`${url}/react/`);
        await expectAnswer(page);
        expect(problems).toEqual([]);
      },
      { mounts: { "/react/": site } },
    );
  },
);

// It installs 150 MB.
test.runIf(process.env.PAGEHOUND_LONG)(
  "Next.js builds and asks a document",
  async () => {
    const site = await built("next", "out", { NEXT_BASE_PATH: "/next" });
    await drive(
      async ({ context, url }) => {
        const page = await context.newPage();
        await page.goto(`${url}/next/`);
        await expectAnswer(page);
      },
      { mounts: { "/next/": site } },
    );
  },
  600_000,
);

test("workers are loaded from the folder that a page names", async () => {
  await drive(async ({ page, url, problems }) => {
    const found = await page.evaluate(async () => {
      const { Pagehound } = globalThis.harness.library;
      const options = { storage: "memory", assetsBase: "/dist/assets/" } as const;
      const hound = await Pagehound.open({ ...options, workerBase: "/dist/workers" });
      const file = new Blob(["The heliostat field has 4212 mirrors."]);
      await hound.add([{ path: "plant.txt", file }]);
      const { lines } = await hound.grep("mirrors");
      const { passages } = await hound.ask("How many mirrors?");
      return { lines, paths: passages.map((each) => each.path) };
    });
    expect(found).toEqual({ lines: 1, paths: ["plant.txt"] });
    const workers = new Set(page.workers().map((worker) => worker.url()));
    for (const name of ["agent", "collection", "grep"]) {
      expect(workers).toContain(`${url}/dist/workers/${name}.worker.js`);
    }
    expect(problems).toEqual([]);
  });
});

async function expectAnswer(page: Page): Promise<void> {
  await page.getByLabel("Documents").setInputFiles(plant);
  await page.getByText("1 added").waitFor();
  await page.getByLabel("Question").fill("How many mirrors are there?");
  await page.getByRole("button", { name: "Ask" }).click();
  await page.locator("blockquote", { hasText: "4212 mirrors" }).waitFor();
}

/** Installs a copy of an example with the packed library, builds it, and returns its site. */
async function built(
  example: string,
  site: string,
  settings: NodeJS.ProcessEnv = {},
): Promise<string> {
  const copy = path.join(folder, example);
  await cp(path.join(examples, example), copy, {
    recursive: true,
    filter: (file) => !/node_modules|[\\/](?:dist|out|\.next|public)$/.test(file),
  });
  const file = path.join(copy, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  const { overrides } = JSON.parse(await readFile(path.join(repository, "package.json"), "utf8"));
  manifest.dependencies.pagehound = `file:../${tarball}`;
  // The repository's own overrides spare the test these downloads.
  const { typedoc: _typedoc, ...others } = overrides;
  await writeFile(file, JSON.stringify({ ...manifest, overrides: others }));
  await npm(
    copy,
    settings,
    "install",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
  );
  await npm(copy, settings, "run", "build");
  return path.join(copy, site);
}

async function npm(
  cwd: string,
  settings: NodeJS.ProcessEnv,
  ...parameters: string[]
): Promise<void> {
  // Vitest's `NODE_ENV` would turn the site into a test build.
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...settings,
    NODE_ENV: undefined,
    NEXT_TELEMETRY_DISABLED: "1",
  };
  try {
    await promisify(execFile)("npm", parameters, { cwd, env, shell: process.platform === "win32" });
  } catch (error) {
    // A failed command's output says more than its exit code.
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}` || String(error), { cause: error });
  }
}
