import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type LoggedRequest,
  Pagehound,
  type RequestSource,
  requestLog,
} from "../../../../src/index.js";
import { emptyWindow } from "../../empty-window.js";
import { fixture } from "../../fixture.js";

const log = requestLog();
/** The requests logged before the test. */
let before: ReadonlySet<LoggedRequest>;

beforeEach(() => {
  before = new Set(log.requests);
});

const noticed = () => log.requests.filter((request) => !before.has(request));

/** Resolves with the first matching request as soon as it is logged. */
function request(address: RegExp, fields: Partial<LoggedRequest> = {}): Promise<LoggedRequest> {
  return new Promise((resolve) => {
    const look = () => {
      const found = noticed().find(
        (each) =>
          address.test(each.url) &&
          Object.entries(fields).every(
            ([name, value]) => each[name as keyof LoggedRequest] === value,
          ),
      );
      if (!found) return;
      forget();
      resolve(found);
    };
    const forget = log.onChange(look);
    look();
  });
}

describe("requests of the page", () => {
  it("lists requests of the page with address, time, bytes and status, even if they fail", async () => {
    const start = performance.timeOrigin + performance.now();
    await (await fetch("/assets/cmaps/H.bcmap?log", { cache: "no-store" })).arrayBuffer();
    const answered = await request(/H\.bcmap\?log$/);
    expect(answered).toMatchObject({ from: "page", origin: "same", status: 200, blocked: false });
    expect(answered.bytes).toBeGreaterThan(0);
    expect(answered.startedAt).toBeGreaterThanOrEqual(start);
    await (await fetch("/assets/ocr/missing?log")).text();
    expect(await request(/missing\?log$/)).toMatchObject({ origin: "same", status: 404 });
  });

  it("lists requests of the page to another origin as such, whether or not it answers", async () => {
    // Nothing listens on this port, to which browsers allow requests.
    await expect(fetch("http://127.0.0.1:5/away")).rejects.toThrow();
    expect(await request(/\/away$/)).toMatchObject({
      from: "page",
      origin: "other",
      status: null,
      bytes: null,
    });
  });

  it("leaves out addresses of local data", async () => {
    const address = URL.createObjectURL(new Blob(["A gannet dives."]));
    await (await fetch(address)).text();
    await (await fetch("data:text/plain,gannet")).text();
    await fetch("/assets/cmaps/H.bcmap?after");
    await request(/H\.bcmap\?after$/);
    expect(noticed().filter(({ url }) => !/^https?:/.test(url))).toEqual([]);
    URL.revokeObjectURL(address);
  });

  it("includes requests from before the log was used, and the page itself", async () => {
    expect(requestLog()).toBe(log);
    const { address, load } = await emptyWindow();
    const { requestLog: logInWindow } =
      await load<typeof import("../../../../src/core/requests/log.js")>("core/requests/log.ts");
    const otherLog = logInWindow();
    await expect
      .poll(() => otherLog.requests.map(({ url }) => url))
      .toEqual(expect.arrayContaining([address, `${location.origin}/@vite/client`]));
  });
});

describe("requests of workers", () => {
  let hound: Pagehound;
  beforeEach(async () => {
    hound = await Pagehound.open({
      name: "requests-log",
      storage: "memory",
      assetsBase: "/assets/",
      parseWorkers: 1,
    });
  });
  afterEach(() => hound.close());

  it("lists requests of workers under the worker that made them", async () => {
    const file = new Blob([await fixture("pdf/cjk.pdf")]);
    for await (const _event of hound.add([{ path: "cjk.pdf", file }]));
    const from: RequestSource = "parse worker";
    const table = await request(/\/assets\/cmaps\/UniJIS-UTF16-H\.bcmap$/, { from });
    expect(table).toMatchObject({ origin: "same", status: 200, blocked: false });
    expect(noticed().filter(({ origin }) => origin === "other")).toEqual([]);
  });

  it("includes the worker's own script, requested by the page", async () => {
    const files = ["collection.worker", "parse.worker"];
    for await (const _event of hound.add([{ path: "a.txt", file: new Blob(["A gannet."]) }]));
    // A script is reported shortly after it was loaded, which may be after the document was read, or
    // after a request of the worker itself.
    for (const file of files) {
      const byPage = ({ url, from, origin }: LoggedRequest) =>
        url.includes(file) && from === "page" && origin === "same";
      await expect.poll(() => log.requests.some(byPage)).toBe(true);
    }
  });
});
