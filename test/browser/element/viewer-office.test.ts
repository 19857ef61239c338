import axe from "axe-core";
import { deleteDB } from "idb";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type DocumentSummary, Pagehound } from "../../../src/index.js";
import {
  excelFile,
  paragraph,
  slideFile,
  wordFile,
  zipped,
} from "../../unit/readers/office-files.js";
import { box, deck } from "./slide-deck-file.js";
import { removeViewers, showViewer } from "./viewer-room.js";

/** A slide whose text is several times too long for its shape, and is set to shrink to fit. */
function fullSlide(): Uint8Array {
  const text = Array.from({ length: 60 }, (_, at) => `This is sentence ${at} of a text.`).join(" ");
  const shape = box(2, 1, `<a:r><a:t>${text}</a:t></a:r>`);
  return slideFile([shape.replace("<a:bodyPr/>", "<a:bodyPr><a:normAutofit/></a:bodyPr>")]);
}

const chapter =
  '<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>Once</h1><p>A tale.</p></body></html>';
const files: Readonly<
  Record<string, { readonly bytes: Uint8Array | string; readonly cited: string }>
> = {
  "plan.pptx": { bytes: deck(), cited: "twelve percent" },
  "full.pptx": { bytes: fullSlide(), cited: "sentence 40 " },
  "plan.docx": {
    bytes: wordFile(`${paragraph("Aims", "Heading1")}${paragraph("We build a mill.")}`),
    cited: "mill",
  },
  "plan.xlsx": {
    bytes: excelFile({
      Costs:
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Wood</t></is></c><c r="B1"><f>7*2</f><v>14</v></c></row>',
    }),
    cited: "14",
  },
  "wide.xlsx": {
    bytes: excelFile({
      Months: `<row r="1">${Array.from(
        { length: 20 },
        (_, at) =>
          `<c r="${String.fromCharCode(65 + at)}1" t="inlineStr"><is><t>The costs of month ${at}</t></is></c>`,
      ).join("")}</row>`,
    }),
    cited: "month 19",
  },
  "plan.eml": {
    bytes: "From: a@example.org\r\nSubject: Plan\r\n\r\nThe mill is late.\r\n",
    cited: "late",
  },
  "plan.epub": {
    bytes: zipped({
      mimetype: "application/epub+zip",
      "META-INF/container.xml":
        '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
      "book.opf":
        '<package xmlns:dc="x"><metadata><dc:title>Tales</dc:title></metadata><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      "a.xhtml": chapter,
    }),
    cited: "tale",
  },
};

let hound: Pagehound;
let documents: readonly DocumentSummary[];
beforeAll(async () => {
  await deleteDB("pagehound:viewer-office");
  hound = await Pagehound.open({ name: "viewer-office", assetsBase: "/assets/", parseWorkers: 1 });
  const added = Object.entries(files).map(([path, { bytes }]) => ({
    path,
    file: new Blob([bytes as BlobPart]),
  }));
  for await (const event of hound.add(added)) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
  documents = await hound.documents();
});
afterEach(removeViewers);
afterAll(() => hound.close());

async function targetOf(path: string, cited: string) {
  const document = documents.find((each) => each.path === path);
  if (!document) throw new Error(`There is no ${path}.`);
  const { text } = await hound.page(document.id, 1);
  const start = text.indexOf(cited);
  const marks = [{ start, end: start + cited.length }];
  return { document, source: hound, page: 1, marks };
}

const drawnIn = (sheet: HTMLElement): ShadowRoot => {
  const root = sheet.querySelector(".drawn")?.shadowRoot;
  if (!root) throw new Error("Nothing is drawn.");
  return root;
};

test("draws a slide with its passage marked and its notes below, without external requests", async () => {
  const requested: string[] = [];
  const watcher = new PerformanceObserver((list) => {
    requested.push(...list.getEntries().map(({ name }) => name));
  });
  watcher.observe({ type: "resource" });
  const { viewer, one } = showViewer();
  const outcome = await viewer.open(await targetOf("plan.pptx", "rose by twelve percent"));
  expect(outcome).toEqual({ shown: true, marked: true, unmarked: 0 });
  const root = drawnIn(one(".slide"));
  const marks = [...root.querySelectorAll<HTMLElement>("mark")];
  expect(marks.map(({ textContent }) => textContent).join("")).toBe("rose by twelve percent");
  // In the slide's own font, spread over two of its text runs.
  expect(marks.map((mark) => getComputedStyle(mark).fontWeight)).toEqual(["400", "700"]);
  expect(root.textContent).toContain("follow me");
  expect(root.querySelectorAll("a, [href], [role], [tabindex]")).toHaveLength(0);
  expect(root.querySelector("div")?.outerHTML).not.toContain("url(");
  const below = one(".slide > .prose");
  expect(below.innerText).toContain("Mention the new plant");
  expect(below.innerText).not.toContain("Profit");

  await viewer.open(await targetOf("plan.pptx", "new plant"));
  expect(root.querySelectorAll("mark")).toHaveLength(0);
  expect(root.textContent).toContain("Profit rose by twelve percent");
  expect(below.querySelector("mark")?.textContent).toBe("new plant");
  watcher.disconnect();
  expect(requested.filter((url) => url.includes("away.example"))).toEqual([]);
});

test("shrinks text that is too long for its shape only until it fits", async () => {
  const { viewer, one } = showViewer();
  const outcome = await viewer.open(await targetOf("full.pptx", "sentence 40 "));
  expect(outcome).toEqual({ shown: true, marked: true, unmarked: 0 });
  const mark = drawnIn(one(".slide")).querySelector("mark");
  const text = mark?.closest<HTMLElement>('div[style*="scale("]');
  const shape = text?.parentElement?.getBoundingClientRect();
  const drawn = text?.getBoundingClientRect();
  if (!mark || !text || !shape || !drawn) throw new Error("The text was not shrunk.");
  expect(text.scrollHeight).toBeLessThanOrEqual(text.clientHeight + 1);
  expect(drawn.width / shape.width).toBeCloseTo(1, 1);
  const [, scale] = /scale\(([\d.]+)\)/.exec(text.style.transform) ?? [];
  expect(Number(scale)).toBeGreaterThan(0.3);
  expect(Number(scale)).toBeLessThan(1);
});

test("shows the formula of the selected cell, by mouse or keyboard", async () => {
  const { viewer, one, press } = showViewer();
  await viewer.open(await targetOf("plan.xlsx", "14"));
  const bar = one(".formula-bar");
  expect(bar.innerText).toBe("Choose a cell to see its formula.");
  const made = one<HTMLTableCellElement>("td[data-formula]");
  expect(made.querySelector("mark")?.textContent).toBe("14");
  made.focus();
  expect(bar.innerText.split("\n")).toEqual(["B1", "=7*2"]);
  press("ArrowLeft");
  expect(bar.innerText.split("\n")).toEqual(["A1", "This cell has no formula."]);
  press("ArrowLeft");
  press("ArrowRight");
  expect(made.matches('[aria-selected="true"]:focus')).toBe(true);
  expect(bar.innerText).toContain("=7*2");
});

test("shows a wide sheet from its first column, or from the cited cell", async () => {
  const { viewer, one } = showViewer();
  const { document, source } = await targetOf("wide.xlsx", "month 0");
  await viewer.open({ document, source, page: 1 });
  const scroller = one(".scroller");
  await expect.poll(() => scroller.scrollWidth > scroller.clientWidth).toBe(true);
  expect(scroller.scrollLeft).toBe(0);
  await viewer.open(await targetOf("wide.xlsx", "month 19"));
  await expect.poll(() => scroller.scrollLeft).toBeGreaterThan(0);
});

test("axe finds no violations in a citation of each office format, in light and dark", async () => {
  const shown = showViewer({ theme: "light" });
  for (const [path, { cited }] of Object.entries(files)) {
    const outcome = await shown.viewer.open(await targetOf(path, cited));
    expect([path, outcome.marked]).toEqual([path, true]);
    for (const theme of ["light", "dark"] as const) {
      shown.viewer.theme = theme;
      // A slide's colours are up to its author.
      const whole = { include: [shown.host], exclude: [[[".pagehound-viewer", ".drawn"]]] };
      const { violations } = await axe.run(whole as unknown as axe.ElementContext);
      expect([
        path,
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`)),
      ]).toEqual([path, []]);
    }
  }
});
