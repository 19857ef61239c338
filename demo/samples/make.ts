import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { browserArguments, findBrowser } from "../../test/driver/find-browser.js";
import { hyphenate } from "./hyphenate.js";
import { placePages } from "./page-numbers.js";

/** The sample documents, in the order they are offered. */
const samples = [
  {
    source: "user-guide.html",
    file: "pagehound-user-guide.pdf",
    title: "Pagehound user guide",
    tagged: true,
  },
  {
    source: "keyword-search.html",
    file: "keyword-search-over-personal-documents.pdf",
    title: "Keyword search over personal documents",
    tagged: true,
  },
  {
    source: "annual-report.html",
    file: "northwind-harbour-ferries-annual-report-2024.pdf",
    title: "Northwind Harbour Ferries: annual report 2024 (fictional)",
    // Tags for its hundreds of cells would triple its size; like many reports it has no bookmarks.
    tagged: false,
  },
];

const target = fileURLToPath(new URL("../../public/samples/", import.meta.url));

/** The date of all samples, so that making them again produces the same bytes. */
const dated = "D:20250303090000+00'00'";

function print(page: Page, tagged: boolean): Promise<Buffer> {
  // Chromium writes bookmarks only into tagged files.
  return page.pdf({ preferCSSPageSize: true, printBackground: true, tagged, outline: tagged });
}

/** The places whose page numbers are in the table of contents. */
async function contentsPlaces(page: Page): Promise<string[]> {
  return await page
    .locator("[data-page-of]")
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("data-page-of") ?? ""),
    );
}

/** Fills in the page numbers of the table of contents. */
async function numberContents(page: Page, pages: [name: string, page: number][]): Promise<void> {
  await page.evaluate((entries) => {
    for (const [name, number] of entries) {
      const place = document.querySelector(`[data-page-of="${name}"]`);
      if (place) place.textContent = String(number);
    }
  }, pages);
}

/** Replaces the dates with one of the same length, so that no offset in the file changes. */
function withFixedDates(pdf: Buffer): Buffer {
  const text = pdf.toString("latin1").replace(/\(D:\d{14}\+00'00'\)/g, `(${dated})`);
  return Buffer.from(text, "latin1");
}

async function make(browser: Browser, source: string, tagged: boolean): Promise<Buffer> {
  const page = await browser.newPage();
  try {
    await page.goto(new URL(source, import.meta.url).href);
    await hyphenate(page);
    const places = await contentsPlaces(page);
    if (places.length > 0) {
      // The contents take the same space with and without numbers, so one pass determines the
      // pages.
      await numberContents(page, await placePages(await print(page, tagged), places));
    }
    return withFixedDates(await print(page, tagged));
  } finally {
    await page.close();
  }
}

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: browserArguments,
});
try {
  const index: { file: string; title: string; bytes: number }[] = [];
  for (const { source, file, title, tagged } of samples) {
    await writeFile(path.join(target, file), await make(browser, source, tagged));
    const { size } = await stat(path.join(target, file));
    index.push({ file, title, bytes: size });
    process.stdout.write(`${file}: ${size} bytes\n`);
  }
  await writeFile(path.join(target, "index.json"), `${JSON.stringify(index, null, 2)}\n`);
} finally {
  await browser.close();
}
