import fc from "fast-check";
import { isRecord } from "../../../../src/core/json.js";

/** What models write in place of text: ids, names, words, patterns, formulas, and nonsense. */
const texts = fc.oneof(
  fc.constantFrom(
    "d1",
    "d2",
    "d3",
    "d9",
    "d1.h1",
    "d1.h9",
    "d1.p1",
    "d3.p1-2",
    "d3.p2-1",
    "d1.p1.s1",
    "[d3.p1.s2]",
    "d3.p1.s2+40",
    "acme",
    "*.md",
    "d1 pages 1 to 2",
    "net income",
    '"net income" -loss',
    "zebra",
    "(income|loss)",
    "(income",
    "page:1-2",
    "1-2",
    "11,588",
    "(1,577)",
    "percent_change(a, b)",
    "13,958 / 11,588",
    "",
    " ",
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Arguments that match a schema, nearly match it, or do not. */
export function argumentsOf(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 20, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

function fitting(schema: unknown): fc.Arbitrary<unknown> {
  if (!isRecord(schema)) return fc.jsonValue();
  const { type, properties, required, items, minimum = 0, maximum = 10 } = schema;
  switch (type) {
    case "string":
      return texts;
    case "integer":
      return fc.oneof(
        fc.integer({ min: Number(minimum), max: Number(maximum) }),
        fc.constantFrom("3", -1),
      );
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.oneof(fc.array(fitting(items), { maxLength: 4 }), fitting(items));
    case "object": {
      const all = isRecord(properties) ? properties : {};
      const model = Object.fromEntries(
        Object.entries(all).map(([name, each]) => [name, fitting(each)]),
      );
      return fc.record(model, { requiredKeys: Array.isArray(required) ? required : [] });
    }
    default:
      return fc.jsonValue();
  }
}
