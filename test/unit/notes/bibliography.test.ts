import { expect, it } from "vitest";
import type { DocumentMetadata } from "../../../src/core/document.js";
import { formatCitation } from "../../../src/notes/bibliography.js";

const none: DocumentMetadata = {
  ...{ title: null, author: null, subject: null, keywords: null, creator: null, producer: null },
  ...{ created: null, modified: null, tagged: null, encrypted: false, pageSize: null },
  ...{ fileSize: 1, formatVersion: null },
};
const cite = (
  form: Parameters<typeof formatCitation>[2],
  metadata: Partial<DocumentMetadata> = {},
  page = "",
) =>
  formatCitation(
    { path: "papers/50% of_all.v2.pdf", metadata: { ...none, ...metadata } },
    page,
    form,
  );
const json = (metadata: Partial<DocumentMetadata>, page = "") =>
  JSON.parse(cite("csl-json", metadata, page))[0];
const known = {
  title: "On {braces} & 100 % of_it\nall \\ ~",
  author: "Ada Lovelace, Ludwig van Beethoven and Müller, Änne",
  created: "2024-03-09T10:00:00Z",
};

it("writes BibTeX in which no character acts as a command", () => {
  expect(cite("bibtex", known)).toBe(
    `@misc{lovelace2024on,
  title = {{On \\{braces\\} \\& 100 \\% of\\_it all \\textbackslash{} \\textasciitilde{}}},
  author = {Lovelace, Ada and van Beethoven, Ludwig and Müller, Änne},
  year = {2024},
  month = {3},
  day = {9},
}
`,
  );
  expect(cite("bibtex")).toBe("@misc{50,\n  title = {{50\\% of\\_all.v2}},\n}\n");
});

it("writes RIS with a line for each fact", () => {
  expect(cite("ris", { ...known, created: "2024" }, "doi:10.1000/182")).toBe(
    [
      "TY  - GEN",
      "TI  - On {braces} & 100 % of_it all \\ ~",
      "AU  - Lovelace, Ada",
      "AU  - van Beethoven, Ludwig",
      "AU  - Müller, Änne",
      "PY  - 2024",
      "DA  - 2024//",
      "DO  - 10.1000/182",
      "ER  - ",
      "",
    ].join("\r\n"),
  );
});

it("writes CSL-JSON, with organisations as one name", () => {
  expect(json({ ...known, author: "Northwind Ferries Ltd; Lovelace, A." })).toMatchObject({
    type: "document",
    author: [{ literal: "Northwind Ferries Ltd" }, { family: "Lovelace", given: "A." }],
    issued: { "date-parts": [[2024, 3, 9]] },
  });
  expect(json({ title: "Microsoft Word - draft.docx" }).title).toBe("draft.docx");
});

it("names a DOI only if the first page states one as its own", () => {
  expect(json({}, "See (https://doi.org/10.1000/a(b)c).").DOI).toBe("10.1000/a(b)c");
  expect(json({}, "10.1000/first and 10.1000/second").DOI).toBeUndefined();
  expect(json({}, "DOI: 10.1000/own. It cites 10.1000/other.").DOI).toBe("10.1000/own");
  expect(json({}, "version 10.2/3 of 2024").DOI).toBeUndefined();
});

it("leaves out an author that is a placeholder or a program", () => {
  for (const author of ["anonymous", "Microsoft Office User", "?", "python-docx"]) {
    expect(cite("bibtex", { author })).not.toContain("author");
    expect(cite("ris", { author })).not.toContain("AU  -");
    expect(json({ author }).author).toBeUndefined();
  }
});
