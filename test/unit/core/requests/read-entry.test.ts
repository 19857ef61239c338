import { describe, expect, it } from "vitest";
import { readEntry, readViolation } from "../../../../src/core/requests/watch.js";

const place = { origin: "https://site.example", timeOrigin: 1000 };
const entry = {
  name: "https://site.example/a.js",
  startTime: 5,
  responseStart: 7,
  transferSize: 300,
  responseStatus: 200,
};
const violation = { blockedURI: "https://evil.example/x", disposition: "enforce", timeStamp: 5 };

describe("the browser's record of a request", () => {
  it("reports a request with address, origin, time, bytes and status", () => {
    expect(readEntry(entry, place)).toEqual({
      url: "https://site.example/a.js",
      origin: "same",
      startedAt: 1005,
      bytes: 300,
      status: 200,
      blocked: false,
    });
  });

  it.each([
    ["https://other.example/a.js"],
    ["http://site.example/a.js"],
    ["https://site.example:8443/a.js"],
    ["https://sub.site.example/a.js"],
    ["wss://site.example/a"],
  ])("attributes a request to another origin at %s", (name) => {
    expect(readEntry({ ...entry, name }, place)?.origin).toBe("other");
  });

  it("does not count bytes that another origin hides", () => {
    const hidden = { ...entry, name: "https://other.example/", responseStart: 0, transferSize: 0 };
    expect(readEntry({ ...hidden, responseStatus: 0 }, place)).toMatchObject({
      bytes: null,
      status: null,
    });
  });

  it("counts no bytes from a cache", () => {
    expect(readEntry({ ...entry, transferSize: 0 }, place)?.bytes).toBe(0);
  });

  it("attributes a request to another origin if this site redirected to one", () => {
    const sentOn = { ...entry, responseStart: 0, transferSize: 0 };
    expect(readEntry(sentOn, place)?.origin).toBe("other");
  });

  it("attributes a request to this origin if nothing answered", () => {
    const failed = { ...entry, responseStart: 0, transferSize: 0, responseStatus: 0 };
    expect(readEntry(failed, place)).toMatchObject({ origin: "same", bytes: null, status: null });
  });

  it.each(["blob:https://site.example/1-2", "data:text/plain,x", "about:blank"])(
    "does not count %s as a request",
    (name) => {
      expect(readEntry({ ...entry, name }, place)).toBeNull();
    },
  );
});

describe("a violation of the page's policy", () => {
  it("lists a violation as a blocked request", () => {
    expect(readViolation(violation, place)).toMatchObject({
      url: "https://evil.example/x",
      origin: "other",
      blocked: true,
      bytes: null,
      status: null,
    });
  });

  it("ignores report-only violations, because the request was made", () => {
    expect(readViolation({ ...violation, disposition: "report" }, place)).toBeNull();
  });

  it.each(["inline", "eval", "wasm-eval", "blob", "data", ""])(
    "does not treat a violation by %j as a request",
    (blockedURI) => {
      expect(readViolation({ ...violation, blockedURI }, place)).toBeNull();
    },
  );
});
