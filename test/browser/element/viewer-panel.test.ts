import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { longTarget } from "./long-pdf.js";
import {
  openShelf,
  removeViewers,
  type Shelf,
  type ShownViewer,
  showViewer,
} from "./viewer-room.js";

let shelf: Shelf;
// The first test file to start also waits until the sources are built.
beforeAll(async () => {
  shelf = await openShelf("viewer-panel", [
    "pdf/headings.pdf",
    "pdf/headings-no-bookmarks.pdf",
    "text/guide.md",
    "pdf/table.pdf",
  ]);
});
afterEach(removeViewers);
afterAll(() => shelf.hound.close());

const rows = ({ all }: ShownViewer): string[] =>
  all('[role="treeitem"]').map((row) => row.textContent ?? "");

async function withPanel(path: string, options = {}, size = {}): Promise<ShownViewer> {
  const shown = showViewer(options, size);
  await shown.viewer.open(shelf.target(path));
  shown.button("Outline and pages").click();
  await expect.poll(() => shown.all(".panel").length).toBe(1);
  return shown;
}

test("shows the file's bookmarks as a tree with keyboard navigation", async () => {
  const shown = await withPanel("headings.pdf", {}, { height: 700 });
  await expect.poll(() => rows(shown).length).toBeGreaterThan(3);
  const { one, press, root, viewer } = shown;
  const outline = await shelf.hound.outline(shelf.document("headings.pdf").id);
  expect(rows(shown)).toEqual(outline.map(({ text }) => text));
  const tree = one('[role="tree"]');
  await expect.poll(() => root.activeElement === tree).toBe(true);
  const active = (): string =>
    root.getElementById(tree.getAttribute("aria-activedescendant") ?? "")?.textContent ?? "";
  press("Home");
  expect(active()).toBe("Knots");
  press("ArrowLeft");
  expect(rows(shown)).not.toContain("Splices");
  expect(one('[role="treeitem"]').getAttribute("aria-expanded")).toBe("false");
  press("ArrowRight");
  press("ArrowRight");
  expect(active()).toBe("Bends and hitches");
  press("ArrowLeft");
  expect(active()).toBe("Knots");
  press("s");
  expect(active()).toBe("Splices");
  press("End");
  press("Enter");
  await expect.poll(() => one<HTMLInputElement>(".page-input").value).toBe("2");
  await expect.poll(() => one('[aria-current="true"]').textContent).toBe(active());
  viewer.focus();
  press("ArrowLeft");
  await expect.poll(() => one('[aria-current="true"]').textContent).toBe("Knots");
});

test("lists headings in text documents, and in PDFs without bookmarks", async () => {
  const shown = await withPanel("headings-no-bookmarks.pdf", {}, { height: 700 });
  const outline = await shelf.hound.outline(shelf.document("headings-no-bookmarks.pdf").id);
  await expect.poll(() => rows(shown)).toEqual(outline.map(({ text }) => text));
  const second = outline.findLast(({ page, span }) => page === 1 && (span?.start ?? 0) > 200);
  const target = shown.all('[role="treeitem"]').find((row) => row.textContent === second?.text);
  const before = shown.one(".scroller").scrollTop;
  target?.click();
  await expect.poll(() => shown.one(".scroller").scrollTop).toBeGreaterThan(before + 50);

  await shown.viewer.open(shelf.target("guide.md"));
  await expect.poll(() => rows(shown)).toEqual(["Harbour guide", "Steps"]);
  expect(shown.one("#tab-pages").hidden).toBe(true);
  shown.all('[role="treeitem"]')[1]?.click();
  const heading = shown.all(".prose [role=heading]")[1];
  await expect
    .poll(() => {
      const view = shown.one(".scroller").getBoundingClientRect();
      return Math.abs((heading?.getBoundingClientRect().top ?? 0) - view.top) < view.height;
    })
    .toBe(true);

  await shown.viewer.open(shelf.target("table.pdf"));
  const none = (await shelf.hound.outline(shelf.document("table.pdf").id)).length === 0;
  if (none) await expect.poll(() => shown.one(".panel-remark").hidden).toBe(false);
  else await expect.poll(() => rows(shown).length).toBeGreaterThan(0);
});

test("draws only the visible pages of a long document, and frees the others", async () => {
  const shown = showViewer({ locale: "en" }, { height: 500 });
  await shown.viewer.open(longTarget(1_200));
  shown.button("Outline and pages").click();
  await expect.poll(() => shown.all("#tab-pages").length).toBe(1);
  shown.one("#tab-pages").click();
  const canvases = (): HTMLCanvasElement[] => shown.all(".thumb canvas") as HTMLCanvasElement[];
  await expect.poll(() => canvases().length).toBeGreaterThan(2);
  const first = canvases();
  const options = (): HTMLElement[] => shown.all('[role="option"]');
  expect(options().length).toBeLessThan(24);
  expect(options()[0]?.getAttribute("aria-setsize")).toBe("1200");
  const list = shown.one('[role="listbox"]');
  list.focus();
  shown.press("End");
  await expect.poll(() => options().at(-1)?.getAttribute("aria-label")).toBe("Page 1,200");
  expect(options().length).toBeLessThan(24);
  expect(first.every(({ width, isConnected }) => width === 0 && !isConnected)).toBe(true);
  shown.press("ArrowUp");
  shown.press("Enter");
  await expect.poll(() => shown.one<HTMLInputElement>(".page-input").value).toBe("1198");
  await expect
    .poll(() => shown.one('[role="option"][aria-selected="true"]').getAttribute("aria-label"))
    .toBe("Page 1,198");
  await expect.poll(() => canvases().length).toBeGreaterThan(2);
});

test("in a narrow view the panel covers the pages and closes when one is chosen", async () => {
  const shown = await withPanel("headings.pdf", {}, { width: 340 });
  await expect.poll(() => rows(shown).length).toBeGreaterThan(3);
  shown.all('[role="treeitem"]').at(-1)?.click();
  await expect.poll(() => shown.one(".panel-place").hidden).toBe(true);
  expect(shown.root.activeElement?.className).toBe("scroller");
  expect(shown.one<HTMLInputElement>(".page-input").value).toBe("2");
});

test("Escape closes the panel and gives the focus back", async () => {
  const shown = await withPanel("headings.pdf");
  await expect.poll(() => shown.root.activeElement?.getAttribute("role")).toBe("tree");
  shown.press("Escape");
  expect(shown.one(".panel-place").hidden).toBe(true);
  expect(shown.root.activeElement?.getAttribute("aria-label")).toBe("Outline and pages");
});
