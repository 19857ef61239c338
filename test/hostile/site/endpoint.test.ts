import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Driver, type StartedDriver, startDriver } from "../../driver/driver.js";
import { ensureBuilt } from "../../driver/ensure-built.js";
import { type EndlessEndpoint, endlessEndpoint } from "../attack/endless-endpoint.js";

/** Too long to expire, so that another limit is reached first. */
const never = 600_000;
/** Short even on a slow machine, because nothing else has to arrive in time. */
const soon = 400;

const tooMuch =
  /^http:\/\/127\.0\.0\.1:\d+ sent more than a model's reply can be.*\. .*another server\.$/;
const tooLong = /exceeded its time limit.*\. .*allow it more time\.$/;
const silent = /was silent for \d+ seconds\. Check that its model is loaded/;
const elsewhere =
  /redirects to another address, and redirects are not followed.*\. Check the address/;

let endpoint: EndlessEndpoint;
let driver: Driver;
let started: StartedDriver;

beforeAll(async () => {
  await ensureBuilt();
  endpoint = await endlessEndpoint();
  started = await startDriver();
  driver = started.driver;
});
afterAll(async () => {
  await started?.end();
  await endpoint?.close();
});

interface Limits {
  readonly timeout?: number;
  readonly replyTimeout?: number;
}

/** The page's error from a request to an endpoint; null if it gets a reply. */
function failureOf(page: Page, url: string, limits: Limits): Promise<unknown> {
  return page.evaluate(
    async ([url, limits]) => {
      const { connectEndpoint } = globalThis.harness.models;
      try {
        const model = await connectEndpoint({ url, ...limits });
        const messages = [{ role: "user", content: "What is a qersu?" }] as const;
        const { content } = await model.complete({ messages, maxTokens: 100 });
        return `a reply of ${content.length} characters`;
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        return { code, message };
      }
    },
    [url, limits] as const,
  );
}

describe("an endless endpoint", () => {
  test.each<[string, Limits, RegExp]>([
    ["an error without end", {}, /returned an error \(500\)/],
    ["an error that drips", { timeout: soon }, /returned an error \(500\)/],
    ["an error of JSON without end", {}, /returned an error \(400\)/],
    ["a stream that drips", { timeout: never, replyTimeout: soon }, tooLong],
    ["a stream of comments", { timeout: never, replyTimeout: soon }, tooLong],
    ["a stream without end", {}, tooMuch],
    ["a stream of thoughts without end", {}, tooMuch],
    ["a line without end", {}, tooMuch],
    ["an event without end", {}, tooMuch],
    ["JSON of 20 MB", {}, tooMuch],
    ["a stream of 20 MB", {}, tooMuch],
    ["JSON without end", {}, tooMuch],
    ["JSON that drips", { timeout: never, replyTimeout: soon }, tooLong],
    ["silence", { timeout: soon }, silent],
    ["no answer", { timeout: soon }, silent],
    ["a redirect to another host", {}, elsewhere],
    ["a redirect to itself", {}, elsewhere],
    ["a list without end", {}, tooMuch],
    ["a list that drips", { timeout: soon }, /was silent|exceeded its time limit/],
    ["a redirect of the list", {}, elsewhere],
  ])(
    "disconnects an endless endpoint, and reports it in a sentence with the next step: %s",
    async (attack, limits, message) => {
      const failure = await failureOf(driver.page, endpoint.urlOf(attack), limits);
      expect(failure).toEqual({ code: "endpoint-failed", message: expect.stringMatching(message) });
      // Every response has ended, because nobody reads it any more.
      await endpoint.idle();
      expect(endpoint.elsewhere).toEqual([]);
    },
  );

  test("lists a limited number of models with limited names", async () => {
    const failure = await failureOf(driver.page, endpoint.urlOf("a list of names without end"), {});
    expect(failure).toMatchObject({ code: "unknown-model" });
    expect(JSON.stringify(failure).length).toBeLessThan(500);
  });

  test.each(["JSON of 20 MB", "a stream of 20 MB", "a line without end", "an error without end"])(
    "leaves a question with the best passages and the reason: %s",
    async (attack) => {
      const outcome = await driver.page.evaluate(async (url) => {
        const { library, models } = globalThis.harness;
        const hound = await library.Pagehound.open({
          name: "endless",
          assetsBase: "/dist/assets/",
        });
        const file = new Blob(["Coal was dear. Fuel cost 12 pounds in 2019."]);
        for await (const _ of hound.add([{ path: "fuel.txt", file }]));
        const model = await models.connectEndpoint({ url });
        for await (const event of hound.ask("What did fuel cost?", { model })) {
          if (event.type !== "answer") continue;
          const { kind, reason, passages } = event.answer;
          const size = JSON.stringify(event).length;
          hound.close();
          return { kind, reason, passages: passages.length, size };
        }
        return null;
      }, endpoint.urlOf(attack));
      expect(outcome).toMatchObject({ kind: "passages", passages: 1 });
      expect(outcome?.reason).toMatch(/^[^\n]{20,450}\.$/);
      expect(outcome?.size).toBeLessThan(500_000);
      await endpoint.idle();
    },
  );

  test("bounds an endless reply of the page's own model", async () => {
    const outcome = await driver.page.evaluate(async () => {
      const hound = await globalThis.harness.library.Pagehound.open({
        name: "endless",
        assetsBase: "/dist/assets/",
      });
      const usage = { promptTokens: 0, reusedTokens: null, completionTokens: 0 };
      const timing = { firstToken: null, total: 0 };
      const content = `{"thought":"${"x".repeat(20 * 2 ** 20)}`;
      const answers = [];
      for (const reports of [true, false]) {
        const model = {
          info: {
            id: "custom:long",
            name: "Long",
            provider: "custom" as const,
            contextLength: 8192,
            sendsTo: null,
            choosesTools: true,
          },
          complete: async (_: unknown, options?: { onProgress?(piece: string): void }) => {
            if (reports) options?.onProgress?.(content);
            return { content, finishReason: "stop" as const, usage, timing };
          },
          unload: async () => {},
        };
        for await (const event of hound.ask("What did fuel cost?", { model })) {
          if (event.type !== "answer") continue;
          const { kind, reason } = event.answer;
          answers.push({ kind, reason, size: JSON.stringify(event).length });
        }
      }
      hound.close();
      return answers;
    });
    expect(outcome).toHaveLength(2);
    for (const { kind, reason, size } of outcome) {
      expect(kind).toBe("passages");
      expect(reason).toBe("The model's replies could not be read. A larger model may do better.");
      expect(size).toBeLessThan(1_000_000);
    }
  });
});
