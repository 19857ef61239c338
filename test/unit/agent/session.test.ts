import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type AgentApi,
  type AgentHostApi,
  type AskRequest,
  sourceMethods,
} from "../../../src/agent/api.js";
import type { run } from "../../../src/agent/loop/run.js";
import { createAgentSession, type SessionParts } from "../../../src/agent/session.js";
import type { ToolReader } from "../../../src/agent/tools/tool.js";
import type { AgentEvent, Trace } from "../../../src/agent/trace/trace.js";
import { PagehoundError } from "../../../src/core/errors.js";
import { transfer } from "../../../src/core/rpc/remote.js";
import { serve } from "../../../src/core/rpc/serve.js";
import type { ChatReply, ModelInfo } from "../../../src/models/language-model.js";
import { linkedPair } from "../../linked-pair.js";
import { MemoryReader } from "./tools/memory-reader.js";

const info: ModelInfo = {
  id: "custom:one",
  name: "One",
  provider: "custom",
  contextLength: 4096,
  sendsTo: null,
  choosesTools: true,
};
const question: AskRequest & { run: number } = {
  run: 7,
  question: "How many mirrors?",
  history: [],
  documents: null,
  strategy: "auto",
  calls: 10,
  model: info,
  tools: [],
  passages: 5,
};
const reply: ChatReply = {
  content: "4212",
  finishReason: "stop",
  usage: { promptTokens: 3, reusedTokens: null, completionTokens: 1 },
  timing: { firstToken: 1, total: 2 },
};
const prompt = { messages: [{ role: "user", content: "How many?" }] } as const;
const turn = (callsLeft: number): AgentEvent => ({ type: "turn-start", turn: 1, callsLeft });
const reader = {} as ToolReader;
const never = () => new Promise<never>(() => {});
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A session whose runs call `answer`, and the page it asks for replies and tools. */
async function session(
  answer: typeof run,
  host: Partial<AgentHostApi> = {},
  more: Partial<SessionParts> = {},
): Promise<AgentApi> {
  const { remote, close } = linkedPair<AgentApi>(
    createAgentSession({ open: () => ({ reader }), run: answer, ...more }),
  );
  const ports = new MessageChannel();
  const collection = new MessageChannel();
  const stop = serve<AgentHostApi>(ports.port1, {
    ...{ complete: never, callTool: never, askSource: never, ...host },
  });
  closing.push(() => {
    close(new Error("end of test"));
    stop();
    collection.port1.close();
    collection.port2.close();
  });
  const sent = { collection: collection.port2, host: ports.port2 };
  await remote.connect(transfer(sent, [sent.collection, sent.host]));
  return remote;
}

describe("the agent's session", () => {
  it("passes the question on, and reports each step", async () => {
    const received = vi.fn();
    const remote = await session(async (request, parts, call) => {
      received(request, parts.reader === reader);
      call.onProgress?.(turn(10));
      call.onProgress?.(turn(9));
    });
    const events: AgentEvent[] = [];
    await remote.ask(question, { onProgress: (event) => events.push(event) });
    expect(events).toEqual([turn(10), turn(9)]);
    const { run: _run, model: _model, tools: _tools, ...handed } = question;
    expect(received).toHaveBeenCalledWith(handed, true);
  });

  it("finds the selected documents in the collection and in sources, each by its own ids", async () => {
    const requests: unknown[] = [];
    const hit = { id: "d4.p1.s1", document: "d4", path: "tower.md", heading: "Tower" };
    const coverage = { documents: 1, pages: 1, pagesWithoutText: 0, gaps: [], pagesNotNamed: 0 };
    const response = {
      query: "",
      matches: 1,
      corrections: [],
      unmatched: [],
      ignored: [],
      coverage,
    };
    const collection = Object.assign(new MemoryReader(), {
      search: async () => ({ ...response, hits: [] }),
    });
    const found = { document: "d1", path: "a.txt", description: "A", guides: [] } as never;
    const sources = {
      findSources: async (request: unknown) => {
        requests.push(request);
        return [found];
      },
    };
    const remote = await session(
      async (_request, { findSources }) => {
        requests.push(await findSources?.("How high?", 5, new AbortController().signal));
      },
      {
        askSource: async ({ method }) => (method === "search" ? { ...response, hits: [hit] } : []),
      },
      { open: () => ({ reader: collection, sources }) },
    );
    const source = {
      name: "Intranet",
      url: "https://search.example/books",
      has: sourceMethods,
    };
    const documents = ["d1", "d10000004"] as never;
    await remote.ask({ ...question, documents, sources: [source] });
    const from = { url: source.url, title: "Intranet", kind: "engine" };
    expect(requests).toEqual([
      { question: "How high?", limit: 5, documents: ["d1"] },
      [
        found,
        {
          ...{ document: "d10000004", path: "tower.md", guides: [], from },
          description: "tower.md; about: Tower",
        },
      ],
    ]);
  });

  it("calls the page's model for this question, and passes on the pieces of its reply", async () => {
    const pieces: string[] = [];
    const requests: unknown[] = [];
    const remote = await session(
      async (_request, { model }, { signal }) => {
        expect(model?.info).toEqual(info);
        const completed = await model?.complete(prompt, {
          signal,
          onProgress: (piece) => pieces.push(piece),
        });
        expect(completed).toEqual(reply);
      },
      {
        complete: async (request, options) => {
          requests.push(request);
          for (const piece of ["42", "12"]) options?.onProgress?.(piece);
          return reply;
        },
      },
    );
    await remote.ask(question);
    expect(pieces).toEqual(["42", "12"]);
    expect(requests).toEqual([{ run: 7, request: prompt }]);
  });

  it("rejects with the model's error, its code intact", async () => {
    const remote = await session(
      async (_request, { model }) => {
        await model?.complete(prompt);
      },
      {
        complete: async () => {
          throw new PagehoundError("device-lost", "The device went away.");
        },
      },
    );
    await expect(remote.ask(question)).rejects.toMatchObject({ code: "device-lost" });
  });

  it("stops the page's model when the question is cancelled", async () => {
    const [begun, begin] = signalled();
    const [stopped, stop] = signalled();
    const remote = await session(
      async (_request, { model }, { signal }) => {
        await model?.complete(prompt, { signal });
      },
      {
        complete: (_request, options) => {
          begin();
          options?.signal?.addEventListener("abort", stop);
          return never();
        },
      },
    );
    const abort = new AbortController();
    const answer = remote.ask(question, { signal: abort.signal });
    await begun;
    abort.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
    await stopped;
  });

  it("runs the page's tools on the page", async () => {
    const calls: unknown[] = [];
    const remote = await session(
      async (_request, { tools }, { signal = new AbortController().signal }) => {
        const [tool] = tools;
        expect(tool?.description).toBe("The price of a thing.");
        const context = { reader, budget: { limit: 50 }, seen: [], calculations: [], signal };
        const result = await tool?.run({ thing: "tea" }, context);
        expect(result?.text).toBe("4 pounds");
      },
      {
        callTool: async (call) => {
          calls.push(call);
          return { text: "4 pounds", evidence: [], summary: "a price" };
        },
      },
    );
    const price = {
      name: "price",
      description: "The price of a thing.",
      parameters: { type: "object", properties: { thing: { type: "string" } } },
      readOnly: true,
    } as const;
    await remote.ask({ ...question, tools: [price] });
    expect(calls).toEqual([{ run: 7, tool: "price", arguments: { thing: "tea" }, limit: 50 }]);
  });

  it("rejects a tool with the name of one of the library's tools", async () => {
    const answer = vi.fn(async () => {});
    const remote = await session(answer);
    const search = {
      name: "search",
      description: "Mine.",
      parameters: noParameters,
      readOnly: true,
    } as const;
    await expect(remote.ask({ ...question, tools: [search] })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining("search"),
    });
    expect(answer).not.toHaveBeenCalled();
  });

  it.each([
    ["null", null],
    ["a text", "a trace"],
    ["an object without a version", {}],
  ])("rejects the replay of %s", async (_, trace) => {
    const answer = vi.fn(async () => {});
    const remote = await session(answer);
    await expect(remote.replay({ trace: trace as unknown as Trace })).rejects.toMatchObject({
      code: "invalid-argument",
    });
    expect(answer).not.toHaveBeenCalled();
  });

  it("answers nothing before it is connected", async () => {
    const { remote, close } = linkedPair<AgentApi>(
      createAgentSession({ open: () => ({ reader }), run: async () => {} }),
    );
    await expect(remote.ask(question)).rejects.toMatchObject({ code: "closed" });
    close(new Error("end of test"));
  });
});

function signalled(): [Promise<void>, () => void] {
  let signal = () => {};
  const promise = new Promise<void>((resolve) => {
    signal = resolve;
  });
  return [promise, signal];
}

const noParameters = { type: "object", properties: {} } as const;
