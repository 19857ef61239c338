import { beforeEach, expect, test, vi } from "vitest";
import { Transfers } from "../../../../src/element/collections/transfers.js";
import type { Replacement } from "../../../../src/element/documents/documents.js";
import type { DocumentsFeature } from "../../../../src/element/documents/documents-feature.js";
import { I18n } from "../../../../src/element/i18n/i18n.js";
import type { Notice, NoticeAction } from "../../../../src/element/shell/notices.js";
import {
  type CallOptions,
  type DocumentSummary,
  type ImportedCollection,
  PagehoundError,
  type TransferProgress,
} from "../../../../src/index.js";
import { summaryOf } from "./summary-of.js";

interface Call {
  readonly name: string;
  readonly options: CallOptions<TransferProgress>;
  readonly done: (made: ImportedCollection | Blob) => void;
  readonly fail: (error: Error) => void;
}

let calls: Call[];
let notices: { title: string; messages: string[] }[];
let offered: Replacement[];
let failures: number;
let log: string[];
let actions: NoticeAction[];
let notebooks: { id: string; title: string }[];

beforeEach(() => {
  calls = [];
  notices = [];
  offered = [];
  failures = 0;
  log = [];
  actions = [];
  notebooks = [];
});

const input = (path: string) => ({ path, file: new Blob(["…"]) });
const some = (count: number): DocumentSummary[] =>
  Array.from({ length: count }, () => summaryOf({ total: 1 }));
const brought = (added: number, replaced: number, unchanged: number): ImportedCollection => ({
  title: "Handbook",
  added: some(added),
  replaced: some(replaced),
  older: some(replaced).map(({ id }) => id),
  unchanged: some(unchanged),
  skipped: [],
});
const settled = () => new Promise((resolve) => setTimeout(resolve));

function transfers(list: readonly DocumentSummary[] = []): Transfers {
  const call = (name: string, options: CallOptions<TransferProgress>) =>
    new Promise((resolve, reject) => {
      log.push(name);
      options.signal?.addEventListener("abort", () => reject(options.signal?.reason));
      calls.push({ name, options, done: resolve, fail: reject });
    });
  const library = {
    notebooks: { list: async () => notebooks },
    collection: {
      import: (file: File, options: CallOptions<TransferProgress>) => call(file.name, options),
      export: (options: CallOptions<TransferProgress>) => call("export", options),
      undo: async () => ({ grids: 1, conversations: 2, kept: ["Plants"] }),
    },
  };
  const documents = {
    list: { all: list },
    notebooks: { keep: async () => undefined, choose: async (id: string) => log.push(id) },
    ingestNotices: { replaced: (replaced: readonly Replacement[]) => offered.push(...replaced) },
    shell: {
      library: Promise.resolve(library),
      changed: () => undefined,
      progressed: () => undefined,
      attempt: (work: () => Promise<void>) => work(),
      words: new I18n("en"),
      emit: () => failures++,
      surface: { announce: () => undefined },
      notices: {
        show: (title: string, { items = [], actions: offered = [] }: Partial<Notice> = {}) => {
          notices.push({ title, messages: items.map(({ message }) => message) });
          actions = [...offered];
        },
      },
    },
  } as unknown as DocumentsFeature;
  const conversations = {
    forget: async () => void log.push("forget"),
    refresh: async () => void log.push("refresh"),
  };
  return new Transfers(documents, conversations);
}

test.each([
  [[12, 3, 4], "12 documents added, 3 documents replaced, 4 documents were already here"],
  [[1, 0, 0], "1 document added"],
  [[0, 0, 1], "1 document was already here"],
  [[0, 0, 0], "There is no document in this collection."],
] as const)(
  "describes the result for %j documents of a file",
  async ([added, replaced, unchanged], words) => {
    const opened = transfers();
    const done = opened.open([input("folder/handbook.pagehound")]);
    await settled();
    expect(calls[0]?.name).toBe("handbook.pagehound");
    expect(opened.running).toEqual({ kind: "opening", name: "handbook.pagehound", progress: null });
    calls[0]?.done(brought(added, replaced, unchanged));
    await done;
    expect(notices).toEqual([{ title: `handbook.pagehound: ${words}`, messages: [] }]);
    expect(opened.running).toBeNull();
  },
);

test("reports the grids imported with the documents, and the parts left out of them", async () => {
  const opened = transfers();
  const done = opened.open([input("handbook.pagehound")]);
  await settled();
  calls[0]?.options.onProgress?.({ step: "placing", done: 200, total: 900 });
  expect(opened.running?.progress).toEqual({ step: "placing", done: 200, total: 900 });
  const message = "For those who call the library.";
  calls[0]?.done({
    ...brought(2, 0, 1),
    grids: {
      added: 1,
      merged: 3,
      changed: [
        { title: "Owners", definition: true, columns: 1, answers: 2, newAnswers: 0 },
        { title: "Sizes", definition: false, columns: 0, answers: 1, newAnswers: 3 },
      ],
      leftOut: [
        { title: "Plants", reason: "too-many-columns", columns: ["Owner", "Size"], message },
        { title: null, reason: "newer-version", columns: [], message },
      ],
    },
  });
  await done;
  expect(notices).toEqual([
    {
      title:
        "handbook.pagehound: 2 documents added, 1 document was already here, 1 grid added, 2 grids updated",
      messages: [
        "2 columns were left out: a grid has at most 100 columns.",
        "Grids that a newer version of Pagehound saved were left out. Reload the page to update, then open the file again.",
        "Changed in the grid “Owners”: title, rows and questions as in the file, 1 column added, 2 answers replaced by later ones.",
        "Changed in the grid “Sizes”: 1 answer replaced by a later one, 3 answers added.",
      ],
    },
  ]);
});

test("reports the imported conversations, and those that could not be read", async () => {
  const opened = transfers();
  const done = opened.open([input("handbook.pagehound")]);
  await settled();
  calls[0]?.done({
    ...brought(0, 0, 2),
    skipped: ["notebooks"],
    conversations: { added: 4, returned: 1, replaced: 1, unchanged: 4, leftOut: 2 },
  });
  await done;
  expect(notices).toEqual([
    {
      title:
        "handbook.pagehound: 2 documents were already here, 3 conversations added, 1 deleted conversation is here again, 1 conversation replaced by its later version",
      messages: [
        "Its notebooks were saved by a newer version of this page, and are left out.",
        "2 conversations could not be read and were left out.",
      ],
    },
  ]);
});

test.each([
  [{ grids: 2, conversations: 0 }, "Undo changes to grids"],
  [{ grids: 0, conversations: 1 }, "Undo changes to conversations"],
  [{ grids: 1, conversations: 1 }, "Undo changes to grids and conversations"],
])("offers to undo the changes of an import to %j", async ({ grids, conversations }, label) => {
  const opened = transfers();
  const done = opened.open([input("handbook.pagehound")]);
  await settled();
  const none = { returned: 0, replaced: 0, unchanged: 0, leftOut: 0 };
  calls[0]?.done({
    ...brought(0, 0, 2),
    grids: { added: grids, merged: 0, changed: [], leftOut: [] },
    conversations: { ...none, added: conversations },
    undo: "import",
  });
  await done;
  expect(actions.map((action) => action.label)).toEqual([label]);
  actions[0]?.run();
  await settled();
  expect(notices.at(-1)).toEqual({
    title: "Undone: 1 grid, 2 conversations",
    messages: ["“Plants” was changed after the file was opened, and stays as it is."],
  });
  expect(actions).toEqual([]);
});

test("offers to choose the notebook that was saved as the file", async () => {
  notebooks = [
    { id: "n1", title: "Boats" },
    { id: "n2", title: "Handbook" },
  ];
  const done = transfers().open([input("handbook.pagehound")]);
  await settled();
  calls[0]?.done(brought(1, 0, 0));
  await done;
  expect(actions.map(({ label }) => label)).toEqual(["Notebook: Handbook"]);
  actions[0]?.run();
  await settled();
  expect(log.at(-1)).toBe("n2");
});

test("erases deleted conversations before a file is opened, and lists the imported ones", async () => {
  const opened = transfers();
  const done = opened.open([input("a.pagehound")]);
  await settled();
  const conversations = { added: 1, returned: 1, replaced: 0, unchanged: 0, leftOut: 0 };
  calls[0]?.done({ ...brought(0, 0, 1), conversations });
  await done;
  expect(log).toEqual(["forget", "a.pagehound", "refresh"]);
});

test("opens several files one after another, including a damaged one", async () => {
  const opened = transfers();
  const done = opened.open([input("a.pagehound"), input("b.pagehound")]);
  await settled();
  expect(calls).toHaveLength(1);
  calls[0]?.fail(new PagehoundError("damaged-file", "a.pagehound is cut off."));
  await settled();
  expect(calls.map(({ name }) => name)).toEqual(["a.pagehound", "b.pagehound"]);
  calls[1]?.done(brought(1, 0, 0));
  await done;
  expect(notices).toEqual([
    { title: "a.pagehound was not added", messages: ["a.pagehound is cut off."] },
    { title: "b.pagehound: 1 document added", messages: [] },
  ]);
  expect(failures).toBe(1);
});

test("undoes replacements of an import, and imports a collection into a folder", async () => {
  const opened = transfers();
  const done = opened.open([{ ...input("a.pagehound"), folder: "a" }]);
  await settled();
  expect(calls[0]?.options).toMatchObject({ folder: "a" });
  const imported = brought(1, 2, 0);
  calls[0]?.done(imported);
  await done;
  expect(offered).toEqual(imported.older.map((older) => ({ path: "reports/annual.pdf", older })));
});

test("ends a cancelled transfer without a message, and starts the next one", async () => {
  const opened = transfers();
  const first = opened.open([input("a.pagehound")]);
  await settled();
  opened.cancel();
  await first;
  expect(notices).toEqual([]);
  expect(failures).toBe(0);
  void opened.open([input("b.pagehound")]);
  await settled();
  expect(opened.running?.name).toBe("b.pagehound");
});

test("offers only the person's own documents for saving", () => {
  const source = { url: "https://intranet.example/handbook.pagehound", title: "Handbook" };
  const [personal, published] = some(2);
  if (!personal || !published) throw new Error("There are no documents.");
  expect(transfers([personal, { ...published, source }]).own).toEqual([personal.id]);
});

test("says how saving ended until the panel is closed", async () => {
  const saving = transfers();
  const { notes, grids, conversations } = { notes: true, grids: true, conversations: true };
  const request = { title: "Notes", originals: false, guides: false, notes, grids, conversations };
  const first = saving.save(request);
  await settled();
  saving.cancel();
  await first;
  expect(saving.outcome).toBe("Saving cancelled.");
  expect(saving.failure).toBeNull();
  void saving.save(request);
  expect(saving.outcome).toBeNull();
  saving.cancel();
  await settled();
  saving.forget();
  expect(saving.outcome).toBeNull();
});

test("shows why saving failed until the next attempt", async () => {
  const saving = transfers();
  const first = saving.save({
    title: "Notes",
    originals: false,
    guides: false,
    notes: true,
    grids: true,
    conversations: true,
  });
  await settled();
  calls[0]?.fail(new PagehoundError("no-documents", "There is no document to write."));
  await first;
  expect(saving.failure).toBe("There is no document to write.");
  void saving.save({
    title: "Notes",
    originals: false,
    guides: false,
    notes: true,
    grids: true,
    conversations: true,
  });
  expect(saving.failure).toBeNull();
});

test("names what is missing from a saved file, with the reason", async () => {
  vi.stubGlobal("document", { createElement: () => ({ click: () => undefined }) });
  try {
    const saving = transfers();
    const done = saving.save({
      title: "Handbook",
      originals: false,
      guides: false,
      notes: true,
      grids: true,
      conversations: true,
    });
    await settled();
    const leftOut = [{ path: "odd.pdf", message: "odd.pdf is not exported." }];
    calls[0]?.options.onProgress?.({ step: "writing", done: 2, total: 2, leftOut });
    calls[0]?.done(new Blob(["…"]));
    await done;
  } finally {
    vi.unstubAllGlobals();
  }
  expect(notices).toEqual([
    { title: "1 document is not in the file", messages: ["odd.pdf is not exported."] },
  ]);
});
