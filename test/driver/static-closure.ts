import { readFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { parseAst } from "vite";

/** A file that a browser loads before it runs a module, with its sizes as sent by servers. */
export interface LoadedFile {
  readonly file: string;
  readonly gzip: number;
  readonly brotli: number;
}

/**
 * A built module with everything it imports statically, directly or indirectly: what a browser has
 * to load before the module runs. Reads the code itself, so that nothing can be left off a list.
 * Throws for a package import, unless it is the package that the module adapts to, which the
 * application brings.
 */
export async function staticClosure(entry: string, brought?: string): Promise<LoadedFile[]> {
  const found = new Map<string, LoadedFile>();
  const visit = async (file: string): Promise<void> => {
    if (found.has(file)) return;
    const code = await readFile(file, "utf8");
    // Compressed as by static servers that keep compressed files.
    const gzip = gzipSync(code, { level: 9 }).length;
    found.set(file, { file, gzip, brotli: brotliCompressSync(code).length });
    for (const source of staticSources(code)) {
      if (brought && (source === brought || source.startsWith(`${brought}/`))) continue;
      if (!/^\.{0,2}\//.test(source)) {
        throw new Error(`${file} imports ${source}, which no server has.`);
      }
      await visit(path.resolve(path.dirname(file), source));
    }
  };
  await visit(path.resolve(entry));
  return [...found.values()];
}

function staticSources(code: string): string[] {
  return parseAst(code).body.flatMap((node) =>
    "source" in node && node.source ? [String(node.source.value)] : [],
  );
}
