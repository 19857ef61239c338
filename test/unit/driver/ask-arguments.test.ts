import { expect, test } from "vitest";
import { askArguments } from "../../driver/ask-arguments.js";
import { BadInput } from "../../driver/bad-input.js";

test("reads files and options in any order", () => {
  expect(askArguments(["a.pdf", "--question", " why? ", "b", "--json", "--limit=3"])).toEqual({
    files: ["a.pdf", "b"],
    question: "why?",
    json: true,
    limit: 3,
  });
});

test("help needs nothing else", () => {
  expect(askArguments(["--help"])).toBeNull();
});

test.each([
  [["a.pdf"]],
  [["a.pdf", "--question", " "]],
  [["--question", "why?"]],
  [["a.pdf", "--question", "why?", "--limit", "0"]],
  [["a.pdf", "--question", "why?", "--limit", "x"]],
  [["a.pdf", "--question", "why?", "--limit", "5000"]],
  [["a.pdf", "--question"]],
  [["a.pdf", "--question", "why?", "--unknown"]],
])("refuses %j with one line", (parameters) => {
  expect(() => askArguments(parameters)).toThrow(BadInput);
  expect(() => askArguments(parameters)).toThrow(/^[^\n]+$/);
});
