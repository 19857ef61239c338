import { strToU8, type Zippable, zipSync } from "fflate";
import { deleteDB } from "idb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type InputFile, Pagehound, requestLog } from "../../../src/index.js";
import { addAll, ends, ofType, textFile } from "../../browser/collection/watched.js";
import { paragraph, wordFile } from "../../unit/readers/office-files.js";

// Files of a few kilobytes that become large in a worker, whose stack is half of Node's.

const name = "unfolding-files-test";
let hound: Pagehound;

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
});
afterAll(() => hound.close());

const fileOf = (path: string, bytes: Uint8Array): InputFile => ({
  path,
  file: new Blob([bytes as Uint8Array<ArrayBuffer>]),
});

function book(chapters: Readonly<Record<string, string>>, spine: readonly string[]): Uint8Array {
  const items = Object.keys(chapters).map((id) => `<item id="${id}" href="${id}.xhtml"/>`);
  const parts: Zippable = {
    mimetype: strToU8("application/epub+zip"),
    "META-INF/container.xml": strToU8(
      '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
    ),
    "b.opf": strToU8(
      `<package><metadata/><manifest>${items.join("")}</manifest><spine>${spine.map((id) => `<itemref idref="${id}"/>`).join("")}</spine></package>`,
    ),
  };
  for (const [id, text] of Object.entries(chapters)) parts[`${id}.xhtml`] = strToU8(text);
  return zipSync(parts);
}

/** A Word document with an embedded file whose name has 65,000 bytes of invalid UTF-8. */
function withLongName(): Uint8Array {
  const name = "~".repeat(65_000);
  const bytes = wordFile(paragraph("The qersu has a long name."), { [name]: "" });
  return bytes.map((byte) => (byte === 0x7e ? 0xff : byte));
}

async function found(word: string): Promise<string[]> {
  return (await hound.search(word)).hits.map(({ path }) => path);
}

it("searches a book whose chapter has more paragraphs than a call may have arguments", async () => {
  const chapter = `${"<p>a</p>".repeat(80_000)}<p>The vorn is last.</p>`;
  const bytes = book({ a: chapter }, Array(1_000).fill("a"));
  expect(ends(await addAll(hound, fileOf("long.epub", bytes)))).toEqual(["long.epub: ready"]);
  expect(await found("vorn")).toEqual(["long.epub"]);
});

it("outlines and searches a Word document in which every paragraph is a heading", async () => {
  const style =
    '<w:styles xmlns:w="w"><w:style w:styleId="h"><w:name w:val="heading 1"/></w:style></w:styles>';
  const body = `${paragraph("Kip", "h").repeat(80_000)}${paragraph("The dralt is last.")}`;
  const bytes = wordFile(body, { "word/styles.xml": style }, { s: ["styles", "styles.xml"] });
  const [ready] = ofType(await addAll(hound, fileOf("heads.docx", bytes)), "document-ready");
  if (!ready) throw new Error("It was refused.");
  expect(await hound.outline(ready.document.id)).toHaveLength(80_000);
  expect(await found("dralt")).toEqual(["heads.docx"]);
});

it("an embedded file with an invalid, very long name changes nothing", async () => {
  expect(ends(await addAll(hound, fileOf("name.docx", withLongName())))).toEqual([
    "name.docx: ready",
  ]);
  expect(await found("qersu")).toEqual(["name.docx"]);
});

it("reports a book without its chapters, and reads the next file", async () => {
  const bytes = book({ a: "<p>The only chapter.</p>" }, ["a", "b", "c"]);
  const events = await addAll(hound, fileOf("torn.epub", bytes), textFile("next.txt", "A nolim."));
  expect(ends(events)).toEqual(["next.txt: ready", "torn.epub: ready"]);
  const torn = ofType(events, "document-ready").find(({ path }) => path === "torn.epub");
  expect(torn?.document.pages).toMatchObject({ text: 1, unreadable: 2 });
});

const inside = (open: string, close: string, times: number, text: string) =>
  `${open.repeat(times)}${text}${close.repeat(times)}`;
const odt = (body: string) =>
  zipSync({
    mimetype: strToU8("application/vnd.oasis.opendocument.text"),
    "content.xml": strToU8(`<d><body><text>${body}</text></body></d>`),
  });

it.each([
  [
    "tables.docx",
    wordFile(inside("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>", 320, paragraph("Deep zorb."))),
  ],
  ["controls.docx", wordFile(inside("<w:sdt>", "</w:sdt>", 980, paragraph("Deep zorb.")))],
  [
    "equation.docx",
    wordFile(
      `<w:p><m:oMath>${inside("<m:f><m:num>", "</m:num></m:f>", 480, "<m:r><m:t>zorb</m:t></m:r>")}</m:oMath></w:p>`,
    ),
  ],
  [
    "boxes.docx",
    wordFile(
      inside(
        "<w:p><w:r><w:txbxContent>",
        "</w:txbxContent></w:r></w:p>",
        320,
        paragraph("Deep zorb."),
      ),
    ),
  ],
  ["lists.odt", odt(inside("<list><list-item>", "</list-item></list>", 490, "<p>Deep zorb.</p>"))],
  ["spans.odt", odt(`<p>${inside("<span>", "</span>", 980, "Deep zorb.")}</p>`)],
  ["lists.html", strToU8(inside("<ul><li>", "", 50_000, "Deep zorb."))],
  ["tables.html", strToU8(inside("<table><tr><td>", "", 20_000, "Deep zorb."))],
  ["inline.html", strToU8(inside("<b><i>", "", 2_000, "Deep zorb."))],
])("finds text deep inside %s", async (path, bytes) => {
  expect(ends(await addAll(hound, fileOf(path, bytes)))).toEqual([`${path}: ready`]);
  expect(await found("zorb")).toContain(path);
});

it("a book runs nothing, and contacts no other server", async () => {
  const log = requestLog();
  // The page is shared with other tests.
  const sentElsewhere = () => log.requests.filter(({ origin }) => origin === "other");
  const before = sentElsewhere();
  const elsewhere = "https://attacker.example";
  const chapter =
    `<?xml version="1.0"?><!DOCTYPE html SYSTEM "${elsewhere}/dtd"><?xml-stylesheet href="${elsewhere}/style"?>` +
    `<html><head><script src="${elsewhere}/script"/><script>globalThis.attacked = true</script><link rel="stylesheet" href="${elsewhere}/css"/></head>` +
    `<body onload="globalThis.attacked = true"><p>The grobe shines.</p><img src="${elsewhere}/pixel"/><svg><image href="${elsewhere}/svg"/></svg><object data="${elsewhere}/object"/></body></html>`;
  const events = await addAll(hound, fileOf("asks.epub", book({ a: chapter }, ["a"])));
  expect(ends(events)).toEqual(["asks.epub: ready"]);
  expect(await found("grobe")).toEqual(["asks.epub"]);
  expect((globalThis as { attacked?: unknown }).attacked).toBeUndefined();
  expect(sentElsewhere()).toEqual(before);
});
