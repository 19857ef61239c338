import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drive } from "../driver/driver.js";
import { ensureBuilt } from "../driver/ensure-built.js";
import { writePdf } from "../e2e/write-pdf.js";
import { type Consumer, installConsumer } from "./consumer.js";

/** What a careful site allows. */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self' blob:; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'";

let consumer: Consumer;

beforeAll(async () => {
  await ensureBuilt();
  consumer = await installConsumer();
});

afterAll(() => consumer?.remove());

test("the types of all entries resolve in a fresh project", async () => {
  await consumer.checkTypes();
});

test("works in a site built by another project's bundler under a sub-path and a strict policy", async () => {
  const site = await consumer.build("/sub/path/");
  const emitted = await readdir(path.join(site, "assets"));
  for (const worker of ["agent", "collection", "draw", "grep", "parse", "viewer", "web-llm"]) {
    expect(emitted).toContainEqual(expect.stringMatching(`^${worker}\\.worker-.*\\.js$`));
  }

  const pdf = path.join(consumer.folder, "plant.pdf");
  await writePdf(pdf, ["Nothing of note.", "The heliostat field has 4212 mirrors."]);
  const options = {
    mounts: { "/sub/path/": site },
    headers: { "content-security-policy": policy },
  };
  await drive(async ({ context, problems, url }) => {
    const page = await context.newPage();
    const failed: string[] = [];
    page.on("response", (response) => {
      if (!response.ok()) failed.push(`${response.status()} ${response.url()}`);
    });
    await page.goto(`${url}/sub/path/`);
    await page.locator("#files").setInputFiles(pdf);
    const found = page.locator("#found");
    await found.filter({ hasText: "{" }).waitFor({ timeout: 60_000 });
    const result = JSON.parse((await found.textContent()) ?? "");
    expect({ ...result, failed, problems }).toMatchObject({
      refused: [],
      failed: [],
      problems: [],
    });
    const { passages, reading, answer, models, viewer } = result;
    expect(passages[0]).toEqual({
      path: "plant.pdf",
      page: 2,
      text: expect.stringContaining("4212 mirrors"),
    });
    expect(reading).toContain("[d1.p2.s1] plant.pdf, page 2");
    expect(answer).toMatchObject({
      kind: "answered",
      sentences: [{ supported: true, citations: [{ path: "plant.pdf", page: 2 }] }],
    });
    expect(models).toContain("connectEndpoint");
    expect(viewer).not.toEqual([]);
    expect(page.workers().map((worker) => new URL(worker.url()).pathname)).toContainEqual(
      expect.stringMatching(/^\/sub\/path\/assets\/collection\.worker-/),
    );
  }, options);
});
