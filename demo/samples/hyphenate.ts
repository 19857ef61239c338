import type { Page } from "playwright";
import { hyphenated } from "./hyphenation.js";

/**
 * Hyphenates the elements of class `hyphenate` as they will be printed. The browser's own
 * dictionaries are not installed everywhere, so optional hyphens are inserted; those where no line
 * breaks are removed again, because Chromium would write them into the PDF's text.
 */
export async function hyphenate(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  await page.evaluate((words) => {
    const softHyphen = "\u00ad";
    const breaks = new Map(words);
    const root = document.documentElement;
    // Lines must break as on paper: the page is as wide as the text between its margins.
    root.style.width = root.dataset.textWidth ?? "";
    const texts: Text[] = [];
    for (const element of document.querySelectorAll(".hyphenate")) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
    }
    for (const text of texts) {
      text.data = text.data.replace(/[a-z]{5,}/g, (word) => breaks.get(word) ?? word);
    }
    // No named function in here: tsx wraps those in a helper that the page does not have.
    const kept = texts.map((text) =>
      [...text.data]
        .map((character, index) => {
          if (character !== softHyphen) return character;
          const [before = 0, after = 0] = [index - 1, index + 1].map((place) => {
            const range = document.createRange();
            range.setStart(text, place);
            range.setEnd(text, place + 1);
            return range.getBoundingClientRect().bottom;
          });
          return Math.abs(before - after) > 3 ? "-" : "";
        })
        .join(""),
    );
    for (const [index, text] of texts.entries()) text.data = kept[index] ?? text.data;
    root.style.width = "";
  }, hyphenated);
}
