import { expect, test } from "vitest";
import { runQuietly } from "../../driver/run-quietly.js";

const run = (script: string, limits: { silence: number; limit: number }) =>
  runQuietly(process.execPath, ["-e", script], limits);

test("reports whether a command succeeded", async () => {
  const limits = { silence: 20_000, limit: 20_000 };
  expect(await run("", limits)).toEqual({ end: "succeeded", output: "" });
  const fails = "process.stdout.write('one '); console.error('two'); process.exitCode = 3";
  expect(await run(fails, limits)).toEqual({
    end: "failed",
    output: expect.stringMatching(/^(?=.*one )(?=.*two)/s),
  });
  expect(await runQuietly("/nowhere/program", [], limits)).toMatchObject({ end: "missing" });
});

test("gives up on a command that falls silent or takes too long", async () => {
  const started = Date.now();
  const silent = await run("setInterval(() => {}, 1000)", { silence: 200, limit: 20_000 });
  expect(silent.end).toBe("late");
  const chatty = "setInterval(() => console.log(1), 50)";
  expect((await run(chatty, { silence: 10_000, limit: 500 })).end).toBe("late");
  expect(Date.now() - started).toBeLessThan(10_000);
});
