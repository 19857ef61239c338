import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong, tries } from "../tries.js";
import { builtSite } from "./site-server.js";
import { ask } from "./states/asking.js";
import { states } from "./states/index.js";
import { press, seen } from "./states/press.js";
import { settled } from "./states/settled.js";
import { Theatre } from "./states/stage.js";

let theatre: Theatre;

beforeAll(async () => {
  theatre = await Theatre.open(await builtSite(), "en");
});
afterAll(() => theatre?.close());

/**
 * Every colour visible in the element, including the page view's root. Skips the text layer of
 * pages, which is invisible and drawn at idle time near the page in view.
 */
function colours(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector("page-hound")?.shadowRoot;
    const found = new Set<string>();
    const scopes = root ? [root] : [];
    for (const scope of scopes) {
      for (const element of scope.querySelectorAll("*:not(#announcements, .text, .text *)")) {
        if (element.shadowRoot) scopes.push(element.shadowRoot);
        const { color, backgroundColor, borderTopColor } = getComputedStyle(element);
        found.add(
          `${element.localName}.${element.className} ${color} ${backgroundColor} ${borderTopColor}`,
        );
      }
    }
    return [...found];
  });
}

test("uses light or dark as the reader chose, whatever the system's scheme", async () => {
  const { page, close } = await theatre.show({
    name: "the settings over an open page",
    documents: "samples",
    bring: async ({ page }) => {
      await ask(page);
      await press(page, ".exchange .result button");
      await seen(page, ".pagehound-viewer canvas");
      await press(page, ".settings-button");
      await seen(page, ".settings-choices");
    },
  });
  const seenWith = async (colorScheme: "light" | "dark", chosen: string): Promise<string[]> => {
    await page.emulateMedia({ colorScheme });
    await page.locator(`.themes input[value="${chosen}"]`).check();
    await settled(page);
    return colours(page);
  };
  try {
    const [light, dark] = [await seenWith("light", "system"), await seenWith("dark", "system")];
    expect(light).not.toEqual(dark);
    expect(await seenWith("light", "dark")).toEqual(dark);
    expect(await seenWith("dark", "light")).toEqual(light);
  } finally {
    await page.locator('.themes input[value="system"]').check();
    await close();
  }
});

test.each([390, 320])(
  "on a phone %i px wide, the settings open from the list of documents, and return the focus there",
  async (width) => {
    const { page, close } = await theatre.show({
      name: "the documents on a phone",
      documents: "samples",
      bring: async ({ page }) => {
        await page.setViewportSize({ width, height: 740 });
        await page.locator(".switcher button").first().click();
        await seen(page, ".documents .row");
      },
    });
    try {
      const button = page.locator(".documents .settings-button");
      const { x = 0, width: size = 0 } = (await button.boundingBox()) ?? {};
      expect(size).toBeGreaterThanOrEqual(24);
      expect(x + size).toBeLessThanOrEqual(width);
      await button.click();
      await seen(page, "#settings .settings-choices");
      await page.keyboard.press("Escape");
      await expect.poll(() => button.evaluate((one) => one.matches(":focus"))).toBe(true);
      // Where the panes are side by side, the one in the bar is enough.
      await page.setViewportSize({ width: 1280, height: 740 });
      await button.waitFor({ state: "detached" });
    } finally {
      await close();
    }
  },
);

test("shortcuts are written from left to right in an interface that is read from right to left", async () => {
  const arabic = await Theatre.open(await builtSite(), "ar");
  try {
    const known = states.find(({ name }) => name === "keys");
    if (!known) throw new Error("There is no such state.");
    const { page } = await arabic.show(known);
    const enter = page.locator("#keys kbd", { hasText: "Shift+" });
    expect(await enter.evaluate((one) => getComputedStyle(one).direction)).toBe("ltr");
  } finally {
    await arabic.close();
  }
});

test("what is wrong with a question has a line of its own, above the buttons", async () => {
  const known = states.find(({ name }) => name === "empty-question");
  if (!known) throw new Error("There is no such state.");
  const { page, close } = await theatre.show(known);
  try {
    const fault = await page.locator("#question-fault").boundingBox();
    const button = await page.locator(".ask-button").boundingBox();
    expect(fault?.height).toBeGreaterThan(0);
    expect((fault?.y ?? 0) + (fault?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  } finally {
    await close();
  }
});

/** A few states with many parts that use the accent colour or rounded corners. */
const dressed = ["source-card", "page-find", "scope", "settings"].slice(0, tries(2, 4));

test.runIf(isLong)(
  "the page's accent colour and corner radius apply to every part",
  {
    timeout: 240_000,
  },
  async () => {
    const known = states.filter(({ name }) => dressed.includes(name));
    for (const state of known) {
      const { page, close } = await theatre.show(state);
      try {
        await page.locator("page-hound").evaluate(({ style }) => {
          style.setProperty("--pagehound-accent", "rgb(1, 2, 3)");
          style.setProperty("--pagehound-corner", "0px");
        });
        await page.emulateMedia({ colorScheme: "dark" });
        await settled(page);
        expect(await leftOut(page), state.name).toEqual([]);
      } finally {
        await close();
      }
    }
  },
);

/** The elements that still have the default accent or corners. */
function leftOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // The default accents, light and dark, of the interface and the page view, with their
    // backgrounds.
    const defaultColours =
      /rgb\((?:43, 87, 196|146, 178, 255|143, 176, 255|232, 238, 251|35, 45, 69)\)/;
    const root = document.querySelector("page-hound")?.shadowRoot;
    const found: string[] = [];
    const scopes = root ? [root] : [];
    for (const scope of scopes) {
      for (const element of scope.querySelectorAll("*")) {
        if (element.shadowRoot) scopes.push(element.shadowRoot);
        if (!element.checkVisibility()) continue;
        for (const pseudo of [null, "::before", "::after", "::selection"]) {
          const style = getComputedStyle(element, pseudo);
          const name = `${element.localName}.${element.getAttribute("class")} ${pseudo ?? ""}`;
          for (const property of [
            ...["color", "background-color", "border-top-color", "outline-color", "box-shadow"],
            ...["accent-color", "fill", "stroke", "text-decoration-color"],
          ]) {
            const value = style.getPropertyValue(property);
            if (defaultColours.test(value)) found.push(`${name} ${property} ${value}`);
          }
          const isChoice = element.matches("[type=checkbox], [type=radio]") && pseudo === null;
          if (isChoice && style.accentColor === "auto") found.push(`${name} accent-color`);
          const { borderTopLeftRadius: corner } = style;
          if (corner !== "0px" && corner !== "50%" && corner !== "")
            found.push(`${name} ${corner}`);
        }
      }
    }
    return [...new Set(found)];
  });
}

/** The rows of documents whose file name runs into what follows it. */
function overlappingFacts(page: Page): Promise<string[]> {
  return page.locator(".row-facts:has(.row-name)").evaluateAll((all) =>
    all.flatMap((facts) => {
      const name = facts.querySelector(".tail")?.getBoundingClientRect();
      const rest = facts.querySelector(".row-rest")?.getBoundingClientRect();
      const areApart = name && rest && (name.right <= rest.left || name.bottom <= rest.top);
      return areApart ? [] : [facts.textContent];
    }),
  );
}

test("the full page follows the text size of the browser, and keeps all buttons in reach", async () => {
  const { page, close } = await theatre.show({
    name: "an answer in large text",
    documents: "samples",
    bring: async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 740 });
      await ask(page);
    },
  });
  try {
    const size = (): Promise<number> =>
      page
        .locator(".exchange .excerpt")
        .first()
        .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
    // A passage that was just replaced has no size.
    await expect.poll(size).toBeGreaterThan(0);
    const usual = await size();
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect(await size()).toBe(2 * usual);
    const { x = 0, width = 0 } =
      (await page.locator(".middle .settings-button").boundingBox()) ?? {};
    expect(width).toBeGreaterThan(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 740 });
    const edge = (selector: string): Promise<number> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
    expect(await edge(".documents .collapse")).toBeLessThanOrEqual(await edge(".documents"));
    await press(page, ".exchange .result button");
    await seen(page, ".pagehound-viewer canvas");
    expect(await overlappingFacts(page)).toEqual([]);
  } finally {
    await close();
  }
});

test("on the smallest phone, the bar with the tabs and settings is one line in every language", async () => {
  for (const language of tries(["de", "es"], ["en", "de", "fr", "es", "ar", "ja"])) {
    const small = await Theatre.open(await builtSite(), language);
    try {
      const { page } = await small.show({
        name: "the bar on the smallest phone",
        documents: "samples",
        bring: async ({ page }) => {
          await page.setViewportSize({ width: 320, height: 740 });
          await seen(page, ".bar .settings-button");
        },
      });
      const bar = page.locator(".middle > .bar");
      const [tab, gear] = [bar.locator(".tab").first(), bar.locator(".settings-button")];
      const middle = async (one: typeof tab): Promise<number> => {
        const { y = 0, height = 0 } = (await one.boundingBox()) ?? {};
        return y + height / 2;
      };
      expect(Math.abs((await middle(tab)) - (await middle(gear)))).toBeLessThan(8);
    } finally {
      await small.close();
    }
  }
});
