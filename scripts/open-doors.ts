import { readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const statement = /^(import|export)( type)? \{([^}]*)\} from "(\.[^"]*)";$/gm;
const door = /^\w+[/\\]index(?:\.d)?\.ts$/;

/**
 * Resolves imports of a room's entry (`src/ROOM/index.ts`) to the files behind it, so that builds,
 * tests and the dev server load what they use instead of everything a room exports.
 */
export function openDoors(source: string): Plugin {
  return {
    name: "pagehound:open-doors",
    enforce: "pre",
    transform(code, id) {
      const [file = ""] = path.normalize(id).split("?", 1);
      if (!file.startsWith(source + path.sep) || !file.endsWith(".ts")) return null;
      const opened = openedText(code, file, source, (each) => {
        this.addWatchFile(each);
        return readFileSync(each, "utf8");
      });
      // Line numbers stay the same, so no source map is needed.
      return opened === code ? null : { code: opened, map: null };
    },
  };
}

/**
 * Does the same for a folder of declarations, so that public types load only the types they use.
 */
export async function openDoorsOfTypes(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(".d.ts") || door.test(name)) continue;
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8");
    const opened = openedText(text, file, folder, (each) => readFileSync(each, "utf8"));
    if (opened !== text) await writeFile(file, opened);
  }
}

function openedText(
  text: string,
  file: string,
  folder: string,
  read: (door: string) => string,
): string {
  if (door.test(path.relative(folder, file))) return text;
  const extension = file.endsWith(".d.ts") ? ".d.ts" : ".ts";
  return text.replace(statement, (whole: string, keyword, type = "", list, source) => {
    const target = fileOf(file, source, extension);
    if (!door.test(path.relative(folder, target))) return whole;
    const names = namesOf(read(target));
    const opened = listed(list).map(({ isType, name, as }) => {
      const found = names.get(name);
      if (!found) throw new Error(`${source} does not export ${name}, which ${file} asks for.`);
      const bound = found.name === as ? as : `${found.name} as ${as}`;
      const from = relative(file, path.join(path.dirname(target), found.source));
      return `${keyword}${type || isType ? " type" : ""} { ${bound} } from "${from}";`;
    });
    return opened.join(" ") + "\n".repeat(whole.split("\n").length - 1);
  });
}

/** The exported names of an entry, with the file and original name of each. */
function namesOf(text: string): ReadonlyMap<string, { source: string; name: string }> {
  const names = new Map<string, { source: string; name: string }>();
  for (const [, , , list = "", source = ""] of text.matchAll(statement)) {
    for (const { name, as } of listed(list)) names.set(as, { source, name });
  }
  return names;
}

function listed(list: string): { isType: boolean; name: string; as: string }[] {
  const items = list.split(",").map((item) => item.trim());
  return items
    .filter((item) => item !== "")
    .map((item) => {
      const [name = "", as = name] = item.replace(/^type /, "").split(" as ");
      return { isType: item.startsWith("type "), name, as };
    });
}

function fileOf(from: string, source: string, extension: string): string {
  return path.resolve(path.dirname(from), source.replace(/\.js$/, extension));
}

function relative(from: string, file: string): string {
  const source = path.relative(path.dirname(from), file).replaceAll(path.sep, "/");
  return source.startsWith(".") ? source : `./${source}`;
}
