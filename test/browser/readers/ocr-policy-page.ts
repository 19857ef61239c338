import { unpackPage } from "../../../src/core/page.js";
import { connect } from "../../../src/core/rpc/remote.js";
import { hostWorker } from "../../../src/core/rpc/worker-host.js";
import type { ParseApi, ParseSetup } from "../../../src/readers/format.js";

/** The page inside `ocr-policy.test.ts`: it receives a scan and replies with the result. */
const [origin = ""] = location.ancestorOrigins;

/**
 * The parse worker under this page's policy, which a worker from a blob inherits. It reports what
 * the policy blocked, and the origins of all requests.
 */
function startWorker(): Worker {
  // Imported statically: only then is the page's first message held until there is a listener.
  const code = `
    import "${origin}/workers/parse.worker.ts?worker_file&type=module";
    const channel = new BroadcastChannel("ocr-policy");
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      channel.postMessage({ violation: violatedDirective + " " + blockedURI }));
    new PerformanceObserver((list) => {
      for (const { name } of list.getEntries()) channel.postMessage({ asked: new URL(name).origin });
    }).observe({ type: "resource", buffered: true });`;
  const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return new Worker(address, { type: "module" });
}

const violations: string[] = [];
const requested = new Set<string>();
new BroadcastChannel("ocr-policy").onmessage = ({ data }) => {
  if (data.violation) violations.push(data.violation);
  else requested.add(data.asked);
};
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});

addEventListener("message", async ({ data }: MessageEvent<{ scan: Blob }>) => {
  const assetsBase = `${origin}/assets/`;
  const setup: ParseSetup = { assetsBase, ocr: { base: `${assetsBase}ocr/`, languages: ["eng"] } };
  const worker = hostWorker(startWorker, "parse", setup);
  const { remote, close } = connect<ParseApi>(worker.port);
  worker.onFailure = close;
  try {
    await remote.open({ bytes: await data.scan.arrayBuffer(), path: "scan.pdf" });
    const { state, text, problem } = unpackPage(await remote.readPage({ number: 1 }));
    parent.postMessage({ state, text, problem, violations, requested: [...requested] }, "*");
  } catch (error) {
    parent.postMessage({ message: String(error), violations, requested: [...requested] }, "*");
  } finally {
    worker.end();
  }
});
parent.postMessage("ready", "*");
