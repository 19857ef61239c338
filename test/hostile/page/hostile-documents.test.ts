import { deleteDB } from "idb";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type DocumentSummary,
  type IngestEvent,
  type InputFile,
  Pagehound,
  requestLog,
} from "../../../src/index.js";
import { addAll, ends, ofType, textFile } from "../../browser/collection/watched.js";
import { removeViewers, showViewer } from "../../browser/element/viewer-room.js";
import { isLong, tries } from "../../tries.js";
import { hostilePdfs, soundPdf } from "../attack/hostile-pdfs.js";
import { hostileNames, hostileTexts } from "../attack/hostile-texts.js";
import { mutated } from "../attack/mutations.js";
import { latin1 } from "../attack/pdf-objects.js";

const seeds = tries(30, 3000);
const name = "hostile-documents";
/** Long enough for the last of them, even on a busy machine. */
const patient = 280_000;

let hound: Pagehound;
const title = document.title;
const log = requestLog();
const attacked = (): unknown => (globalThis as { attacked?: unknown }).attacked;

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 2, pageSeconds: 3 });
});
afterEach(removeViewers);
afterAll(() => hound.close());

/** Technical text that nobody should see: error names, file locations, placeholder values. */
const code =
  /\b(?:TypeError|RangeError|ReferenceError|Maximum call stack|Cannot (?:read|set|access|convert|destructure)|is not (?:a function|iterable|defined|a constructor)|undefined|NaN|\[object)\b|\bat \S+ \(|\.[cm]?[jt]s\b|https?:\/\/|node_modules/;

/** Checks that a reason is plain and informative. It may contain `path`, whatever that is. */
function expectPlain(reason: string, path: string): void {
  const message = reason.replaceAll(path, "(the file)");
  expect(message, path).toMatch(/^\S.{10,}[.…]$/su);
  expect(message, path).not.toMatch(code);
}

/** Opens the collection again, which then gives up a page that takes longer than this. */
async function reopen(pageSeconds: number): Promise<void> {
  hound.close();
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 2, pageSeconds });
}

/** Adds files, and checks that each ends as read, partly read or refused with a plain reason. */
async function addHostile(files: readonly InputFile[]): Promise<IngestEvent[]> {
  const events = await addAll(hound, ...files);
  expect(ends(events).length).toBe(files.length);
  for (const { path, message } of ofType(events, "document-refused")) expectPlain(message, path);
  for (const { document } of ofType(events, "document-ready")) await expectPlainPages(document);
  return events;
}

async function expectPlainPages({ id, path, pages }: DocumentSummary): Promise<void> {
  if (pages.unreadable === 0) return;
  for (let number = 1; number <= Math.min(pages.total, 20); number++) {
    const { problem } = await hound.page(id, number);
    if (problem !== undefined) expectPlain(problem, path);
  }
}

/** Checks that the collection still accepts a file, finds it, and deletes earlier ones. */
async function expectUsable(word: string): Promise<void> {
  const [end] = ofType(
    await addAll(hound, textFile(`${word}.txt`, `A ${word} was here.`)),
    "document-ready",
  );
  expect(end?.path).toBe(`${word}.txt`);
  const { hits } = await hound.search(word);
  expect(hits[0]?.path).toBe(`${word}.txt`);
  await hound.remove((await hound.documents()).map(({ id }) => id));
  expect(await hound.documents()).toEqual([]);
}

function expectUntouched(): void {
  expect(attacked()).toBeUndefined();
  expect(document.title).toBe(title);
  expect(log.requests.filter(({ origin }) => origin === "other")).toEqual([]);
}

async function showAll(): Promise<void> {
  for (const each of await hound.documents()) {
    const { viewer } = showViewer();
    // Whether shown or refused, it settles, and the next one can be opened.
    expect(await viewer.open({ document: each, source: hound, page: 1 })).toHaveProperty("shown");
    removeViewers();
  }
}

describe("malicious documents", () => {
  test(
    "reads PDFs with cycles or huge content as text, or refuses them with a plain reason",
    async () => {
      // A page that never ends uses up its time limit, so the limit is short, and only a long run
      // includes all files.
      await reopen(1);
      const files = Object.entries(await hostilePdfs()).filter(
        (_, index) => isLong || index % 2 === 0,
      );
      await addHostile(files.map(([path, bytes]) => ({ path, file: new Blob([bytes]) })));
      await showAll();
      expectUntouched();
      await reopen(3);
      await expectUsable("plover");
    },
    patient,
  );

  test(
    "shows scripts, handlers and addresses as text",
    async () => {
      const files = Object.entries(hostileTexts);
      const events = await addHostile(files.map(([path, content]) => textFile(path, content)));
      const ready = ofType(events, "document-ready").map(({ path }) => path);
      for (const path of ["scripts.html", "scripts.md", "formulas.csv"]) {
        expect(ready).toContain(path);
      }
      await showAll();
      expectUntouched();
      await expectUsable("dunlin");
    },
    patient,
  );

  test(
    "shows hostile file names as plain text",
    async () => {
      await addHostile(
        hostileNames.map((path, index) => textFile(path, `Number ${index} of the mirrors.`)),
      );
      await showAll();
      expectUntouched();
      await expectUsable("godwit");
    },
    patient,
  );

  test(
    "recognises files with a false extension by their content",
    async () => {
      const zip = "PK\u0003\u0004\u0014\u0000\u0000\u0000\u0008\u0000".padEnd(400, "\u0000");
      const gzip = "\u001f\u008b\u0008\u0000".padEnd(300, "\u0001");
      const files: Record<string, Blob> = {
        "zip.pdf": new Blob([latin1(zip)]),
        "gzip.txt": new Blob([latin1(gzip)]),
        "page.csv": new Blob([hostileTexts["scripts.html"] ?? ""]),
        "sound.pdf.zip": new Blob([soundPdf()]),
        "empty.pdf": new Blob([]),
        "only-a-header.pdf": new Blob(["%PDF-1.7\n"]),
        "pdf-in-html.html": new Blob(["<p>text</p>", soundPdf()]),
      };
      await addHostile(Object.entries(files).map(([path, file]) => ({ path, file })));
      await showAll();
      expectUntouched();
      await expectUsable("curlew");
    },
    patient,
  );
});

describe(`${seeds} damaged documents`, () => {
  const batch = 30;
  const sound = [
    soundPdf(),
    ...Object.values(hostileTexts).map((text) => new TextEncoder().encode(text)),
  ];
  const formats = ["pdf", "pdf", "pdf", "html", "md", "csv", "txt"];
  test.each(Array.from({ length: Math.ceil(seeds / batch) }, (_, index) => index * batch))(
    "damaged documents affect nothing else and leave the collection usable, from seed %i on",
    async (first) => {
      const files = Array.from({ length: batch }, (_, index) => {
        const seed = first + index;
        const format = formats[seed % formats.length] ?? "txt";
        // PDFs are mutated mostly from PDFs, so that most still count as PDFs.
        const from = format === "pdf" ? sound.slice(0, 1) : sound;
        return { path: `seed-${seed}.${format}`, file: new Blob([mutated(from, seed)]) };
      });
      await addHostile(files);
      expectUntouched();
      await expectUsable(`sanderling${first}`);
    },
    patient,
  );
});
