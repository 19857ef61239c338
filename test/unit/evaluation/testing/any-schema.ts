import fc from "fast-check";
import type { JsonSchema } from "../../../../src/core/json.js";

const bounds = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

const text: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constant({ type: "string" }),
  bounds(40).map(([minLength, maxLength]) => ({ type: "string", minLength, maxLength })),
  fc
    .constantFrom(
      "^d[1-9][0-9]{0,3}\\.p[1-9][0-9]{0,4}\\.s[1-9][0-9]{0,2}$",
      "^d\\d+(\\.[ph]\\d+)?$",
      "^(?:yes|no|[^a-z\\]]{2})$",
      "^[A-Z][\\w-]*( \\S+)?$",
      "^c[1-9]\\d?$|^$",
      "^\\$[0-9]{1,3}(?:,[0-9]{3})*\\.?$",
    )
    .map((pattern) => ({ type: "string", pattern, maxLength: 60 })),
);

const number: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom({ type: "integer" }, { type: "number" }, { type: "integer", multipleOf: 7 }),
  bounds(50).map(([minimum, maximum]) => ({ type: "integer", minimum, maximum })),
  bounds(50).map(([minimum, maximum]) => ({
    type: "number",
    minimum: minimum - 20,
    exclusiveMaximum: maximum + 1,
  })),
  fc.constantFrom<JsonSchema>(
    { type: "number", exclusiveMinimum: 0, maximum: 1 },
    { type: "number", multipleOf: 0.25, minimum: -1 },
    { type: "integer", maximum: -3 },
  ),
);

const fixed: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }).map((value) => ({ const: value })),
  fc
    .array(fc.jsonValue({ maxDepth: 0 }), { minLength: 1, maxLength: 4 })
    .map((values) => ({ enum: values })),
  fc.constantFrom<JsonSchema>(
    { type: "boolean" },
    { type: "null" },
    { type: ["string", "null"], maxLength: 5 },
    {},
  ),
);

/** Schemas like those of tools and reply formats. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, depthIdentifier: "schema" },
    text,
    number,
    fixed,
    fc.tuple(tie("schema"), bounds(4)).map(([items, [minItems, maxItems]]) => ({
      type: "array",
      items,
      minItems,
      maxItems,
    })),
    fc
      .tuple(fc.array(tie("schema"), { maxLength: 3 }), fc.boolean())
      .map(([prefixItems, more]) => ({ type: "array", prefixItems, items: more })),
    fc
      .tuple(
        fc.dictionary(
          fc.constantFrom("tool", "id", "quote", "a b", "é", "__proto__"),
          tie("schema"),
        ),
        fc.boolean(),
      )
      .map(([properties, all]) => ({
        type: "object",
        properties,
        required: all ? Object.keys(properties) : [],
        additionalProperties: false,
      })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
})).schema;
