import { describe, expect, it, vi } from "vitest";
import type { Tool } from "../../src/agent/tools/tool.js";
import { PageTools } from "../../src/client/page-tools.js";
import { MemoryReader } from "./agent/tools/memory-reader.js";

const pay = (readOnly?: unknown) => {
  const run = vi.fn(async () => ({ text: "paid", evidence: [], summary: "paid" }));
  const tool = {
    name: "pay",
    description: "Pays.",
    parameters: { type: "object", properties: {} },
    run,
    ...(readOnly === undefined ? {} : { readOnly }),
  };
  return { run, tool: tool as unknown as Tool };
};
const call = { tool: "pay", arguments: {}, limit: 100 };
const reader = new MemoryReader();

describe("a tool of the page", () => {
  it("calls a tool declared readOnly without asking", async () => {
    const { tool, run } = pay(true);
    const tools = new PageTools([tool], () => reader, null, undefined);
    expect(tools.definitions).toMatchObject([{ name: "pay", readOnly: true }]);
    await tools.call(call, {});
    expect(run).toHaveBeenCalledOnce();
  });

  // Values that pages without types may pass.
  it.each([undefined, false, null, 1, "true", {}])(
    "offers a tool with %j for readOnly, and calls it only if somebody approves, each time",
    async (readOnly) => {
      const { tool, run } = pay(readOnly);
      const alone = new PageTools([tool], () => reader, null, undefined);
      expect(alone.definitions).toEqual([]);
      await expect(alone.call(call, {})).rejects.toMatchObject({ code: "not-found" });

      const confirm = vi.fn(() => false);
      const confirming = new PageTools([tool], () => reader, null, confirm);
      await expect(confirming.call(call, {})).rejects.toThrow("did not agree to call pay");
      expect(run).not.toHaveBeenCalled();
      confirm.mockReturnValue(true);
      await confirming.call(call, {});
      await confirming.call(call, {});
      expect(confirm).toHaveBeenCalledTimes(3);
      expect(run).toHaveBeenCalledTimes(2);
    },
  );

  it("asks before calling a tool that sends its arguments away, whatever it claims", async () => {
    const { tool, run } = pay(true);
    const remote = { ...tool, source: { name: "tools", sendsTo: "https://tools.example" } };
    expect(new PageTools([remote], () => reader, null, undefined).definitions).toEqual([]);
    const signal = new AbortController().signal;
    const confirm = vi.fn(() => true);
    const confirming = new PageTools([remote], () => reader, null, confirm, "talk");
    expect(confirming.definitions).toMatchObject([{ readOnly: true, source: remote.source }]);
    await confirming.call(call, { signal });
    expect(confirm).toHaveBeenCalledExactlyOnceWith(remote, {}, { conversation: "talk", signal });
    expect(run).toHaveBeenCalledOnce();
    // A script running in the page sends nothing.
    const here = { ...tool, source: { name: "a script", sendsTo: null } };
    await new PageTools([here], () => reader, null, undefined).call(call, {});
    expect(run).toHaveBeenCalledTimes(2);
  });

  it("does not wait for a page tool if the question ends during a confirmation", async () => {
    const { tool, run } = pay();
    const abort = new AbortController();
    const confirming = new PageTools(
      [tool],
      () => reader,
      null,
      () => new Promise(() => {}),
    );
    const waiting = confirming.call(call, { signal: abort.signal });
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect(run).not.toHaveBeenCalled();
  });

  it("describes a page tool to the model as changing something by default", () => {
    const tools = new PageTools(
      [pay().tool],
      () => reader,
      null,
      () => true,
    );
    expect(tools.definitions).toMatchObject([{ readOnly: false }]);
  });
});
