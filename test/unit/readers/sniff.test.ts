import { describe, expect, it } from "vitest";
import {
  csvFormat,
  htmlFormat,
  markdownFormat,
  textFormat,
} from "../../../src/readers/registry.js";

function sniff(content: string, extension: string): string[] {
  const head = new TextEncoder().encode(content);
  return [htmlFormat, markdownFormat, csvFormat, textFormat]
    .filter((format) => format.sniff(head, extension))
    .map(({ id }) => id);
}

describe("recognising text formats", () => {
  it("recognises HTML by its first tag, regardless of the extension", () => {
    expect(sniff("<!DOCTYPE html><p>x", "txt")[0]).toBe("html");
    expect(sniff('\ufeff <?xml version="1.0"?>\n<!-- a -->\n<html lang="en">', "bin")[0]).toBe(
      "html",
    );
    expect(sniff("<table><tr><td>1", "xls")[0]).toBe("text");
  });

  it("treats a fragment as HTML only under an HTML extension", () => {
    expect(sniff("<p>Words</p>", "htm")[0]).toBe("html");
    expect(sniff("<p>Words</p>", "txt")[0]).toBe("text");
    expect(sniff("1 < 2 and 3 > 2", "html")[0]).toBe("text");
  });

  it("recognises Markdown and CSV by their extension", () => {
    expect(sniff("# Title", "md")[0]).toBe("markdown");
    expect(sniff("<html>", "md")[0]).toBe("markdown");
    expect(sniff("# Title", "txt")).toEqual(["text"]);
    expect(sniff("a,b", "csv")[0]).toBe("csv");
    expect(sniff("a\tb", "tsv")[0]).toBe("csv");
    expect(sniff("a,b", "")).toEqual(["text"]);
  });

  it("recognises Markdown in a file for plain text by its headings and its bold text or links", () => {
    const headed = "# The hut\n\nIt is old.\n\n## Its rooms\n\n";
    expect(sniff(`${headed}**Six** of them.`, "txt")[0]).toBe("markdown");
    expect(
      sniff(`${headed}See [all](https://hut.example).`.replaceAll("\n", "\r\n"), "txt")[0],
    ).toBe("markdown");
    expect(sniff(`${headed}Six of them.`, "txt")).toEqual(["text"]);
    expect(sniff("# the port\nport = 80\n# **the** host\nhost = a\n", "txt")).toEqual(["text"]);
    expect(sniff(`${headed}**Six** of them.`, "conf")).toEqual(["text"]);
  });

  it("rejects binary content under every extension", () => {
    for (const extension of ["txt", "md", "csv", "html"]) {
      expect(sniff("\u0000\u0001<html>", extension)).toEqual([]);
    }
  });
});
