import { describe, expect, it } from "vitest";
import { requestLog, type SelfTestStep, selfTest } from "../../../../src/index.js";
import { tries } from "../../../tries.js";

const options = { assetsBase: "/assets/" };

// Each test starts all workers again, which takes time on a busy machine.
describe("the self-test", () => {
  it("performs the test task, checks the log in page and workers, and reports no other origin", async () => {
    const stored = await indexedDB.databases();
    const steps: SelfTestStep[] = [];
    const report = await selfTest({ ...options, onProgress: (step) => steps.push(step) });
    expect(steps).toEqual(["open", "add", "search", "ask", "watch"]);
    expect(report).toMatchObject({ failure: null, leaving: [], otherOrigins: [], blocked: [] });
    const sources = ["page", "collection worker", "parse worker", "grep worker", "agent worker"];
    expect(report.trials).toHaveLength(sources.length);
    for (const from of sources) expect(report.trials).toContainEqual({ from, noticed: true });
    // The test server loads the library as more files than the browser's buffer of requests holds.
    expect(report.passed).toBe(report.unseen === 0);
    expect(report.requests).toEqual(requestLog().requests);
    // The document itself also needed a file.
    const table = {
      from: "parse worker",
      url: `${location.origin}/assets/cmaps/UniJIS-UTF16-H.bcmap`,
    };
    expect(report.requests).toContainEqual(expect.objectContaining({ ...table, status: 200 }));
    expect(await indexedDB.databases()).toEqual(stored);
  });

  it("counts requests made before the test started, and fails", async () => {
    const away = "http://127.0.0.1:5/away";
    await fetch(away).catch(() => {});
    const report = await selfTest(options);
    expect(report).toMatchObject({ passed: false, failure: null });
    expect(report.leaving.map(({ url, from }) => `${from}: ${url}`)).toEqual([`page: ${away}`]);
    expect(report.otherOrigins).toEqual(["http://127.0.0.1:5"]);
  });

  it("reports why the test task failed, together with the requests", async () => {
    const report = await selfTest({ assetsBase: "http://" });
    expect(report.passed).toBe(false);
    expect(report.failure).toMatchObject({ name: "PagehoundError" });
    expect(report.trials).toContainEqual({ from: "page", noticed: true });
  });

  it.each<SelfTestStep>(tries(["open", "watch"], ["open", "add", "search", "ask", "watch"]))(
    "stops at the step %j with the signal's reason",
    async (at) => {
      const control = new AbortController();
      const reason = new Error("enough");
      const onProgress = (step: SelfTestStep) => {
        if (step === at) control.abort(reason);
      };
      await expect(selfTest({ ...options, signal: control.signal, onProgress })).rejects.toBe(
        reason,
      );
    },
  );
});
