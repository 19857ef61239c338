import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { PagehoundError } from "../../../src/core/errors.js";
import { longTarget } from "./long-pdf.js";
import { openShelf, removeViewers, type Shelf, showViewer } from "./viewer-room.js";

let shelf: Shelf;
// The first test file to start also waits until the sources are built.
beforeAll(async () => {
  shelf = await openShelf("viewer-view", [
    "pdf/two-columns.pdf",
    "text/guide.md",
    "text/segments.csv",
  ]);
});
afterEach(removeViewers);
afterAll(() => shelf.hound.close());

test("zooms by keyboard, and stays on the same page", async () => {
  const { viewer, one, press } = showViewer({ locale: "en" });
  await viewer.open(longTarget(30, { page: 12 }));
  viewer.focus();
  const zoom = (): string => one(".zoom").textContent ?? "";
  const page = (): string => one<HTMLInputElement>(".page-input").value;
  const fitted = zoom();
  for (const key of ["+", "+", "+"]) press(key);
  expect(Number.parseInt(zoom(), 10)).toBeGreaterThan(Number.parseInt(fitted, 10));
  expect(page()).toBe("12");
  for (const key of ["-", "-", "-", "-", "-"]) press(key);
  expect(Number.parseInt(zoom(), 10)).toBeLessThan(Number.parseInt(fitted, 10));
  expect(page()).toBe("12");
  press("0");
  expect(zoom()).toBe(fitted);
  expect(one('[aria-label="Fit to width"]').getAttribute("aria-pressed")).toBe("true");
});

test("fits the whole page, and adapts to the size of the view", async () => {
  const { viewer, one, button, host } = showViewer({}, { width: 800, height: 500 });
  await viewer.open(longTarget(3));
  button("Fit whole page").click();
  const fits = (): boolean =>
    one(".sheet").offsetHeight <= one(".scroller").clientHeight && one(".sheet").offsetHeight > 100;
  expect(fits()).toBe(true);
  const before = one(".sheet").offsetHeight;
  (host.parentElement as HTMLElement).style.height = "400px";
  await expect.poll(() => one(".sheet").offsetHeight).toBeLessThan(before);
  expect(fits()).toBe(true);
});

test("the wheel with Ctrl zooms around the pointer", async () => {
  const { viewer, one, all } = showViewer();
  await viewer.open(longTarget(30, { page: 5 }));
  const scroller = one(".scroller");
  const view = scroller.getBoundingClientRect();
  const sheet = (): DOMRect => (all(".sheet")[4] as HTMLElement).getBoundingClientRect();
  const [x, y] = [view.left + 200, view.top + 300];
  const before = {
    across: (x - sheet().left) / sheet().width,
    down: (y - sheet().top) / sheet().height,
  };
  const turn = { deltaY: -60, clientX: x, clientY: y, ctrlKey: true, cancelable: true };
  const event = new WheelEvent("wheel", turn);
  for (let step = 0; step < 4; step++)
    scroller.dispatchEvent(step ? new WheelEvent("wheel", turn) : event);
  expect(event.defaultPrevented).toBe(true);
  expect(sheet().width).toBeGreaterThan(view.width);
  expect((x - sheet().left) / sheet().width).toBeCloseTo(before.across, 1);
  expect((y - sheet().top) / sheet().height).toBeCloseTo(before.down, 1);
});

test("frees the canvases of distant pages", async () => {
  const { viewer, all, one } = showViewer();
  await viewer.open(longTarget(60));
  await expect.poll(() => all(".sheet canvas").length).toBeGreaterThan(0);
  const first = all(".sheet canvas")[0] as HTMLCanvasElement;
  one<HTMLInputElement>(".page-input").value = "50";
  one(".page-input").dispatchEvent(new Event("change"));
  await expect.poll(() => first.width).toBe(0);
  await expect.poll(() => all(".sheet canvas").length).toBeGreaterThan(0);
  expect(all(".sheet canvas").length).toBeLessThan(8);
});

test("renders only the sheets near the view of a long document, at its full height", async () => {
  const { viewer, all, one, press } = showViewer();
  await viewer.open(longTarget(1_200, { page: 700 }));
  viewer.focus();
  const { scrollHeight } = one(".scroller");
  const page = (): string => one<HTMLInputElement>(".page-input").value;
  for (const wanted of ["30", "1100", "700"]) {
    one<HTMLInputElement>(".page-input").value = wanted;
    one(".page-input").dispatchEvent(new Event("change"));
    await expect.poll(() => all(".sheet canvas").length).toBeGreaterThan(0);
    await expect.poll(() => all(".sheet").length).toBeLessThan(100);
    expect(page()).toBe(wanted);
    expect(Math.abs(one(".scroller").scrollHeight - scrollHeight)).toBeLessThan(4);
  }
  press("+");
  press("-");
  expect(page()).toBe("700");
});

test("formats a text document for reading: headings, paragraphs, lists and tables", async () => {
  const { viewer, all, one } = showViewer();
  await viewer.open(shelf.target("guide.md"));
  const texts = (selector: string): (string | null)[] =>
    all(`.prose ${selector}`).map((each) => each.textContent);
  await expect.poll(() => texts("[role=heading]")).toEqual(["Harbour guide", "Steps"]);
  expect(one(".prose [role=heading]").getAttribute("aria-level")).toBe("2");
  expect(texts("li")).toContain("Check the valve.");
  expect(texts("tr:nth-child(2) td")).toEqual(["North", "120", "134"]);
  expect(all(".prose td[data-number]").length).toBeGreaterThan(3);
  const { fontSize } = getComputedStyle(one(".prose p"));
  expect(Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(16);
  await viewer.open(shelf.target("segments.csv"));
  await expect.poll(() => texts("td")).toContain("Passenger, foot");
});

test("shows the stored text with marks if the file is missing, with a notice", async () => {
  const { viewer, all, one } = showViewer();
  const source = {
    page: shelf.hound.page.bind(shelf.hound),
    original: () => Promise.reject(new PagehoundError("not-found", "It is not here.")),
  };
  const span = await shelf.spanOf("two-columns.pdf", 1, "weather");
  const target = { ...shelf.target("two-columns.pdf"), source, marks: [span] };
  expect(await viewer.open(target)).toEqual({ shown: true, marked: true, unmarked: 0 });
  expect(one(".notice").textContent).toBe(
    "The file itself is not here. This is the text that was read from it.",
  );
  expect(all("mark").map((mark) => mark.textContent)).toEqual(["weather"]);
  expect(one(".caption").textContent).toBe("Page 1");
});

test("links to the cited page of the original if the file cannot be read", async () => {
  const { viewer, one, all } = showViewer();
  const link = () => one<HTMLAnchorElement>("a.original");
  const document = shelf.document("two-columns.pdf");
  const stored = await shelf.hound.page(document.id, 1);
  const source = {
    page: async (_: unknown, number: number) => ({ ...stored, number, text: `Part ${number}.` }),
    original: () => Promise.reject(new PagehoundError("not-found", "It is not here.")),
  };
  const originalUrl = "https://files.example/two-columns.pdf";
  const pages = { ...document.pages, total: 2 };
  const mark = { page: 2, marks: [{ start: 0, end: 4 }] };
  const linked = { ...document, pages, originalUrl };
  await viewer.open({ ...shelf.target("two-columns.pdf"), document: linked, source, ...mark });
  expect(all("mark").map((each) => each.textContent)).toEqual(["Part"]);
  expect(link().href).toBe(`${originalUrl}#page=2`);
  expect(link().hidden).toBe(false);
  await viewer.open(shelf.target("guide.md"));
  expect(link().hidden).toBe(true);
});

test("accepts custom strings, number formats and colours, and applies new colours at once", async () => {
  const strings = { find: "Suchen" };
  const { viewer, one, button, host } = showViewer({ locale: "de", strings, theme: "dark" });
  await viewer.open(longTarget(1_200));
  expect(one(".total").textContent).toBe("of 1.200");
  expect(button("Suchen").title).toBe("Suchen");
  const surface = (): string => getComputedStyle(one(".bar")).backgroundColor;
  const dark = surface();
  viewer.theme = "light";
  expect(surface()).not.toBe(dark);
  expect(getComputedStyle(host).colorScheme).toBe("light");
  viewer.theme = "auto";
  expect(getComputedStyle(host).colorScheme).toBe("light dark");
});

test("mirrors the panel, the buttons and the tree's keys in right-to-left languages", async () => {
  const shown = showViewer({}, { dir: "rtl" });
  const { viewer, one, button, press, all } = shown;
  await viewer.open(shelf.target("guide.md"));
  button("Outline and pages").click();
  await expect.poll(() => all('[role="treeitem"]').length).toBe(2);
  const panel = one(".panel-place").getBoundingClientRect();
  expect(panel.left).toBeGreaterThan(one(".scroller").getBoundingClientRect().left);
  const tree = one('[role="tree"]');
  tree.focus();
  press("Home");
  press("ArrowRight");
  await expect.poll(() => all('[role="treeitem"]').length).toBe(1);
  press("ArrowLeft");
  await expect.poll(() => all('[role="treeitem"]').length).toBe(2);
  expect(one(".bar").scrollWidth).toBeLessThanOrEqual(one(".bar").clientWidth);
});

test("cuts nothing off at 300 pixels, and all controls stay reachable", async () => {
  const { viewer, one, button, all } = showViewer({ onClose: () => undefined }, { width: 300 });
  await viewer.open(longTarget(1_200, { page: 1_100 }));
  const inside = (): boolean => {
    const { left, right } = one(".bar").getBoundingClientRect();
    return all("button, input").every((control) => {
      const box = control.getBoundingClientRect();
      return box.width === 0 || (box.left >= left && box.right <= right && box.height >= 32);
    });
  };
  expect(inside()).toBe(true);
  expect(button("Zoom in").offsetWidth).toBe(0);
  button("More controls").click();
  expect(button("Zoom in").offsetWidth).toBeGreaterThanOrEqual(32);
  await viewer.find("page");
  await expect.poll(() => all(".find-input").length).toBe(1);
  expect(inside()).toBe(true);
});

test("follows a document's links by pointer and keyboard, to its pages and to sites, but never to scripts", async () => {
  const { viewer, all, one } = showViewer();
  await viewer.open(longTarget(30));
  await expect.poll(() => all(".link-area").length).toBe(3);
  const [inside, site, mail] = all(".link-area");
  expect(inside?.getAttribute("aria-label")).toBe("Go to page 30");
  for (const link of [site, mail]) expect(link?.getAttribute("rel")).toBe("noopener noreferrer");
  expect(site?.getAttribute("target")).toBe("_blank");
  expect(site?.getAttribute("href")).toBe("https://example.org/tariff");
  expect(mail?.getAttribute("href")).toBe("mailto:harbour@example.org");
  const paper = one(".sheet").getBoundingClientRect();
  const box = inside?.getBoundingClientRect() ?? new DOMRect();
  expect((box.left - paper.left) / paper.width).toBeCloseTo(72 / 612, 2);
  expect((box.top - paper.top) / paper.height).toBeCloseTo((792 - 640) / 792, 2);
  inside?.focus();
  expect(inside?.matches(":focus")).toBe(true);
  inside?.click();
  await expect.poll(() => viewer.page).toBe(30);
});

test("rotates the pages with their marks, notes and links, until the document is closed", async () => {
  const { viewer, all, one, press } = showViewer({ onNote: () => undefined });
  const span = await shelf.spanOf("two-columns.pdf", 1, "weather");
  await viewer.open({ ...shelf.target("two-columns.pdf"), marks: [span] });
  viewer.showNotes([{ id: "n", page: 1, span, label: "Note" }]);
  const box = (kind: string): DOMRect | undefined =>
    all(`.${kind} .mark-box`)[0]?.getBoundingClientRect();
  const lies = (kind: string): string | null => {
    const { width = 0, height = 0 } = box(kind) ?? {};
    return width === 0 ? null : width > height ? "across" : "down";
  };
  const paper = (): boolean => one(".sheet").offsetWidth > one(".sheet").offsetHeight;
  await expect
    .poll(() => [lies("mark"), lies("note"), paper()])
    .toEqual(["across", "across", false]);
  viewer.focus();
  press("r");
  await expect.poll(() => [lies("mark"), lies("note"), paper()]).toEqual(["down", "down", true]);
  expect(one(".mark").dataset.text).toBe("weather");
  // The drawing is rotated too: the word's ink is below its mark.
  await expect.poll(() => all(".sheet canvas").length).toBeGreaterThan(0);
  const canvas = one<HTMLCanvasElement>(".sheet canvas");
  expect(canvas.width).toBeGreaterThan(canvas.height);
  for (const _ of [180, 270, 360]) press("r");
  await expect
    .poll(() => [lies("mark"), lies("note"), paper()])
    .toEqual(["across", "across", false]);
  press("r");
  await viewer.open(shelf.target("guide.md"));
  await viewer.open(shelf.target("two-columns.pdf"));
  await expect.poll(paper).toBe(false);
});

test("shows two pages side by side, and rotates both at once", async () => {
  const { viewer, all, one, button, press } = showViewer({}, { width: 1_000 });
  await viewer.open(longTarget(61, { page: 40 }));
  const { scrollHeight } = one(".scroller");
  button("Two pages side by side").click();
  await expect.poll(() => viewer.page).toBe(39);
  const edges = (): number[] => {
    const view = one(".scroller").getBoundingClientRect();
    const pages = all(".sheet").filter((sheet) => {
      const { top, bottom } = sheet.getBoundingClientRect();
      return top < view.bottom && bottom > view.top;
    });
    return [...new Set(pages.map((sheet) => Math.round(sheet.getBoundingClientRect().left)))];
  };
  expect(edges()).toHaveLength(2);
  // Half as many rows, at half the page width.
  expect(one(".scroller").scrollHeight).toBeLessThan(scrollHeight / 3);
  expect(one(".scroller").scrollWidth).toBe(one(".scroller").clientWidth);
  press("ArrowRight");
  await expect.poll(() => viewer.page).toBe(41);
  press("ArrowLeft");
  press("ArrowLeft");
  await expect.poll(() => viewer.page).toBe(37);
  button("Two pages side by side").click();
  await expect.poll(edges).toHaveLength(1);
  expect(viewer.page).toBe(37);
});
