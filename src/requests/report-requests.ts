import type { RequestReport, TrialOrder } from "./request.js";
import { tryRequest } from "./try-request.js";
import { watchRequests } from "./watch.js";

/**
 * In a worker of ours: tells the page that started it of every request that it makes. The
 * counterpart of `hearRequests`. To be called when the worker starts. It goes to the one page, and
 * not to others that have the same collection open.
 */
export function reportRequests(): void {
  watchRequests((requests, unseen) => {
    const report: RequestReport = { pagehound: "requests", requests, unseen };
    postMessage(report);
  });
  addEventListener("message", ({ data }: MessageEvent<TrialOrder>) => {
    if (data?.pagehound === "try-request") void tryRequest(data.url);
  });
}
