import { expect, test } from "vitest";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import type { Models } from "../../../../src/element/models/models.js";
import { privacyView } from "../../../../src/element/settings/privacy.js";
import type { Shell } from "../../../../src/element/shell/shell.js";

const shell = {
  words: new I18n("en"),
  setup: {
    ...{ offersAssistants: false, toolServers: [], httpApis: [], addsToolServers: false },
    engines: [],
  },
} as unknown as Shell;
const here = "Your documents and questions stay on this device";

test.each([
  ["no model answers", undefined, here],
  ["a model runs on this device", null, here],
  [
    "a program on this computer answers",
    "http://localhost:11434",
    "Your questions, and text of your documents, go to localhost:11434 on this computer",
  ],
  [
    "a program on this computer answers by its number",
    "http://127.0.0.1:8080",
    "Your questions, and text of your documents, go to 127.0.0.1:8080 on this computer",
  ],
  [
    "a host elsewhere answers",
    "https://models.example",
    "Your questions, and text of your documents, are sent to models.example",
  ],
])("says where documents and questions are when %s", (_name, sendsTo, line) => {
  const ready = sendsTo === undefined ? null : { info: { sendsTo } };
  expect(privacyView(shell, { ready } as Models).values).toContain(line);
});

test("says where approved calls go, once a model may make them", () => {
  const setup = { ...shell.setup, toolServers: ["https://tools.example/mcp"] };
  const { values } = privacyView(
    { ...shell, setup } as unknown as Shell,
    { ready: { info: {} } } as Models,
  );
  expect(values).toContain(
    "Calls you allow are sent to tools.example; everything else stays on this device",
  );
  expect(
    privacyView({ ...shell, setup } as unknown as Shell, { ready: null } as Models).values,
  ).toContain(here);
});

test("says that assistants may read", () => {
  const offering = { ...shell, setup: { ...shell.setup, offersAssistants: true } } as Shell;
  expect(privacyView(offering, { ready: null } as Models).values).toContain(
    "Assistants of this browser may read your documents here",
  );
});

test("names the other places that are searched, and says that documents are not sent there", () => {
  const engines = [{ url: "https://search.example/books" }];
  const asking = { ...shell, setup: { ...shell.setup, engines } } as unknown as Shell;
  const line = "Search terms are sent to search.example; your documents stay here";
  expect(privacyView(asking, { ready: null } as Models).values).toContain(line);
  const model = { ready: { info: { sendsTo: "https://models.example" } } } as Models;
  expect(privacyView(asking, model).values).toContain(
    `${line} · Your questions, and text of your documents, are sent to models.example`,
  );
});
