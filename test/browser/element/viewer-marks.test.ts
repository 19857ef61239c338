import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { drawn, openShelf, removeViewers, type Shelf, showViewer } from "./viewer-room.js";

let shelf: Shelf;
// The first test file to start also waits until the sources are built.
beforeAll(async () => {
  shelf = await openShelf("viewer-marks", [
    "pdf/headings.pdf",
    "pdf/margins.pdf",
    "pdf/table.pdf",
    "text/guide.md",
  ]);
});
afterEach(removeViewers);
afterAll(() => shelf.hound.close());

const splices = "The section on splices has a few plain lines";
const cutting = "The section on cutting has a few plain lines";

test("opens the first of several places, and marks all of them on their pages", async () => {
  const { viewer, root, one, all } = showViewer();
  const passage = await shelf.spanOf("headings.pdf", 1, splices);
  const word = await shelf.spanOf("headings.pdf", 1, "splices has");
  const other = await shelf.spanOf("headings.pdf", 2, cutting);
  const places = [
    { page: 1, passage, spans: [word] },
    { page: 2, spans: [other] },
  ];
  const outcome = await viewer.open(shelf.target("headings.pdf", { places }));
  expect(outcome).toEqual({ shown: true, marked: true, unmarked: 0 });
  expect(drawn(root, '.mark[data-strength="passage"]')).toEqual([{ text: splices, over: true }]);
  expect(drawn(root, '.mark[data-strength="word"][data-current]')).toEqual([
    { text: "splices has", over: true },
  ]);
  expect(one(".place").textContent).toBe("Passage 1 of 2");
  expect(one(".notice").hidden).toBe(true);

  viewer.focus();
  await viewer.goToPlace(1);
  expect(one(".place").textContent).toBe("Passage 2 of 2");
  await expect
    .poll(() => drawn(root, ".mark[data-current]"))
    .toEqual([{ text: cutting, over: true }]);
  const view = one(".scroller").getBoundingClientRect();
  const box = one(".mark[data-current] .mark-box").getBoundingClientRect();
  expect(box.top).toBeGreaterThan(view.top);
  expect(box.bottom).toBeLessThan(view.bottom);
  expect(all('.mark[data-strength="word"]:not([data-current])').length).toBeLessThanOrEqual(1);
});

test("frames the cell that a claim states, and tints its heading and row label", async () => {
  const { viewer, all, one } = showViewer();
  const row = await shelf.spanOf("table.pdf", 1, "Total revenue\t50,321\t47,823\t5 %");
  const claims = ["Revenue was $47.8 million in 2023."];
  const places = [{ page: 1, passage: row, spans: [row], claims }];
  const outcome = await viewer.open(shelf.target("table.pdf", { places }));
  expect(outcome.marked).toBe(true);
  await expect.poll(() => all(".cell-frame").length).toBe(1);
  const wordsIn = (place: Element): string[] => {
    const { left, right, top, bottom } = place.getBoundingClientRect();
    return all(".text span")
      .filter((span) => {
        const box = span.getBoundingClientRect();
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        return x > left && x < right && y > top && y < bottom;
      })
      .map(({ textContent }) => textContent?.trim() ?? "")
      .filter((text) => text !== "");
  };
  expect(wordsIn(one(".cell-frame"))).toEqual(["47,823"]);
  expect(all(".cell-name").flatMap(wordsIn).sort()).toEqual(["2023", "Total revenue"]);

  const rowPlaces = [{ page: 1, spans: [row], claims: ["Revenue grew."] }];
  await viewer.open(shelf.target("table.pdf", { places: rowPlaces }));
  await expect.poll(() => all(".cell-frame").length).toBe(0);
});

test("buttons and keys cycle through the places", async () => {
  const { viewer, one, button, press } = showViewer();
  const places = await Promise.all(
    [1, 2, 3].map(async (page) => ({
      page,
      spans: [await shelf.spanOf("margins.pdf", page, (await words("margins.pdf", page)) ?? "")],
    })),
  );
  await viewer.open(shelf.target("margins.pdf", { places, current: 1 }));
  const place = (): string | null => one(".place").textContent;
  expect(place()).toBe("Passage 2 of 3");
  button("Next marked passage").click();
  await expect.poll(place).toBe("Passage 3 of 3");
  viewer.focus();
  press("n");
  await expect.poll(place).toBe("Passage 1 of 3");
  press("p");
  await expect.poll(place).toBe("Passage 3 of 3");
  await expect.poll(() => one<HTMLInputElement>(".page-input").value).toBe("3");
});

test("marks a place across a page break on both pages, and counts it once", async () => {
  const { viewer, root, one } = showViewer({}, { height: 1600 });
  const first = await shelf.hound.page(shelf.document("headings.pdf").id, 1);
  const end = first.text.trimEnd().length;
  const places = [
    { page: 1, spans: [{ start: end - 20, end }] },
    { page: 2, spans: [await shelf.spanOf("headings.pdf", 2, "Sails")], continues: true },
  ];
  const outcome = await viewer.open(shelf.target("headings.pdf", { places }));
  expect(outcome).toEqual({ shown: true, marked: true, unmarked: 0 });
  expect(one(".strip").hidden).toBe(true);
  await expect.poll(() => drawn(root, ".mark[data-current]").length).toBe(2);
  const texts = drawn(root, ".mark[data-current]");
  expect(texts.map(({ text }) => text.replace(/\s/g, ""))).toEqual([
    first.text.slice(end - 20, end).replace(/\s/g, ""),
    "Sails",
  ]);
  expect(texts.every(({ over }) => over)).toBe(true);
});

test("marks neither half of a place across a page break if one cannot be marked", async () => {
  const { viewer, all, one } = showViewer();
  const places = [
    { page: 1, spans: [await shelf.spanOf("headings.pdf", 1, "Knots")] },
    { page: 2, spans: [{ start: 5, end: 99_999 }], continues: true },
  ];
  const outcome = await viewer.open(shelf.target("headings.pdf", { places }));
  expect(outcome).toEqual({ shown: true, marked: false, unmarked: 1 });
  await expect.poll(() => all(".mark")).toEqual([]);
  expect(one(".notice").textContent).toBe("The passage could not be marked exactly on this page.");
});

test("reports how many places could not be marked, and marks the others", async () => {
  const { viewer, root, one } = showViewer();
  const places = [
    { page: 1, spans: [await shelf.spanOf("headings.pdf", 1, splices)] },
    { page: 1, spans: [{ start: 10, end: 99_999 }] },
    { page: 7, spans: [{ start: 0, end: 4 }] },
  ];
  const outcome = await viewer.open(shelf.target("headings.pdf", { places }));
  expect(outcome).toEqual({ shown: true, marked: false, unmarked: 2 });
  expect(drawn(root, ".mark")).toEqual([{ text: splices, over: true }]);
  expect(one(".notice").textContent).toBe("2 of 3 passages could not be marked exactly.");
});

test("opens a single passage with its words, even in a text document", async () => {
  const { viewer, root, all, one } = showViewer();
  const passage = await shelf.spanOf("headings.pdf", 2, cutting);
  const marks = [await shelf.spanOf("headings.pdf", 2, "plain lines")];
  expect(await viewer.open(shelf.target("headings.pdf", { page: 2, passage, marks }))).toEqual({
    shown: true,
    marked: true,
    unmarked: 0,
  });
  expect(drawn(root, '.mark[data-strength="word"]')).toEqual([{ text: "plain lines", over: true }]);
  const span = await shelf.spanOf("guide.md", 1, "Start the pump.\n• Check");
  await viewer.open(shelf.target("guide.md", { marks: [span] }));
  expect(all("mark").map((mark) => mark.textContent)).toEqual(["Start the pump.", "Check"]);
  const outcome = await viewer.open(shelf.target("guide.md", { marks: [{ start: 3, end: 1e6 }] }));
  expect(outcome.marked).toBe(false);
  expect(all("mark")).toEqual([]);
  expect(one(".notice").hidden).toBe(false);
});

async function words(path: string, page: number): Promise<string | undefined> {
  const { text } = await shelf.hound.page(shelf.document(path).id, page);
  return text.split("\n").find((line) => line.length > 20);
}
