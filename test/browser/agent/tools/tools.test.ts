import { deleteDB } from "idb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../src/agent/reading/reading.js";
import { checkArguments } from "../../../../src/agent/tools/check-arguments.js";
import { findTool } from "../../../../src/agent/tools/check-tools.js";
import { standardTools } from "../../../../src/agent/tools/standard-tools.js";
import type { ToolResult } from "../../../../src/agent/tools/tool.js";
import type { Calculation } from "../../../../src/core/answer.js";
import type { EvidenceId } from "../../../../src/core/passage.js";
import { Pagehound } from "../../../../src/index.js";
import { fixture } from "../../fixture.js";
import type { UnderPolicy } from "./under-policy.js";

const name = "tools-test";
let hound: Pagehound;

beforeAll(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open({ name, assetsBase: "/assets/", parseWorkers: 1 });
  const files = ["pdf/headings.pdf", "pdf/table.pdf", "pdf/margins.pdf", "text/guide.md"].map(
    async (path) => ({ path, file: await fixture(path) }),
  );
  for await (const event of hound.add(await Promise.all(files))) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
});
afterAll(async () => {
  hound.close();
  await deleteDB(`pagehound:${name}`);
});

async function call(
  tool: string,
  args: object,
  more: {
    seen?: readonly EvidenceId[];
    calculations?: readonly Calculation[];
    limit?: number;
  } = {},
): Promise<ToolResult> {
  const { seen = [], calculations = [], limit = 1_500 } = more;
  const found = findTool(standardTools, tool);
  const { signal } = new AbortController();
  const context = { reader: hound, budget: { limit }, seen, calculations, signal };
  const result = await found.run(checkArguments(found, args), context);
  expect(estimateTokens(result.text)).toBeLessThanOrEqual(limit);
  expect(result.summary).not.toMatch(/\bd\d+\b/);
  return result;
}

describe("the tools, over real documents", () => {
  it("list_documents lists all documents, and describes one in detail", async () => {
    const { text, summary } = await call("list_documents", {});
    expect(summary).toBe("4 documents");
    for (const name of ["headings.pdf", "guide.md"]) expect(text).toContain(name);
    expect(text).not.toContain("pdf/");
    const details = await call("list_documents", { documents: "headings.pdf", details: true });
    expect(details.text).toMatch(/Page size: [\d.]+ x [\d.]+ points/);
    expect((await call("list_documents", { documents: "*.pdf" })).summary).toBe("3 documents");
  });

  it("outline returns headings that read accepts", async () => {
    const { text } = await call("outline", { document: "headings" });
    const [heading] = /d\d+\.h\d+/.exec(text) ?? [];
    const section = await call("read", { what: heading });
    expect(section.evidence).not.toEqual([]);
    expect(section.summary).toMatch(/^Read pages? \d+( to \d+)? of pdf\/headings\.pdf$/);
  });

  it("search finds passages that get_passages and read return whole", async () => {
    const found = await call("search", { query: "rules for the slipway" });
    const [first] = found.evidence;
    expect(found.summary).toMatch(/passage/);
    const passages = await call("get_passages", { ids: [first] });
    expect(passages.evidence).toEqual([first]);
    const around = await call("read", { what: first, neighbours: 1 });
    expect(around.evidence).toContain(first);
    const nothing = await call("search", { query: "xylophone quartet" });
    expect(nothing.text).toContain("Try other words");
  });

  it("grep counts and shows lines, and accepts brackets literally", async () => {
    const { text, summary } = await call("grep", { patterns: ["harbou?r"], documents: ["*.pdf"] });
    expect(text).toMatch(/^[\d,]+ match(es)? on /);
    expect(summary).toMatch(/^\d+ match(es)? in \d documents?$/);
    const paged = await call("grep", { patterns: ["e"], pages: "1", context: 1 }, { limit: 200 });
    const [, from] = /go on from (\d+)\./.exec(paged.text) ?? [];
    expect((await call("grep", { patterns: ["e"], pages: "1", from })).evidence).not.toEqual([]);
    expect(
      (await call("grep", { patterns: ["slipway (nowhere"] }).catch(String)).toString(),
    ).toMatch(/PagehoundError/);
  });

  it("preview returns the start of a document", async () => {
    const { text, summary } = await call("preview", { what: "margins.pdf" });
    expect(estimateTokens(text)).toBeLessThanOrEqual(200);
    expect(summary).toMatch(/^Read the beginning: pages 1 to \d of pdf\/margins\.pdf$/);
  });

  it("calculate finds the position of a number in a table", async () => {
    const { evidence } = await call("search", { query: "total", documents: "table.pdf" });
    const passages = await hound.passagesById(evidence);
    const passage = passages.find((each) => /\b\d{1,3}(?:,\d{3})+\b/.test(each?.text ?? ""));
    const [number = ""] = /\b\d{1,3}(?:,\d{3})+\b/.exec(passage?.text ?? "") ?? [];
    expect(number).not.toBe("");
    const { calculation, text } = await call(
      "calculate",
      { expression: `${number} / 2` },
      { seen: evidence },
    );
    expect(calculation?.sourced).toBe(true);
    const citation = calculation?.operands[0]?.citation;
    if (!citation) throw new Error("the test expected a citation");
    const page = await hound.page(citation.document, citation.page);
    expect(page.text.slice(citation.span.start, citation.span.end)).toBe(citation.quote);
    expect(citation.quote).toContain(number);
    expect(text).toContain(`from ${citation.evidence} (table.pdf, page `);
  });
});

describe("a page that forbids eval", () => {
  it("calculates on a page that forbids eval", async () => {
    const frame = document.createElement("iframe");
    const posted = new Promise<UnderPolicy>((resolve) => {
      window.addEventListener("message", ({ data, source }) => {
        if (source === frame.contentWindow) resolve(data);
      });
    });
    const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`;
    frame.srcdoc = `${policy}<script type="module" src="/test/browser/agent/tools/under-policy.ts"></script>`;
    document.body.append(frame);
    expect(await posted).toEqual({
      evaluates: false,
      results: ["20.45%", "10%", "4", "1.8641 mile", "250,000"],
    });
    frame.remove();
  });
});
