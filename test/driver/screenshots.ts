import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { BadInput } from "../../cli/bad-input.js";
import { startFolder } from "../../cli/package-folder.js";
import { states } from "../e2e/states/index.js";
import { settled } from "../e2e/states/settled.js";
import { Theatre } from "../e2e/states/stage.js";
import type { State } from "../e2e/states/state.js";
import { buildDemo } from "./build.js";
import { repository } from "./repository.js";
import {
  type ScreenshotArguments,
  screenshotArguments,
  screenshotUsage,
} from "./screenshot-arguments.js";

/** The height for a width: a phone, a tablet, a laptop. */
const heightOf = (width: number): number => (width < 600 ? 740 : width < 1000 ? 1024 : 800);

async function screenshots(): Promise<number> {
  const known = states.map(({ name }) => name);
  const parsed = screenshotArguments(process.argv.slice(2), known);
  if (!parsed) {
    process.stdout.write(screenshotUsage);
    return 0;
  }
  const folder = path.resolve(startFolder(), parsed.folder);
  const site = path.resolve(startFolder(), parsed.site ?? path.join(repository, "site"));
  if (!existsSync(path.join(site, "index.html"))) {
    if (parsed.site) throw new BadInput(`There is no built site in ${parsed.site}.`);
    await buildDemo();
  }
  await mkdir(folder, { recursive: true });
  const wanted = states.filter(
    ({ name }) => parsed.states.length === 0 || parsed.states.includes(name),
  );
  const missed = await Promise.all(
    parsed.languages.map((language) => take(wanted, { ...parsed, folder, site }, language)),
  );
  const list = missed.flat();
  for (const line of list) process.stderr.write(`${line}\n`);
  return list.length === 0 ? 0 : 1;
}

/** Takes all pictures in one language; returns those that failed. */
async function take(
  wanted: readonly State[],
  { folder, site, themes, widths }: ScreenshotArguments & { readonly site: string },
  language: string,
): Promise<string[]> {
  const theatre = await Theatre.open(site, language);
  const missed: string[] = [];
  try {
    for (const state of wanted) {
      try {
        const { page, close } = await theatre.show(state);
        for (const width of widths) {
          await page.setViewportSize({ width, height: heightOf(width) });
          for (const colorScheme of themes) {
            await page.emulateMedia({ colorScheme });
            await settled(page);
            const name = `${state.name}.${language}.${colorScheme}.${width}.png`;
            await page.screenshot({ path: path.join(folder, name) });
          }
        }
        await close();
      } catch (error) {
        const { message, cause } = error as Error;
        missed.push(`${language}: ${message} ${cause instanceof Error ? cause.message : ""}`);
      }
    }
  } finally {
    await theatre.close();
  }
  return missed;
}

try {
  process.exitCode = await screenshots();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = error instanceof BadInput ? 2 : 3;
}
