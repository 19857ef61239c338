import axe from "axe-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { ViewerTheme } from "../../../src/element/viewer/index.js";
import { tries } from "../../tries.js";
import { openShelf, removeViewers, type Shelf, showViewer } from "./viewer-room.js";

let shelf: Shelf;
// The first test file to start also waits until the sources are built.
beforeAll(async () => {
  shelf = await openShelf("viewer-axe", ["pdf/headings.pdf", "text/guide.md"]);
});
afterEach(removeViewers);
afterAll(() => shelf.hound.close());

/** Dark mode changes only colours. */
async function violations(host: HTMLElement, theme: ViewerTheme): Promise<string[]> {
  const options = theme === "dark" ? { runOnly: ["color-contrast"] } : {};
  const { violations: found } = await axe.run(host.parentElement ?? host, options);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

for (const theme of ["light", "dark"] as const satisfies readonly ViewerTheme[]) {
  for (const width of tries([theme === "dark" ? 340 : 900], [900, 340])) {
    test(`axe finds no violations: ${theme}, ${width} wide`, async () => {
      const onClose = (): void => undefined;
      const { viewer, host, button, one, all } = showViewer({ theme, onClose }, { width });
      const places = [
        { page: 1, spans: [await shelf.spanOf("headings.pdf", 1, "Splices")] },
        { page: 2, spans: [{ start: 0, end: 99_999 }] },
      ];
      await viewer.open(shelf.target("headings.pdf", { places }));
      await viewer.find("plain");
      await expect.poll(() => all(".match").length).toBeGreaterThan(0);
      expect(await violations(host, theme)).toEqual([]);
      button("Outline and pages").click();
      await expect.poll(() => all('[role="treeitem"]').length).toBeGreaterThan(3);
      expect(await violations(host, theme)).toEqual([]);
      one("#tab-pages").click();
      await expect.poll(() => all(".thumb canvas").length).toBe(2);
      expect(await violations(host, theme)).toEqual([]);
      button("Close the side panel").click();
      await viewer.open(shelf.target("guide.md", { marks: [{ start: 0, end: 7 }] }));
      await viewer.find("the");
      await expect.poll(() => all("mark.match").length).toBeGreaterThan(0);
      expect(await violations(host, theme)).toEqual([]);
    });
  }
}
