import path from "node:path";
import { expect } from "vitest";
import { drive } from "../driver/driver.js";
import { writePdf } from "../e2e/write-pdf.js";

/** What a careful site allows. */
export const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self' blob:; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'";

/** Where a consumer's site is, and how it is served. */
export interface SiteInUse {
  /** The folder that is served below `/sub/path/`; or the address of a server that runs already. */
  readonly site: string | URL;
  /** For the PDF that is read. */
  readonly folder: string;
  readonly policy?: string;
  /** Whether the site has the element as well. */
  readonly element?: boolean;
}

/**
 * Has a real browser read a PDF with a consumer's site, search it and ask it, and sees that nothing of
 * the site is missing. Returns the paths of the workers that ran.
 */
export async function useSite({
  site,
  folder,
  policy: rules,
  element = false,
}: SiteInUse): Promise<string[]> {
  const pdf = path.join(folder, "plant.pdf");
  await writePdf(pdf, ["Nothing of note.", "The heliostat field has 4212 mirrors."]);
  const options = {
    ...(typeof site === "string" ? { mounts: { "/sub/path/": site } } : {}),
    headers: rules === undefined ? {} : { "content-security-policy": rules },
  };
  return drive(async ({ context, problems, url }) => {
    const page = await context.newPage();
    const failed: string[] = [];
    page.on("response", (response) => {
      if (!response.ok()) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(typeof site === "string" ? `${url}/sub/path/` : site.href);
    await page.locator("#files").setInputFiles(pdf);
    const found = page.locator("#found");
    await found.filter({ hasText: "{" }).waitFor({ timeout: 60_000 });
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
    // The page as it is drawn, with the text that can be selected.
    await page.locator("#viewer").getByText("4212 mirrors").first().waitFor();
    if (element) {
      // It is open once, whatever strict mode mounts twice, and the site was told.
      await page.locator("page-hound").getByRole("button").first().waitFor();
      await page
        .locator("#ready")
        .filter({ hasText: /^[1-9]/ })
        .waitFor();
    }
    return page.workers().map((worker) => new URL(worker.url()).pathname);
  }, options);
}
