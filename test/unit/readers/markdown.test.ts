import { describe, expect, it } from "vitest";
import { isTooDense } from "../../../src/readers/markdown/parser.js";
import { markdownFormat } from "../../../src/readers/registry.js";
import { openContent, openFixture, outlineOf, readPages } from "./open-fixture.js";

const read = async (content: string) =>
  outlineOf(await (await openContent(markdownFormat, content)).readPage(1));

describe("Markdown", () => {
  it("reads Markdown as text with headings, lists and tables", async () => {
    const document = await openFixture(markdownFormat, "guide.md");
    const page = await document.readPage(1);
    expect(outlineOf(page)).toEqual([
      "0 heading1: Harbour guide",
      "1 text: A paragraph that is wrapped over two lines, with bold, code and a link. A hard break",
      "1 text: ends here. See the note.[1]",
      "2 heading2: Steps",
      "3 list-item: 1. Open the gate.",
      "3 list-item: 2. Start the pump.",
      "3 list-item: • Check the valve.",
      "3 list-item: • Wait.",
      "3 list-item: 3. Close the gate.",
      "4 list-item: [x] painted",
      "4 list-item: [ ] oiled",
      "5 row: Route\t2023\t2024",
      "5 row: North\t120\t134",
      "5 row: South\t80\t91",
      "6 text: echo one",
      "6 text: echo two",
      "7 text: Quoted words.",
      "8 text: More",
      "9 text: Hidden until opened.",
      "10 text: [1] The note itself.",
    ]);
    expect(page.text).toContain("echo one\n\necho two\n");
    expect(document.metadata).toMatchObject({ title: "Harbour guide", author: "Ada Kent" });
  });

  it("takes the title from the first top-level heading if there is no front matter", async () => {
    const document = await openContent(markdownFormat, "## Early\n\n# The *title*\n\ntext");
    expect(document.metadata.title).toBe("The title");
  });

  it("reads dates from front matter, and nothing else", async () => {
    const dated = async (lines: string) => {
      const { metadata } = await openContent(markdownFormat, `---\n${lines}\n---\n\ntext`);
      return [metadata.created, metadata.modified];
    };
    expect(await dated("date: 2023-05-04\nlastmod: 2024-01-02 03:04:05 +01:00")).toEqual([
      "2023-05-04",
      "2024-01-02T03:04:05+01:00",
    ]);
    expect(await dated("date: soon\nupdated: 2023-99-99")).toEqual([null, null]);
  });

  it("does not mistake two rules for front matter", async () => {
    expect(await read("---\nProse stands here, and more.\n\n---\n")).toContain(
      "0 text: Prose stands here, and more.",
    );
  });

  it("keeps code inside a list item and continues the list", async () => {
    expect(await read("1. one\n\n   ```\n   code\n   ```\n\n2. two")).toEqual([
      "0 list-item: 1. one",
      "1 text: code",
      "2 list-item: 2. two",
    ]);
  });

  it("splits a large file for parsing without breaking code or lists", async () => {
    const section = `# Section\n\n${"Words and more words. ".repeat(20)}\n\n~~~\n# no heading\n\n# nor this\n~~~\n\n`;
    const pages = await readPages(await openContent(markdownFormat, section.repeat(400)));
    const lines = pages.flatMap(outlineOf);
    expect(lines.filter((line) => line.includes("heading1: Section"))).toHaveLength(400);
    expect(lines.filter((line) => /text: # (no heading|nor this)/.test(line))).toHaveLength(800);
  });

  it("reads Markdown as plain text if parsing would be slow", async () => {
    const patterns = ["[", "]", "![", "[a](", "[a][b] ", "a\n=\n", "www._", "a@"];
    for (const pattern of patterns) {
      const hostile = `# A title\n\n${pattern.repeat(400_000 / pattern.length)}`;
      const [first] = outlineOf(await (await openContent(markdownFormat, hostile)).readPage(1));
      expect(first, pattern).toBe("0 text: # A title");
    }
  });

  it("does not treat lists, tables or definitions as slow, however many links they have", () => {
    const link = (at: number) => `[port ${at}](https://example.org/${at})`;
    const made = (line: (at: number) => string, head = "") =>
      `# A title\n\n${head}${Array.from({ length: 1200 }, (_, at) => line(at)).join("\n")}\n`;
    const documents = [
      made((at) => `- ${link(at)}`),
      made((at) => `${at + 1}. ${link(at)}`),
      made((at) => `| ${link(at)} | ${at} |`, "| Port | Ships |\n| --- | ---: |\n"),
      made((at) => `[${at}]: https://example.org/${at}`),
      made((at) => `${link(at)} is a port.\n`),
      made((at) => `Harbour ${at}\n---\n\nwrite@example.org, www.example.org\n`).slice(0, 40_000),
    ];
    expect(documents.map(isTooDense)).toEqual(documents.map(() => false));
    expect(isTooDense(made(link))).toBe(true);
  });

  it("reads endless nesting as plain text", async () => {
    expect(await read(`${"> ".repeat(1000)}deep`)).toHaveLength(1);
    expect(await read(`${"- ".repeat(1000)}deep`)).toHaveLength(1);
  });
});
