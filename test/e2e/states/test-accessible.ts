import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import type { AxeResults, RunOptions } from "axe-core";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildDemo } from "../../driver/build.js";
import { repository } from "../../driver/repository.js";
import { tries } from "../../tries.js";
import { states } from "./index.js";
import { settled } from "./settled.js";
import { smallTargets } from "./small-targets.js";
import { Theatre } from "./stage.js";
import type { State } from "./state.js";

const site = path.join(repository, "site");
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const options: RunOptions = { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] };
interface Look {
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme: "light" | "dark";
}

/** Both themes once, and the narrow layout; colours do not depend on the width. */
const looks: readonly Look[] = [
  { size: { width: 1280, height: 800 }, colorScheme: "light" },
  { size: { width: 1280, height: 800 }, colorScheme: "dark" },
  { size: { width: 360, height: 740 }, colorScheme: "dark" },
];

/** A short run examines one state in this many; a long run examines all. */
const oneOf = tries(24, 1);

/**
 * The looks in which axe examines a state: neighbouring states have different ones, but in a long
 * run each has all.
 */
function examined(state: State): readonly Look[] {
  const place = Math.floor(states.indexOf(state) / oneOf);
  return looks.filter((_, at) => (place + at) % looks.length < tries(1, looks.length));
}

/** The looks in which a state is shown: those to examine, and at least one for each width. */
function shown(state: State): readonly Look[] {
  const wanted = examined(state);
  const others = looks.filter(({ size: { width } }, at) => {
    const first = looks.findIndex((look) => look.size.width === width);
    return at === first && !wanted.some((look) => look.size.width === width);
  });
  return looks.filter((look) => wanted.includes(look) || others.includes(look));
}

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The violations that axe finds on the page, including its open shadow roots. */
async function faults(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(
        options,
      ),
    options,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => `${id}: ${target.flat().join(" > ")} ${html.slice(0, 160)}`),
  );
}

/** The number of elements wider than their container, which would make the page scroll sideways. */
function overflowing(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
}

/**
 * Tests that axe finds nothing wrong in these states, that nothing in them is too wide, and no
 * control too small. Covers one state in 24, or all in a long run.
 */
export function testAccessible(states: readonly State[], language: string): void {
  const wanted = states.filter((_, at) => at % oneOf === 0);
  let theatre: Theatre;
  let axe: string;

  beforeAll(async () => {
    if (!existsSync(path.join(site, "index.html"))) await buildDemo();
    axe = await readFile(axeFile, "utf8");
    theatre = await Theatre.open(site, language);
  });

  afterAll(() => theatre?.close());

  test.each(wanted)("axe finds nothing wrong in the state $name", async (state) => {
    const { page, close } = await theatre.show(state);
    try {
      // Injected through the DevTools protocol, which bypasses the page's policy.
      await page.evaluate(axe);
      const found: Record<string, string[]> = {};
      for (const look of shown(state)) {
        const { size, colorScheme } = look;
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await settled(page);
        expect(await overflowing(page)).toBe(0);
        expect(await smallTargets(page)).toEqual([]);
        if (!examined(state).includes(look)) continue;
        const wrong = await faults(page);
        if (wrong.length > 0) found[`${state.name}, ${colorScheme}, ${size.width}`] = wrong;
      }
      expect(found).toEqual({});
    } finally {
      await close();
    }
  });
}
