import { describe, expect, test } from "vitest";
import { FileLinks } from "../../../cli/file-links.js";

const files = (...paths: string[]) => paths.map((inside) => ({ inside }));
const base = "https://intranet.example/files";

describe("links to the files that are indexed", () => {
  test("links to files below the address of the single named folder, or of several folders by name", () => {
    const inOne = new FileLinks(files("books/a.pdf", "books/new/Ä #1 100%.pdf"), base, 1);
    expect(inOne.of("books/a.pdf")).toBe(`${base}/a.pdf`);
    expect(inOne.of("books/new/Ä #1 100%.pdf")).toBe(`${base}/new/%C3%84%20%231%20100%25.pdf`);
    expect(new FileLinks(files("report.pdf"), `${base}/`, 1).of("report.pdf")).toBe(
      `${base}/report.pdf`,
    );
    expect(new FileLinks(files("a.pdf"), `${base}/#`, 1).of("a.pdf")).toBe(`${base}/a.pdf`);
    const several = new FileLinks(files("books/a.pdf", "letters/b.txt"), base, 2);
    expect(several.of("letters/b.txt")).toBe(`${base}/letters/b.txt`);
  });

  test("links attachments to their mail, and leaves out documents without a file", () => {
    const links = new FileLinks(files("mail/one.eml"), base, 1);
    expect(links.of("mail/one.eml/drawing.pdf")).toBe(`${base}/one.eml`);
    expect(links.of("mail/two.eml")).toBeUndefined();
    expect(new FileLinks(files("mail/one.eml"), null, 1).of("mail/one.eml")).toBeNull();
  });

  test("does not link to another file of the same name", () => {
    const links = new FileLinks(files("books/a.pdf", "books/a.pdf"), base, 2);
    expect(links.of("books/a.pdf")).toBe(`${base}/books/a.pdf`);
    expect(links.of("2/books/a.pdf")).toBeNull();
  });

  test.each([
    "files",
    "file:///files/",
    "javascript:alert(1)//",
    "https://key:word@intranet.example/",
    "https://intranet.example/?of=",
  ])("does not link below %s, and reveals no key", (address) => {
    const make = () => new FileLinks([], address, 1);
    expect(make).toThrow(/^--originals must be a web address/);
    expect(make).not.toThrow(/key:word/);
  });
});
