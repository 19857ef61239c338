import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scriptedModel } from "../../../src/evaluation/testing/scripted-model.js";
import { type AskOptions, type ChatRequest, Pagehound } from "../../../src/index.js";
import { isLong } from "../../tries.js";

const name = "conversations-test";
const options = { name, assetsBase: "/assets/", parseWorkers: 1 };
let hound: Pagehound;

beforeEach(async () => {
  await deleteDB(`pagehound:${name}`);
  hound = await Pagehound.open(options);
  await add();
});
afterEach(() => hound.close());

async function add(): Promise<void> {
  const file = new Blob(["The heliostat field has 4212 mirrors."]);
  for await (const event of hound.add([{ path: "plant.txt", file }])) {
    if (event.type === "document-refused") throw new Error(event.message);
  }
}

/** Asks, and returns the id of the conversation that received the answer. */
async function ask(question: string, more: AskOptions = {}): Promise<string | null> {
  for await (const event of hound.ask(question, more)) {
    if (event.type === "answer") return event.conversation;
  }
  throw new Error("There was no answer.");
}

async function begin(question: string): Promise<string> {
  const id = await ask(question, { conversation: "new" });
  if (id === null) throw new Error("No conversation was begun.");
  return id;
}

const titles = async () => (await hound.conversations.list()).map(({ title }) => title);

describe("conversations", () => {
  it("does not store conversations unless requested", async () => {
    expect(await ask("How many mirrors?")).toBeNull();
    expect(await hound.conversations.list()).toEqual([]);
  });

  it("starts, continues and lists conversations, latest first", async () => {
    const first = await begin("How many mirrors?");
    const second = await begin("Where is the field?");
    expect(second).not.toBe(first);
    expect(await titles()).toEqual(["Where is the field?", "How many mirrors?"]);
    expect(await ask("And people?", { conversation: first })).toBe(first);
    expect(await hound.conversations.list()).toMatchObject([
      { id: first, title: "How many mirrors?", turns: 2 },
      { id: second, title: "Where is the field?", turns: 1 },
    ]);
  });

  it("finds conversations by words of their titles, questions and answers", async () => {
    const mirrors = await begin("How many mirrors?");
    const field = await begin("Where is the field?");
    await ask("And the café?", { conversation: field });
    const found = async (text: string) =>
      (await hound.conversations.find(text)).map(({ id }) => id);
    expect(await found("CAFE field")).toEqual([field]);
    expect(await found("mirr")).toEqual([mirrors]);
    expect(await found("mirrors café")).toEqual([]);
    expect(await found(" ")).toEqual([field, mirrors]);
  });

  it("keeps a new title until it is reset", async () => {
    const id = await begin("How many mirrors?");
    await hound.conversations.rename(id, " The plant ");
    await ask("And people?", { conversation: id });
    expect(await titles()).toEqual(["The plant"]);
    expect(await hound.conversations.find("plant")).toHaveLength(1);
    await hound.conversations.rename(id, "");
    expect(await titles()).toEqual(["How many mirrors?"]);
    await expect(hound.conversations.rename("none", "x")).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it.runIf(isLong)("accepts a custom id", async () => {
    expect(await ask("How many mirrors?", { conversation: "mine" })).toBe("mine");
    expect(await hound.conversations.get("mine")).toMatchObject({ id: "mine" });
  });

  it("stores question, answer and trace of each turn", async () => {
    const id = await begin("How many mirrors?");
    await ask("And people?", { conversation: id });
    const { turns, title } = await hound.conversations.get(id);
    expect(title).toBe("How many mirrors?");
    expect(turns.map(({ question }) => question)).toEqual(["How many mirrors?", "And people?"]);
    expect(turns[0]).toMatchObject({
      answer: { kind: "passages", question: "How many mirrors?" },
      trace: { traceVersion: 1, question: "How many mirrors?" },
    });
    const shown = turns[0]?.answer.passages[0]?.document;
    expect(shown).toBeDefined();
    expect(turns[1]?.trace?.history).toMatchObject([
      { question: "How many mirrors?", document: shown },
    ]);
  });

  it("passes the last six turns to the next question, oldest first", async () => {
    const id = await begin("question 1?");
    for (let n = 2; n <= 8; n++) await ask(`question ${n}?`, { conversation: id });
    const { turns } = await hound.conversations.get(id);
    const last = turns.at(-1)?.trace?.history.map(({ question }) => question);
    expect(last).toEqual([2, 3, 4, 5, 6, 7].map((n) => `question ${n}?`));
  });

  it("lets the model make a question self-contained from earlier turns", async () => {
    const id = await begin("How many mirrors are there?");
    const requests: ChatRequest[] = [];
    const rewritten = { question: "How many people wash the mirrors?", queries: ["wash mirrors"] };
    const args = { enough: false, missing: "people", sentences: [] };
    const none = { reply: { thought: "", calls: [{ tool: "answer", arguments: args }] } };
    const model = scriptedModel([
      (request) => {
        requests.push(request);
        return rewritten;
      },
      none,
      none,
      none,
    ]);
    await ask("And people?", { conversation: id, model, strategy: "tools" });
    expect(requests[0]?.messages.at(-1)?.content).toContain("How many mirrors are there?");
    const { turns } = await hound.conversations.get(id);
    expect(turns[1]).toMatchObject({
      question: "And people?",
      standalone: "How many people wash the mirrors?",
    });
  });

  it("keeps conversations when their documents are deleted and the page is closed", async () => {
    const id = await begin("How many mirrors?");
    await hound.remove((await hound.documents()).map((document) => document.id));
    hound.close();
    hound = await Pagehound.open(options);
    expect((await hound.conversations.get(id)).turns).toHaveLength(1);
  });

  it("restores deleted conversations completely", async () => {
    const kept = await begin("Where is the field?");
    const id = await begin("How many mirrors?");
    await ask("And people?", { conversation: id });
    const before = await hound.conversations.get(id);
    await hound.conversations.remove(id);
    expect((await hound.conversations.list()).map((each) => each.id)).toEqual([kept]);
    await expect(hound.conversations.get(id)).rejects.toMatchObject({ code: "not-found" });
    await hound.conversations.restore(id);
    expect(await hound.conversations.get(id)).toEqual(before);
    await expect(hound.conversations.restore(id)).rejects.toMatchObject({ code: "not-found" });
  });

  it.runIf(isLong)("ignores the deletion of a conversation that does not exist", async () => {
    await hound.conversations.remove("nobody");
    expect(await hound.conversations.list()).toEqual([]);
  });

  it("restores deleted turns before the turns added since", async () => {
    await ask("How many mirrors?", { conversation: "mine" });
    await hound.conversations.remove("mine");
    await ask("Where is the field?", { conversation: "mine" });
    await hound.conversations.restore("mine");
    expect(await titles()).toEqual(["How many mirrors?"]);
    const { turns } = await hound.conversations.get("mine");
    expect(turns.map(({ question }) => question)).toEqual([
      "How many mirrors?",
      "Where is the field?",
    ]);
    await expect(hound.conversations.restore("mine")).rejects.toMatchObject({ code: "not-found" });
  });

  it("does not store an abandoned question", async () => {
    for await (const event of hound.ask("How many mirrors?", { conversation: "mine" })) {
      if (event.type === "run-start") break;
    }
    await ask("mirrors");
    expect(await hound.conversations.list()).toEqual([]);
  });
});

describe("a collection from before conversations existed", () => {
  it("keeps the documents of a collection from before conversations existed, and supports conversations", async () => {
    const path = `pagehound:${name}`;
    hound.close();
    const stored = await contents(path);
    await deleteDB(path);
    const old = await openDB(path, 1, {
      upgrade(database) {
        database.createObjectStore("documents", { keyPath: "ordinal", autoIncrement: true });
        database.createObjectStore("pages", { keyPath: ["document", "number"] });
        for (const store of ["passages", "postings", "originals"]) {
          database.createObjectStore(store, { keyPath: "document" });
        }
      },
    });
    for (const [store, values] of stored) {
      for (const value of values) await old.put(store, value);
    }
    old.close();
    hound = await Pagehound.open(options);
    expect((await hound.documents()).map((document) => document.path)).toEqual(["plant.txt"]);
    expect((await hound.search("heliostat")).hits).toHaveLength(1);
    await begin("How many mirrors?");
    expect(await titles()).toEqual(["How many mirrors?"]);
  });
});

/** The contents of the document stores. */
async function contents(path: string): Promise<[store: string, values: unknown[]][]> {
  const database = await openDB(path);
  const stores = ["documents", "pages", "passages", "postings", "originals"];
  const all = stores.map(async (store): Promise<[string, unknown[]]> => {
    return [store, await database.getAll(store)];
  });
  const values = await Promise.all(all);
  database.close();
  return values;
}
