import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { buildDemo } from "../driver/build.js";
import { repository } from "../driver/repository.js";
import { staticClosure } from "../driver/static-closure.js";

const site = path.join(repository, "site");

beforeAll(async () => {
  if (!existsSync(path.join(site, "pagehound.js"))) await buildDemo();
});

test("the script of a page fetches 60 kB at most before it runs, all it imports included", async () => {
  const files = await staticClosure(path.join(site, "pagehound.js"));
  const bytes = files.reduce((sum, { gzip }) => sum + gzip, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
  // With the interface in it: a script that only fetches another would be no less to wait for.
  expect(bytes).toBeGreaterThan(30_000);
});
