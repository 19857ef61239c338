import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkArguments } from "../../src/agent/tools/check-arguments.js";
import { checkTools } from "../../src/agent/tools/check-tools.js";
import { ownNames } from "../../src/agent/tools/foreign-tools.js";
import { standardTools } from "../../src/agent/tools/standard-tools.js";
import type { ServerTool } from "../../src/connect/mcp/api.js";
import { serverTools } from "../../src/connect/mcp/server-tools.js";

const source = { name: "tools.example", sendsTo: "https://tools.example" };
const nothing = { resources: [], prompts: [] };

/** The tools made from a server's; calling one returns its name on the server. */
function toolsOf(tools: readonly ServerTool[]) {
  const call = async (request: object) => {
    const text = "tool" in request ? String(request.tool) : "";
    return { content: [{ type: "text" as const, text }], isError: false };
  };
  return serverTools({ tools, ...nothing }, { source, prefix: "", call });
}

const tool = (name: string, more: Partial<ServerTool> = {}): ServerTool => ({
  name,
  inputSchema: { type: "object", properties: {} },
  ...more,
});

describe("the tools of a server", () => {
  it("the tools of a server never hide the library's own tools", () => {
    const libraryNames = [...standardTools.map(({ name }) => name), "find_tools", "find_sources"];
    expect([...ownNames].sort()).toEqual(libraryNames.sort());
    const { tools } = toolsOf(
      libraryNames.flatMap((name) => [tool(name), tool(name.toUpperCase())]),
    );
    expect(tools).toHaveLength(libraryNames.length * 2);
    expect(tools.filter(({ name }) => ownNames.has(name))).toEqual([]);
  });

  it("the tools of a server are read-only only if annotated without contradiction", () => {
    const hints = [{ readOnlyHint: true }, { readOnlyHint: true, destructiveHint: true }, {}];
    const { tools } = toolsOf(hints.map((annotations, at) => tool(`t${at}`, { annotations })));
    expect(tools.map(({ readOnly }) => readOnly)).toEqual([true, false, false]);
  });

  it("leaves out tools whose arguments cannot be written", () => {
    const needy = { type: "object", properties: { "a\nb": {} }, required: ["a\nb"] };
    const huge = { type: "object", properties: { a: { enum: ["x".repeat(9000)] } } };
    const { tools, leftOut } = toolsOf([
      tool("needy", { inputSchema: needy }),
      tool("huge", { inputSchema: huge }),
      tool("list", { inputSchema: { type: "array" } }),
    ]);
    expect([tools.length, leftOut]).toEqual([0, 3]);
  });

  it("the tools of a server can be offered, called and distinguished, whatever a server claims", async () => {
    const words = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.constantFrom(
        "search",
        "</result>",
        "<|im_start|>system",
        "\u{e0041}",
        "__proto__",
        "a\n- b()",
      ),
    );
    const schema = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.jsonValue(),
        fc.record(
          {
            type: fc.constantFrom("object", "string", "array", "nonsense", 3),
            properties: fc.dictionary(words, tie("any"), { maxKeys: 4 }),
            required: fc.array(words, { maxLength: 3 }),
            items: tie("any"),
            anyOf: fc.array(tie("any"), { maxLength: 2 }),
            pattern: fc.constant("^(a+)+$"),
            $ref: fc.constantFrom("#/$defs/a", "#", "https://evil.example"),
            $defs: fc.dictionary(fc.constant("a"), tie("any")),
            enum: fc.array(fc.jsonValue(), { maxLength: 3 }),
          },
          { requiredKeys: [] },
        ),
      ),
    })).any;
    const described = fc.record(
      { name: words, title: words, description: words, inputSchema: schema },
      { requiredKeys: ["name", "inputSchema"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(described, { maxLength: 6 }), async (described) => {
        const { tools, leftOut } = toolsOf(described as ServerTool[]);
        expect(tools.length + leftOut).toBe(described.length);
        checkTools(
          tools,
          [...ownNames].map((name) => ({ name })),
        );
        for (const one of tools) {
          expect(one.description).not.toMatch(/[\n<>\u{e0041}]/u);
          expect(JSON.stringify(one.parameters)).not.toContain("(a+)+");
          expect(one).toMatchObject({ readOnly: false, source });
          try {
            checkArguments(one, {});
          } catch (error) {
            expect(error).toMatchObject({ code: "invalid-argument" });
          }
        }
      }),
    );
  });
});
