import { expect, it } from "vitest";
import { retryAfter, whenToRetry } from "../../../src/core/retry-after.js";

const now = Date.parse("2026-03-02T10:00:00Z");

it.each([
  ["30", 30],
  ["0", null],
  ["Mon, 02 Mar 2026 10:02:00 GMT", 120],
  ["Mon, 02 Mar 2026 09:59:00 GMT", null],
  ["soon", null],
  ["", null],
])("reads Retry-After: %s", (value, seconds) => {
  expect(retryAfter(new Headers({ "Retry-After": value }), now)).toBe(seconds);
  expect(retryAfter(new Headers(), now)).toBeNull();
});

it("states when to ask a server again", () => {
  expect([1, 90, 600, null].map((seconds) => whenToRetry(seconds))).toEqual([
    "in a second",
    "in 90 seconds",
    "in 10 minutes",
    "in a moment",
  ]);
});
