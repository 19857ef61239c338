import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseAst } from "vite";

/**
 * Deletes the declarations that no entry reaches, such as those of views, which refer to bundled
 * packages that users do not have. Throws if a reachable one refers to a package, because its types
 * could not be checked; `adapters` may refer to the packages they adapt to.
 */
export async function pruneTypes(
  folder: string,
  entries: readonly string[],
  adapters: { readonly folder: string; readonly packages: readonly string[] },
): Promise<void> {
  const isAdapted = (file: string, source: string): boolean =>
    file.startsWith(adapters.folder + path.sep) &&
    adapters.packages.some((name) => source === name || source.startsWith(`${name}/`));
  const reached = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = await readFile(file, "utf8");
    for (const source of sourcesIn(text)) {
      if (isAdapted(file, source)) continue;
      if (!source.startsWith(".")) {
        throw new Error(
          `${path.relative(folder, file)} is a public type and names ${source}, which is not installed with the package: move what is public out of that file, or make ${source} a dependency.`,
        );
      }
      await visit(path.resolve(path.dirname(file), source.replace(/\.js$/, ".d.ts")));
    }
  };
  for (const entry of entries) await visit(path.resolve(entry));
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of all) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) await rm(file);
  }
}

/** The modules that a declaration file imports, re-exports or names in `import("…")`. */
function sourcesIn(text: string): string[] {
  const statements = parseAst(text, { lang: "dts" }).body.flatMap((node) =>
    "source" in node && node.source ? [String(node.source.value)] : [],
  );
  const inTypes = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, source = ""]) => source);
  return [...statements, ...inTypes];
}
