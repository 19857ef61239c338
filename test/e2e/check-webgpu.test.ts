import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBuilt } from "../driver/ensure-built.js";
import { repository } from "../driver/repository.js";
import { type ModelServer, serveModel } from "./web-llm-server.js";

const tsx = createRequire(import.meta.url).resolve("tsx/cli");
let server: ModelServer;

beforeAll(async () => {
  await ensureBuilt();
  server = await serveModel("Qwen3-0.6B-q4f32_1-MLC");
});
afterAll(() => server.close());

/** Runs the command as `npm run -s bench -- webgpu …` does. */
function check(...parameters: string[]): Promise<{ code: number; out: string; err: string }> {
  const command = [tsx, path.join(repository, "test/bench/index.ts"), "webgpu", ...parameters];
  return new Promise((resolve) => {
    execFile(process.execPath, command, (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err });
    });
  });
}

const bases = () => [`--model-base=${server.url}/models`, `--model-lib-base=${server.url}/libs`];

it.each<[string, () => string[], RegExp]>([
  ["without a base", () => [], /--model-base is missing/],
  ["with a base that is no URL", () => ["--model-base", "models"], /needs the URL of a folder/],
  [
    "with an unknown model",
    () => [...bases(), "--model", "GPT-9"],
    /no model "GPT-9".*Qwen3-1\.7B/,
  ],
  ["with a model that is not there", () => [...bases(), "--model", "Qwen3-1.7B"], /answered 404/],
  ["with an unknown option", () => ["--fast"], /--fast/],
])("%s it says so in one line, and exits with 2", async (_, parameters, line) => {
  const { code, out, err } = await check(...parameters());
  expect(err).toMatch(line);
  expect(err.trim().split("\n")).toHaveLength(1);
  expect(out).toBe("");
  expect(code).toBe(2);
});

it("goes as far as the graphics adapter of this machine allows", async () => {
  const { code, err } = await check(...bases(), "--model", "Qwen3-0.6B");
  // With a real adapter, the model's folder of noise and the missing library are what it meets.
  expect(err).toMatch(/graphics adapter|could not be downloaded|cannot be used/);
  expect(code).toBe(2);
});

it("prints its usage on request", async () => {
  const { code, out } = await check("--help");
  expect(out).toMatch(/^Usage: npm run -s bench -- webgpu/);
  expect(code).toBe(0);
});
