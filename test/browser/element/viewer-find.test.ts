import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drawn, openShelf, removeViewers, type Shelf, showViewer } from "./viewer-room.js";

let shelf: Shelf;
// The first test file to start also waits until the sources are built.
beforeAll(async () => {
  const pdfs = ["headings", "scan-and-empty", "accents", "two-columns"];
  shelf = await openShelf("viewer-find", [
    ...pdfs.map((name) => `pdf/${name}.pdf`),
    "text/guide.md",
  ]);
});
afterEach(removeViewers);
afterAll(() => shelf.hound.close());

async function opened(path: string, size = {}) {
  const shown = showViewer({ locale: "en" }, size);
  await shown.viewer.open(shelf.target(path));
  shown.viewer.focus();
  shown.press("f", { ctrlKey: true });
  await expect.poll(() => shown.root.activeElement?.className).toBe("find-input");
  const count = (): string => shown.one(".find-count").textContent ?? "";
  return { ...shown, count };
}

test("counts and highlights matches on all pages, and cycles through them", async () => {
  const { type, count, press, root, one } = await opened("headings.pdf");
  type("PLAIN lines");
  await expect.poll(count).toBe("1 of 4");
  await expect.poll(() => drawn(root, ".match[data-current]")).toHaveLength(1);
  for (const { text, over } of drawn(root, ".match")) {
    expect(text).toBe("plain lines");
    expect(over).toBe(true);
  }
  press("Enter");
  press("Enter");
  await expect.poll(count).toBe("3 of 4");
  await expect.poll(() => one<HTMLInputElement>(".page-input").value).toBe("2");
  const current = (): number => one(".match[data-current] .mark-box").getBoundingClientRect().top;
  await expect.poll(current).toBeGreaterThan(one(".scroller").getBoundingClientRect().top);
  press("F3");
  press("F3");
  await expect.poll(count).toBe("1 of 4");
  press("Enter", { shiftKey: true });
  await expect.poll(count).toBe("4 of 4");
  press("F3", { shiftKey: true });
  await expect.poll(count).toBe("3 of 4");
});

test("finds words across a line break", async () => {
  const { type, count, root } = await opened("headings.pdf");
  type("the size in which most");
  await expect.poll(count).toBe("1 of 4");
  await expect.poll(() => drawn(root, ".match[data-current]").length).toBe(1);
  const [match] = drawn(root, ".match[data-current]");
  expect(match?.text.replace(/\s*which/, " which")).toBe("the size in which most");
});

test("ignores accents and typographic punctuation", async () => {
  const page = await shelf.hound.page(shelf.document("accents.pdf").id, 1);
  const accented = /\p{L}*[\u00c0-\u024f]\p{L}*/u.exec(page.text)?.[0] ?? "";
  const bare = accented.normalize("NFD").replace(/\p{M}/gu, "");
  expect(bare).not.toBe(accented);
  const { type, count, root } = await opened("accents.pdf");
  type(bare.toUpperCase());
  await expect.poll(count).toMatch(/^1 of [1-9]/);
  await expect.poll(() => drawn(root, ".match[data-current]").length).toBe(1);
});

test("says which pages could not be searched, and when nothing is found", async () => {
  const { type, count, one } = await opened("scan-and-empty.pdf");
  type("zyzzyva");
  await expect.poll(count).toBe("Not found");
  const { pages } = shelf.document("scan-and-empty.pdf");
  const remark = one(".find-remark").textContent;
  expect(remark).toContain(`${pages.text} of ${pages.total} pages searched; `);
  expect(remark).toContain(`${pages.scanned} scanned`);
  expect(one<HTMLButtonElement>('button[aria-label="Next match"]').disabled).toBe(true);
});

test("Escape closes the search first, removes its highlights and returns the focus", async () => {
  let closed = 0;
  const shown = showViewer({ onClose: () => closed++ });
  await shown.viewer.open(shelf.target("headings.pdf"));
  await shown.viewer.find("knots");
  await expect.poll(() => shown.all(".match").length).toBeGreaterThan(0);
  shown.press("Escape");
  expect(closed).toBe(0);
  expect(shown.one(".find-place").hidden).toBe(true);
  expect(shown.all(".match")).toEqual([]);
  expect(shown.root.activeElement?.getAttribute("aria-label")).toBe("Find in this document");
  shown.press("Escape");
  expect(closed).toBe(1);
});

test("also searches text documents, and the next document that is opened", async () => {
  const { type, count, all, viewer } = await opened("guide.md");
  type("the");
  await expect.poll(count).toMatch(/^1 of \d/);
  expect(all("mark.match").every((mark) => /^the$/i.test(mark.textContent ?? ""))).toBe(true);
  expect(all("mark.match[data-current]")).toHaveLength(1);
  await viewer.open(shelf.target("two-columns.pdf"));
  await expect.poll(() => all(".paper .match").length).toBeGreaterThan(5);
});

test("deleting the search term cancels its search", async () => {
  const { type, count, all } = await opened("headings.pdf");
  type("sails");
  await expect.poll(count).toMatch(/^1 of/);
  type("");
  await expect.poll(count).toBe("");
  expect(all(".match")).toEqual([]);
});
