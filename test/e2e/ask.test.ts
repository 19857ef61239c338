import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { type CommandEnd, runCommand } from "../driver/run-command.js";
import { randomGguf } from "../fixtures/models/random-gguf.js";
import { exportGguf } from "../fixtures/onnx/export-gguf.js";
import { isLong, tries } from "../tries.js";
import { type Asked, idOf, type ScriptedEndpoint, scriptedEndpoint } from "./scripted-endpoint.js";
import { writePdf } from "./write-pdf.js";

let folder: string;
/** The value of PAGEHOUND_API_KEY for the next command. */
let key = "";
/** The value of PAGEHOUND_DEBUG for the next command. */
let debug = "";

/** Runs the command as installed from the package. */
function ask(...parameters: string[]): Promise<CommandEnd> {
  const env = { ...process.env, PAGEHOUND_API_KEY: key, PAGEHOUND_DEBUG: debug };
  return runCommand(["ask", ...parameters], { cwd: folder, env });
}

beforeAll(async () => {
  await ensureBuilt();
  folder = await mkdtemp(path.join(os.tmpdir(), "pagehound-ask-"));
  await mkdir(path.join(folder, "papers/old"), { recursive: true });
  await mkdir(path.join(folder, "empty"));
  await writePdf(path.join(folder, "papers/plant.pdf"), [
    "This page is about nothing in particular.",
    "The heliostat field has 4212 mirrors. They are washed each spring.",
  ]);
  await writeFile(path.join(folder, "papers/old/notes.md"), "# Cats\n\nCats sleep a lot.\n");
  await mkdir(path.join(folder, "tables"));
  await writeFile(
    path.join(folder, "tables/balance.txt"),
    "In millions 2017 2016\nCash 1,826 1,722\nMerchandise inventories 5,409 5,209\n",
  );
  await writeFile(path.join(folder, "papers/fake.pdf"), "This is a text file named .pdf.\n");
});

afterAll(() => rm(folder, { recursive: true }));

/** What the command prints as JSON, and the debug log that it writes next to that. */
let logged: ReturnType<typeof ask> | null = null;
function askLogged(): ReturnType<typeof ask> {
  debug = "1";
  logged ??= ask("papers", "--question", "How many mirrors?", "--json");
  debug = "";
  return logged;
}

test("finds the passage, and reports files that cannot be read", async () => {
  const { code, out } = await askLogged();
  expect(code).toBe(0);
  const answer = JSON.parse(out);
  expect(Object.keys(answer)).toEqual([
    "question",
    "answer",
    "sentences",
    "passages",
    "coverage",
    "usage",
    "trace",
  ]);
  expect(answer).toMatchObject({ question: "How many mirrors?", answer: null, sentences: [] });
  expect(answer.trace).toMatchObject({ traceVersion: 1, model: null });
  expect(answer.passages[0]).toEqual({
    file: "papers/plant.pdf",
    page: 2,
    pageLabel: null,
    quote: expect.stringContaining("The heliostat field has 4212 mirrors"),
    score: expect.any(Number),
  });
  expect(answer.coverage).toEqual({
    documents: 2,
    pages: 3,
    pagesWithoutText: 0,
    refused: [{ file: "papers/fake.pdf", code: expect.any(String), message: expect.any(String) }],
  });
});

test("writes a debug log that quotes neither the question nor the documents", async () => {
  const { code, err } = await askLogged();
  expect(code).toBe(0);
  expect(err).toMatch(/^pagehound \[page\] starts the collection worker$/m);
  expect(err).toMatch(/^pagehound \[collection\] .*document-ready after \d+ ms$/m);
  expect(err).toMatch(/^pagehound \[parse\] readPage \(call \d+\) returns \w+ after \d+ ms$/m);
  expect(err).not.toMatch(/mirrors|heliostat/i);
});

test("prints file, page and quote with the sentence marked, and absolute paths", async () => {
  const file = path.join(folder, "papers/plant.pdf");
  const { code, out } = await ask(file, "--question", "washed mirrors", "--limit", "1");
  expect(code).toBe(0);
  expect(out).toContain(`1. ${file}, page 2\n`);
  expect(out).toContain("No model was used; the best passages:\n");
  expect(out).toMatch(/^ > .*They are washed each spring\.$/m);
  expect(out).not.toContain("\n2. ");
});

test.runIf(isLong)("exits with 1 when nothing is found", async () => {
  const { code, out } = await ask("papers/plant.pdf", "--question", "zyzzyva", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ passages: [], coverage: { documents: 1, pages: 2 } });
});

test.each([
  ["a missing file", ["papers/plant.pdf", "missing.pdf"], "missing.pdf: no such file or folder."],
  ["an empty folder", ["empty"], "empty: the folder has no files."],
  ...tries<[string, string[], string][]>(
    [],
    [["a text file named .pdf", ["papers/fake.pdf"], "papers/fake.pdf"]],
  ),
])("exits with 2 and one line on %s", async (_, files, line) => {
  const { code, out, err } = await ask(...files, "--question", "mirrors", "--json");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(line);
  // On a slow machine the reading progress is printed as well.
  const lines = err.trimEnd().split("\n");
  expect(lines.filter((each) => !/^Read \d+ of \d+ files; /.test(each))).toHaveLength(1);
});

test("exits with 2 without a question", async () => {
  const { code, err } = await ask("papers/plant.pdf");
  expect(code).toBe(2);
  expect(err).toBe('Missing question: add --question "…".\n');
});

describe("with a model", () => {
  const question = "How many mirrors does the heliostat field have?";
  let endpoint: ScriptedEndpoint;
  const unexpected = (request: Asked): never => {
    throw new Error(`Nobody expected to be asked for ${request.kind}.`);
  };

  beforeAll(async () => {
    endpoint = await scriptedEndpoint();
  });
  afterAll(() => endpoint.close());

  /** Asks with the scripted model, which gives these replies in order. */
  function askModel(replies: readonly ((request: Asked) => object)[], ...more: string[]) {
    return askModelOf("papers", question, replies, ...more);
  }

  async function askModelOf(
    files: string,
    question: string,
    replies: readonly ((request: Asked) => object)[],
    ...more: string[]
  ) {
    const left = [...replies];
    const faults: unknown[] = [];
    endpoint.requests.splice(0);
    endpoint.reply = (request) => {
      try {
        return (left.shift() ?? unexpected)(request);
      } catch (error) {
        faults.push(error);
        throw error;
      }
    };
    const spec = ["--model", `openai:${endpoint.url}#scripted`, "--strategy", "tools"];
    const ran = await ask(files, "--question", question, ...spec, ...more);
    expect({ faults, left: left.length }).toEqual({ faults: [], left: 0 });
    return ran;
  }

  const act = (tool: string, args: object) => ({
    thought: "go on",
    calls: [{ tool, arguments: args }],
  });
  const search = () => act("search", { query: "heliostat mirrors" });
  const sentence = (text: string, id: string, quote: string) => ({
    text,
    citations: [{ id, quote }],
  });
  const answer = ({ prompt }: Asked) => {
    const id = idOf(prompt, "4212 mirrors");
    return act("answer", {
      enough: true,
      missing: "",
      sentences: [
        sentence("The field has 4212 mirrors.", id, "The heliostat field has 4212 mirrors"),
        sentence("They are made of silver.", id, "made of silver"),
      ],
    });
  };
  const notFound = () => act("answer", { enough: false, missing: "the number", sentences: [] });

  test("prints the answer with numbered sources, and flags what no source supports", async () => {
    const { code, out, err } = await askModel([search, answer, answer]);
    expect(code).toBe(0);
    expect(out).toContain("The field has 4212 mirrors. [1]\n");
    expect(out).toContain("They are made of silver. [not found in the documents]\n");
    expect(out).toContain(
      "1. papers/plant.pdf, page 2\n   “The heliostat field has 4212 mirrors”\n",
    );
    expect(out).toContain("Searched 2 pages, 1 part in 2 documents.");
    expect(err).toContain("Asking scripted.\n");
    expect(err).toMatch(/heliostat mirrors/);
  });

  test.runIf(isLong)("prints sentences, usage and trace as JSON", async () => {
    const { code, out } = await askModel([search, answer, answer], "--json");
    expect(code).toBe(0);
    const found = JSON.parse(out);
    expect(found.answer).toBe("The field has 4212 mirrors. They are made of silver.");
    const [first, second] = found.sentences;
    expect(first).toEqual({
      text: "The field has 4212 mirrors.",
      supported: true,
      citations: [
        {
          file: "papers/plant.pdf",
          page: 2,
          quote: "The heliostat field has 4212 mirrors",
          start: expect.any(Number),
          end: expect.any(Number),
        },
      ],
    });
    expect(second).toEqual({ text: "They are made of silver.", supported: false, citations: [] });
    expect(found.usage).toMatchObject({ calls: 1, turns: 3 });
    expect(found.trace.model).toMatchObject({
      id: `openai:${endpoint.url}#scripted`,
      sendsTo: new URL(endpoint.url).origin,
    });
  });

  test.runIf(isLong)("exits with 1 if the model finds no answer", async () => {
    const { code, out } = await askModel([search, notFound, notFound, notFound]);
    expect(code).toBe(1);
    expect(out).toContain("Not found in these documents.");
    expect(out).toContain("The model says what is missing: the number\n");
    expect(out).toContain("papers/plant.pdf, page 2");
  });

  test.runIf(isLong)(
    "answers with the supported part if the model says that the rest is missing",
    async () => {
      const partly = ({ prompt }: Asked) => {
        const id = idOf(prompt, "4212 mirrors");
        const claim = sentence("It has 4212 mirrors.", id, "The heliostat field has 4212 mirrors");
        return act("answer", { enough: false, missing: "their age", sentences: [claim] });
      };
      const { code, out } = await askModel([search, partly, partly, partly]);
      expect(code).toBe(0);
      expect(out).toContain("It has 4212 mirrors. [1]\n");
      expect(out).toContain("The model says what is missing: their age\n");
      const { out: json } = await askModel([search, partly, partly, partly], "--json");
      const found = JSON.parse(json);
      expect(found.sentences[0]).toMatchObject({ text: "It has 4212 mirrors.", supported: true });
      expect(found).not.toHaveProperty("missing");
      expect(found.trace.answer.missing).toBe("their age");
    },
  );

  test.runIf(isLong)(
    "quotes the row of a calculated number once, and names numbers of unknown origin",
    async () => {
      const look = () => act("search", { query: "merchandise inventories" });
      const compute = ({ prompt }: Asked) => {
        const id = idOf(prompt, "5,409");
        const values = [
          { name: "a", id, number: "5,409" },
          { name: "b", id, number: "5,209" },
        ];
        return act("calculate", { expression: "a - b", values });
      };
      const say = ({ prompt }: Asked) => {
        const id = idOf(prompt, "Merchandise inventories");
        const quote = "Merchandise inventories";
        return act("answer", {
          enough: true,
          missing: "",
          sentences: [
            sentence("Inventories rose by 200 million.", id, quote),
            sentence("That is 77.7% more.", id, quote),
          ],
        });
      };
      const question = "By how much did merchandise inventories rise?";
      const { out } = await askModelOf("tables", question, [look, compute, say, say]);
      expect(out).toContain("Inventories rose by 200 million. [1]\n");
      expect(out).toContain("That is 77.7% more. [1] [not found: 77.7%]\n");
      expect(out).toMatch(/1\. tables\/balance\.txt\n {3}“Merchandise inventories 5,409 5,209”\n/);
      expect(out).not.toContain("\n2. tables");
    },
  );

  test.runIf(isLong)("names a broken endpoint by its own address, not the proxy's", async () => {
    const broken = createServer((request, response) => {
      if (request.method === "POST") return void request.socket.destroy();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({ object: "list", data: [{ id: "broken", max_model_len: 4096 }] }),
      );
    });
    await new Promise<void>((resolve) => broken.listen(0, "127.0.0.1", resolve));
    const { port } = broken.address() as AddressInfo;
    const spec = `openai:http://127.0.0.1:${port}/v1#broken`;
    const { out, err } = await ask("papers", "--question", question, "--model", spec);
    broken.closeAllConnections();
    broken.close();
    const addresses = `${out}${err}`.match(/127\.0\.0\.1:\d+/g) ?? [];
    expect(new Set(addresses)).toEqual(new Set([`127.0.0.1:${port}`]));
  });

  test.runIf(isLong)(
    "sends the key, and lists the models if the requested one is missing",
    async () => {
      const seen: (string | undefined)[] = [];
      const server = createServer(({ headers }, response) => {
        seen.push(headers.authorization);
        const known = headers.authorization === "Bearer secret";
        response.writeHead(known ? 200 : 401, { "content-type": "application/json" });
        response.end(
          JSON.stringify(
            known ? { data: [{ id: "guarded", max_model_len: 4096 }] } : { error: "no key" },
          ),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/v1`;
      const parameters = ["papers", "--question", question, "--model", `openai:${url}#other`];
      const locked = await ask(...parameters);
      key = "secret";
      const named = await ask(...parameters);
      key = "";
      server.close();
      expect(seen).toContain("Bearer secret");
      for (const { code, out, err } of [locked, named]) {
        expect({ code, out }).toEqual({ code: 2, out: "" });
        expect(err.trimEnd().split("\n")).toHaveLength(1);
        expect(err).not.toContain("secret");
      }
      expect(named.err).toContain("guarded");
      expect(named.err).toContain(url);
    },
  );

  test("runs an ONNX model from a folder in the browser", async () => {
    const model = path.join(folder, "random-model");
    for (const [name, content] of exportGguf(randomGguf(), ["q8"])) {
      await mkdir(path.dirname(path.join(model, name)), { recursive: true });
      await writeFile(path.join(model, name), content);
    }
    const spec = ["--model", "transformers:random-model", "--strategy", "retrieve"];
    const { code, out, err } = await ask("papers", "--question", question, ...spec, "--json");
    // Random weights produce passages or nothing.
    expect([0, 1]).toContain(code);
    expect(err).not.toContain("failed");
    expect(JSON.parse(out).trace.model).toMatchObject({
      ...{ name: "random-model", provider: "transformers", sendsTo: null },
    });
  });

  test.each([
    ["nobody answers", "openai:http://127.0.0.1:9/v1#x", "http://127.0.0.1:9/v1"],
    ["the address is none", "openai:localhost", "openai:URL#MODEL"],
    ["there is no such kind of model", "gpt", "is not a model"],
  ])("exits with 2 and one line when %s", async (_, spec, words) => {
    const { code, out, err } = await ask("papers", "--question", question, "--model", spec);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });
});
