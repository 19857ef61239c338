import { expect, test } from "vitest";
import { BadInput } from "../../../cli/bad-input.js";
import { publishArguments } from "../../../cli/publish-arguments.js";

test("reads files and options in any order", () => {
  expect(publishArguments(["a", "--out", "x/handbook.pagehound", "b.pdf"])).toEqual({
    files: ["a", "b.pdf"],
    out: "x/handbook.pagehound",
    title: "handbook",
    originals: true,
    guides: null,
  });
  const more = ["--no-originals", "--title", " The book ", "--guides", "notes.json"];
  expect(publishArguments(["a", "--out=h.pagehound", ...more])).toMatchObject({
    title: "The book",
    originals: false,
    guides: "notes.json",
  });
});

test("accepts --help alone", () => {
  expect(publishArguments(["--help"])).toBeNull();
});

test.each([[[]], [["a"]], [["a", "--out", "b.zip"]], [["a", "--out", ".pagehound"]], [["--loud"]]])(
  "refuses %j",
  (parameters) => {
    expect(() => publishArguments(parameters)).toThrow(BadInput);
  },
);
