import { expect, it } from "vitest";
import { inputFiles } from "../../../src/client/ingest.js";

it("normalises paths and folders, and keeps files with different paths apart", () => {
  const [composed, decomposed] = [
    "Übung/Café.txt".normalize("NFC"),
    "Übung/Café.txt".normalize("NFD"),
  ];
  const file = new Blob(["A qersu."]);
  const { files, folders } = inputFiles(
    [
      { file, path: composed },
      { file, path: decomposed },
    ],
    ["Übung".normalize("NFD")],
  );
  expect(files.map(({ path }) => path)).toEqual([composed, "Übung/Café (2).txt".normalize("NFC")]);
  expect(folders).toEqual(["Übung".normalize("NFC")]);
});

it("keeps the path of the file in composed form if two differ only in that, whichever comes first", () => {
  const file = new Blob(["A qersu."]);
  const pathsOf = (...paths: string[]) =>
    inputFiles(paths.map((path) => ({ file, path }))).files.map(({ path }) => path);
  const decomposed = "é.txt".normalize("NFD");
  expect(pathsOf(decomposed)).toEqual(["é.txt"]);
  expect(pathsOf(decomposed, "é.txt", "é (2).txt")).toEqual(["é (3).txt", "é.txt", "é (2).txt"]);
  // The same path listed twice counts once.
  expect(pathsOf("a.txt", "./a.txt", "a.txt")).toEqual(["a.txt"]);
});

it("keeps two files with the same name", () => {
  const named = (...paths: string[]) =>
    inputFiles(paths.map((path) => ({ file: new Blob([path]), path }))).files.map(
      ({ path }) => path,
    );
  expect(named("report.pdf", "report.pdf", "report.pdf")).toEqual([
    "report.pdf",
    "report (2).pdf",
    "report (3).pdf",
  ]);
  expect(named("report.pdf", "report (2).pdf", "report.pdf")).toEqual([
    "report.pdf",
    "report (2).pdf",
    "report (3).pdf",
  ]);
  // Some file systems decompose accents, so a name and its composed form can coexist.
  expect(named("a\\b.txt", "a/b.txt")).toEqual(["a/b.txt", "a/b (2).txt"]);
});

it("names an unnamed file untitled, with the extension of its type", () => {
  const pdf = { type: "application/pdf" };
  const paths = inputFiles([
    new File(["a"], "", pdf),
    new File(["b"], "named.txt"),
    new Blob(["c"], pdf),
    { file: new Blob(["d"], { type: "text/plain;charset=utf-8" }), path: "" },
    { file: new File(["e"], "e.md"), path: "./" },
    new Blob(["f"], { type: "message/rfc822" }),
    new Blob(["g"], { type: "image/jpeg" }),
    new Blob(["h"], { type: "constructor" }),
    new Blob(["i"]),
    new File(["j"], "///"),
  ]).files.map(({ path }) => path);
  expect(paths).toEqual([
    ...["untitled.pdf", "named.txt", "untitled (2).pdf", "untitled.txt", "e.md", "untitled.eml"],
    ...["untitled.jpeg", "untitled", "untitled (2)", "untitled (3)"],
  ]);
});

it("rejects a folder without a name", () => {
  expect(() => inputFiles([new Blob(["a"])], ["./"])).toThrow('The folder "./" has no name.');
});
