import { deleteDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type DocumentId, type Note, Pagehound, type Span } from "../../../src/index.js";
import { openForReading } from "../../../src/readers/pdf/pdfjs.js";
import { fixture } from "../fixture.js";
import { inDatabase } from "./in-database.js";
import { addAll, textFile, watchChanges } from "./watched.js";

const name = "notes-test";
const open: Pagehound[] = [];
let hound: Pagehound;

async function collection(named = name): Promise<Pagehound> {
  const opened = await Pagehound.open({ name: named, assetsBase: "/assets/", parseWorkers: 1 });
  open.push(opened);
  return opened;
}

beforeEach(async () => {
  for (const each of [name, `${name}-other`]) await deleteDB(`pagehound:${each}`);
  hound = await collection();
});
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

const contract = [
  "This lease is between Town and Ada Number.",
  "The rent is 900 euros a month, due on the first.",
  "Either side may end the lease with three months' notice in writing.",
  "The rent is 900 euros a month for the garage as well.",
].join("\n\n");
const notice = "three months' notice";

async function idOf(path: string, pagehound = hound): Promise<DocumentId> {
  const document = (await pagehound.documents()).find((each) => each.path === path);
  if (!document) throw new Error(`There is no ${path}.`);
  return document.id;
}

async function spanOf(id: DocumentId, text: string, page = 1): Promise<Span> {
  const start = (await hound.page(id, page)).text.indexOf(text);
  expect(start).toBeGreaterThanOrEqual(0);
  return { start, end: start + text.length };
}

async function highlight(path: string, text: string, comment = ""): Promise<Note> {
  const document = await idOf(path);
  const span = await spanOf(document, text);
  return hound.notes.add({ text: comment, places: [{ document, page: 1, span }] });
}

/** The location of the only note, and the text that is there now. */
async function place(pagehound = hound) {
  const [note] = await pagehound.notes.list();
  const [first] = note?.places ?? [];
  if (!first) throw new Error("There is no note with a place.");
  const { document, page, span, state, path } = first;
  const text =
    state === "found" && document && span
      ? (await pagehound.page(document, page)).text.slice(span.start, span.end)
      : null;
  return { state, path, text };
}

describe("a note", () => {
  it("lists, changes, deletes and restores a note, notifying every tab", async () => {
    await addAll(hound, textFile("lease.txt", contract));
    const other = await collection();
    const changes = watchChanges(other);
    const { id } = await highlight("lease.txt", notice, "Ask Anna.");
    await changes.seen(({ type }) => type === "notes-changed");
    changes.stop();
    expect((await other.notes.list())[0]).toMatchObject({ id, text: "Ask Anna.", question: null });
    await other.notes.update(id, { text: "Anna agrees." });
    await hound.notes.remove([id]);
    expect(await other.notes.list()).toEqual([]);
    await hound.notes.restore([id]);
    expect((await other.notes.list())[0]?.text).toBe("Anna agrees.");
    await expect(hound.notes.update("none", { text: "" })).rejects.toMatchObject({
      code: "not-found",
    });
    const document = await idOf("lease.txt");
    const nowhere = { document, page: 1, span: { start: 9e6, end: 9e6 + 4 } };
    await expect(hound.notes.add({ places: [nowhere] })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("keeps a note at its text when the file is replaced, and moves it back when that is undone", async () => {
    await addAll(hound, textFile("lease.txt", contract));
    await highlight("lease.txt", notice);
    const before = await idOf("lease.txt");
    await addAll(hound, textFile("lease.txt", `A new preface, of some length.\n\n${contract}`));
    expect(await place()).toEqual({ state: "found", path: "lease.txt", text: notice });
    const moved = (await hound.notes.list())[0]?.places[0]?.span;
    await hound.restore([before]);
    expect(await place()).toEqual({ state: "found", path: "lease.txt", text: notice });
    expect((await hound.notes.list())[0]?.places[0]?.span).not.toEqual(moved);
  });

  it("tells two identical sentences apart by their context", async () => {
    await addAll(hound, textFile("lease.txt", contract));
    const document = await idOf("lease.txt");
    const { text } = await hound.page(document, 1);
    const start = text.lastIndexOf("The rent is 900 euros a month");
    const span = { start, end: start + 29 };
    await hound.notes.add({ places: [{ document, page: 1, span }] });
    await addAll(hound, textFile("lease.txt", `${"A preface. ".repeat(20)}\n\n${contract}`));
    const [found] = (await hound.notes.list())[0]?.places ?? [];
    const page = await hound.page(await idOf("lease.txt"), 1);
    expect(page.text.slice(found?.span?.end).startsWith(" for the garage")).toBe(true);
  });

  it("keeps a note whose text is gone, without moving it elsewhere", async () => {
    await addAll(hound, textFile("lease.txt", contract));
    await highlight("lease.txt", "900", "Too much.");
    // The same short text has other surroundings here.
    await addAll(hound, textFile("lease.txt", "The house number is 900, as everybody knows."));
    expect((await place()).state).toBe("lost");
    const markdown = await (await hound.notes.export("markdown")).text();
    expect(markdown).toContain("Too much.");
    expect(markdown).toContain("no longer in the document");
  });

  it("a note outlives its document, and reappears with the file, even at another path", async () => {
    await addAll(hound, textFile("lease.txt", contract));
    await highlight("lease.txt", notice);
    const id = await idOf("lease.txt");
    await hound.remove([id]);
    expect((await place()).state).toBe("absent");
    await hound.restore([id]);
    expect((await place()).state).toBe("found");
    await hound.remove([id]);
    await addAll(hound, textFile("2024/lease.txt", contract));
    expect(await place()).toEqual({ state: "found", path: "2024/lease.txt", text: notice });
    expect(await hound.notes.list({ document: await idOf("2024/lease.txt") })).toHaveLength(1);
  });

  it("finds a note again when another reader reads the file", async () => {
    await addAll(hound, textFile("lease.txt", contract));
    await highlight("lease.txt", notice);
    hound.close();
    // Simulates an older reader, with the text in another position and hyphens at line ends.
    await inDatabase(name, async (database) => {
      for (const document of await database.getAll("documents")) {
        const versions = { ...document.versions, format: 0 };
        await database.put("documents", { ...document, versions });
      }
      for (const note of await database.getAll("notes")) {
        const [stored] = note.places;
        const quote = { ...stored.quote, exact: "three\nmonths’ no-\ntice".replace("’", "'") };
        const sought = { pages: "of the older reader", found: true };
        const places = [{ ...stored, span: { start: 0, end: 21 }, quote, sought }];
        await database.put("notes", { ...note, places });
      }
    });
    hound = await collection();
    const isRead = async (): Promise<boolean> => {
      const versions = await inDatabase(name, (database) => database.getAll("documents"));
      return versions.every((each) => each.versions?.format > 0);
    };
    await expect.poll(isRead).toBe(true);
    expect(await place()).toEqual({ state: "found", path: "lease.txt", text: notice });
  });

  it("exports and imports notes with a collection", async () => {
    await addAll(hound, textFile("lease.txt", contract), textFile("private.txt", "Nobody's."));
    const { id } = await highlight("lease.txt", notice, "Ask Anna.");
    const secret = await idOf("private.txt");
    await hound.notes.add({ text: "Not for others.", places: [{ document: secret, page: 1 }] });
    const lease = await idOf("lease.txt");
    const file = await hound.collection.export({ documents: [lease] });
    const other = await collection(`${name}-other`);
    await other.collection.import(file, { folder: "from Anna" });
    const notes = await other.notes.list();
    expect(notes.map(({ text }) => text)).toEqual(["Ask Anna."]);
    expect(await place(other)).toEqual({
      state: "found",
      path: "from Anna/lease.txt",
      text: notice,
    });
    // The import does not undo later changes made here.
    await other.notes.update(id, { text: "Done." });
    await other.collection.import(file, { folder: "from Anna" });
    expect((await other.notes.list()).map(({ text }) => text)).toEqual(["Done."]);
    const bare = await hound.collection.export({ documents: [lease], notes: false });
    await other.notes.remove([id]);
    await other.collection.import(bare, { folder: "from Anna" });
    expect(await other.notes.list()).toEqual([]);
  });
});

describe("the colour of a highlight", () => {
  it("stores a highlight's colour, changes it without the text, and exports it", async () => {
    await hound.add([textFile("lease.txt", contract)]);
    const { id } = await highlight("lease.txt", notice, "Ask.");
    expect((await hound.notes.list())[0]?.color).toBeUndefined();
    const blue = await hound.notes.update(id, { color: "blue" });
    expect([blue.color, blue.text]).toEqual(["blue", "Ask."]);
    const file = await hound.collection.export();
    const other = await collection(`${name}-other`);
    await other.collection.import(file);
    expect((await other.notes.list()).map(({ color }) => color)).toEqual(["blue"]);
    await expect(hound.notes.update(id, { color: "red" as "pink" })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

describe("a passage across two pages", () => {
  it("stores a passage across two pages as one note, and removes it as a whole", async () => {
    await hound.add([{ path: "headings.pdf", file: await fixture("pdf/headings.pdf") }]);
    const document = await idOf("headings.pdf");
    const places = [1, 2].map((page) => ({ document, page, span: { start: 0, end: 12 } }));
    const { id } = await hound.notes.add({ places });
    const [note] = await hound.notes.list({ document });
    expect(note?.places.map(({ page, state }) => [page, state])).toEqual([
      [1, "found"],
      [2, "found"],
    ]);
    const copy = await hound.notes.export("pdf", { document });
    const pdf = await openForReading({ data: new Uint8Array(await copy.arrayBuffer()) }).promise;
    for (const number of [1, 2]) {
      const annotations = await (await pdf.getPage(number)).getAnnotations();
      expect(annotations.filter(({ subtype }) => subtype === "Highlight")).toHaveLength(1);
    }
    await hound.notes.remove([id]);
    expect(await hound.notes.list({ document })).toEqual([]);
  });
});

describe("a copy of a PDF", () => {
  it("a copied PDF has a highlight annotation on exactly the highlighted words, with the note's text", async () => {
    const file = await fixture("pdf/headings.pdf");
    await hound.add([{ path: "headings.pdf", file }]);
    const document = await idOf("headings.pdf");
    const { text, lines } = await hound.page(document, 1);
    const line = lines.find(({ start, end }) => end - start > 30);
    if (!line) throw new Error("There is no long line.");
    const words = text.slice(line.start, line.end).split(" ");
    const [first = "", second = "", third = ""] = words;
    const start = line.start + first.length + 1;
    const span = { start, end: start + second.length + 1 + third.length };
    await hound.notes.add({ text: "Ünder review —\nask.", places: [{ document, page: 1, span }] });
    const whole = await hound.notes.add({ text: "All of it.", places: [{ document, page: 1 }] });
    await hound.notes.update(whole.id, { color: "pink" });
    const copy = await hound.notes.export("pdf", { document, author: "Ada" });
    const before = new Uint8Array(await file.arrayBuffer());
    const after = new Uint8Array(await copy.arrayBuffer());
    expect(after.slice(0, before.length)).toEqual(before);
    const opening = openForReading({ data: after });
    const pdf = await opening.promise;
    const page = await pdf.getPage(1);
    const annotations = (await page.getAnnotations()).filter(
      ({ subtype }) => subtype === "Highlight",
    );
    const comments = annotations.map(({ contentsObj }) => contentsObj.str);
    expect(comments.toSorted()).toEqual(["All of it.", "Ünder review —\nask."]);
    const marked = annotations[comments.indexOf("Ünder review —\nask.")];
    expect(marked.titleObj.str).toBe("Ada");
    expect([...marked.color]).toEqual([186, 233, 178]);
    expect([...annotations[comments.indexOf("All of it.")].color]).toEqual([255, 196, 222]);
    const { items } = await page.getTextContent();
    const item = items.find((each) => "str" in each && each.str.includes(`${second} ${third}`));
    if (!item || !("str" in item)) throw new Error("The words are in no item.");
    const [, , , size, x, y] = item.transform;
    const [left, top, right, , , bottom] = marked.quadPoints;
    const share = (length: number): number => x + (item.width * length) / item.str.length;
    const at = item.str.indexOf(`${second} ${third}`);
    // Characters vary in width, so a difference of two is allowed.
    const near = (2 * item.width) / item.str.length;
    expect(Math.abs(left - share(at))).toBeLessThan(near);
    expect(Math.abs(right - share(at + span.end - span.start))).toBeLessThan(near);
    expect(bottom).toBeLessThan(y);
    expect(top).toBeGreaterThan(y + size / 2);
    await opening.destroy();
  });

  it("reports progress, and can be aborted", async () => {
    const file = await fixture("pdf/user-password.pdf");
    const password = "open sesame";
    await hound.add([{ path: "locked.pdf", file, password }]);
    const document = await idOf("locked.pdf");
    for (const text of ["One.", "Two.", "Three."])
      await hound.notes.add({ text, places: [{ document, page: 1 }] });
    const seen: unknown[] = [];
    const onProgress = (progress: unknown) => seen.push(progress);
    await hound.notes.export("pdf", { document, password, onProgress });
    expect(seen).toEqual([
      ...[0, 1, 2].map((done) => ({ step: "placing", done, total: 3 })),
      { step: "writing", done: 3, total: 3 },
    ]);
    const stop = new AbortController();
    const aborted = hound.notes.export("pdf", {
      ...{ document, password, signal: stop.signal },
      onProgress: () => stop.abort(),
    });
    await expect(aborted).rejects.toMatchObject({ name: "AbortError" });
  });

  it("copies an encrypted PDF with its password, and no other format", async () => {
    const file = await fixture("pdf/user-password.pdf");
    const password = "open sesame";
    await hound.add([{ path: "locked.pdf", file, password }]);
    await addAll(hound, textFile("lease.txt", contract));
    const document = await idOf("locked.pdf");
    await hound.notes.add({ text: "Locked.", places: [{ document, page: 1 }] });
    await expect(hound.notes.export("pdf", { document })).rejects.toMatchObject({
      code: "password-required",
    });
    const copy = await hound.notes.export("pdf", { document, password });
    const data = new Uint8Array(await copy.arrayBuffer());
    const opening = openForReading({ data, password });
    const pdf = await opening.promise;
    const annotations = await (await pdf.getPage(1)).getAnnotations();
    expect(annotations.some(({ contentsObj }) => contentsObj?.str === "Locked.")).toBe(true);
    await opening.destroy();
    const lease = await idOf("lease.txt");
    await expect(hound.notes.export("pdf", { document: lease })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });
});

it("cites a document by its own metadata", async () => {
  await hound.add([{ path: "headings.pdf", file: await fixture("pdf/headings.pdf") }]);
  const document = await idOf("headings.pdf");
  const { title } = (await hound.documents())[0]?.metadata ?? {};
  const [item] = JSON.parse(await hound.notes.citation(document, "csl-json"));
  expect(item.title).toBe(title ?? "headings");
  expect(item.DOI).toBeUndefined();
});
