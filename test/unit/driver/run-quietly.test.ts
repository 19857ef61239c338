import { expect, test } from "vitest";
import { runQuietly } from "../../driver/run-quietly.js";

const run = (script: string, limits: { silence: number; limit: number }) =>
  runQuietly(process.execPath, ["-e", script], limits);

test("tells whether a command succeeded", async () => {
  const limits = { silence: 20_000, limit: 20_000 };
  expect(await run("", limits)).toBe(true);
  expect(await run("process.exit(3)", limits)).toBe(false);
  expect(await runQuietly("/nowhere/program", [], limits)).toBe(false);
});

test("gives up on a command that falls silent or takes too long", async () => {
  const started = Date.now();
  expect(await run("setInterval(() => {}, 1000)", { silence: 200, limit: 20_000 })).toBe(false);
  const chatty = "setInterval(() => console.log(1), 50)";
  expect(await run(chatty, { silence: 10_000, limit: 500 })).toBe(false);
  expect(Date.now() - started).toBeLessThan(10_000);
});
