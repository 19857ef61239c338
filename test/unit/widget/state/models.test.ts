import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { I18n } from "../../../../src/widget/i18n/i18n.js";
import { Models } from "../../../../src/widget/models/models.js";
import type { Surface } from "../../../../src/widget/shell/renderer.js";
import type { WidgetSetup } from "../../../../src/widget/shell/setup.js";

const setup = {
  collection: "tests",
  assetsBase: new URL("https://intranet.example/assets/"),
  models: "./models/",
  modelsNamed: false,
  modelHosts: "huggingface.co",
} as WidgetSetup;
const surface = { words: new I18n("en"), announce: () => {} } as unknown as Surface;

let drawn: (string | number | null)[];
let models: Models;

beforeEach(() => {
  vi.stubGlobal("navigator", { onLine: true, languages: ["en"] });
  vi.stubGlobal("document", { baseURI: "https://intranet.example/" });
  drawn = [];
  const changed = () => void drawn.push(models.offers?.length ?? null);
  models = new Models(surface, setup, { changed, progressed: changed, failed: () => {} });
});
afterEach(() => vi.unstubAllGlobals());

test("a look at the device is drawn once, when it is known what can run", async () => {
  await models.probe();
  const found = models.offers?.length ?? 0;
  expect(found).toBeGreaterThan(0);
  expect(drawn).toEqual([found]);
  // What is known is not looked for again.
  await models.probe();
  expect(drawn).toEqual([found]);
});

test("what is stored is drawn anew once a model was deleted", async () => {
  await models.probe();
  drawn = [];
  await models.deleteStored({ id: "any", name: "Any", storedBytes: 1, remove: async () => {} });
  expect(drawn).toEqual([models.offers?.length]);
});

test("a folder with an address that is none is told as a list that could not be had", async () => {
  models.folder = "http://[";
  await models.probe();
  expect(models.obstacle).toEqual({ kind: "list" });
  expect(drawn).toEqual([0]);
});
