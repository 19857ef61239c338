import path from "node:path";
import { expect, test } from "vitest";
import { staticClosure } from "../driver/static-closure.js";
import { builtSite } from "./site-server.js";

test("a page's script fetches at most 60 kB before it runs, including its imports", async () => {
  const files = await staticClosure(path.join(await builtSite(), "pagehound.js"));
  const bytes = files.reduce((sum, { gzip }) => sum + gzip, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
  // The interface is included: a script that only loads another would save no time.
  expect(bytes).toBeGreaterThan(30_000);
});
