import { describe, expect, expectTypeOf, it } from "vitest";
import {
  anyObject,
  boolean,
  integer,
  listWithin,
  Mismatch,
  mapped,
  matches,
  mismatch,
  nullable,
  number,
  object,
  oneOf,
  optional,
  placeOf,
  text,
  textWithin,
  variant,
} from "../../../src/core/shape.js";

const book = object({
  name: textWithin(5),
  pages: integer(1, 900),
  price: nullable(number),
  kind: oneOf("novel", "atlas"),
  authors: listWithin(2, object({ name: text, alive: boolean })),
  note: optional(text),
});

const whole = {
  name: "Atlas",
  pages: 90,
  price: null,
  kind: "atlas",
  authors: [{ name: "Ann", alive: true }],
} as const;

describe("a shape", () => {
  it("gives the compiler the type of valid values", () => {
    expectTypeOf<ReturnType<typeof book>>().toExtend<{
      readonly name: string;
      readonly price: number | null;
      readonly kind: "novel" | "atlas";
      readonly authors: readonly { readonly name: string; readonly alive: boolean }[];
      readonly note?: string;
    }>();
    expectTypeOf<{ name: string }>().not.toExtend<ReturnType<typeof book>>();
  });

  it("accepts valid values, and drops unknown members", () => {
    expect(matches(book, whole)).toBe(true);
    expect(book({ ...whole, extra: 1, note: "n" })).toEqual({ ...whole, note: "n" });
  });

  it.each([
    [null, "", "is not an object"],
    [[], "", "is not an object"],
    [{ ...whole, name: undefined }, "name", "is missing"],
    [{ ...whole, name: "Atlases" }, "name", "is not a text of at most 5 characters"],
    [{ ...whole, pages: 0 }, "pages", "is not a whole number from 1 to 900"],
    [{ ...whole, pages: 1.5 }, "pages", "is not a whole number from 1 to 900"],
    [{ ...whole, price: Number.NaN }, "price", "is not a number"],
    [{ ...whole, kind: "map" }, "kind", 'is not one of "novel", "atlas"'],
    [{ ...whole, kind: "toString" }, "kind", 'is not one of "novel", "atlas"'],
    [{ ...whole, authors: {} }, "authors", "is not a list of at most 2"],
    [{ ...whole, authors: [1, 2, 3] }, "authors", "is not a list of at most 2"],
    [{ ...whole, authors: [{ name: "A" }] }, "authors[0].alive", "is missing"],
    [{ ...whole, note: null }, "note", "is not a text"],
  ])("names the first mismatch (%#)", (value, place, message) => {
    const found = mismatch(book, value);
    expect(found?.message).toBe(message);
    expect(found && placeOf(found)).toBe(place);
    expect(() => book(value)).toThrow(Mismatch);
  });

  it("a shape can depend on the value of a member", () => {
    const event = variant("type", { added: object({ path: text }), cleared: anyObject });
    expect(event({ type: "added", path: "a", more: 1 })).toEqual({ type: "added", path: "a" });
    expect(matches(event, { type: "cleared" })).toBe(true);
    expect(mismatch(event, { type: "added" })?.path).toEqual(["path"]);
    expect(mismatch(event, { type: "constructor" })?.path).toEqual(["type"]);
  });

  it("propagates errors that a conversion throws", () => {
    const failing = mapped(text, () => {
      throw new RangeError("No.");
    });
    expect(() => matches(object({ failing }), { failing: "" })).toThrow(RangeError);
  });
});
