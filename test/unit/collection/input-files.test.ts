import { expect, it } from "vitest";
import { inputFiles } from "../../../src/input-files.js";

it("a path and a folder are the same in whichever form their letters come, and two files are two", () => {
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

it("the one of two files keeps its path that is written as documents are, in whichever order they come", () => {
  const file = new Blob(["A qersu."]);
  const pathsOf = (...paths: string[]) =>
    inputFiles(paths.map((path) => ({ file, path }))).files.map(({ path }) => path);
  const decomposed = "é.txt".normalize("NFD");
  expect(pathsOf(decomposed)).toEqual(["é.txt"]);
  expect(pathsOf(decomposed, "é.txt", "é (2).txt")).toEqual(["é (3).txt", "é.txt", "é (2).txt"]);
  // One that comes twice is the newer one of the two.
  expect(pathsOf("a.txt", "./a.txt", "a.txt")).toEqual(["a.txt", "a.txt", "a.txt"]);
});
