import { expect, test } from "vitest";
import { withWholeList } from "../../../src/agent/loop/whole-list.js";

const rules = `The yearly fees are as follows:

1. Adults pay £220.
2. Students pay £90.
3. Juniors pay £60. A second junior of one family pays £40.

Fees are due in March.

These are not allowed on the water:

jeans
rubber boots
scarves

Gloves are allowed.`;

/** The text to be marked if part of a text answers. */
function marked(part: string, asksList: boolean, text = rules): string {
  const start = text.indexOf(part);
  const span = withWholeList({ start, end: start + part.length }, { text, asksList });
  return text.slice(span.start, span.end);
}

const fees = rules.slice(0, rules.indexOf("\n\nFees"));

test("marks the whole list together with its introduction, whatever is asked", () => {
  expect(marked("The yearly fees are as follows:", false)).toBe(fees);
});

test("marks the whole list around an item if several things are asked for", () => {
  expect(marked("2. Students pay £90.", true)).toBe(fees);
  expect(marked("3. Juniors pay £60.", true)).toBe(fees);
});

test("marks only an item if one thing is asked for", () => {
  expect(marked("2. Students pay £90.", false)).toBe("2. Students pay £90.");
});

test("treats the block of lines after an introduction as a list, even without bullets", () => {
  const clothes = "These are not allowed on the water:\n\njeans\nrubber boots\nscarves";
  expect(marked("These are not allowed on the water:", true)).toBe(clothes);
});

test("treats items without an introduction as a list only on adjacent lines", () => {
  const steps = "Setting up\n\n1. Connect a computer.\n2. Open the page.\n\nThen wait.";
  expect(marked("2. Open the page.", true, steps)).toBe(
    "1. Connect a computer.\n2. Open the page.",
  );
  const lease =
    "1. Term. The term is a year.\n\n2. Pets. No dogs may be kept.\n\n3. Rent. It is $900.";
  expect(marked("2. Pets.", true, lease)).toBe("2. Pets.");
});

test("does not treat numbered paragraphs as a list", () => {
  const long = `1. Parties. ${"The parties agree as set out below ".repeat(12)}.\n2. Term. One year.`;
  expect(marked("2. Term.", true, long)).toBe("2. Term.");
});

test("marks nothing after a colon that precedes a table or a long paragraph", () => {
  const table = "Revenue was:\n\n2023\t40\n2024\t50";
  const paragraph = `She wrote:\n\n${"A long letter follows here. ".repeat(30)}`;
  expect(marked("She wrote:", true, paragraph)).toBe("She wrote:");
  expect(marked("Revenue was:", true, table)).toBe("Revenue was:");
});

test("ends a list on adjacent lines at a blank line, even if numbered clauses follow", () => {
  const steps = "1. Photograph the receipt.\n2. Submit the claim.\n3. Wait for the money.";
  const text = `${steps}\n\n6.2 Old claims are not paid.\n\n6.3 Small claims need no receipt.`;
  expect(marked("2. Submit the claim.", true, text)).toBe(steps);
});
