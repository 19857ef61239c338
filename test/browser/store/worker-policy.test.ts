import { afterEach, expect, test } from "vitest";

const policy = `default-src 'none'; script-src 'self' ${location.origin} blob:; worker-src blob:; connect-src 'self'`;
let frame: HTMLIFrameElement | undefined;

afterEach(() => frame?.remove());

/** Runs in a worker that inherits the policy of the page that created it. */
const code = `
  const outcome = {};
  try {
    new Function("");
  } catch (error) {
    outcome.refused = error.name;
  }
  try {
    const { emptyStore, ready, searchable } = await import("${location.origin}/test/browser/store/sample.ts");
    for (const kind of ["memory", "disk"]) {
      const store = await emptyStore(kind);
      const { ordinal, content } = await ready(store, "a");
      outcome[store.kind] = {
        found: (await searchable(store)).includes(ordinal),
        text: await (await store.contents.original(content)).text(),
        pages: await store.contents.stagedPages(content),
      };
      store.close();
    }
  } catch (error) {
    outcome.failed = String(error);
  }
  postMessage(outcome);
`;

test("stores in memory and on disk work side by side in a worker under a strict policy", async () => {
  frame = document.createElement("iframe");
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><title>policy</title>`;
  const loaded = new Promise((resolve) => frame?.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  const inside = frame.contentWindow as unknown as typeof globalThis;
  const blob = new inside.Blob([code], { type: "text/javascript" });
  const worker = new inside.Worker(inside.URL.createObjectURL(blob), { type: "module" });
  const outcome = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = (event) => reject(new Error(event.message || "The worker did not start."));
  });
  worker.terminate();
  const whole = { found: true, text: "a", pages: [1, 2] };
  expect(outcome).toEqual({ refused: "EvalError", memory: whole, disk: whole });
});
