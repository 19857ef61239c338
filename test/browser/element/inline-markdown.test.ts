import { expect, it } from "vitest";
import { inlinePieces } from "../../../src/element/ask/inline-markdown.js";

it("keeps emphasis and code, and shows links and elements as plain characters", () => {
  expect(
    inlinePieces("The **net** profit of `A` [fell](https://example.org) <b>here</b>."),
  ).toEqual([
    { type: "text", text: "The " },
    { type: "strong", children: [{ type: "text", text: "net" }] },
    { type: "text", text: " profit of " },
    { type: "code", children: [{ type: "text", text: "A" }] },
    { type: "text", text: " " },
    { type: "text", text: "fell" },
    { type: "text", text: " <b>here</b>." },
  ]);
});

it("shows a sentence full of Markdown characters as written, in bounded time", () => {
  const text = "*a_".repeat(100_000);
  expect(inlinePieces(text)).toEqual([{ type: "text", text }]);
});
