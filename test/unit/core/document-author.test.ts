import { expect, it } from "vitest";
import { documentAuthor } from "../../../src/core/document-author.js";

const authorOf = (author: string | null, creator: string | null = null) =>
  documentAuthor({ author, creator, producer: null });

it.each([
  ...["", " ", "?", "??", "-", "…", "anonymous", "(anonymous)", "Unknown", "n/a", "None", "user"],
  ...["User", "user2", "Admin", "Administrator", "admin1", "Microsoft Office User", "root"],
  ...["Windows User", "Microsoft", "Utilisateur Windows", "Usuario de Windows", "微软用户"],
  ...["Microsoft-Office-Benutzer", "python-docx", "python-pptx", "openpyxl", "Apache POI"],
  ...["LaTeX with hyperref", "Acrobat PDFMaker 11 for Excel", "jkn010", "a813704", "12"],
  "EDGAR Online, a division of Donnelley Financial Solutions",
])("“%s” is not an author", (author) => {
  expect(authorOf(author)).toBeNull();
});

it("the program that made a document is not its author", () => {
  expect(authorOf("Scribus", "Scribus 1.5.5")).toBeNull();
  expect(authorOf("Workiva", "Workiva")).toBeNull();
  expect(authorOf("TeX User", "TeX")).toBe("TeX User");
});

it("names of people and organisations are authors", () => {
  for (const author of [
    ...["Ada Lovelace", "Müller, Änne", "Adam Fourney", "Admir Hasan", "Wordsworth", "Cheng"],
    ...["God", "김창호", "คณิต มงคลพิทักษ์สุข", "دکتر خالد بن عبدالکریم اللاحم", "ODIN", "3M"],
    ...["Microsoft Research", "U.S. Census Bureau", "Department of Veterans Affairs", "Macdonald"],
    ...["Rooter", "Guest, Peter", "Office of Management and Budget", "Kaleidoscope - kscope.io"],
    ...["VISN 8 Patient Safety Center of Inquiry", "virginia.ressa", "Toshiba", "Userow"],
  ]) {
    expect(authorOf(author)).toBe(author);
  }
  expect(authorOf("  Ada\nLovelace ")).toBe("Ada Lovelace");
});
