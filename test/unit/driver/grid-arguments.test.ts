import { expect, test } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { gridArguments } from "../../../cli/grid-arguments.js";

test("reads questions, files and options in any order", () => {
  const parameters = [
    "a",
    "--question",
    " Who? ",
    "b.pdf",
    "--question=When?",
    "--out",
    "x/t.XLSX",
  ];
  expect(gridArguments(parameters)).toEqual({
    files: ["a", "b.pdf"],
    questions: ["Who?", "When?"],
    columns: null,
    title: null,
    out: { file: "x/t.XLSX", form: "xlsx" },
    ...{ model: null, context: null, strategy: "auto", calls: 10, json: false },
  });
  const more = ["--columns", "c.json", "--title", " T ", "--strategy", "guided", "--calls", "3"];
  expect(gridArguments(["--json", ...more, "--", "-odd.txt"])).toMatchObject({
    ...{ files: ["-odd.txt"], questions: [], columns: "c.json", title: "T", out: null },
    ...{ strategy: "guided", calls: 3, json: true },
  });
});

test("accepts --help alone", () => {
  expect(gridArguments(["--help"])).toBeNull();
});

test.each([
  [["a"]],
  [["--question", "?"]],
  [["a", "--question", "?", "--out", "t.pdf"]],
  [["a", "--question", "?", "--calls", "0"]],
  [["a", "--question", "?", "--model", "odd"]],
  [["--loud"]],
])("rejects %j", (parameters) => {
  expect(() => gridArguments(parameters)).toThrow(BadInput);
});
