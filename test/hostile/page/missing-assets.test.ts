import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IngestEvent, Pagehound } from "../../../src/index.js";
import { inDatabase } from "../../browser/collection/in-database.js";
import { addAll, ends, ofType, watchChanges } from "../../browser/collection/watched.js";
import { removeViewers, showViewer } from "../../browser/element/viewer-room.js";
import { type EmptyWindow, emptyWindow } from "../../browser/empty-window.js";
import { fixture } from "../../browser/fixture.js";
import { isLong, tries } from "../../tries.js";
import { type AssetFate, attackedAssets, settleFate } from "../attack/asset-fate.js";
import { faxPdf, harbourPdf } from "../attack/needy-pdfs.js";

const name = "missing-assets";
/** A different folder for each test: what the browser has cached for one must not help the next. */
let folder = "";
let folders = 0;
const patient = { timeout: 60_000 };
const tableName = "cmaps/90ms-RKSJ-H.bcmap";
let table = "";
let hound: Pagehound;

const open = (assetsBase: string = attackedAssets(folder)) =>
  Pagehound.open({ name, assetsBase, parseWorkers: 1 });

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  folder = `missing-assets-${++folders}`;
  table = new URL(attackedAssets(folder) + tableName, location.href).href;
  await settleFate(folder, "absent");
  hound = await open();
});
afterEach(() => {
  removeViewers();
  hound.close();
});

async function reopen(): Promise<void> {
  hound.close();
  hound = await open();
}

const ferry = { path: "ferry.pdf", file: harbourPdf(["en", "ja", "ja", "en"]) };
const japanese = { path: "japanese.pdf", file: harbourPdf(["ja"]) };

/** The text of each page of the only document, or the state of a page without text. */
async function notices(): Promise<string[]> {
  const [document] = await hound.documents();
  if (!document) return [];
  const numbers = Array.from({ length: document.pages.total }, (_, index) => index + 1);
  const pages = await Promise.all(numbers.map((number) => hound.page(document.id, number)));
  return pages.map(({ state, text }) =>
    state === "text" ? text.replace(/\s+/g, " ").trim() : state,
  );
}

const whole = ["A tide table.", "Ferry 港の船", "Ferry 港の船", "A tide table."];
const gaps = ["A tide table.", "unreadable", "unreadable", "A tide table."];

/** For a folder that serves a web page or errors, a short run only checks that it is reported. */
const fates = tries<AssetFate[]>(["absent", "cut"], ["absent", "page", "failing", "cut"]);

describe.each(fates)("a folder that is %s", (fate) => {
  beforeEach(() => settleFate(folder, fate));

  it("makes only the pages that need it unreadable, and names its address", async () => {
    expect(ends(await addAll(hound, ferry))).toEqual(["ferry.pdf: ready"]);
    expect(await notices()).toEqual(gaps);
    const [document] = await hound.documents();
    for (const number of [2, 3]) {
      const page = await hound.page(document?.id as never, number);
      expect(page.problem).toContain(table);
      expect(page.missing).toContain(tableName);
    }
    expect(document?.gaps).toEqual([{ reason: "unreadable", pages: [{ from: 2, to: 3 }] }]);
  });

  it("reports the asset when the file is added again, until it exists", async () => {
    await addAll(hound, ferry);
    const again = await addAll(hound, ferry);
    expect(ends(again)).toEqual(["ferry.pdf: refused"]);
    expect(ofType(again, "document-refused")[0]).toMatchObject({
      code: "assets-missing",
      kept: true,
      message: expect.stringContaining(table),
    });
    expect(await notices()).toEqual(gaps);
    await settleFate(folder, "there");
    expect(ends(await addAll(hound, ferry))).toEqual(["ferry.pdf: ready"]);
    expect(await notices()).toEqual(whole);
    expect((await hound.queue.list()).files).toEqual([]);
    expect(ends(await addAll(hound, ferry))).toEqual(["ferry.pdf: unchanged"]);
  });
});

it.runIf(isLong)(
  "a document is reread automatically in the next session that has the asset",
  async () => {
    await addAll(hound, ferry);
    await reopen();
    expect(await notices()).toEqual(gaps);
    await settleFate(folder, "there");
    await reopen();
    await expect.poll(notices, patient).toEqual(whole);
    expect((await hound.search("港の船")).hits).not.toEqual([]);
  },
);

it("keeps an unreadable document, and reads it once its assets are available", async () => {
  const [refused] = ofType(await addAll(hound, japanese), "document-refused");
  expect(refused).toMatchObject({ code: "assets-missing", kept: true });
  expect(refused?.message).toContain(table);
  expect(await hound.documents()).toEqual([]);
  await reopen();
  expect((await hound.queue.list()).files).toMatchObject([{ path: "japanese.pdf", state: "held" }]);
  await settleFate(folder, "there");
  await reopen();
  await expect.poll(notices, patient).toEqual(["Ferry 港の船"]);
});

it("a newer reader with a missing asset replaces nothing that an older one has read", async () => {
  await settleFate(folder, "there");
  await addAll(hound, ferry);
  hound.close();
  await inDatabase(name, async (database) => {
    for (const document of await database.getAll("documents")) {
      await database.put("documents", {
        ...document,
        versions: { ...document.versions, format: 0 },
      });
    }
  });
  // The browser has nothing of this folder in its cache.
  const nowhere = new URL(attackedAssets("nowhere"), location.href).href;
  hound = await open(nowhere);
  const held = async () => (await hound.queue.list()).files.map(({ state }) => state);
  await expect.poll(held, patient).toEqual(["held"]);
  expect(await notices()).toEqual(whole);
  const [file] = (await hound.queue.list()).files;
  expect(file?.problem?.message).toContain(`${nowhere}cmaps/`);
});

it.runIf(isLong)("reads the same text without optional assets", async () => {
  hound.close();
  const texts: unknown[] = [];
  for (const base of ["/assets/", attackedAssets(folder)]) {
    await deleteDB(`pagehound:${name}`);
    hound = await open(base);
    for (const path of ["annotations", "form", "headings", "table", "two-columns"]) {
      const events: IngestEvent[] = await addAll(hound, {
        path: `${path}.pdf`,
        file: await fixture(`pdf/${path}.pdf`),
      });
      const [ready] = ofType(events, "document-ready");
      if (!ready) throw new Error(`${path} was not read.`);
      const { total } = ready.document.pages;
      for (let number = 1; number <= total; number++) {
        const { text, problem = null } = await hound.page(ready.document.id, number);
        texts.push({ base: texts.length, path, text, problem });
      }
    }
    if (base === "/assets/") hound.close();
  }
  const half = texts.length / 2;
  const without = (each: unknown) => ({ ...(each as object), base: 0 });
  expect(texts.slice(half).map(without)).toEqual(texts.slice(0, half).map(without));
});

/** How a folder may fail, and whether listeners are notified. */
const failing: readonly [AssetFate, boolean][] = [
  ["page", true],
  ["cut", false],
  ["absent", true],
  ["failing", false],
  ["there", false],
];
it.each(failing.slice(0, tries(2, failing.length)))(
  "notifies each listener once about a folder that is %s: %s",
  async (fate, isReported) => {
    await settleFate(folder, fate);
    await reopen();
    for (let listener = 0; listener < 2; listener++) {
      const changes = watchChanges(hound);
      const missing = () => changes.events.filter(({ type }) => type === "assets-missing");
      if (isReported) {
        const change = await changes.seen(({ type }) => type === "assets-missing");
        expect(change).toMatchObject({ url: expect.stringContaining(attackedAssets(folder)) });
      }
      // Everything sent before this by the same worker has arrived.
      await addAll(hound, { path: `${listener}.txt`, file: new Blob(["A boat."]) });
      await changes.seen(({ type }) => type === "document-ready");
      expect(missing()).toHaveLength(isReported ? 1 : 0);
      changes.stop();
    }
  },
);

describe("scans", () => {
  async function scanned({ load }: EmptyWindow): Promise<object[]> {
    const [{ Recogniser }, { PageImages, ScannedPages }, { PdfAssets }] = await Promise.all([
      load<typeof import("../../../src/readers/ocr/recogniser.js")>("readers/ocr/recogniser.ts"),
      load<typeof import("../../../src/readers/ocr/scanned-pages.js")>(
        "readers/ocr/scanned-pages.ts",
      ),
      load<typeof import("../../../src/readers/pdf/pdfjs.js")>("readers/pdf/pdfjs.ts"),
    ]);
    const assets = new PdfAssets(new URL(attackedAssets(folder), location.href).href);
    const data = new Uint8Array(await faxPdf(2).arrayBuffer());
    const images = new PageImages(
      async () => ({ options: assets.options, data: data.slice() }),
      assets,
    );
    const blind = new Recogniser(async () => ({ recognise: async () => [], end: () => {} }));
    const pages = new ScannedPages(images, blind);
    const outcomes: object[] = [];
    for (const number of [1, 2]) {
      assets.begin();
      outcomes.push(await pages.read(number, []));
    }
    await pages.close();
    blind.end();
    return outcomes;
  }

  it("reports a missing decoder for each image until it is available", async () => {
    const wanting = {
      state: "scanned",
      problem: expect.stringContaining(`${attackedAssets(folder)}wasm/jbig2.wasm`),
      missing: ["wasm/jbig2.wasm"],
    };
    // pdf.js fetches decoders through whichever document of its window was opened first.
    const window = await emptyWindow();
    expect(await scanned(window)).toEqual([wanting, wanting]);
    await settleFate(folder, "there");
    expect(await scanned(window)).toEqual([{ state: "scanned" }, { state: "scanned" }]);
  });
});

it("the viewer names missing assets until they are available", async () => {
  await addAll(hound, ferry);
  const { viewer, one, all } = showViewer({ assetsBase: attackedAssets(folder) });
  const [document] = await hound.documents();
  if (!document) throw new Error("There is no document.");
  const target = { document, source: hound, page: 2 };
  const notice = () => (one(".strip").hidden ? "" : one(".notice").textContent);
  await viewer.open(target);
  await expect.poll(notice, patient).toContain(table);
  viewer.close();
  // Every document reports it as missing again.
  await viewer.open(target);
  await expect.poll(notice, patient).toContain(table);
  viewer.close();
  await settleFate(folder, "there");
  await viewer.open(target);
  // The previous page may be drawn by then as well.
  const texts = () => all(".text").map(({ textContent }) => textContent);
  await expect.poll(texts, patient).toContainEqual(expect.stringContaining("港の船"));
  expect(notice()).toBe("");
});
