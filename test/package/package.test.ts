import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { type CommandEnd, runScript } from "../driver/run-command.js";
import { writePdf } from "../e2e/write-pdf.js";
import { isLong } from "../tries.js";
import { type Consumer, copyAssets, installConsumer, plainScript } from "./consumer.js";
import { policy, useSite } from "./use-site.js";

const run = promisify(execFile);

/** The maximum size, in megabytes, of an installed Pagehound with all its dependencies. */
const largest = 35.05;

let consumer: Consumer;

beforeAll(async () => {
  await ensureBuilt();
  consumer = await installConsumer({ site: ["site"] });
});

afterAll(() => consumer?.remove());

/** The packages that adapter entries are made for, which their users have installed. */
const adapted: Readonly<Record<string, string>> = {
  "pagehound/ai-sdk": "ai",
  "pagehound/langchain": "@langchain/core",
};

/** The package's entries with code, by import name, except adapters to other packages. */
async function entries(): Promise<string[]> {
  const text = await readFile(path.join(repository, "package.json"), "utf8");
  const { exports } = JSON.parse(text) as { exports: Record<string, { default?: string }> };
  return Object.entries(exports)
    .filter(([, entry]) => entry.default !== undefined)
    .map(([name]) => path.posix.join("pagehound", name))
    .filter((name) => !(name in adapted));
}

test("the package contains only its own files, and few of them", async () => {
  const modules = path.join(consumer.folder, "node_modules");
  expect((await readdir(modules)).filter((name) => !name.startsWith("."))).toEqual(["pagehound"]);
  const files = await readdir(modules, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map((file) => stat(path.join(file.parentPath, file.name))),
  );
  const megabytes = sizes.reduce((sum, { size }) => sum + size, 0) / 1e6;
  process.stdout.write(`Installed: ${megabytes.toFixed(1)} MB of at most ${largest}.\n`);
  expect(megabytes).toBeLessThan(largest);
});

test("names every bundled package with its licence", async () => {
  const notices = await readFile(
    path.join(consumer.folder, "node_modules/pagehound/dist/THIRD-PARTY-NOTICES.txt"),
    "utf8",
  );
  const sections = notices.split(`${"=".repeat(80)}`);
  const imported = await importedPackages();
  expect(imported).toContain("pdfjs-dist");
  for (const name of imported) {
    // Some are installed under a different name.
    const manifest = await readFile(
      path.join(repository, "node_modules", name, "package.json"),
      "utf8",
    );
    const { name: packageName, version, license } = JSON.parse(manifest);
    const section = sections.find((each) => each.startsWith(`\n\n${packageName} ${version}\n`));
    expect(section, name).toContain(`Licence: ${license}`);
    expect(section?.length, name).toBeGreaterThan(500);
  }
  // Fonts and wasm have their own licences.
  expect(notices).toContain("Files of pdfjs-dist/standard_fonts");
});

/** The packages that our sources import, except for types, and those that entries adapt to. */
async function importedPackages(): Promise<Set<string>> {
  const found = new Set<string>();
  for (const folder of ["src", "workers"]) {
    const names = await readdir(path.join(repository, folder), { recursive: true });
    for (const name of names.filter((each) => each.endsWith(".ts") && !each.endsWith(".d.ts"))) {
      const text = await readFile(path.join(repository, folder, name), "utf8");
      const sources = text.matchAll(
        /^(?:import|\} from) (?!type)[^"]*"([^".][^"]*)"|\bimport\("([^".][^"]*)"\)/gm,
      );
      for (const [, one, other] of sources) {
        const [first = "", second = ""] = (one ?? other ?? "").split("/");
        const name = first.startsWith("@") ? `${first}/${second}` : first;
        if (!Object.values(adapted).includes(name)) found.add(name);
      }
    }
  }
  return found;
}

/** Imports entries in the project, and returns whether each exports anything. */
async function imports(...names: string[]): Promise<boolean> {
  const code = `for (const name of ${JSON.stringify(names)}) {
    if (Object.keys(await import(name)).length === 0) throw new Error(name + " exports nothing.");
  }
  console.log(true);`;
  const options = { cwd: consumer.folder, timeout: 60_000 };
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", code], options);
  return stdout.trim() === "true";
}

test("every entry can be imported on a server, and lets the process exit", async () => {
  const names = await entries();
  expect(names).toContain("pagehound/widget");
  expect(await imports(...names)).toBe(true);
});

test("describes the element for editors, with everything in its class", async () => {
  const place = path.join(consumer.folder, "node_modules/pagehound");
  const { customElements } = JSON.parse(await readFile(path.join(place, "package.json"), "utf8"));
  const { modules } = JSON.parse(await readFile(path.join(place, customElements), "utf8"));
  const [element] = modules[0].declarations;
  const names = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);
  const { PageHoundElement } = await import("../../src/entries/widget.js");
  expect(names(element.attributes)).toEqual(
    expect.arrayContaining([...PageHoundElement.observedAttributes, "theme", "lang", "dir"]),
  );
  expect(element.attributes).toContainEqual(
    expect.objectContaining({ name: "mode", type: { text: '"panel" | "button" | "page"' } }),
  );
  expect(names(element.events)).toContain("pagehound-answer");
  expect(names(element.cssParts)).toContain("conversation");
  expect(names(element.cssProperties)).toContain("--pagehound-accent-soft");
  const members = names(element.members);
  const properties = Object.getOwnPropertyNames(PageHoundElement.prototype);
  for (const name of ["ask", "addFiles", "offerFiles", "busy"]) {
    expect(properties).toContain(name);
    expect(members).toContain(name);
  }
  expect(members).not.toContain("connectedCallback");
  for (const { description } of [...element.attributes, ...element.events]) {
    expect(description).toMatch(/^\S.*\.$/);
  }
});

test.each(["--module esnext --moduleResolution bundler", "--module nodenext"])(
  "the types of all entries compile in a fresh project, with %s",
  async (options) => {
    const lines = (await entries()).map((name, index) => `import * as e${index} from "${name}";`);
    const names = lines.map((_line, index) => `e${index}`);
    await consumer.write("all.ts", `${lines.join("\n")}\nexport { ${names.join(", ")} };\n`);
    await consumer.checkTypes(options, "main.ts", "all.ts");
  },
);

/** Installs a package from this repository's node_modules next to the library, as users do. */
async function link({ folder }: Consumer, name: string): Promise<void> {
  const place = path.join(folder, "node_modules", name);
  await mkdir(path.dirname(place), { recursive: true });
  await symlink(path.join(repository, "node_modules", name), place, "dir");
}

test("adapter entries work if their packages are installed, and say what is missing otherwise", async () => {
  for (const [name, dependency] of Object.entries(adapted)) {
    await expect(imports(name)).rejects.toThrow(`Cannot find package '${dependency}'`);
    await link(consumer, dependency);
    expect(await imports(name), name).toBe(true);
  }
  const lines = Object.keys(adapted).map((name, index) => `import * as e${index} from "${name}";`);
  await consumer.write("adapted.ts", `${lines.join("\n")}\nexport { e0, e1 };\n`);
  // Their own declarations are up to their authors.
  await consumer.checkTypes("--module nodenext --skipLibCheck true", "adapted.ts");
});

/** Runs the package's command in a project as `npx pagehound` does. */
async function command({ folder }: Consumer, ...parameters: string[]): Promise<CommandEnd> {
  const { bin } = JSON.parse(await readFile(path.join(repository, "package.json"), "utf8"));
  const file = path.join(folder, "node_modules/pagehound", bin.pagehound);
  return runScript([file, ...parameters], { cwd: folder });
}

test("the command reports its own abilities and missing packages", async () => {
  const { version } = JSON.parse(await readFile(path.join(repository, "package.json"), "utf8"));
  expect(await command(consumer, "--version")).toEqual({ code: 0, out: `${version}\n`, err: "" });
  const help = await command(consumer, "--help");
  expect(help).toMatchObject({ code: 0, err: "" });
  for (const name of ["ask", "grid", "publish", "index", "mcp", "model-files", "eval"]) {
    expect(help.out).toContain(`\n  ${name} `);
    const { code, out } = await command(consumer, name, "--help");
    expect({ name, code, out }).toMatchObject({ code: 0, out: expect.stringContaining(name) });
  }
  expect(await command(consumer, "bark")).toEqual({
    code: 2,
    out: "",
    err: 'There is no command "bark". Run `pagehound --help` for the list.\n',
  });
  const listed = await command(consumer, "model-files", "--json");
  expect(JSON.parse(listed.out).models).toContainEqual(
    expect.objectContaining({ engine: "web-llm", files: expect.arrayContaining([]) }),
  );
  expect(listed.out).toContain('"from": "https://');
  // An optional peer dependency that is not installed here.
  expect(await command(consumer, "ask", "index.html", "--question", "What?")).toEqual({
    code: 2,
    out: "",
    err: expect.stringContaining("run `npm install playwright-core`"),
  });
});

test("the library works without a bundler, using an import map", async () => {
  const { folder } = consumer;
  const names = ["", "evaluation", "models", "tools", "viewer", "widget"];
  const imports = Object.fromEntries(
    names.map((name) => [
      path.posix.join("pagehound", name),
      `./node_modules/pagehound/dist/${name || "index"}.js`,
    ]),
  );
  const page = await readFile(path.join(folder, "index.html"), "utf8");
  const map = `<script type="importmap">${JSON.stringify({ imports })}</script>\n`;
  await consumer.write(
    "index.html",
    page.replace("<script", `${map}<script`).replace("./main.ts", "./main.js"),
  );
  await consumer.write("main.js", await plainScript(consumer, "main.ts"));
  await copyAssets(consumer, "pagehound-assets");
  await useSite({ site: folder, folder });
});

test.runIf(isLong)(
  "the library works in a site built by Vite 8 under a sub-path and a strict policy",
  async () => {
    const { folder } = consumer;
    await link(consumer, "vite");
    await cp(path.join(import.meta.dirname, "site"), path.join(folder, "built"), {
      recursive: true,
    });
    await copyAssets(consumer, "built/public/pagehound-assets");
    const options = ["--base", "/sub/path/", "--target", "es2022", "--logLevel", "error"];
    await consumer.run("vite/bin/vite.js", "build", "built", ...options);
    const site = path.join(folder, "built/dist");
    const emitted = await readdir(path.join(site, "assets"));
    for (const worker of ["agent", "collection", "draw", "grep", "parse", "viewer", "web-llm"]) {
      expect(emitted).toContainEqual(expect.stringMatching(`^${worker}\\.worker-.*\\.js$`));
    }
    expect(await useSite({ site, folder, policy })).toContainEqual(
      expect.stringMatching(/^\/sub\/path\/assets\/collection\.worker-/),
    );
  },
);

test("the command reads documents if a browser driver is installed", async () => {
  await link(consumer, "playwright-core");
  await writePdf(path.join(consumer.folder, "plant.pdf"), ["", "The field has 4212 mirrors."]);
  const answer = await command(consumer, "ask", "plant.pdf", "--question", "How many mirrors?");
  expect(answer).toMatchObject({ code: 0, out: expect.stringContaining("plant.pdf, page 2") });
  // test/e2e/publish-collection.test.ts always publishes with the built command.
  if (!isLong) return;
  const published = await command(consumer, "publish", "plant.pdf", "--out", "plant.pagehound");
  expect(published).toMatchObject({ code: 0, out: expect.stringContaining("2 pages") });
});
