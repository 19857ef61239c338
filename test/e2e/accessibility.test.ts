import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildDemo } from "../driver/build.js";
import { repository } from "../driver/repository.js";
import { states } from "./states/index.js";
import { settled } from "./states/settled.js";
import { Theatre } from "./states/stage.js";

const site = path.join(repository, "site");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const options: RunOptions = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
/** Both themes once, and the narrow layout; colours do not depend on the width. */
const looks = [
  { size: { width: 1280, height: 800 }, colorScheme: "light" },
  { size: { width: 1280, height: 800 }, colorScheme: "dark" },
  { size: { width: 360, height: 740 }, colorScheme: "dark" },
] as const;

/** States whose layout depends on the direction of reading most. */
const mirrored = ["ready", "answer", "search-results", "page", "models", "panel-documents"];

let axe: string;

beforeAll(async () => {
  if (!existsSync(path.join(site, "index.html"))) await buildDemo();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});

/** What axe finds wrong with the page, the open shadow roots in it included. */
async function faults(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    (told) =>
      (globalThis as unknown as { axe: { run(told: object): Promise<AxeResults> } }).axe.run(told),
    options,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.flat().join(" > ")} ${html.slice(0, 160)}`),
  );
}

/** What is wider than what it is in, so that the page would have to be moved sideways. */
function overflowing(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

describe.each([
  { language: "en", wanted: states },
  { language: "ar", wanted: states.filter(({ name }) => mirrored.includes(name)) },
])("in the language $language", ({ language, wanted }) => {
  let theatre: Theatre;

  beforeAll(async () => {
    theatre = await Theatre.open(site, language);
  });

  afterAll(() => theatre?.close());

  test.each(wanted)("axe finds nothing wrong in the state $name", async (state) => {
    const { page, close } = await theatre.show(state);
    try {
      // Through the protocol, which the page's policy does not bind.
      await page.evaluate(axe);
      const found: Record<string, string[]> = {};
      for (const { size, colorScheme } of looks) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await settled(page);
        const wrong = await faults(page);
        if (wrong.length > 0) found[`${state.name}, ${colorScheme}, ${size.width}`] = wrong;
        expect(await overflowing(page)).toBe(0);
      }
      expect(found).toEqual({});
    } finally {
      await close();
    }
  });
});
