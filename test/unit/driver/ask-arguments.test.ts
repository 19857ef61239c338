import { expect, test } from "vitest";
import { askArguments } from "../../../cli/ask-arguments.js";
import { BadInput } from "../../../cli/bad-input.js";

test("reads files and options in any order", () => {
  expect(askArguments(["a.pdf", "--question", " why? ", "b", "--json", "--limit=3"])).toEqual({
    files: ["a.pdf", "b"],
    question: "why?",
    json: true,
    limit: 3,
    model: null,
    context: null,
    strategy: "auto",
    calls: 10,
  });
});

test("reads the model and its options", () => {
  const parameters = ["a.pdf", "--question", "why?", "--strategy", "tools", "--calls", "3"];
  const model = ["--model", "openai:http://127.0.0.1:11434/v1/#qwen3:4b", "--context", "8192"];
  expect(askArguments([...parameters, ...model])).toMatchObject({
    model: { url: "http://127.0.0.1:11434/v1", model: "qwen3:4b" },
    context: 8192,
    strategy: "tools",
    calls: 3,
  });
  expect(askArguments([...parameters, "--model", "openai:https://host/v1"])).toMatchObject({
    model: { url: "https://host/v1", model: null },
  });
  expect(askArguments([...parameters, "--model", "none"])).toMatchObject({ model: null });
});

test("accepts --help alone", () => {
  expect(askArguments(["--help"])).toBeNull();
});

test.each([
  [["a.pdf"]],
  [["a.pdf", "--question", " "]],
  [["--question", "why?"]],
  [["a.pdf", "--question", "why?", "--limit", "0"]],
  [["a.pdf", "--question", "why?", "--limit", "x"]],
  [["a.pdf", "--question", "why?", "--limit", "5000"]],
  [["a.pdf", "--question", "why?", "--calls", "16"]],
  [["a.pdf", "--question", "why?", "--strategy", "guess"]],
  [["a.pdf", "--question", "why?", "--context", "-1"]],
  [["a.pdf", "--question", "why?", "--model", "qwen3"]],
  [["a.pdf", "--question", "why?", "--model", "browser"]],
  [["a.pdf", "--question", "why?", "--model", "openai:11434"]],
  [["a.pdf", "--question", "why?", "--model", "openai:http://[/v1"]],
  [["a.pdf", "--question"]],
  [["a.pdf", "--question", "why?", "--unknown"]],
])("rejects %j with one line", (parameters) => {
  expect(() => askArguments(parameters)).toThrow(BadInput);
  expect(() => askArguments(parameters)).toThrow(/^[^\n]+$/);
});
