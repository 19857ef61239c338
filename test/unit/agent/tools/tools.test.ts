import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../src/agent/reading/reading.js";
import { checkArguments, signatureOf } from "../../../../src/agent/tools/check-arguments.js";
import { findTool } from "../../../../src/agent/tools/check-tools.js";
import { standardTools } from "../../../../src/agent/tools/standard-tools.js";
import type { ToolContext, ToolResult } from "../../../../src/agent/tools/tool.js";
import { PagehoundError } from "../../../../src/core/errors.js";
import { argumentsOf } from "./arguments.js";
import { contextOf, MemoryReader, passageWith, someDocuments } from "./memory-reader.js";

let reader: MemoryReader;
beforeAll(async () => {
  reader = await someDocuments();
});

/** Calls a tool as a model does. */
async function call(
  name: string,
  args: unknown,
  more: Parameters<typeof contextOf>[1] = {},
): Promise<ToolResult> {
  const tool = findTool(standardTools, name);
  return tool.run(checkArguments(tool, args), contextOf(reader, more));
}

describe("the descriptions of the tools", () => {
  it("the descriptions of the tools use few tokens", () => {
    const signatures = standardTools.map(signatureOf).join("\n");
    expect(countTokens(signatures)).toBeLessThanOrEqual(520);
  });

  it("the descriptions of the tools are one short line each", () => {
    for (const tool of standardTools) {
      expect(tool.description.length).toBeLessThan(260);
      expect(signatureOf(tool)).not.toContain("\n");
      expect(tool.description).toMatch(/\.$/);
    }
    expect(standardTools.map(({ name }) => name)).toEqual([
      "list_documents",
      "outline",
      "search",
      "grep",
      "find_rows",
      "preview",
      "read",
      "read_table",
      "query_table",
      "get_passages",
      "calculate",
      "answer",
    ]);
  });
});

describe("list_documents", () => {
  it("lists all documents, or those that match names", async () => {
    const all = await call("list_documents", {});
    expect(all.text).toContain("4 documents.");
    expect(all.summary).toBe("4 documents");
    const some = await call("list_documents", { documents: "*2019*" });
    expect(some.text).toContain("2 of 4 documents.");
    expect(some.text).not.toContain("boats");
    expect(some.summary).toBe("2 documents");
  });

  it("returns everything known about a document", async () => {
    const { text } = await call("list_documents", { documents: ["boats"], details: "true" });
    expect(text).toContain("File size: ");
    expect(text).toContain("Encrypted: no");
  });

  it("lists the choices if a name is unknown", async () => {
    await expect(call("list_documents", { documents: ["*.xlsx"] })).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringMatching(/"\*\.xlsx".*The nearest are: .*d3 notes\/boats\.txt/),
    });
  });
});

describe("documents by name", () => {
  it.each([
    ["d1", 1],
    ["[d1]", 1],
    ["D2", 1],
    ["d1, d2", 2],
    ["globex 2019.md", 1],
    ["reports/globex 2019.md", 1],
    ["GLOBEX", 1],
    ["reports/", 2],
    ["reports/*.md", 2],
    ["*.md", 2],
    ["acme*", 1],
    ["*", 4],
    ["d1.p1.s1", 1],
    // As lists print them, and as models copy that.
    ["d1 reports/acme 2019.md", 1],
    ["d1 acme 2019.md (1 part)", 1],
    ["d1.acme 2019.md", 1],
    ['d1 acme 2019.md, "Annual report" (Markdown, 1 part, 30 words)', 1],
  ])("accepts %s", async (name, count) => {
    const { summary } = await call("list_documents", { documents: [name] });
    expect(summary).toBe(`${count} document${count === 1 ? "" : "s"}`);
  });

  it.each(["d9", "d1, d9", "", "acme*.pdf", "2019**x", "d1 globex 2019.md", "d1 acme 2019.mdx"])(
    "rejects %j, with choices",
    async (name) => {
      const refused = call("search", { query: "income", documents: [name] });
      await expect(refused).rejects.toMatchObject({
        code: "not-found",
        message: expect.stringContaining("d1 reports/acme 2019.md"),
      });
    },
  );

  it("requires a unique name if only one document is allowed", async () => {
    await expect(call("outline", { document: "2019" })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringMatching(/2 documents.*d1 .*d2 /),
    });
  });

  it("matches no name in an empty collection", async () => {
    const tool = findTool(standardTools, "read");
    const empty = contextOf(new MemoryReader());
    await expect(tool.run({ what: "a.pdf" }, empty)).rejects.toMatchObject({
      code: "not-found",
      message: "There are no documents.",
    });
  });
});

describe("outline", () => {
  it("outline returns headings that read accepts", async () => {
    const { text, summary } = await call("outline", { document: "acme" });
    expect(text).toContain("d1.h1 Income");
    expect(summary).toBe("reports/acme 2019.md has 2 headings");
    expect((await call("outline", { document: "[d1.h2]" })).text).not.toContain("d1.h1");
    await expect(call("outline", { document: "d1.h9" })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("search", () => {
  it("finds passages, with ids", async () => {
    const { text, evidence, summary } = await call("search", { query: "net income" });
    expect(evidence.length).toBeGreaterThan(1);
    for (const id of evidence) expect(text).toContain(`[${id}]`);
    expect(summary).toMatch(/^\d+ passages in 2 documents$/);
    expect(summary).not.toMatch(/d\d/);
  });

  it("suggests a simpler query if nothing is found", async () => {
    const { text, summary } = await call("search", { query: "zebra crossings", documents: "d2" });
    expect(text).toContain("Nothing found for: zebra crossings");
    expect(text).toContain("leave documents out");
    expect(summary).toBe("Nothing found");
  });

  it("rejects an empty query", async () => {
    await expect(call("search", { query: " " })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("continues a search where it stopped", async () => {
    const first = await call("search", { query: "net income floats" }, { tokens: 120 });
    const { next: from } = first;
    expect(first.text).toContain(`Go on from ${from}.`);
    const second = await call("search", { query: "net income floats", from });
    expect(second.evidence[0]).toBe(from);
    expect(first.evidence).not.toContain(from);
  });
});

describe("grep", () => {
  it("counts first, then shows lines with ids", async () => {
    const { text, evidence, summary } = await call("grep", { patterns: "net income|sales" });
    expect(text).toMatch(/^\d+ matches on \d+ lines for: net income\|sales\nBy document: d1 /);
    const alone = await call("grep", { patterns: "sales" });
    expect(alone.text).not.toContain("By document");
    expect(evidence).not.toEqual([]);
    expect(summary).toMatch(/^\d+ matches in 2 documents$/);
  });

  it("shows rows of a table with the years and unit above them", async () => {
    const table = await tables();
    const run = async (args: object) => {
      const tool = findTool(standardTools, "grep");
      return (await tool.run(checkArguments(tool, args), contextOf(table))).text.split("\n");
    };
    const shown = await run({ patterns: ["inventories"] });
    expect(shown.slice(2, -1)).toEqual([
      "(table head: in millions; Year Ended | 2017 | 2016)",
      expect.stringMatching(/^\d+: Merchandise inventories\t5,409\t5,209$/),
    ]);
    const words = await run({ patterns: ["nothing else"] });
    expect(words.slice(2, -1)).toEqual([expect.stringMatching(/^\d+: We hold nothing else\.$/)]);
    const around = await run({ patterns: ["inventories"], context: 1 });
    expect(around.slice(2, -1)).toHaveLength(3);
  });

  it("treats an invalid regular expression literally", async () => {
    const { text } = await call("grep", { patterns: ["for (loss"] });
    expect(text).toContain("1 match");
    expect(text).toContain("Taken as plain text");
    expect((await call("grep", { patterns: ["$11,588"] })).text).toContain("$11,588 million");
    await expect(call("grep", { patterns: ["(zebra"] })).rejects.toMatchObject({
      code: "invalid-argument",
    });
  });

  it("suggests a shorter pattern if nothing matches", async () => {
    const { text, summary } = await call("grep", { patterns: ["zebra crossings"], pages: "1" });
    expect(text).toContain('Try a shorter pattern such as "crossi"');
    expect(text).toContain("leave documents and pages out");
    expect(summary).toBe("Nothing found");
  });

  it("continues a grep where it stopped", async () => {
    const first = await call("grep", { patterns: ["."] }, { tokens: 150 });
    const [, from] = /go on from (\d+)\./.exec(first.text) ?? [];
    expect(Number(from)).toBeGreaterThan(0);
    const second = await call("grep", { patterns: ["."], from });
    expect(second.text).not.toBe(first.text);
  });
});

describe("preview, read and get_passages", () => {
  it("preview, read and get_passages accept ids, names and pages in words", async () => {
    for (const what of [
      "d1",
      "[d1]",
      "acme",
      "d1.h1",
      "d1.p1",
      "d1 page 1",
      "acme 2019.md, p. 1",
    ]) {
      const { text, summary } = await call("read", { what });
      expect(text).toContain("Net income was $11,588 million");
      expect(summary).toBe("Read part 1 of reports/acme 2019.md");
      expect((await call("preview", { what })).summary).toBe(
        "Read the beginning: part 1 of reports/acme 2019.md",
      );
    }
    await expect(call("read", { what: "d1.p7" })).rejects.toMatchObject({ code: "not-found" });
  });

  it.each([
    ["page 1 of d1", "d1.p1"],
    ["p. 1 of acme", "d1.p1"],
    ["Page 1 in the document d1", "d1.p1"],
    ["pages 1-1 of [d1]", "d1.p1"],
    ["d1 reports/acme 2019.md", "d1"],
    ["section d1.h2", "d1.h2"],
    ["d1.h2 Balance", "d1.h2"],
    ["[d1.h2] Balance", "d1.h2"],
    ["Balance", "d1.h2"],
    ["BALANCE …", "d1.h2"],
    ["Balance of d1", "d1.h2"],
    ["d1 Balance", "d1.h2"],
    ["d1: Balance (as of December)", "d1.h2"],
  ])("preview, read and get_passages accept %j", async (what, id) => {
    const [understood, plain] = [await call("read", { what }), await call("read", { what: id })];
    expect(understood).toEqual(plain);
  });

  it("preview, read and get_passages assume the only document if a page is named without one", async () => {
    const one = new MemoryReader();
    await one.add("only.txt", "All there is.\n");
    const tool = findTool(standardTools, "read");
    const { text } = await tool.run({ what: "page 1" }, contextOf(one));
    expect(text).toContain("All there is.");
    await expect(call("read", { what: "page 1" })).rejects.toMatchObject({ code: "not-found" });
  });

  it("preview, read and get_passages list readable targets if a name is unknown, or several headings match", async () => {
    await expect(call("read", { what: "Note 5 - Acquisitions" })).rejects.toMatchObject({
      code: "not-found",
      message: expect.stringMatching(
        /^There is no document or heading "Note 5 - Acquisitions"\. The nearest are: d\d .* Give d1, d1\.h5, d1\.p12-14 or d1\.p12\.s4\.$/,
      ),
    });
    const twins = new MemoryReader();
    await twins.add("a.md", "# One\n\n## Risks\n\nFire.\n");
    await twins.add("b.md", "# Two\n\n## Risks\n\nWater.\n");
    const tool = findTool(standardTools, "read");
    await expect(tool.run({ what: "Risks" }, contextOf(twins))).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining(
        "any of 2 headings. Name one by its id: d1.h2 Risks, d2.h2 Risks.",
      ),
    });
  });

  it("preview, read and get_passages are described to people in plain words", () => {
    const described = (what: string) => findTool(standardTools, "read").describe?.({ what });
    expect(described("page 52 of d1")).toBe("Read page 52");
    expect(described("d1 pages 3 to 5")).toBe("Read pages 3 to 5");
    expect(described("p. 7 of report.pdf")).toBe("Read page 7 of “report.pdf”");
    expect(described("Note 5")).toBe("Read “Note 5”");
  });

  it("preview, read and get_passages continue to the end, with each passage once", async () => {
    const shown: string[] = [];
    let from: string | undefined;
    do {
      const { evidence, next } = await call("read", { what: "d3", from }, { tokens: 300 });
      shown.push(...evidence);
      from = next ?? undefined;
    } while (from);
    const all = await reader.passages((await reader.documents())[2]?.id ?? missing());
    expect([...new Set(shown)]).toEqual(all.map(({ id }) => id));
  });

  it("preview, read and get_passages read a passage with its neighbours", async () => {
    const [, second] = await reader.passages((await reader.documents())[2]?.id ?? missing());
    const what = `[${second?.id}]`;
    expect((await call("read", { what })).evidence).toHaveLength(1);
    expect((await call("read", { what, neighbours: "1" })).evidence).toHaveLength(3);
  });

  it("preview, read and get_passages return whole passages by id", async () => {
    const id = await passageWith(reader, "qersu");
    const { text, summary } = await call("get_passages", { ids: `${id}, d3.p1.s99` });
    expect(text).toContain("The qersu is a boat.");
    expect(text).toContain("Not there: d3.p1.s99");
    expect(summary).toBe("Read 1 passage in notes/boats.txt");
  });

  it("preview, read and get_passages return all passages of a page", async () => {
    const { evidence } = await call("get_passages", { ids: ["d1.p1"] });
    const all = await reader.passages((await reader.documents())[0]?.id ?? missing());
    expect(evidence).toEqual(all.map(({ id }) => id));
    await expect(call("get_passages", { ids: ["d1.p9"] })).rejects.toMatchObject({
      code: "not-found",
    });
  });
});

describe("answer", () => {
  it("answer has the schema of a draft, in writing order", () => {
    const tool = findTool(standardTools, "answer");
    expect(Object.keys(tool.parameters.properties)).toEqual(["enough", "missing", "sentences"]);
    const draft = {
      enough: true,
      missing: "",
      sentences: [{ text: "It grew.", citations: [{ id: "d1.p1.s1", quote: "It grew" }] }],
    };
    expect(checkArguments(tool, draft)).toEqual(draft);
  });
});

describe("every tool", () => {
  const reading = standardTools.filter(({ name }) => name !== "answer");

  it("returns a result within its budget, or throws a documented error, for any arguments", async () => {
    const seen = (await reader.passages((await reader.documents())[0]?.id ?? missing())).map(
      ({ id }) => id,
    );
    const calls = fc.constantFrom(...reading).chain((tool) =>
      fc.record({
        tool: fc.constant(tool),
        args: argumentsOf(tool.parameters),
        tokens: fc.constantFrom(1, 20, 60, 120, 121, 300, 1_000),
        exact: fc.boolean(),
      }),
    );
    await fc.assert(
      fc.asyncProperty(calls, async ({ tool, args, tokens, exact }) => {
        const counter = exact ? (text: string) => countTokens(text) : estimateTokens;
        const budget = { limit: tokens, countTokens: counter };
        const context: ToolContext = { ...contextOf(reader), budget, seen };
        try {
          const fit = checkArguments(tool, args);
          expect(tool.describe?.(fit)).toMatch(/\S/);
          const { text, summary, evidence } = await tool.run(fit, context);
          expect(counter(text)).toBeLessThanOrEqual(tokens);
          expect(summary).toMatch(/\S/);
          for (const passage of await reader.passagesById(evidence)) expect(passage).not.toBeNull();
        } catch (thrown) {
          if (!PagehoundError.isInstance(thrown)) throw thrown;
          expect(["not-found", "invalid-argument"]).toContain(thrown.code);
          expect(thrown.message.length).toBeLessThan(900);
        }
      }),
      { numRuns: 600 },
    );
  });

  it.each([
    ["list_documents", {}],
    ["outline", { document: "d1" }],
    ["search", { query: "net income" }],
    ["search", { query: "zebra" }],
    ["grep", { patterns: ["income"] }],
    ["grep", { patterns: ["zebra"] }],
    ["preview", { what: "d3" }],
    ["read", { what: "d3" }],
    ["get_passages", { ids: ["d3.p1.s1", "d3.p1.s2"] }],
    ["calculate", { expression: "percent_change(11,588, 13,958)" }],
  ])("%s returns something useful in 120 tokens", async (name, args) => {
    const seen = [await passageWith(reader, "13,958")];
    const { text } = await call(name, args, { tokens: 120, seen });
    expect(estimateTokens(text)).toBeLessThanOrEqual(120);
    expect(text.length).toBeGreaterThan(20);
  });

  it("forwards an abort", async () => {
    const controller = new AbortController();
    controller.abort(new Error("stopped by the person"));
    const { signal } = controller;
    const aborting = Object.assign(new MemoryReader(), {
      documents: async (options: { signal?: AbortSignal } = {}) => {
        options.signal?.throwIfAborted();
        return [];
      },
    });
    for (const name of ["list_documents", "outline", "preview", "read"]) {
      const args = { what: "a", document: "a" };
      const tool = findTool(standardTools, name);
      await expect(
        tool.run(checkArguments(tool, args), contextOf(aborting, { signal })),
      ).rejects.toThrow("stopped by the person");
    }
  });
});

/** A page with a table whose header is a few lines above its last row. */
async function tables(): Promise<MemoryReader> {
  const tables = new MemoryReader();
  const rows = ["Cash\t1,826\t1,722", "Receivables\t1,117\t1,058", "Other\t466\t384"];
  const lines = ["Balance Sheets", "(in millions)", "", "Year Ended\t2017\t2016", ...rows];
  const text = [...lines, "Merchandise inventories\t5,409\t5,209", "", "We hold nothing else."];
  await tables.add("balance.txt", `${text.join("\n")}\n`);
  return tables;
}

function missing(): never {
  throw new Error("the test expected something to be there");
}
