import { describe, expect, test } from "vitest";
import {
  partOf,
  requestsInOrder,
  totalsBySite,
} from "../../../../src/element/settings/network-check-view.js";
import type { LoggedRequest } from "../../../../src/index.js";

const pageOrigin = "https://intranet.example";

function request(url: string, change: Partial<LoggedRequest> = {}): LoggedRequest {
  const origin = new URL(url).origin === pageOrigin ? "same" : "other";
  return {
    ...{ url, origin, startedAt: 0, bytes: 100, status: 200, blocked: false, from: "page" },
    ...change,
  } as LoggedRequest;
}

describe("the list of requests", () => {
  test("starts with requests that left, then blocked ones, with the latest of each kind first", () => {
    const requests = [
      request(`${pageOrigin}/a.js`, { startedAt: 1 }),
      request("https://stopped.example/", { startedAt: 2, blocked: true }),
      request(`${pageOrigin}/b.js`, { startedAt: 3 }),
      request("https://elsewhere.example/", { startedAt: 4 }),
      request(`${pageOrigin}/sent-on`, { startedAt: 5, origin: "other" }),
    ];
    expect(requestsInOrder(requests).map(({ url }) => url)).toEqual([
      `${pageOrigin}/sent-on`,
      "https://elsewhere.example/",
      "https://stopped.example/",
      `${pageOrigin}/b.js`,
      `${pageOrigin}/a.js`,
    ]);
  });

  test("names the part that made a request, and attributes unknown ones to the page", () => {
    expect(partOf("parse worker")).toBe("reading");
    expect(partOf("page")).toBe("page");
    expect(partOf("unheard-of worker")).toBe("page");
  });
});

describe("the totals by site", () => {
  test("lists other sites first, and counts blocked requests separately", () => {
    const totals = totalsBySite(
      [
        request(`${pageOrigin}/a.js`, { bytes: 200 }),
        request(`${pageOrigin}/b.js`, { bytes: 0 }),
        request("https://elsewhere.example/x", { bytes: null }),
        request("https://elsewhere.example/y", { bytes: null, blocked: true }),
      ],
      pageOrigin,
    );
    expect(totals).toEqual([
      {
        ...{ host: "elsewhere.example", sentOn: false, other: true, requests: 2, stopped: 1 },
        ...{ bytes: 0, atLeast: true },
      },
      {
        ...{ host: "intranet.example", sentOn: false, other: false, requests: 2, stopped: 0 },
        ...{ bytes: 200, atLeast: false },
      },
    ]);
  });

  test("separates redirected requests of this site from answered ones", () => {
    const totals = totalsBySite(
      [
        request(`${pageOrigin}/a.js`),
        request(`${pageOrigin}/a.js`, { origin: "other", bytes: null }),
      ],
      pageOrigin,
    );
    expect(totals.map(({ host, sentOn, other }) => [host, sentOn, other])).toEqual([
      ["intranet.example", true, true],
      ["intranet.example", false, false],
    ]);
  });

  test("does not call a size uncertain because of blocked requests", () => {
    const [total] = totalsBySite(
      [request(`${pageOrigin}/a`, { bytes: null, blocked: true })],
      pageOrigin,
    );
    expect(total).toMatchObject({ stopped: 1, atLeast: false });
  });
});
