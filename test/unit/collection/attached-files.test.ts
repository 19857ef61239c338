import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DocumentSummary } from "../../../src/core/document.js";
import { type CollectionInPage, openInPage, searchFor } from "../../browser/collection/in-page.js";

let number = 0;
let opened: CollectionInPage;

beforeEach(async () => {
  opened = await openInPage(`attached-${++number}`);
});
afterEach(() => opened.close());

type Files = Readonly<Record<string, string>>;

/** A mail with these files attached. */
function mail(subject: string, files: Files): string {
  const parts = Object.entries(files).map(
    ([name, content]) =>
      `--x-${subject}\r\nContent-Type: ${name.endsWith(".eml") ? "message/rfc822" : "application/octet-stream"}\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n`,
  );
  return `From: a@example.org\r\nTo: b@example.org\r\nSubject: ${subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="x-${subject}"\r\n\r\n--x-${subject}\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n${parts.join("")}--x-${subject}--\r\n`;
}

const add = (path: string, content: string) => opened.add([{ path, file: new Blob([content]) }]);
const paths = () => opened.collection.summaries.map(({ path }) => path).sort();
const documentAt = (path: string) =>
  opened.collection.summaries.find((each) => each.path === path) as DocumentSummary;
const found = async (query: string) =>
  (await opened.collection.search(searchFor(query, 5))).hits.map(({ path }) => path);

const report = mail("Plans", {
  "report.txt": "The quay is widened in spring.",
  "../odd/name.csv": "boat;berth\nGannet;12\n",
  "photo.jpg": "\u0001\u0002\u0003",
});

describe("an attachment of a mail", () => {
  it("adds an attachment as a separate document below the mail before adding the mail has ended", async () => {
    const events = await add("inbox/plans.eml", report);
    expect(paths()).toEqual([
      "inbox/plans.eml",
      "inbox/plans.eml/_odd_name.csv",
      "inbox/plans.eml/report.txt",
    ]);
    expect(events.filter(({ type }) => type === "document-ready")).toHaveLength(3);
    expect(await found("quay widened")).toEqual(["inbox/plans.eml/report.txt"]);
    // The mail lists all of them, including unreadable ones.
    const { text } = await opened.collection.page({
      document: documentAt("inbox/plans.eml").id,
      number: 1,
    });
    expect(text).toContain("photo.jpg");
  });

  it("removes and restores an attachment with the mail", async () => {
    await add("plans.eml", report);
    await add("plans.emlx.txt", "Another file.");
    const { id } = documentAt("plans.eml");
    await opened.collection.remove({ documents: [id] });
    expect(paths()).toEqual(["plans.emlx.txt"]);
    await opened.collection.restore({ documents: [id] });
    expect(paths()).toHaveLength(4);
    expect(await found("quay widened")).toEqual(["plans.eml/report.txt"]);
  });

  it("does not restore an attachment with the mail if it was removed before", async () => {
    await add("plans.eml", report);
    await opened.collection.remove({ documents: [documentAt("plans.eml/report.txt").id] });
    const { id } = documentAt("plans.eml");
    // Documents removed at the same moment were removed together, so these must differ.
    vi.spyOn(Date, "now").mockReturnValueOnce(Date.now() + 1);
    await opened.collection.remove({ documents: [id] });
    await opened.collection.restore({ documents: [id] });
    expect(paths()).toEqual(["plans.eml", "plans.eml/_odd_name.csv"]);
  });

  it("reads attachments of nested mails, up to a limit", async () => {
    let inner = mail("m0", { "deepest.txt": "A text." });
    for (let level = 1; level < 7; level++) inner = mail(`m${level}`, { "next.eml": inner });
    await add("outer.eml", inner);
    expect(paths()).toEqual([
      "outer.eml",
      "outer.eml/next.eml",
      "outer.eml/next.eml/next.eml",
      "outer.eml/next.eml/next.eml/next.eml",
      "outer.eml/next.eml/next.eml/next.eml/next.eml",
    ]);
    const deepest = documentAt(paths().at(-1) ?? "");
    const { problem } = await opened.collection.page({ document: deepest.id, number: 2 });
    expect(problem).toContain(
      "1 attached files were not read: nested mails are opened only 4 levels deep",
    );
  });

  it("puts attachments into a folder for each message of a mailbox", async () => {
    const box = ["One", "Two"].map(
      (each) => `From a\n${mail(each, { "a.txt": each, "b.txt": "b" })}`,
    );
    await add("all.mbox", box.join("\n"));
    expect(paths()).toEqual([
      "all.mbox",
      "all.mbox/One/a.txt",
      "all.mbox/One/b.txt",
      "all.mbox/Two/a.txt",
      "all.mbox/Two/b.txt",
    ]);
  });

  it("replaces an attachment when another version of the mail is added", async () => {
    await add("plans.eml", report);
    await add("plans.eml", mail("Plans", { "report.txt": "The quay is widened in autumn." }));
    await opened.idle();
    expect(paths()).toEqual(["plans.eml", "plans.eml/report.txt"]);
    expect(await found("autumn")).toEqual(["plans.eml/report.txt"]);
    expect(await found("spring")).toEqual([]);
  });

  it("adds attachments for each copy of the mail", async () => {
    await add("a.eml", report);
    await add("b.eml", report);
    await opened.collection.remove({ documents: [documentAt("a.eml").id] });
    expect(paths()).toEqual(["b.eml", "b.eml/_odd_name.csv", "b.eml/report.txt"]);
  });

  it("does not report an attachment as missing when its folder is added again", async () => {
    const files = [{ path: "inbox/plans.eml", file: new Blob([report]) }];
    await opened.add(files);
    const missing: unknown[] = [];
    await opened.collection.ingestion.add(
      { files, folders: ["inbox"] },
      { onProgress: (event) => event.type === "folder-compared" && missing.push(...event.missing) },
    );
    expect(missing).toEqual([]);
  });
});
