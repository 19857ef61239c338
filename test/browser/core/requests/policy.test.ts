import { afterEach, expect, it } from "vitest";
import { openUnderPolicy } from "../../page-under-policy.js";

const { origin } = location;
let frame: HTMLIFrameElement | undefined;
afterEach(() => frame?.remove());

it("lists requests stopped by a policy as blocked, and no others", async () => {
  const policy = `default-src 'none'; script-src ${origin} 'unsafe-inline'; connect-src ${origin} http://127.0.0.1:5; style-src 'unsafe-inline'`;
  const sameOrigin = `${origin}/assets/cmaps/H.bcmap?policy`;
  const allowed = "http://127.0.0.1:5/allowed";
  const stopped = "http://127.0.0.1:6/stopped";
  const page = "/test/browser/core/requests/policy-page.ts";
  const opened = openUnderPolicy(policy, page, [sameOrigin, allowed, stopped]);
  ({ frame } = opened);
  expect(await opened.outcome).toEqual([
    expect.objectContaining({ url: sameOrigin, origin: "same", blocked: false, status: 200 }),
    expect.objectContaining({ url: allowed, origin: "other", blocked: false, status: null }),
    expect.objectContaining({ url: stopped, origin: "other", blocked: true, from: "page" }),
  ]);
});
