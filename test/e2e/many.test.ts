import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { drive } from "../driver/driver.js";
import { ensureBuilt, ensureSiteBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { runBenchmark } from "../driver/run-command.js";
import { isLong } from "../tries.js";
import { note } from "./demo-page.js";

beforeAll(async () => {
  await ensureBuilt();
  await ensureSiteBuilt();
});

test.runIf(process.env.PAGEHOUND_LONG)(
  "the benchmark of many files prints exactly one JSON object",
  async () => {
    const { code, out, err } = await runBenchmark(["many", "--quick", "--json"]);
    expect(code, err).toBe(0);
    const { files, stretches, ratio, list } = JSON.parse(out);
    expect(files).toBe(100);
    expect(stretches.map(({ documents }: { documents: number }) => documents)).toEqual([
      20, 40, 60, 80, 100,
    ]);
    for (const { filesPerSecond, memory, disk } of stretches) {
      expect(filesPerSecond).toBeGreaterThan(0);
      expect(memory).toBeGreaterThan(0);
      expect(disk).toBeGreaterThan(0);
    }
    expect(ratio.rate).toBeGreaterThan(0);
    expect(list.map(({ doing }: { doing: string }) => doing)).toContain("scrolling");
  },
);

test.runIf(isLong)(
  "renders the visible rows of hundreds of documents, and updates single rows",
  async () => {
    await drive(
      async ({ context, url }) => {
        const page = await context.newPage();
        await page.goto(`${url}/demo/`);
        const count = 300;
        const notes = Array.from({ length: count }, (_, index) => note(`note ${index + 1}.txt`));
        await page.locator("#pick-files").setInputFiles(notes);
        await page.getByText(`${count} documents`).first().waitFor({ timeout: 0 });
        const rows = page.locator(".rows > .row");
        expect(await rows.first().getAttribute("aria-setsize")).toBe(String(count));
        expect(await rows.count()).toBeLessThan(count / 4);
        const touched = await page.evaluate(async () => {
          const list = document.querySelector("page-hound")?.shadowRoot?.querySelector(".rows");
          const third = list?.querySelectorAll(".row")[2];
          if (!list || !third) throw new Error("There are no rows.");
          const changed = new Set<string>();
          new MutationObserver((records) => {
            for (const { target } of records) {
              const element = target instanceof Element ? target : target.parentElement;
              changed.add(element?.closest("li")?.dataset.key ?? "the list");
            }
          }).observe(list, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          });
          third.querySelector<HTMLElement>("input.pick")?.click();
          while (third.hasAttribute("data-selected")) await new Promise(requestAnimationFrame);
          await new Promise((resolve) => setTimeout(resolve));
          return { changed: [...changed], third: (third as HTMLElement).dataset.key };
        });
        expect(touched.changed).toEqual([touched.third]);
      },
      { mounts: { "/demo/": path.join(repository, "site") } },
    );
  },
);
