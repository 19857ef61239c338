import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { gridWords } from "../../../../src/element/i18n/english/grid.js";
import { listWords } from "../../../../src/element/i18n/english/list.js";
import { notebookWords } from "../../../../src/element/i18n/english/notebooks.js";
import { noteWords } from "../../../../src/element/i18n/english/notes.js";
import { panelWords } from "../../../../src/element/i18n/english/panels.js";
import { paneWords } from "../../../../src/element/i18n/english/panes.js";
import { viewerWords } from "../../../../src/element/i18n/english/viewer.js";

const tables = Object.entries({
  gridWords,
  listWords,
  notebookWords,
  noteWords,
  panelWords,
  paneWords,
  viewerWords,
}).map(([name, table]) => {
  return { keys: Object.keys(table), learning: new RegExp(`^addEnglish\\(${name}\\);$`, "mu") };
});
const importing = /^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"|^import "(\.[^"]+)"/gmu;

/** A file of the widget with everything it imports before it runs, by path. */
function closure(file: string, found: Map<string, string> = new Map()): Map<string, string> {
  if (found.has(file) || !existsSync(file)) return found;
  const text = readFileSync(file, "utf8");
  found.set(file, text);
  for (const [, from, bare] of text.matchAll(importing)) {
    const target = path.join(path.dirname(file), from ?? bare ?? "").replace(/\.js$/u, ".ts");
    if (!target.includes("/i18n/english/")) closure(target, found);
  }
  return found;
}

/** The messages of panels that are used in a file. */
function named(text: string, keys: readonly string[] = tables.flatMap((one) => one.keys)) {
  return keys.filter((key) => text.includes(`"${key}"`));
}

const first = closure("src/entries/widget.ts");
const texts = [...first.values()];

describe("messages of panels that are loaded with them", () => {
  test("nothing that is loaded before the page is shown uses messages of panels", () => {
    expect(texts.length).toBeGreaterThan(50);
    expect(
      [...first].map(([file, text]) => [file, named(text)]).filter(([, keys]) => keys?.length),
    ).toEqual([]);
  });

  test("messages of panels are available wherever they are used", () => {
    const roots = new Set<string>();
    const parts = new Map(first);
    const walk = (files: ReadonlyMap<string, string>): void => {
      for (const [file, text] of files) {
        for (const [, from] of text.matchAll(/import\("(\.[^"]+)"/gu)) {
          const root = path.join(path.dirname(file), from ?? "").replace(/\.js$/u, ".ts");
          if (!root.endsWith(".ts") || !root.startsWith("src/element/") || roots.has(root))
            continue;
          roots.add(root);
          const below = closure(root);
          for (const [one, words] of below) parts.set(one, words);
          walk(below);
        }
      }
    };
    walk(first);
    const without = [...roots].filter((root) => {
      const below = [...closure(root)].filter(([file]) => !first.has(file)).map(([, text]) => text);
      return tables.some(
        ({ keys, learning }) =>
          below.some((text) => named(text, keys).length > 0) &&
          !below.some((text) => learning.test(text)),
      );
    });
    expect(roots.size).toBeGreaterThan(10);
    expect(without).toEqual([]);
  });
});
