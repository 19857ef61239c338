import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";
import { drive } from "../driver/driver.js";
import { writePdf } from "../e2e/write-pdf.js";

/** A careful site's policy. */
export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self' blob:; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'";

/** A consumer's site, and how it is served. */
export interface SiteInUse {
  /** The folder to serve below `/sub/path/`, or the URL of a running server. */
  readonly site: string | URL;
  /** The folder for the PDF. */
  readonly folder: string;
  readonly policy?: string;
  /** The ids of other `<page-hound>` elements of the site. */
  readonly elements?: readonly string[];
}

/**
 * Has a real browser read a PDF with a consumer's site, search it and ask about it, and checks that
 * the site lacks nothing. Returns the paths of the workers that ran.
 */
export async function useSite({
  site,
  folder,
  policy: rules,
  elements = [],
}: SiteInUse): Promise<string[]> {
  const pdf = path.join(folder, "plant.pdf");
  await writePdf(pdf, ["Nothing of note.", "The heliostat field has 4212 mirrors."]);
  const options = {
    ...(typeof site === "string" ? { mounts: { "/sub/path/": site } } : {}),
    headers: rules === undefined ? {} : { "content-security-policy": rules },
  };
  return drive(async ({ context, problems, url }) => {
    const page = await context.newPage();
    // A busy machine is slow, and a development server builds files on first request.
    page.setDefaultTimeout(200_000);
    page.setDefaultNavigationTimeout(1_800_000);
    const failed: string[] = [];
    page.on("response", (response) => {
      if (!response.ok()) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(typeof site === "string" ? `${url}/sub/path/` : site.href);
    await page.locator("#files").setInputFiles(pdf);
    const found = page.locator("#found");
    await found.filter({ hasText: "{" }).waitFor();
    const result = JSON.parse((await found.textContent()) ?? "");
    expect({ ...result, failed, problems }).toMatchObject({
      refused: [],
      failed: [],
      problems: [],
    });
    const { passages, reading, best, answer, models, attributes } = result;
    expect(passages[0]).toEqual({
      path: "plant.pdf",
      page: 2,
      text: expect.stringContaining("4212 mirrors"),
    });
    expect(reading).toContain("[d1.p2.s1] plant.pdf, page 2");
    expect(best).toMatchObject({ kind: "passages" });
    expect(answer).toMatchObject({
      kind: "answered",
      sentences: [{ supported: true, citations: [{ path: "plant.pdf", page: 2 }] }],
    });
    expect(models).toContain("connectEndpoint");
    expect(attributes).toContain("collection");
    // The page as drawn, with its selectable text.
    await page.locator("#viewer").getByText("4212 mirrors").first().waitFor();
    for (const id of elements) await useElement(page, id);
    // Additional actions of the elements' site, which strict mode runs twice.
    if (elements.length > 0) {
      await page.locator("#told").filter({ hasText: "ready, 1 page, 1 answer" }).waitFor();
    }
    expect({ failed, problems }).toEqual({ failed: [], problems: [] });
    return page.workers().map((worker) => new URL(worker.url()).pathname);
  }, options);
}

/** Has an element read a file, and asks and searches with it. */
async function useElement(page: Page, id: string): Promise<void> {
  const element = page.locator(`page-hound#${id}`);
  const text = `The lens of ${id} is cleaned at dusk.`;
  const buffer = Buffer.from(text);
  const file = { name: `${id}.txt`, mimeType: "text/plain", buffer };
  await element.locator("#pick-files").setInputFiles(file);
  await element.locator(".ask-box .chip", { hasText: "1 document" }).waitFor();
  await element.getByRole("textbox", { name: "Question" }).fill("When is the lens cleaned?");
  await element.page().keyboard.press("Enter");
  await element.getByText(text).first().waitFor();
  await element.getByRole("tab", { name: "Search" }).click();
  await element.getByRole("searchbox").fill("dusk");
  const results = element.getByRole("list", { name: "Results" }).getByRole("listitem");
  await results.filter({ hasText: text }).first().waitFor();
}
