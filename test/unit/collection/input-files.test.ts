import { expect, it } from "vitest";
import { inputFiles } from "../../../src/input-files.js";

it("a path and a folder are the same in whichever form their letters come", () => {
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
  expect(files.map(({ path }) => path)).toEqual([composed, composed]);
  expect(folders).toEqual(["Übung".normalize("NFC")]);
});
